import { expect, it } from 'vitest';
import { createActor, createEmptyActor, fromPromise, waitFor } from 'xstate';
import { FailureError } from '#domain/base/failure';
import type { RestoreObstacle } from '#domain/changes/restore-obstacle';
import { restoreMachine, type RestoreAnswer, type RestoreCall } from '#machines/changes/restore.machine';
import { recorder } from '#tests/support/recorder.ts';
import { describeModel, done, failed } from '#tests/machines/support/model.ts';

const none = { resource: 'goods', recordId: 5, message: 'no', fields: [], entry: null, record: null };
const clash: RestoreObstacle = { ...none, id: 1, title: 'Tea', reason: 'taken', fields: ['title'], record: { title: 'Tea' } };
const parent: RestoreObstacle = { ...none, id: 2, title: 'Green tea', reason: 'parentGone', fields: ['categoryId'], entry: 8 };
const columns: RestoreObstacle = { ...none, id: 3, title: 'Oolong', reason: 'columnsGone', fields: ['mood'] };
const never: RestoreObstacle = { ...none, id: 4, title: 'Cup', reason: 'sectionGone' };
const rejected = new FailureError({ kind: 'rejected', code: 0, message: 'no' });
const silent = new FailureError({ kind: 'timeout' });

describeModel({
  machine: restoreMachine,
  inputs: [{ entries: [1, 2], resources: ['goods'], key: 'k', list: createEmptyActor(), dialog: createEmptyActor() }],
  events: [
    { type: 'clash.valueGiven', id: 1, field: 'title', value: 'Green tea' },
    { type: 'clash.valueGiven', id: 1, field: 'title', value: 'Tea' },
    { type: 'parent.included', isIncluded: true },
    { type: 'parent.included', isIncluded: false },
    { type: 'columns.dropped', isDropped: true },
    { type: 'entry.leftOut', id: 2 },
    { type: 'restore.confirmed' },
    { type: 'restore.retried' },
    { type: 'restore.cancelled' },
    done('restore', { obstacles: [] }),
    done('restore', { obstacles: [clash, parent] }),
    done('restore', { obstacles: [columns] }),
    failed('restore', rejected),
    failed('restore', silent),
  ],
  view: ({ context: { obstacles, answers, failure } }) => [obstacles.map(({ reason }) => reason), answers, failure?.kind],
  always: (snapshot) => snapshot.matches('cancelled') || snapshot.hasTag('failed') === (snapshot.context.failure !== null),
});

function run(entries: readonly number[], answers: readonly (RestoreAnswer | FailureError)[]) {
  const [list, dialog] = [recorder(), recorder()];
  const calls: RestoreCall[] = [];
  const next = [...answers];
  const machine = restoreMachine.provide({
    actors: {
      restore: fromPromise<RestoreAnswer, RestoreCall>(async ({ input }) => {
        calls.push(input);
        const answer = next.shift();
        if (answer instanceof FailureError) throw answer;
        return answer ?? { obstacles: [] };
      }),
    },
  });
  const actor = createActor(machine, { input: { entries, resources: ['goods'], key: 'k', list: list.ref, dialog: dialog.ref } }).start();
  const settled = () => waitFor(actor, (snapshot) => !snapshot.hasTag('busy'));
  const can = () => actor.getSnapshot().can({ type: 'restore.confirmed' });
  return { actor, calls, list, dialog, settled, can };
}

it('a restore brings everything back once each obstacle has its answer', async () => {
  const { actor, calls, list, dialog, settled, can } = run([1, 2, 3, 4], [{ obstacles: [clash, parent, columns, never] }]);
  await settled();
  actor.send({ type: 'clash.valueGiven', id: 1, field: 'title', value: 'Green tea' });
  actor.send({ type: 'parent.included', isIncluded: true });
  actor.send({ type: 'columns.dropped', isDropped: true });
  expect(can()).toBe(false);
  actor.send({ type: 'entry.leftOut', id: 4 });
  expect(can()).toBe(true);
  actor.send({ type: 'restore.confirmed' });
  await settled();
  expect(calls.map(({ entries, idempotencyKey }) => [entries, idempotencyKey])).toEqual([
    [[1, 2, 3, 4], 'k:0'],
    [[1, 2, 3], 'k:1'],
  ]);
  expect(calls[1]?.answers).toEqual({
    values: { 1: { title: 'Green tea' } },
    withParents: true,
    withoutColumns: true,
    leftOut: [4],
  });
  expect(actor.getSnapshot().status).toBe('done');
  expect([list.heard, dialog.heard]).toEqual([[{ type: 'collection.refreshed' }], [{ type: 'disclosure.closed' }]]);
});

it('a restore does not take an answer that is none', async () => {
  const gone: RestoreObstacle = { ...parent, entry: null };
  const { actor, settled, can } = run([1, 2], [{ obstacles: [clash, gone] }]);
  await settled();
  for (const value of ['', null, undefined, 'Tea']) {
    actor.send({ type: 'clash.valueGiven', id: 1, field: 'title', value });
    expect(can()).toBe(false);
  }
  actor.send({ type: 'clash.valueGiven', id: 1, field: 'title', value: 'Green tea' });
  actor.send({ type: 'parent.included', isIncluded: true });
  expect(can()).toBe(false);
  actor.send({ type: 'entry.leftOut', id: 2 });
  expect(can()).toBe(true);
  // Taken back.
  actor.send({ type: 'entry.leftOut', id: 2 });
  expect(can()).toBe(false);
  // Nothing would be left to bring back.
  actor.send({ type: 'entry.leftOut', id: 2 });
  actor.send({ type: 'entry.leftOut', id: 1 });
  expect(can()).toBe(false);
});

it('a restore sends what got no answer again under its key, and what was refused under another', async () => {
  const { actor, calls, list, settled } = run([1], [silent, rejected]);
  await settled();
  actor.send({ type: 'restore.retried' });
  await settled();
  actor.send({ type: 'restore.retried' });
  await settled();
  expect(calls.map(({ idempotencyKey }) => idempotencyKey)).toEqual(['k:0', 'k:0', 'k:1']);
  // The first may have been done although nobody said so, the last was.
  expect(list.heard).toHaveLength(2);
});

it('a restore leaves the bin alone when it is given up', async () => {
  const { actor, list, dialog, settled } = run([1], [{ obstacles: [clash] }]);
  await settled();
  actor.send({ type: 'restore.cancelled' });
  expect([actor.getSnapshot().value, list.heard, dialog.heard]).toEqual(['cancelled', [], [{ type: 'disclosure.closed' }]]);
});
