import { expect, it } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import { FailureError } from '#domain/base/failure';
import {
  lifeRequestsMachine,
  selectRequestsFailure,
  selectSettling,
  type SettleInput,
  type WhichInput,
} from '#machines/life/life-requests.machine';
import { describeModel, done, failed } from '#tests/machines/support/model.ts';
import { recorder } from '#tests/support/recorder.ts';
import { requestOf } from './told-life.ts';

const refused = new FailureError({ kind: 'rejected', code: 0, message: 'no' });

describeModel({
  machine: lifeRequestsMachine,
  inputs: [{ which: 'forMe', owner: null }],
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
  ],
  view: ({ context: { which, requests, chosen, comment } }) => [which, requests?.length ?? null, chosen, comment],
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
  const actor = createActor(machine, { input: { which: 'record', record: { resource: 'goods', id: 7 }, owner: owner.ref } }).start();
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
    { id: 1, how: 'approve', version: 4, comment: 'too soon' },
    { id: 1, how: 'approve', version: 4, comment: 'now' },
  ]);
  expect([owner.heard, asked.length, asked[0]]).toEqual([
    [{ type: 'life.acted' }],
    3,
    { which: 'record', record: { resource: 'goods', id: 7 } },
  ]);
});
