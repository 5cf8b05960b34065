import { expect, it } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import { FailureError } from '#domain/base/failure';
import type { LifeRequest } from '#domain/life/life-request';
import {
  lifeRequestsMachine,
  selectIsSettling,
  selectRequestsFailure,
  selectSettling,
  type SettleInput,
  type WhichInput,
} from '#machines/life/life-requests.machine';
import { describeModel, done, failed } from '#tests/machines/support/model.ts';
import { recorder } from '#tests/support/recorder.ts';
import { requestOf } from './told-life.ts';

const lost = new FailureError({ kind: 'unreachable', online: true });
const refused = new FailureError({ kind: 'rejected', code: 0, message: 'no' });

describeModel({
  machine: lifeRequestsMachine,
  inputs: [{ which: 'forMe', owner: null, key: 'k' }],
  events: [
    { type: 'requests.retried' },
    { type: 'which.chosen', which: 'mine' },
    { type: 'request.chosen', id: 1, how: 'approve' },
    { type: 'request.chosen', id: 1, how: 'withdraw' },
    { type: 'request.commentTyped', comment: 'fine' },
    { type: 'request.confirmed' },
    { type: 'request.left' },
    done('loadRequests', [requestOf(1)]),
    done('loadRequests', []),
    failed('loadRequests', new FailureError({ kind: 'timeout' })),
    done('settle', undefined),
    failed('settle', refused),
    failed('settle', lost),
  ],
  view: ({ context: { which, requests, chosen, comment, wordFor, unanswered, failure } }) => [
    which,
    requests?.length ?? null,
    chosen,
    comment,
    wordFor,
    unanswered,
    failure !== null,
  ],
  always: (snapshot) =>
    ['asking', 'sending', 'refused'].some((state) => snapshot.matches(state as 'asking')) === (selectSettling(snapshot) !== null),
});

it('the list of requests approves the record as it was read, says what it was refused for, and tells whoever shows the record', async () => {
  const sent: SettleInput[] = [];
  const asked: WhichInput[] = [];
  const owner = recorder();
  const answers: (FailureError | null)[] = [refused, null];
  const machine = lifeRequestsMachine.provide({
    actors: {
      loadRequests: fromPromise(async ({ input }) => {
        asked.push(input);
        return [requestOf(1, { version: 4 })];
      }),
      settle: fromPromise(async ({ input }) => {
        sent.push(input);
        const answer = answers.shift();
        if (answer) throw answer;
      }),
    },
  });
  const actor = createActor(machine, {
    input: { which: 'record', record: { resource: 'goods', id: 7 }, owner: owner.ref, key: 'k' },
  }).start();
  for (const comment of ['too soon', 'now']) {
    await waitFor(actor, (snapshot) => snapshot.matches('shown'));
    actor.send({ type: 'request.chosen', id: 1, how: 'approve' });
    actor.send({ type: 'request.commentTyped', comment });
    actor.send({ type: 'request.confirmed' });
    const after = await waitFor(actor, (snapshot) => snapshot.matches('refused') || snapshot.matches('shown'));
    expect(selectRequestsFailure(after) !== null).toBe(comment === 'too soon');
    actor.send({ type: 'request.left' });
  }
  expect(sent).toEqual([
    { id: 1, how: 'approve', version: 4, comment: 'too soon', idempotencyKey: 'k:1' },
    { id: 1, how: 'approve', version: 4, comment: 'now', idempotencyKey: 'k:2' },
  ]);
  expect([owner.heard, asked.length, asked[0]]).toEqual([
    [
      { type: 'settling.begun' },
      { type: 'settling.ended' },
      { type: 'settling.begun' },
      { type: 'settling.ended' },
      { type: 'life.acted' },
    ],
    3,
    { which: 'record', record: { resource: 'goods', id: 7 } },
  ]);
});

it('the list of requests keeps a word whose answer was lost, sends it again as the same write, and finds one that was refused again', async () => {
  const sent: SettleInput[] = [];
  const answers: (FailureError | null)[] = [lost, lost, refused, null];
  const machine = lifeRequestsMachine.provide({
    actors: {
      loadRequests: fromPromise<readonly LifeRequest[], WhichInput>(async () => [requestOf(1)]),
      settle: fromPromise(async ({ input }) => {
        sent.push(input);
        const answer = answers.shift();
        if (answer) throw answer;
      }),
    },
  });
  const actor = createActor(machine, { input: { which: 'forMe', owner: null, key: 'k' } }).start();
  const settled = () => waitFor(actor, (snapshot) => !snapshot.hasTag('busy'));
  const told = () => [actor.getSnapshot().value, actor.getSnapshot().context.comment];
  await settled();
  actor.send({ type: 'request.chosen', id: 1, how: 'decline' });
  actor.send({ type: 'request.commentTyped', comment: 'two paragraphs' });
  // Another list would lose it.
  actor.send({ type: 'which.chosen', which: 'mine' });
  for (const state of ['asking', 'asking', 'refused']) {
    actor.send({ type: 'request.confirmed' });
    expect(selectIsSettling(actor.getSnapshot())).toBe(true);
    await settled();
    expect(told()).toEqual([state, 'two paragraphs']);
  }
  actor.send({ type: 'request.left' });
  await settled();
  actor.send({ type: 'request.chosen', id: 1, how: 'decline' });
  expect(told()).toEqual(['asking', 'two paragraphs']);
  actor.send({ type: 'request.confirmed' });
  await settled();
  expect([told(), sent.map(({ idempotencyKey }) => idempotencyKey)]).toEqual([
    ['shown', ''],
    ['k:1', 'k:1', 'k:1', 'k:2'],
  ]);
});
