// oxlint-disable vitest/no-standalone-expect -- what is seen is checked inside the generated tests
import { cleanup, screen, within } from '@testing-library/react';
import { beforeAll, expect } from 'vitest';
import { createActor } from 'xstate';
import { goods } from '#sections/goods/goods.resource.ts';
import { FailureError } from '#domain/base/failure';
import type { Resource } from '#domain/table/resource';
import { collectionMachine } from '#machines/table/collection.machine';
import type { CollectionSnapshot } from '#machines/table/collection.selectors';
import type { CollectionPage } from '#machines/table/collection.vocabulary';
import { effort } from '#tests/support/effort.ts';
import { done, failed, inertOf } from '#tests/machines/support/model.ts';
import { describeView } from '#tests/machines/support/view.tsx';
import { DataTable } from '#ui/kit/table/DataTable.tsx';
import { TableToolbar } from '#ui/kit/table/toolbar/TableToolbar.tsx';
import { FilterChips } from '#ui/kit/search/FilterChips.tsx';
import { SearchPanel } from '#ui/kit/search/SearchPanel.tsx';
import { goodsInput, goodsRow, inApp, renderInApp, startKitMessages } from '../support.tsx';
import { press } from '#tests/machines/support/presses.ts';

await startKitMessages('en');

/** Goods with a switch, so that a cell can be changed in place. */
const resource: Resource = { ...goods, fields: { ...goods.fields, isOn: { kind: 'switch', label: { en: 'Public' } } } };
const page: CollectionPage = {
  rows: [
    { ...goodsRow(1), isOn: false },
    { ...goodsRow(2), isOn: true },
  ],
  total: 12,
  remark: '',
};
const offline = new FailureError({ kind: 'unreachable', online: false });
const input = { ...goodsInput(), table: { ...goodsInput().table, isSearchOpen: true } };

const rowOf = (id: number): HTMLElement => document.querySelector<HTMLElement>(`tr[data-id="${id}"]`)!;
const inRow = (id: number, name: string) => within(rowOf(id)).getByRole('button', { name: new RegExp(`^${name}`, 'u') });
const isBusyOnce = ({ context }: CollectionSnapshot): number =>
  context.changes.length + Number(context.selection.length > 0) + Number(context.query.search.length > 0) + Number(context.query.order !== null) + Number(context.form !== null) +
  Number(context.query.page > 1) + Number(context.table.density === 'compact') + Number(context.quickSearchText !== ''); // prettier-ignore

// The dialog's code comes with its first opening: it is opened once here, so that no test waits for it.
beforeAll(async () => {
  const actor = createActor(inertOf(collectionMachine), { input }).start();
  actor.send(done('loadPage', page) as never);
  actor.send({ type: 'collection.deleteRequested', ids: [1] });
  renderInApp(<DataTable collection={actor} resource={resource} />);
  await screen.findByRole('alertdialog', {}, { timeout: 20_000 });
  cleanup();
  actor.stop();
});

const AT_REST: readonly string[] = ['collection.refreshed', 'collection.quickSearchSubmitted'];

