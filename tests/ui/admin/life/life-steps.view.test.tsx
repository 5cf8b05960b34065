import { MantineProvider } from '@mantine/core';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { createActor, fromCallback, fromPromise } from 'xstate';
import { lazyNow } from '#actors/base/lazy-code';
import { besideOf } from '#actors/base/unsaved-beside';
import { FailureError } from '#domain/base/failure';
import type { RecordStand } from '#domain/life/record-life';
import type { BoardColumn } from '#domain/table/life-board';
import { lifeActMachine, type SendRequest } from '#machines/life/life-act.machine';
import { lifeBoardMachine } from '#machines/life/life-board.machine';
import { lifeRequestsMachine } from '#machines/life/life-requests.machine';
import { lifeReportMachine } from '#machines/life/life-report.machine';
import { lifeOffersMachine } from '#machines/life/life-offers.machine';
import { recordLifeMachine } from '#machines/life/record-life.machine';
import { stepChoiceMachine } from '#machines/life/step-choice.machine';
import { collectionMachine } from '#machines/table/collection.machine';
import { rowWindowMachine } from '#machines/table/row-window.machine';
import type { Resource } from '#domain/table/resource';
import { goods } from '#sections/goods/goods.resource.ts';
import { AppContext, type AppHandle } from '#ui/base/app-context.ts';
import { loadMessages, startMessages } from '#ui/base/i18n.ts';
import { Board } from '#ui/admin/life/board/Board.tsx';
import { BulkStepsDialog } from '#ui/admin/life/BulkStepsDialog.tsx';
import { Question } from '#ui/admin/life/Question.tsx';
import { OffersMenu } from '#ui/admin/life/OffersMenu.tsx';
import { boardColumns, offerOf } from '#tests/machines/life/told-life.ts';
import { inertOf } from '#tests/support/model.ts';
import { recorder } from '#tests/support/recorder.ts';
import { goodsInput, goodsRow, withBundles } from '../../kit/support.tsx';

beforeEach(async () => {
  await startMessages('en');
  await loadMessages(['resources', 'recordLife']);
});

const no = new FailureError({ kind: 'rejected', code: 0, message: 'Not while it rains.' });

function lifeBundle(told: {
  readonly stands?: readonly RecordStand[];
  readonly boards?: readonly (readonly BoardColumn[])[];
  readonly answer?: () => Promise<void>;
}) {
  const asked: SendRequest[] = [];
  const boards = [...(told.boards ?? [])];
  const lifeAct = lifeActMachine.provide({
    actors: {
      sendEvent: fromPromise<void, SendRequest>(({ input }) => {
        asked.push(input);
        return told.answer?.() ?? Promise.resolve();
      }),
    },
  });
  const life = {
    lifeAct,
    recordLife: inertOf(recordLifeMachine),
    lifeOffers: lifeOffersMachine.provide({ actors: { loadOffers: fromPromise(() => Promise.resolve(told.stands ?? [])) } }),
    lifeBoard: lifeBoardMachine.provide({
      actors: {
        lifeAct,
        loadBoard: fromPromise(() => Promise.resolve(boards.length > 1 ? boards.shift()! : boards[0]!)),
        hearList: fromCallback(() => {}),
      },
    }),
    lifeReport: inertOf(lifeReportMachine),
    lifeRequests: inertOf(lifeRequestsMachine),
    stepChoice: stepChoiceMachine,
  };
  return { asked, life };
}

async function show(life: ReturnType<typeof lifeBundle>['life'], view: React.ReactElement) {
  await act(async () => {
    render(
      <MantineProvider env="test">
        <AppContext value={{ journal: { inspect: () => {} } } as unknown as AppHandle}>
          {withBundles({ life: lazyNow(life) }, view)}
        </AppContext>
      </MantineProvider>,
    );
  });
  return userEvent.setup();
}

const opened = (name: string) => {
  const list = recorder();
  const actor = createActor(rowWindowMachine, { input: { owner: list.ref } }).start();
  actor.send({ type: 'rowWindow.opened', name, id: 7 });
  return { actor, list };
};

const stands = (unmet: boolean): readonly RecordStand[] => [
  {
    id: 7,
    state: 'draft',
    version: 4,
    offers: [
      offerOf('publish', { unmet: unmet ? [{ field: 'images', message: 'Pictures: at least one' }] : [] }),
      offerOf('takeOff', { asks: { comment: 'required', fields: [] } }),
    ],
  },
];

