import { expect, it } from 'vitest';
import { createActor, createEmptyActor, fromPromise, waitFor } from 'xstate';
import { FailureError } from '#domain/base/failure';
import type { ChangeSetPage, RecordDifference } from '#domain/changes/journal-entry';
import { changeRecordsMachine, selectHiddenDifferences, type ChangeRecordsRequest } from '#machines/changes/change-records.machine';
import { describeModel, done, failed } from '#tests/machines/support/model.ts';

const record = (id: number): RecordDifference => ({
  id,
  resource: 'goods',
  recordId: id,
  title: 'Tea',
  kind: 'deleted',
  fields: [],
  isErased: false,
});
const silent = new FailureError({ kind: 'timeout' });

describeModel({
  machine: changeRecordsMachine,
  inputs: [{ set: 5, list: createEmptyActor() }],
  events: [
    { type: 'records.moreRequested' },
    { type: 'records.retried' },
    { type: 'collection.refreshed' },
    done('loadRecords', { records: [record(1)], total: 2 }),
    done('loadRecords', { records: [record(1)], total: 1 }),
    done('loadRecords', { records: [], total: 2 }),
    failed('loadRecords', silent),
  ],
  view: ({ context: { records, total, failure } }) => [Math.min(records.length, 3), total, failure?.kind],
  always: (snapshot) => !snapshot.hasTag('failed') || snapshot.context.failure !== null,
});

it('the list of a write reads page after page, the one that failed once more, and ends where nothing comes', async () => {
  const asked: ChangeRecordsRequest[] = [];
  const answers: (ChangeSetPage | FailureError)[] = [
    { records: [record(1)], total: 4 },
    silent,
    { records: [record(2)], total: 4 },
    { records: [], total: 4 },
  ];
  const loadRecords = fromPromise<ChangeSetPage, ChangeRecordsRequest>(async ({ input }) => {
    asked.push(input);
    const answer = answers.shift();
    if (answer instanceof FailureError) throw answer;
    return answer!;
  });
  const actor = createActor(changeRecordsMachine.provide({ actors: { loadRecords } }), {
    input: { set: 5, list: createEmptyActor() },
  }).start();
  const settled = () => waitFor(actor, (snapshot) => !snapshot.hasTag('busy'));
  await settled();
  expect(selectHiddenDifferences(actor.getSnapshot())).toBe(3);
  for (const type of ['records.moreRequested', 'records.retried', 'records.moreRequested'] as const) {
    actor.send({ type });
    await settled();
  }
  expect(asked.map(({ page }) => page)).toEqual([1, 2, 2, 3]);
  const { context } = actor.getSnapshot();
  expect([context.records.map(({ id }) => id), context.total, actor.getSnapshot().can({ type: 'records.moreRequested' })]).toEqual([
    [1, 2],
    2,
    false,
  ]);
});
