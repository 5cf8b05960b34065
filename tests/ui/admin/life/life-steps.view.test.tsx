import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { useSelector } from '@xstate/react';
import { besideOf } from '#actors/base/unsaved-beside';
import { collectionMachine } from '#machines/table/collection.machine';
import { selectSelection, type CollectionRef } from '#machines/table/collection.selectors';
import { rowWindowMachine } from '#machines/table/row-window.machine';
import type { Resource } from '#domain/table/resource';
import { goods } from '#sections/goods/goods.resource.ts';
import { loadMessages, startMessages } from '#ui/base/i18n.ts';
import { BulkSteps } from '#ui/admin/life/BulkSteps.tsx';
import { BulkStepsDialog } from '#ui/admin/life/BulkStepsDialog.tsx';
import { Question } from '#ui/admin/life/Question.tsx';
import { OffersMenu } from '#ui/admin/life/OffersMenu.tsx';
import { offerOf } from '#tests/machines/life/told-life.ts';
import { inertOf } from '#tests/machines/support/model.ts';
import { recorder } from '#tests/support/recorder.ts';
import { goodsInput, goodsRow } from '../../kit/support.tsx';
import { lifeBundle, no, show, stands } from './steps-support.tsx';
import { loadAllSectionWords } from '#tests/support/all-sections.ts';

beforeEach(async () => {
  await startMessages('en');
  await loadMessages(['resources', 'recordLife']);
  await loadAllSectionWords();
});

const opened = (name: string) => {
  const list = recorder();
  const actor = createActor(rowWindowMachine, { input: { owner: list.ref } }).start();
  actor.send({ type: 'rowWindow.opened', name, id: 7 });
  return { actor, list };
};

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
  const step = createActor(life.lifeAct, { input: { resource: 'goods', owner: recorder().ref, key: 'k' } }).start();
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

/** As the line of tools has it: there while something is chosen. */
function Chosen({ collection }: { readonly collection: CollectionRef }) {
  const hasChosen = useSelector(collection, selectSelection).length > 0;
  return hasChosen && <BulkSteps collection={collection} resource={goods} />;
}

it('many records: what was begun for some ends where none of them is chosen any more, and others are asked about anew', async () => {
  const { life } = lifeBundle({ stands: stands(false) });
  const collection = createActor(inertOf(collectionMachine), { input: goodsInput() }).start();
  const choose = (ids: readonly number[]) => act(async () => collection.send({ type: 'collection.rowsSelected', ids }));
  await choose([7]);
  const user = await show(life, <Chosen collection={collection} />);
  await user.click(screen.getByRole('button', { name: 'Next step…' }));
  await user.click(await screen.findByRole('button', { name: /^takeOff/u }));
  await user.type(screen.getByLabelText(/Why/u), 'sold out');
  expect(besideOf(collection).count).toBe(1);
  await choose([7, 8]);
  // What is asked is asked of the one that it was chosen for.
  expect(screen.getByRole('dialog', { name: 'Next step for 1 record' })).toBeDefined();
  await choose([]);
  expect(besideOf(collection).count).toBe(0);
  await choose([8]);
  await screen.findByRole('button', { name: 'Next step…' });
  expect(screen.queryByRole('dialog')).toBe(null);
  await user.click(screen.getByRole('button', { name: 'Next step…' }));
  expect(await screen.findByRole('button', { name: /^takeOff/u })).toBeDefined();
});
