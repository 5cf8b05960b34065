import { createActor, fromPromise } from 'xstate';
import { describe, expect, it } from 'vitest';
import { FailureError } from '#domain/base/failure';
import {
  memberLetterMachine,
  selectIsLetterTyped,
  selectReached,
  type LetterReach,
  type LetterRequest,
} from '#machines/members/member-letter.machine';
import { describeModel, done, failed } from '#tests/machines/support/model.ts';

const reach = { all: 12, groups: [{ id: 3, name: 'Gold', members: 5 }] };

describeModel({
  machine: memberLetterMachine,
  inputs: [undefined],
  events: [
    { type: 'letter.opened', ids: [] },
    { type: 'letter.opened', ids: [7, 9] },
    { type: 'letter.addressed', address: { audience: 'group', groupId: 3 } },
    { type: 'letter.written', words: { title: 'A', text: 'b' } },
    { type: 'letter.sendRequested', key: 'k1' },
    { type: 'letter.retried' },
    { type: 'letter.closed' },
    done('loadReach', reach),
    failed('loadReach', new FailureError({ kind: 'timeout' })),
    done('send', 2),
    failed('send', new FailureError({ kind: 'rejected', code: 0, message: 'no', fields: { title: 'too long' } })),
  ],
  view: (snapshot) => {
    const { letter, issues, idempotencyKey, sentTo, failure } = snapshot.context;
    return [letter, Object.keys(issues), idempotencyKey, sentTo, failure, selectReached(snapshot)];
  },
  // Nothing without words is ever sent, and nothing is sent without a key.
  always: (snapshot) => {
    const { letter, idempotencyKey } = snapshot.context;
    return !snapshot.matches('sending') || (letter.title !== '' && letter.text !== '' && idempotencyKey !== null);
  },
});

function start(send: (request: LetterRequest) => Promise<number>) {
  const loadReach = fromPromise<LetterReach>(async () => reach);
  const logic = memberLetterMachine.provide({
    actors: { loadReach, send: fromPromise<number, LetterRequest>(({ input }) => send(input)) },
  });
  return createActor(logic).start();
}
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('a message to members', () => {
  it('keeps its key over attempts at the same words, gets another for others, and keeps the words until they were sent', async () => {
    const keys: string[] = [];
    const actor = start(async ({ idempotencyKey }) => {
      keys.push(idempotencyKey);
      if (keys.length < 4) throw new FailureError({ kind: 'timeout' });
      return 2;
    });
    actor.send({ type: 'letter.opened', ids: [7, 9] });
    await settle();
    expect(selectIsLetterTyped(actor.getSnapshot())).toBe(false);
    actor.send({ type: 'letter.written', words: { title: 'A', text: 'b' } });
    expect(selectIsLetterTyped(actor.getSnapshot())).toBe(true);
    for (const key of ['k1', 'k2']) {
      actor.send({ type: 'letter.sendRequested', key });
      await settle();
    }
    actor.send({ type: 'letter.written', words: { text: 'c' } });
    actor.send({ type: 'letter.sendRequested', key: 'k3' });
    await settle();
    actor.send({ type: 'letter.closed' });
    actor.send({ type: 'letter.opened', ids: [7] });
    await settle();
    expect(actor.getSnapshot().context.letter).toMatchObject({ audience: 'chosen', ids: [7], title: 'A', text: 'c' });
    actor.send({ type: 'letter.sendRequested', key: 'k4' });
    await settle();
    expect(keys).toEqual(['k1', 'k1', 'k3', 'k4']);
    expect(selectIsLetterTyped(actor.getSnapshot())).toBe(false);
    expect(actor.getSnapshot().context).toMatchObject({ sentTo: 2, letter: { title: '', text: '' } });
  });

  it('is for those it was written to, also when the list has forgotten who was chosen', async () => {
    const sent: LetterRequest[] = [];
    const actor = start(async (request) => sent.push(request));
    actor.send({ type: 'letter.opened', ids: [7, 9] });
    await settle();
    actor.send({ type: 'letter.written', words: { title: 'Your invoice', text: 'It is late' } });
    actor.send({ type: 'letter.closed' });
    actor.send({ type: 'letter.opened', ids: [] });
    await settle();
    expect(selectReached(actor.getSnapshot())).toBe(2);
    actor.send({ type: 'letter.sendRequested', key: 'k' });
    await settle();
    expect(sent).toMatchObject([{ audience: 'chosen', ids: [7, 9] }]);
  });

  it('means no chosen members where none are chosen any more', async () => {
    const actor = start(async () => 1);
    actor.send({ type: 'letter.opened', ids: [7] });
    await settle();
    expect(selectReached(actor.getSnapshot())).toBe(1);
    actor.send({ type: 'letter.closed' });
    actor.send({ type: 'letter.opened', ids: [] });
    await settle();
    expect(actor.getSnapshot().context.letter).toMatchObject({ audience: 'all', ids: [] });
    expect(selectReached(actor.getSnapshot())).toBe(12);
    actor.send({ type: 'letter.addressed', address: { audience: 'group', groupId: 3 } });
    expect(selectReached(actor.getSnapshot())).toBe(5);
  });
});