describe('the menu of a state', () => {
  it('sends what is chosen by the version that was seen, and has the list read again', async () => {
    const { actor, list } = opened('@offers');
    const { asked, life } = lifeBundle({ stands: stands(false) });
    const user = await show(life, <OffersMenu row={goodsRow(7)} resource={goods} actor={actor} />);
    await user.click(await screen.findByRole('menuitem', { name: 'publish' }));
    expect(asked).toEqual([{ resource: 'goods', ids: [7], event: 'publish', to: 'off', version: 4, comment: '', values: {} }]);
    expect([actor.getSnapshot().value, list.heard]).toEqual(['closed', [{ type: 'collection.refreshed' }]]);
  });

  it('says why an event would be refused, and sends none of those', async () => {
    const { actor } = opened('@offers');
    const { asked, life } = lifeBundle({ stands: stands(true) });
    const user = await show(life, <OffersMenu row={goodsRow(7)} resource={goods} actor={actor} />);
    const item = await screen.findByRole('menuitem', { name: /publish\s*Pictures: at least one/u });
    expect(item.getAttribute('aria-disabled')).toBe('true');
    await user.click(item);
    expect([asked, actor.getSnapshot().value]).toEqual([[], 'open']);
  });

  it('asks what an event asks for, and keeps it where it is refused', async () => {
    const { actor, list } = opened('@offers');
    const { life } = lifeBundle({ stands: stands(false), answer: () => Promise.reject(no) });
    const user = await show(life, <OffersMenu row={goodsRow(7)} resource={goods} actor={actor} />);
    await user.click(await screen.findByRole('menuitem', { name: 'takeOff' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'takeOff: Tea 7' }));
    await user.type(dialog.getByLabelText(/Why/u), 'sold out');
    await user.click(dialog.getByRole('button', { name: 'takeOff' }));
    expect((await dialog.findByRole('alert')).textContent).toContain('Not while it rains.');
    expect(dialog.getByLabelText<HTMLTextAreaElement>(/Why/u).value).toBe('sold out');
    await user.click(dialog.getAllByRole('button', { name: 'Cancel' }).at(-1)!);
    expect([actor.getSnapshot().value, list.heard]).toEqual(['closed', []]);
  });

  it('finds what was typed when another page was looked at, which counts as unsaved until it is given up', async () => {
    const { actor, list } = opened('@offers');
    const isUnsaved = () => besideOf(list.ref).count > 0;
    const { life } = lifeBundle({ stands: stands(false) });
    const view = <OffersMenu row={goodsRow(7)} resource={goods} actor={actor} />;
    const user = await show(life, view);
    await user.click(await screen.findByRole('menuitem', { name: 'takeOff' }));
    expect(isUnsaved()).toBe(false);
    await user.type(within(await screen.findByRole('dialog')).getByLabelText(/Why/u), 'sold out');
    expect(isUnsaved()).toBe(true);
    cleanup();
    expect(isUnsaved()).toBe(true);
    await show(life, view);
    const dialog = within(await screen.findByRole('dialog', { name: 'takeOff: Tea 7' }));
    expect(dialog.getByLabelText<HTMLTextAreaElement>(/Why/u).value).toBe('sold out');
    await user.click(dialog.getAllByRole('button', { name: 'Cancel' }).at(-1)!);
    expect([actor.getSnapshot().value, isUnsaved()]).toEqual(['closed', false]);
    // The next opening begins anew.
    cleanup();
    act(() => actor.send({ type: 'rowWindow.opened', name: '@offers', id: 7 }));
    await show(life, view);
    expect(await screen.findByRole('menuitem', { name: 'takeOff' })).toBeDefined();
    expect(screen.queryByRole('dialog')).toBe(null);
  });
});

it('a step is not taken with a day before one that does not exist', async () => {
  const { asked, life } = lifeBundle({});
  const offer = offerOf('promise', { asks: { comment: null, fields: ['since'] } });
  const dated: Resource = { ...goods, fields: { ...goods.fields, since: { kind: 'date', label: { en: 'Since' } } } };
  const step = createActor(life.lifeAct, { input: { resource: 'goods', owner: recorder().ref } }).start();
  step.send({ type: 'act.chosen', offer, ids: [7], version: 3 });
  const user = await show(life, <Question act={step} offer={offer} resource={dated} />);
  await waitFor(() => expect(document.querySelector('[data-dates-input]')).not.toBeNull(), { timeout: 10_000 });
  const box = screen.getByRole('textbox', { name: 'Since' });
  await user.type(box, '2026-03-01{Backspace}{Backspace}32');
  await user.click(screen.getByRole('button', { name: 'promise' }));
  expect([asked, screen.queryByText(/a date that exists/u) !== null]).toEqual([[], true]);
  await user.type(box, '{Backspace}0');
  await user.click(screen.getByRole('button', { name: 'promise' }));
  expect(asked).toMatchObject([{ event: 'promise', values: { since: '2026-03-30' } }]);
  act(() => cleanup());
  expect(step.getSnapshot().context.held).toEqual({});
});

it('many records: counts those that take an event, names the others with their reasons, and sends it to the former by one call', async () => {
  const { actor } = opened('bulk');
  const open = offerOf('publish');
  const shut = offerOf('publish', { unmet: [{ field: 'images', message: 'Pictures: at least one' }] });
  const stands = [open, open, shut, null].map((offer, index) => ({
    id: index + 1,
    state: 'draft',
    version: 1,
    offers: offer ? [offer] : [],
  }));
  const { asked, life } = lifeBundle({ stands });
  const collection = createActor(inertOf(collectionMachine), { input: goodsInput() }).start();
  const user = await show(life, <BulkStepsDialog ids={[1, 2, 3, 4]} actor={actor} collection={collection} resource={goods} />);
  const button = await screen.findByRole('button', { name: 'publish (2 of 4)' });
  const reasons = screen.getAllByRole('listitem').filter((item) => item.querySelector('strong') && !item.querySelector('li'));
  expect(reasons.map(({ textContent }) => textContent)).toEqual(['#3 Pictures: at least one', '#4 Cannot be done from its state.']);
  await user.click(button);
  expect(asked).toEqual([{ resource: 'goods', ids: [1, 2], event: 'publish', to: 'off', version: null, comment: '', values: {} }]);
});

const after = (): readonly BoardColumn[] => {
  const [draft, on, off] = boardColumns() as [BoardColumn, BoardColumn, BoardColumn];
  return [{ ...draft, total: 1, cards: [] }, { ...on, total: 2, cards: [{ ...draft.cards[0]!, state: 'on' }, ...on.cards] }, off];
};

const region = (name: string) => screen.getByRole('region', { name });
const column = (name: string) => within(region(name));

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
    await user.click(dialog.getByRole('button', { name: 'OK' }));
    expect(await column('Draft').findByRole('button', { name: 'Tea 1' })).toBeDefined();
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
