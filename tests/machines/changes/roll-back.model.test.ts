import { expect, it } from 'vitest';
import { createActor, createEmptyActor, fromPromise, waitFor } from 'xstate';
import { FailureError } from '#domain/base/failure';
import type { RestoreObstacle } from '#domain/changes/restore-obstacle';
import { rollBackMachine, type RollBackAnswer, type RollBackCall } from '#machines/changes/roll-back.machine';
import { recorder } from '#tests/support/recorder.ts';
import { describeModel, done, failed } from '#tests/machines/support/model.ts';

const none = { resource: 'member', recordId: 5, title: 'Ann', message: 'no', fields: ['mobile'], entry: null, record: null };
const overtaken: RestoreObstacle = { ...none, id: 1, reason: 'changedSince' };
const forbidden: RestoreObstacle = { ...none, id: 2, reason: 'forbidden' };
const rejected = new FailureError({ kind: 'rejected', code: 0, message: 'no' });
const silent = new FailureError({ kind: 'timeout' });

describeModel({
  machine: rollBackMachine,
  inputs: [{ ids: [1, 2], resources: ['member'], key: 'k', list: createEmptyActor(), dialog: createEmptyActor() }],
  events: [
    { type: 'rollBack.confirmed' },
    { type: 'rollBack.forced' },
    { type: 'rollBack.cancelled' },
    ...['rollBack', 'force'].flatMap((id) => [
      done(id, { obstacles: [] }),
      done(id, { obstacles: [overtaken] }),
      done(id, { obstacles: [overtaken, forbidden] }),
      failed(id, rejected),
      failed(id, silent),
    ]),
  ],
  view: ({ context: { obstacles, failure } }) => [obstacles.map(({ reason }) => reason), failure?.kind],
  // Nothing is forced that was not seen to be overtaken, and by nothing else.
  always: (snapshot) =>
    (!snapshot.matches('forcing') || snapshot.context.obstacles.every(({ reason }) => reason === 'changedSince')) &&
    (snapshot.matches('cancelled') || snapshot.hasTag('failed') === (snapshot.context.failure !== null)),
});

it('a roll back forces only what was said to be overtaken, each answer under a key of its own', async () => {
  const [list, dialog] = [recorder(), recorder()];
  const calls: RollBackCall[] = [];
  const answers: (RollBackAnswer | FailureError)[] = [silent, { obstacles: [overtaken] }, rejected, { obstacles: [] }];
  const rollBack = fromPromise<RollBackAnswer, RollBackCall>(async ({ input }) => {
    calls.push(input);
    const answer = answers.shift();
    if (answer instanceof FailureError) throw answer;
    return answer!;
  });
  const actor = createActor(rollBackMachine.provide({ actors: { rollBack } }), {
    input: { ids: [1], resources: ['member'], key: 'k', list: list.ref, dialog: dialog.ref },
  }).start();
  for (const type of ['rollBack.confirmed', 'rollBack.confirmed', 'rollBack.forced', 'rollBack.forced'] as const) {
    actor.send({ type });
    await waitFor(actor, (snapshot) => !snapshot.hasTag('busy'));
  }
  expect(calls.map(({ isForced, idempotencyKey }) => [isForced, idempotencyKey])).toEqual([
    [false, 'k:0'],
    [false, 'k:0'],
    [true, 'k:1:forced'],
    [true, 'k:2:forced'],
  ]);
  expect(calls[0]?.ids).toEqual([1]);
  // After what got no answer, which may have been done, and once it is done.
  const read = { type: 'collection.refreshed' };
  expect([list.heard, dialog.heard]).toEqual([[read, read], [{ type: 'disclosure.closed' }]]);
});