describeView(
  {
    machine: collectionMachine,
    inputs: [input],
    events: [
      { type: 'collection.refreshed' },
      { type: 'collection.pageChosen', page: 2 },
      { type: 'collection.pageSizeChosen', limit: 20 },
      { type: 'collection.sorted', order: { field: 'price', direction: 'asc' } },
      { type: 'collection.searched', search: [{ field: 'status', operator: 'eq', value: 'on' }] },
      { type: 'collection.filterRemoved', field: 'status' },
      { type: 'collection.filtersCleared' },
      { type: 'collection.quickSearchTyped', text: 'tea' },
      { type: 'collection.quickSearchSubmitted' },
      { type: 'collection.rowToggled', id: 2 },
      { type: 'collection.rowsSelected', ids: [1, 2] },
      { type: 'collection.tableArranged', table: { density: 'compact' } },
      { type: 'collection.deleteRequested' },
      { type: 'collection.deleteRequested', ids: [1] },
      { type: 'collection.deleteConfirmed' },
      { type: 'collection.deleteCancelled' },
      { type: 'collection.rowStepped', id: 2, step: -1 },
      { type: 'collection.fieldChanged', id: 1, field: 'isOn', value: true },
      { type: 'collection.addRequested', key: 'k' },
      { type: 'collection.editRequested', key: 'k', ids: [1] },
      { type: 'change.saved', id: 1, values: { isOn: true } },
      { type: 'change.refused', id: 1, values: {}, failure: offline.failure },
      done('loadPage', page),
      failed('loadPage', offline),
      done('removeRecords'),
      failed('removeRecords', offline),
    ],
    view: ({ context }) => ({
      rows: context.rows?.map((row) => [row.id, row['isOn']]) ?? null,
      page: context.query.page,
      limit: context.query.limit,
      order: context.query.order,
      search: context.query.search,
      text: context.quickSearchText,
      changes: context.changes.length,
      selection: context.selection,
      asked: context.askedIds,
      density: context.table.density,
      isFormOpen: context.form !== null,
    }),
    // The screen offers these where rows are shown and nothing else is under way; one aside at a time keeps the walk small.
    only: (snapshot, event) => {
      const { type } = event;
      if (type.startsWith('xstate.')) return true;
      if (type.startsWith('change.')) return snapshot.context.changes.length > 0;
      if (type === 'collection.deleteConfirmed' || type === 'collection.deleteCancelled') return true;
      if (!snapshot.matches({ list: { browsing: 'ready' } }))
        return type === 'collection.refreshed' && snapshot.matches({ list: { browsing: 'failed' } });
      const { search, page: shown, limit } = snapshot.context.query;
      if (type === 'collection.filterRemoved' || type === 'collection.filtersCleared') return search.length > 0;
      if (type === 'collection.pageChosen') return shown === 1 && limit === 10 && isBusyOnce(snapshot) === 0;
      if (type === 'collection.quickSearchSubmitted') return snapshot.context.quickSearchText !== '';
      if (type === 'collection.deleteRequested' && !('ids' in event)) return snapshot.context.selection.length > 0;
      return AT_REST.includes(type) || isBusyOnce(snapshot) === 0;
    },
  },
  (collection) =>
    inApp(
      <>
        <TableToolbar collection={collection} resource={resource} />
        <SearchPanel collection={collection} resource={resource} />
        <FilterChips collection={collection} resource={resource} />
        <DataTable collection={collection} resource={resource} />
      </>,
    ),
  {
    'collection.refreshed': press('Refresh'),
    'collection.pageChosen': press('Page 2 of 2'),
    'collection.pageSizeChosen': (user) => user.selectOptions(screen.getByRole('combobox', { name: 'Per page' }), '20'),
    'collection.sorted': press('Price'),
    'collection.searched': async (user) => {
      await user.click(document.querySelector<HTMLElement>('#search-goods-status')!);
      await user.click(screen.getByRole('option', { name: 'On sale' }));
      await user.click(screen.getByRole('button', { name: 'Search' }));
    },
    'collection.filterRemoved': press('Remove condition: Status'),
    'collection.filtersCleared': press('Clear all conditions'),
    'collection.quickSearchTyped': (user) => user.type(screen.getByRole('searchbox'), 'tea'),
    'collection.quickSearchSubmitted': (user) => user.type(screen.getByRole('searchbox'), '{Enter}'),
    'collection.rowToggled': (user) => user.click(screen.getByRole('checkbox', { name: 'Select: Tea 2' })),
    'collection.rowsSelected': (user) => user.click(screen.getByRole('checkbox', { name: 'Select all on this page' })),
    'collection.tableArranged': async (user) => {
      await user.click(screen.getByRole('button', { name: 'Columns, Row height' }));
      // The menu's code comes with its first opening; on a busy machine that takes longer than the library waits.
      await user.click(await screen.findByRole('radio', { name: 'Compact' }, { timeout: 15_000 }));
    },
    'collection.deleteRequested': (user, event) =>
      user.click('ids' in event ? inRow(1, 'Delete') : screen.getByRole('button', { name: 'Delete selected' })),
    'collection.deleteConfirmed': press('Delete'),
    'collection.deleteCancelled': press('Cancel'),
    'collection.rowStepped': async (user) => {
      inRow(2, 'Drag to sort').focus();
      await user.keyboard('{ArrowUp}');
    },
    'collection.fieldChanged': (user) => user.click(within(rowOf(1)).getByRole('switch', { name: 'Public: Tea 1' })),
    'collection.addRequested': press('Add'),
    'collection.editRequested': async (user) => {
      rowOf(1).focus();
      await user.keyboard('{Enter}');
    },
  },
  {
    // Each step draws the whole list anew; what lies deeper is walked in the long form.
    only: ({ steps }) => steps.length <= effort(4, Infinity),
    seen: (snapshot) => {
      const { rows, askedIds, changes } = (snapshot as CollectionSnapshot).context;
      for (const { id, isOn } of rows ?? []) {
        const cell = within(rowOf(id)).getByRole('switch');
        const isPending = changes.some((change) => change.id === id);
        expect([cell.ariaChecked, cell.ariaBusy, cell.ariaDisabled]).toEqual([
          String(isOn),
          isPending ? 'true' : null,
          isPending ? 'true' : null,
        ]);
      }
      expect(document.querySelectorAll('tr[data-id]')).toHaveLength(rows?.length ?? 0);
      if (snapshot.matches({ list: 'confirming' })) {
        const dialog = screen.getByRole('alertdialog');
        expect(dialog.textContent).toContain(`Delete the selected record${askedIds.length === 1 ? '' : 's'}?`);
        // Where they go is said before, not only after.
        expect(dialog.textContent).toContain('You can undo this from the notice that follows, or later in the timeline.');
        for (const id of askedIds) expect(dialog.textContent).toContain(`Tea ${id}`);
      }
      if (snapshot.matches({ list: { browsing: 'failed' } })) screen.getByText('The list could not be loaded');
    },
  },
);
