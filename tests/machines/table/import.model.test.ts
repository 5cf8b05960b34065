import { describe, expect, it } from 'vitest';
import { createActor, createEmptyActor, fromCallback, fromPromise, waitFor } from 'xstate';
import { FailureError, rejection } from '#domain/base/failure';
import type { ColumnMatch, ImportGlimpse, Verification } from '#domain/table/import-file';
import { importMachine } from '#machines/table/import.machine';
import { describeModel, done, failed } from '#tests/machines/support/model.ts';

const file = { fileId: 'file-1', name: 'goods.csv', sizeBytes: 120, mimeType: 'text/csv' };
const labels = { title: 'Title', price: 'Price' };
const glimpse = { header: ['Title', 'Price'], firstRows: [['Tea', '12']], rowCount: 1 };
const refusedRows = new FailureError({ kind: 'rejected', code: 0, message: 'no', rows: { 2: 'no' } });
const unreachable = new FailureError({ kind: 'unreachable', online: false });

describeModel({
  machine: importMachine,
  inputs: [{ resource: 'goods', list: createEmptyActor() }],
  events: [
    { type: 'import.fileChosen', file, labels },
    { type: 'import.templateRequested', name: 'Goods template', labels },
    { type: 'import.columnMatched', index: 1, field: 'title' },
    { type: 'import.columnMatched', index: 0, field: null },
    { type: 'import.columnMatched', index: 1, field: null },
    { type: 'import.verifyRequested' },
    { type: 'import.returned' },
    { type: 'import.refusedRequested', name: 'Goods to correct', reason: 'Why' },
    { type: 'import.othersChosen' },
    { type: 'import.confirmed', key: 'key-1' },
    { type: 'import.cancelRequested' },
    { type: 'import.retried' },
    { type: 'import.closed' },
    done('readFile', { glimpse, match: ['title', null] }),
    failed('readFile', new FailureError({ kind: 'rejected', code: 0, message: 'tables.import.noRows' })),
    done('verify', { count: 1, refusedRows: 0, refused: [] }),
    done('verify', { count: 0, refusedRows: 1, refused: [{ line: 2, field: 'price', typed: 'x', message: 'no' }] }),
    done('verify', { count: 1, refusedRows: 1, refused: [{ line: 3, field: null, typed: '', message: 'no' }] }),
    failed('verify', unreachable),
    done('importRows'),
    done('saveRefused'),
    failed('saveRefused', unreachable),
    done('cancelImport', { isCancelled: true }),
    done('cancelImport', { isCancelled: false }),
    failed('cancelImport', unreachable),
    failed('importRows', unreachable),
    failed('importRows', rejection('tables.import.noRows')),
    failed('importRows', refusedRows),
  ],
  view: ({ context: { match, verification, leftOut, failure, isUnsure } }) => ({
    match,
    isRefused: verification?.refusedRows,
    hasOthers: (verification?.count ?? 0) > 0,
    leftOut,
    failed: failure?.kind,
    isUnsure,
  }),
  always: (snapshot) => {
    const { context } = snapshot;
    return (
      (!snapshot.hasTag('failed') || context.failure !== null) &&
      // Nothing is written that was not tried without a fault, and no field is filled twice.
      // Only a refusal says that nothing was added.
      (!snapshot.matches('failed') ||
        (context.failure?.kind === 'rejected' && (!context.isUnsure || context.failure.rows !== undefined))) &&
      (!(snapshot.matches('importing') || snapshot.matches('unanswered')) ||
        (context.verification?.refusedRows === 0 && context.key !== '')) &&
      new Set(context.match.filter((field) => field !== null)).size === context.match.filter((field) => field !== null).length
    );
  },
});

/** An import that is as far as it can be without being sent, by what each try and the question about it are answered. */
function sent(tries: readonly (FailureError | null)[], isCancelled = true) {
  const [keys, asked]: [string[], string[]] = [[], []];
  const told: string[] = [];
  const list = createActor(
    fromCallback<{ readonly type: 'collection.refreshed' }>(({ receive }) => receive(({ type }) => told.push(type))),
  ).start();
  const answers = [...tries];
  const actor = createActor(
    importMachine.provide({
      actors: {
        readFile: fromPromise(async (): Promise<{ readonly glimpse: ImportGlimpse; readonly match: ColumnMatch }> => ({
          glimpse,
          match: ['title', null],
        })),
        verify: fromPromise(async (): Promise<Verification> => ({ count: 1, refusedRows: 0, refused: [] })),
        importRows: fromPromise(async ({ input: { key } }) => {
          keys.push(key);
          const answer = answers.shift();
          if (answer) throw answer;
        }),
        cancelImport: fromPromise(async ({ input: { key } }) => {
          asked.push(key);
          return { isCancelled };
        }),
      },
    }),
    { input: { resource: 'goods', list } },
  ).start();
  const at = (state: string) => waitFor(actor, (snapshot) => JSON.stringify(snapshot.value).includes(state));
  const begin = async () => {
    actor.send({ type: 'import.fileChosen', file, labels });
    await at('matching');
    actor.send({ type: 'import.verifyRequested' });
    await at('verified');
    actor.send({ type: 'import.confirmed', key: 'key-1' });
    await at('unanswered');
  };
  return { actor, keys, asked, told, at, begin };
}

describe('an import whose answer is lost', () => {
  it('is sent again by its key, also after its window was closed, and the list is read', async () => {
    const { actor, keys, told, at, begin } = sent([unreachable, new FailureError({ kind: 'http', status: 504, url: '' }), null]);
    await begin();
    expect(told).toEqual(['collection.refreshed']);
    actor.send({ type: 'import.closed' });
    actor.send({ type: 'import.confirmed', key: 'key-2' });
    actor.send({ type: 'import.retried' });
    await at('unanswered');
    actor.send({ type: 'import.retried' });
    await at('imported');
    expect(keys).toEqual(['key-1', 'key-1', 'key-1']);
    expect(told).toHaveLength(3);
  });

  it('is not said to have added nothing by a refusal that nobody has judged it for, but by one of its rows', async () => {
    const { actor, keys, at, begin } = sent([unreachable, rejection('session.ended'), refusedRows]);
    await begin();
    actor.send({ type: 'import.retried' });
    await at('importing');
    await at('unanswered');
    // The file is kept with its key.
    actor.send({ type: 'import.closed' });
    actor.send({ type: 'import.retried' });
    await at('failed');
    expect(keys).toEqual(['key-1', 'key-1', 'key-1']);
  });

  it.each([
    [true, 'cancelled'],
    [false, 'imported'],
  ] as const)('is asked about by cancelling it: not done yet %s, so %s', async (isCancelled, end) => {
    const { actor, asked, at, begin } = sent([unreachable], isCancelled);
    await begin();
    actor.send({ type: 'import.cancelRequested' });
    await at(end);
    expect([asked, actor.getSnapshot().context.failure]).toEqual([['key-1'], null]);
  });
});
