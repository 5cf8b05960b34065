import { createEmptyActor } from 'xstate';
import { FailureError } from '#domain/base/failure';
import { isSameValue } from '#domain/base/same-value';
import { findRow } from '#domain/table/row';
import { EMPTY_QUERY } from '#domain/table/resource-query';
import { DEFAULT_TABLE_SETTINGS } from '#domain/table/table-settings';
import { changeActorId } from '#machines/table/collection-changes';
import { collectionMachine } from '#machines/table/collection.machine';
import type { CollectionInput, CollectionPage } from '#machines/table/collection.vocabulary';
import { after, describeModel, done, failed } from '#tests/machines/support/model.ts';

const input: CollectionInput = {
  resource: 'goods',
  addressing: { fields: [{ field: 'status', name: 'status', operator: 'eq' }], sortable: ['price', 'weigh'], defaults: EMPTY_QUERY },
  params: {},
  abilities: { mayAdd: true, mayEdit: true, mayDelete: true, maySort: true },
  table: DEFAULT_TABLE_SETTINGS,
  newRecord: { title: '' },
  sortField: 'weigh',
  owner: createEmptyActor(),
};
const forbidden = { mayAdd: false, mayEdit: false, mayDelete: false, maySort: false };
const page: CollectionPage = {
  rows: [
    { id: 1, isOn: false, children: [{ id: 3 }] },
    { id: 2, isOn: true },
  ],
  total: 12,
  remark: '',
};
const offline = new FailureError({ kind: 'unreachable', online: false });

describeModel({
  machine: collectionMachine,
  inputs: [input],
  events: [
    { type: 'collection.refreshed' },
    { type: 'collection.pageChosen', page: 2 },
    { type: 'collection.pageSizeChosen', limit: 20 },
    { type: 'collection.sorted', order: { field: 'price', direction: 'asc' } },
    { type: 'collection.searched', search: [{ field: 'status', operator: 'eq', value: 'on' }] },
    {
      type: 'collection.searched',
      search: [{ field: 'status', operator: 'eq', value: 'on' }],
      alternatives: [[{ field: 'status', operator: 'EMPTY', value: 'true' }]],
    },
    { type: 'collection.filterRemoved', field: 'status' },
    { type: 'collection.filterRemoved', field: 'status', group: 1 },
    { type: 'collection.filtersCleared' },
    { type: 'collection.quickSearchTyped', text: 'tea' },
    { type: 'collection.quickSearchSubmitted' },
    { type: 'collection.addressChanged', params: { page: '3' } },
    { type: 'collection.abilitiesChanged', abilities: forbidden },
    {
      type: 'collection.declared',
      declared: {
        addressing: { fields: [], sortable: [], defaults: EMPTY_QUERY },
        newRecord: { name: '' },
        sortField: 'weigh',
        revision: 2,
      },
    },
    { type: 'collection.rowToggled', id: 2 },
    { type: 'collection.rowsSelected', ids: [1, 2] },
    { type: 'collection.branchToggled', id: 1 },
    { type: 'collection.allBranchesToggled' },
    { type: 'collection.scrolled', scrolled: { topPx: 400, leftPx: 20 } },
    { type: 'collection.tableArranged', table: { density: 'compact' } },
    { type: 'collection.deleteRequested' },
    { type: 'collection.deleteRequested', ids: [1] },
    { type: 'collection.deleteConfirmed' },
    { type: 'collection.deleteCancelled' },
    { type: 'collection.rowMoved', id: 1, targetId: 2 },
    { type: 'collection.rowMoved', id: 1, targetId: 3 },
    { type: 'collection.rowStepped', id: 2, step: -1 },
    { type: 'collection.rowStepped', id: 2, step: 1 },
    { type: 'collection.rowMovedTo', id: 1, position: 12 },
    { type: 'collection.rowMovedTo', id: 1, position: 2 },
    { type: 'collection.rowMovedTo', id: 1, position: 13 },
    { type: 'collection.fieldChanged', id: 1, field: 'isOn', value: true },
    { type: 'collection.addRequested', key: 'k' },
    { type: 'collection.editRequested', key: 'k', ids: [1, 2] },
    done('loadPage', page),
    done('loadPage', { rows: [], total: 4, remark: '' }),
    failed('loadPage', offline),
    done('removeRecords'),
    failed('removeRecords', offline),
    done('moveRecord'),
    failed('moveRecord', offline),
    { type: 'change.saved', id: 1, values: { version: 2 } },
    { type: 'change.refused', id: 1, values: {}, failure: offline.failure },
    done('recordForm', { outcome: 'saved', id: 1 }),
    done('recordForm', { outcome: 'saved', id: 1, again: 'k2' }),
    done('recordForm', { outcome: 'unchanged', id: 1 }),
    done('recordForm', { outcome: 'closed', id: 1 }),
    done('recordForm', { outcome: 'closed', id: 1, isListOutdated: true }),
    failed('recordForm', offline),
    after('typingPause', 'collection.quickSearch.typing'),
  ],
  view: ({ context }) => ({
    rows: context.rows?.length ?? 0,
    changes: context.changes.length,
    isPaged: context.query.page > 1,
    isOfAnother: context.rows !== null && !isSameValue(context.readBy, context.query),
    isFollowed: context.move !== null && 'position' in context.move && context.move.isFollowed,
    form: context.form?.ids ?? null,
    mayAdd: context.abilities.mayAdd,
  }),
  only: ({ context, value }, event) => {
    // One thing at a time: an open form and a half-typed word are walked beside a table at rest.
    const { form, list, quickSearch } = value as { form: string; list: unknown; quickSearch: string };
    const asides =
      Number(form === 'open') +
      Number(quickSearch === 'typing') +
      Number(context.query.page > 1) +
      Number(!context.abilities.mayAdd) +
      context.changes.length;
    if (event.type.startsWith('xstate.')) return true;
    if (event.type.startsWith('change.')) return context.changes.length > 0;
    return asides === 0 || (asides === 1 && JSON.stringify(list) === '{"browsing":"ready"}');
  },
  always: (snapshot) => {
    const { context } = snapshot;
    const isOptimistic = snapshot.matches({ list: 'moving' });
    const isAsked = snapshot.matches({ list: 'confirming' }) || snapshot.matches({ list: 'deleting' });
    return (
      (context.rowsBefore !== null) === isOptimistic &&
      context.changes.every(({ id, field, value }) => (findRow(context.rows ?? [], id)?.[field] ?? value) === value) &&
      (snapshot.children[changeActorId(1)] !== undefined) === context.changes.length > 0 &&
      context.askedIds.length > 0 === isAsked &&
      (context.form !== null) === snapshot.matches({ form: 'open' }) &&
      (!snapshot.hasTag('failed') || context.failure !== null)
    );
  },
});
