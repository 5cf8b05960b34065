import { EMPTY_QUERY } from '#domain/table/resource-query';
import { FailureError } from '#domain/base/failure';
import { exportMachine } from '#machines/table/export.machine';
import { describeModel, done, failed } from '#tests/machines/support/model.ts';

const task = { resource: 'goods', query: EMPTY_QUERY, columns: ['title', 'price'] };

describeModel({
  machine: exportMachine,
  inputs: [
    { ...task, ids: [] },
    { ...task, ids: [3, 4] },
    { ...task, ids: [], columns: [] },
  ],
  events: [
    { type: 'export.formatChosen', format: 'xlsx' },
    { type: 'export.scopeChosen', scope: 'found' },
    { type: 'export.scopeChosen', scope: 'chosen' },
    { type: 'export.columnsChosen', columns: ['title'] },
    { type: 'export.columnsChosen', columns: [] },
    { type: 'export.requested' },
    { type: 'export.cancelled' },
    { type: 'download.advanced', bytes: 512, rows: null },
    { type: 'download.advanced', bytes: 512, rows: { done: 500, of: 1234 } },
    done('download', { name: 'Goods.csv', rows: 2, sizeBytes: 1024 }),
    failed('download', new FailureError({ kind: 'unreachable', online: false })),
  ],
  view: ({ context: { format, scope, columns, bytes, rows } }) => ({
    isPlain: format === 'csv' && columns.length > 1,
    scope,
    columns: columns.length,
    bytes,
    rows: rows?.done ?? 0,
  }),
  // Progress may come again and again; one of each is enough.
  only: ({ context }, event) => event.type !== 'download.advanced' || context.bytes === 0,
  always: (snapshot) =>
    snapshot.hasTag('failed') === (snapshot.matches({ choosing: 'failed' }) && snapshot.context.failure !== null) &&
    snapshot.hasTag('saved') === (snapshot.matches({ choosing: 'saved' }) && snapshot.context.file !== null) &&
    // Nothing is asked for that would give a file without columns, or chosen records where none are.
    (!snapshot.hasTag('busy') || snapshot.context.columns.length > 0) &&
    (snapshot.context.scope === 'found' || snapshot.context.ids.length > 0),
});
