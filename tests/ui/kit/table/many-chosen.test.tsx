import { act, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createActor } from 'xstate';
import { MAX_IDS } from '#domain/table/resource-query';
import { collectionMachine } from '#machines/table/collection.machine';
import { exportMachine } from '#machines/table/export.machine';
import { goods } from '#sections/goods/goods.resource.ts';
import { inertOf } from '#tests/machines/support/model.ts';
import { ExportForm } from '#ui/kit/table/export/ExportForm.tsx';
import { TableToolbar } from '#ui/kit/table/toolbar/TableToolbar.tsx';
import { goodsInput, renderInApp, startKitMessages } from '../support.tsx';

await startKitMessages('en');

const ACTS = ['Edit', 'Next step', 'Bulk edit', 'Delete selected', 'Deselect'];
const offered = () => ACTS.filter((name) => screen.queryByRole('button', { name }) !== null);

const Chosen = () => <button type="button">Next step</button>;

it('what no call takes more than 500 of is offered for as many, with a word of it beyond', async () => {
  const collection = createActor(inertOf(collectionMachine), { input: goodsInput() }).start();
  const choose = (count: number) =>
    act(async () => collection.send({ type: 'collection.rowsSelected', ids: Array.from({ length: count }, (_, index) => index + 1) }));
  await choose(MAX_IDS);
  await act(async () => {
    renderInApp(
      <>
        <TableToolbar collection={collection} resource={goods} Chosen={Chosen} />
        <section aria-label="Export">
          <ExportForm logic={inertOf(exportMachine)} collection={collection} resource={goods} onClose={() => {}} />
        </section>
      </>,
    );
  });
  expect(offered()).toEqual(ACTS);
  expect(screen.getByText('500 selected')).toBeTruthy();
  expect(within(screen.getByRole('region', { name: 'Export' })).getByRole('radio', { name: '500 selected records' })).toBeTruthy();
  await choose(MAX_IDS + 1);
  expect(offered()).toEqual(['Edit', 'Deselect']);
  expect(screen.getByText('501 selected, at most 500 can be changed or deleted at once')).toBeTruthy();
});

it('of more than 500 chosen records the whole list is exported, and the choice that cannot be made says why', async () => {
  const collection = createActor(inertOf(collectionMachine), { input: goodsInput() }).start();
  collection.send({ type: 'collection.rowsSelected', ids: Array.from({ length: MAX_IDS + 1 }, (_, index) => index + 1) });
  await act(async () =>
    renderInApp(<ExportForm logic={inertOf(exportMachine)} collection={collection} resource={goods} onClose={() => {}} />),
  );
  const selected = screen.getByRole<HTMLInputElement>('radio', { name: '501 selected records' });
  expect([selected.disabled, selected.checked]).toEqual([true, false]);
  expect(screen.getByText('At most 500 selected records can be exported at once')).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'All 0 records in this list' }).checked).toBe(true);
});
