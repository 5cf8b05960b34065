import { createEmptyActor } from 'xstate';
import { FailureError } from '#domain/base/failure';
import { importMachine } from '#machines/table/import.machine';
import { describeModel, done, failed } from '#tests/support/model.ts';

const file = { fileId: 'file-1', name: 'goods.csv', sizeBytes: 120, mimeType: 'text/csv' };
const glimpse = { header: ['Title', 'Price'], firstRows: [['Tea', '12']], rowCount: 1 };
const unreachable = new FailureError({ kind: 'unreachable', online: false });

describeModel({
  machine: importMachine,
  inputs: [{ resource: 'goods', labels: { title: 'Title', price: 'Price' }, list: createEmptyActor() }],
  events: [
    { type: 'import.fileChosen', file },
    { type: 'import.templateRequested', name: 'Goods template' },
    { type: 'import.columnMatched', index: 1, field: 'title' },
    { type: 'import.columnMatched', index: 0, field: null },
    { type: 'import.columnMatched', index: 1, field: null },
    { type: 'import.verifyRequested' },
    { type: 'import.returned' },
    { type: 'import.confirmed', key: 'key-1' },
    { type: 'import.cancelRequested' },
    { type: 'import.retried' },
    { type: 'import.closed' },
    done('readFile', { glimpse, match: ['title', null] }),
    failed('readFile', new FailureError({ kind: 'rejected', code: 0, message: 'tables.import.noRows' })),
    done('verify', { count: 1, refusedRows: 0, refused: [] }),
    done('verify', { count: 0, refusedRows: 1, refused: [{ line: 2, field: 'price', message: 'no' }] }),
    failed('verify', unreachable),
    done('importRows'),
    done('cancelImport', { isCancelled: true }),
    done('cancelImport', { isCancelled: false }),
    failed('cancelImport', unreachable),
    failed('importRows', unreachable),
  ],
  view: ({ context: { match, verification, failure } }) => ({ match, isRefused: verification?.refusedRows, failed: failure !== null }),
  always: (snapshot) => {
    const { context } = snapshot;
    return (
      (!snapshot.hasTag('failed') || context.failure !== null) &&
      // Nothing is written that was not triedd without a fault, and no field is filled twice.
      (!snapshot.matches('importing') || (context.verification?.refusedRows === 0 && context.key !== '')) &&
      new Set(context.match.filter((field) => field !== null)).size === context.match.filter((field) => field !== null).length
    );
  },
});
