import { act, fireEvent, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { createActor, fromCallback, fromPromise } from 'xstate';
import { besideOf } from '#actors/base/unsaved-beside';
import { goods } from '#sections/goods/goods.resource.ts';
import { disclosureMachine } from '#machines/base/disclosure.machine';
import { bulkEditMachine } from '#machines/table/bulk-edit.machine';
import { collectionMachine } from '#machines/table/collection.machine';
import type { CollectionReport } from '#machines/table/collection.vocabulary';
import { inertOf } from '#tests/machines/support/model.ts';
import { BulkDialog } from '#ui/kit/table/bulk/BulkDialog.tsx';
import { TableToolbar } from '#ui/kit/table/toolbar/TableToolbar.tsx';
import { goodsInput, renderInApp, startKitMessages, testTools } from '../support.tsx';

await startKitMessages('en');

/** Windows stand where they are declared here, also in a line that is hidden; outside of a test each has a place of its own. */
const inLine = (name: string) => ({ name, hidden: true });

it('is about the records that were chosen when it opened, and stays until its write was answered', async () => {
  const saved = Promise.withResolvers<void>();
  testTools.bulkEdit = bulkEditMachine.provide({ actors: { saveMany: fromPromise(() => saved.promise) } });
  const owner = createActor(fromCallback<CollectionReport>(() => {})).start();
  const collection = createActor(inertOf(collectionMachine), { input: { ...goodsInput(), params: {}, owner } }).start();
  const dialog = createActor(disclosureMachine).start();
  dialog.send({ type: 'disclosure.opened' });
  collection.send({ type: 'collection.rowsSelected', ids: [1, 2] });
  const user = userEvent.setup({ delay: null });
  await act(async () => renderInApp(<BulkDialog isOpen dialog={dialog} collection={collection} resource={goods} />));
  await screen.findByRole('dialog', { name: 'Edit 2 selected records' });

  await act(async () => collection.send({ type: 'collection.rowsSelected', ids: [1] }));
  expect(screen.getByRole('dialog', { name: 'Edit 2 selected records' })).toBeTruthy();

  expect(besideOf(collection).count).toBe(0);
  await user.click(screen.getByRole('checkbox', { name: 'Stock' }));
  // What was chosen is kept by a slip beside the window, and asked about before its page is closed.
  await user.click(document.querySelector('.mantine-Modal-overlay')!);
  expect([dialog.getSnapshot().value, besideOf(collection).count]).toEqual(['open', 1]);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const ways = ['Cancel', 'Close'].map((name) => screen.getByRole<HTMLButtonElement>('button', { name }).disabled);
  expect(ways).toEqual([true, true]);
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
  expect(dialog.getSnapshot().value).toBe('open');
  await act(async () => saved.resolve());
  expect([dialog.getSnapshot().value, besideOf(collection).count]).toEqual(['closed', 0]);
});

it('stays, with what was typed, when none of the records is chosen any more', async () => {
  testTools.bulkEdit = inertOf(bulkEditMachine);
  const owner = createActor(fromCallback<CollectionReport>(() => {})).start();
  const collection = createActor(inertOf(collectionMachine), { input: { ...goodsInput(), params: {}, owner } }).start();
  collection.send({ type: 'collection.rowsSelected', ids: [1, 2] });
  const user = userEvent.setup({ delay: null });
  await act(async () => renderInApp(<TableToolbar collection={collection} resource={goods} />));
  await user.click(screen.getByRole('button', { name: 'Bulk edit' }));
  await user.click(await screen.findByRole('checkbox', { name: 'Stock' }));
  // A colleague has deleted both: the list that was read again shows them no more.
  await act(async () => collection.send({ type: 'collection.rowsSelected', ids: [] }));
  expect(screen.getByRole('dialog', inLine('Edit 2 selected records'))).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>('checkbox', inLine('Stock')).checked).toBe(true);
  await user.click(screen.getByRole('button', inLine('Cancel')));
  expect([screen.queryByRole('dialog', { hidden: true }), screen.queryByRole('button', { name: 'Bulk edit', hidden: true })]).toEqual([
    null,
    null,
  ]);
});
