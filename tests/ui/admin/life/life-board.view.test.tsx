import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { createActor, fromCallback, type AnyActorRef } from 'xstate';
import type { BoardColumn } from '#domain/table/life-board';
import { type LifeBoardEvent } from '#machines/life/life-board.machine';
import { collectionMachine } from '#machines/table/collection.machine';
import { goods } from '#sections/goods/goods.resource.ts';
import { loadMessages, startMessages } from '#ui/base/i18n.ts';
import { Board } from '#ui/admin/life/board/Board.tsx';
import { boardColumns } from '#tests/machines/life/told-life.ts';
import { inertOf } from '#tests/machines/support/model.ts';
import { goodsInput } from '../../kit/support.tsx';
import { lifeBundle, no, show, stands } from './steps-support.tsx';
import { loadAllSectionWords } from '#tests/support/all-sections.ts';

beforeEach(async () => {
  await startMessages('en');
  await loadMessages(['resources', 'recordLife']);
  await loadAllSectionWords();
});

const after = (): readonly BoardColumn[] => {
  const [draft, on, off] = boardColumns() as [BoardColumn, BoardColumn, BoardColumn];
  return [{ ...draft, total: 1, cards: [] }, { ...on, total: 2, cards: [{ ...draft.cards[0]!, state: 'on' }, ...on.cards] }, off];
};

const region = (name: string) => screen.getByRole('region', { name });
const column = (name: string) => within(region(name));

const typedOver = async (name: string) =>
  within(await screen.findByRole('dialog', { name })).getByLabelText<HTMLTextAreaElement>(/Why/u).value;

const openBoard = async (answer?: () => Promise<void>) => {
  const { asked, life } = lifeBundle({ boards: [boardColumns(), after()], ...(answer && { answer }) });
  const collection = createActor(inertOf(collectionMachine), { input: goodsInput() }).start();
  collection.send({ type: 'collection.tableArranged', table: { look: 'board' } });
  const view = <Board collection={collection} resource={goods} />;
  const user = await show(life, view);
  await screen.findByRole('region', { name: 'Draft' });
  const again = async () => {
    cleanup();
    await show(life, view);
  };
  return { asked, user, collection, again };
};

describe('the board', () => {
  it('carries a card by keys over the columns that are open to it, and says why others are closed', async () => {
    const { asked, user } = await openBoard();
    act(() => screen.getByRole('button', { name: 'Move: Tea 1' }).focus());
    await user.keyboard(' ');
    expect(column('Off sale').getByText('Pictures: at least one')).toBeDefined();
    await user.keyboard('{ArrowRight}');
    expect(screen.getByText('Tea 1: over On sale')).toBeDefined();
    // The next column is closed.
    await user.keyboard('{ArrowRight}');
    expect(screen.getByText('Tea 1: over On sale')).toBeDefined();
    await user.keyboard('{Enter}');
    expect(asked).toEqual([{ resource: 'goods', ids: [1], event: 'publish', to: 'on', version: 1, comment: '', values: {} }]);
    expect(await column('On sale').findByRole('button', { name: 'Tea 1' })).toBeDefined();
    await waitFor(() => expect(document.activeElement).toBe(column('On sale').getByRole('button', { name: 'Move: Tea 1' })));
  });

  it('puts a card back that is let go of', async () => {
    const { asked, user } = await openBoard();
    act(() => screen.getByRole('button', { name: 'Move: Tea 1' }).focus());
    await user.keyboard(' {ArrowRight}{Escape}');
    expect([asked, screen.queryByText(/: over/u)]).toEqual([[], null]);
  });

  it('brings a refused card back with the reason', async () => {
    const { user } = await openBoard(() => Promise.reject(no));
    act(() => screen.getByRole('button', { name: 'Move: Tea 1' }).focus());
    await user.keyboard(' {ArrowRight}{Enter}');
    expect(column('On sale').getByRole('button', { name: 'Tea 1' })).toBeDefined();
    const dialog = within(await screen.findByRole('dialog', { name: 'publish: Tea 1' }));
    expect(dialog.getByRole('alert').textContent).toContain('Not while it rains.');
    act(() => dialog.getByRole('button', { name: 'OK' }).focus());
    await user.keyboard('{Enter}');
    expect(await column('Draft').findByRole('button', { name: 'Tea 1' })).toBeDefined();
    await waitFor(() => expect(document.activeElement).toBe(column('Draft').getByRole('button', { name: 'Move: Tea 1' })));
  });

  it('is found as it was left when another page was looked at, and begins anew where the list was looked at otherwise', async () => {
    const { user, collection, again } = await openBoard(() => Promise.reject(no));
    act(() => screen.getByRole('button', { name: 'Move: Tea 1' }).focus());
    await user.keyboard(' {ArrowRight}{Enter}');
    await screen.findByRole('dialog', { name: 'publish: Tea 1' });
    await again();
    expect(await screen.findByRole('dialog', { name: 'publish: Tea 1' })).toBeDefined();
    cleanup();
    collection.send({ type: 'collection.tableArranged', table: { look: 'list' } });
    collection.send({ type: 'collection.tableArranged', table: { look: 'board' } });
    await again();
    expect(await screen.findByRole('region', { name: 'Draft' })).toBeDefined();
    expect(screen.queryByRole('dialog')).toBe(null);
  });

  it('keeps what is typed over a card that is no longer among those shown, also after another page was looked at', async () => {
    const { life } = lifeBundle({ stands: stands(false), boards: [boardColumns(), boardColumns().map((one) => ({ ...one, cards: [] }))] });
    const heardAgain = Promise.withResolvers<() => void>();
    const hearList = fromCallback<LifeBoardEvent, { readonly list: AnyActorRef }>(({ sendBack }) => {
      heardAgain.resolve(() => sendBack({ type: 'board.refreshed' }));
    });
    const collection = createActor(inertOf(collectionMachine), { input: goodsInput() }).start();
    collection.send({ type: 'collection.tableArranged', table: { look: 'board' } });
    const view = <Board collection={collection} resource={goods} />;
    const heard = { ...life, lifeBoard: life.lifeBoard.provide({ actors: { hearList } }) };
    const user = await show(heard, view);
    await user.click(await screen.findByRole('button', { name: 'What can be done next: Tea 1' }));
    await user.click(await screen.findByRole('menuitem', { name: 'takeOff' }));
    await user.type(within(await screen.findByRole('dialog')).getByLabelText(/Why/u), 'sold out');
    await act(async () => (await heardAgain.promise)());
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Tea 1', hidden: true })).toBe(null));
    expect(await typedOver('takeOff: Tea 1')).toBe('sold out');
    cleanup();
    await show(heard, view);
    expect(await typedOver('takeOff: Tea 1')).toBe('sold out');
  });

  it('carries a card by pointer, and leaves it where nothing leads', async () => {
    const { asked } = await openBoard();
    const card = screen.getByRole('button', { name: 'Tea 1' }).closest('li')!;
    card.setPointerCapture = () => {};
    const carry = (name: string) => {
      document.elementFromPoint = () => region(name);
      fireEvent.pointerDown(card, { button: 0, pointerId: 1, pointerType: 'mouse', clientX: 0, clientY: 0 });
      for (const x of [0, 40, 300]) fireEvent.pointerMove(window, { pointerId: 1, clientX: x, clientY: 0 });
      fireEvent.pointerUp(window, { pointerId: 1 });
    };
    carry('Off sale');
    expect(asked).toEqual([]);
    carry('On sale');
    expect(asked.map(({ ids, event }) => [ids, event])).toEqual([[[1], 'publish']]);
  });
});
