import { expect, it } from 'vitest';
import { createActor, createEmptyActor, fromPromise, waitFor } from 'xstate';
import { FailureError } from '#domain/base/failure';
import type { LifeOffer } from '#domain/life/record-life';
import { lifeActMachine, selectActIsUnanswered, type SendRequest } from '#machines/life/life-act.machine';
import { describeModel, done, failed } from '#tests/machines/support/model.ts';
import { recorder } from '#tests/support/recorder.ts';
import { offerOf } from './told-life.ts';

const plain = offerOf('publish');
const asking = offerOf('takeOff', { asks: { comment: 'optional', fields: [] } });
const strict = offerOf('return', { asks: { comment: 'required', fields: [] } });
const refused = offerOf('send', { unmet: [{ field: null, message: 'Not now' }] });
const withFields = offerOf('answer', { asks: { comment: null, fields: ['answer'] }, unmet: [{ field: 'answer', message: 'Is empty' }] });
const no = new FailureError({ kind: 'rejected', code: 0, message: 'no' });
const lost = new FailureError({ kind: 'timeout' });
const overtaken = new FailureError({ kind: 'rejected', code: 0, message: 'changed', current: { id: 3, version: 4 } });

describeModel({
  machine: lifeActMachine,
  inputs: [{ resource: 'goods', owner: createEmptyActor(), key: 'k' }],
  events: [
    ...[plain, asking, strict, refused, withFields].map((offer) => ({ type: 'act.chosen', offer, ids: [3], version: 3 }) as const),
    { type: 'act.commentTyped', comment: ' ' },
    { type: 'act.commentTyped', comment: 'sold out' },
    { type: 'act.valueTyped', field: 'answer', value: '' },
    { type: 'act.valueTyped', field: 'answer', value: 'Yes.' },
    { type: 'act.fieldHeld', field: 'answer', issue: { key: 'validation.date' } },
    { type: 'act.fieldFreed', field: 'answer' },
    { type: 'act.confirmed' },
    { type: 'act.cancelled' },
    done('sendEvent', undefined),
    failed('sendEvent', no),
    failed('sendEvent', overtaken),
    failed('sendEvent', lost),
  ],
  view: ({ context: { chosen, comment, values, held, issues, hasActed, failure, unanswered } }) => [
    chosen?.offer.event ?? null,
    comment,
    values,
    held,
    issues,
    hasActed,
    failure !== null,
    unanswered,
  ],
  // What is refused is never sent, and nothing without the reason and the fields that it asks for, nor while one of these is to be mended.
  // Nothing waits for an input that is not there.
  only: ({ value }, event) => event.type !== 'act.fieldHeld' || value === 'asking',
  // What stands there to be sent once more is what nobody has answered, or nobody has sent it.
  always: ({ context: { chosen, comment, values, held, failure, unanswered, hasActed }, value }) =>
    (unanswered === null || value === 'sending' || hasActed) &&
    !(value === 'refused' && failure === null) &&
    chosen?.offer.event !== 'send' &&
    !(value === 'sending' && held['answer'] !== undefined) &&
    !(value === 'sending' && chosen?.offer.event === 'answer' && values['answer'] !== 'Yes.') &&
    !(value === 'sending' && chosen?.offer.event === 'return' && comment.trim() === ''),
});

it('a step keeps what was typed where it is refused, and has the record read again once it is done', async () => {
  const owner = recorder();
  const asked: SendRequest[] = [];
  const answers = [() => Promise.reject(no), () => Promise.resolve()];
  const sendEvent = fromPromise<void, SendRequest>(({ input }) => {
    asked.push(input);
    return answers.shift()!();
  });
  const actor = createActor(lifeActMachine.provide({ actors: { sendEvent } }), {
    input: { resource: 'goods', owner: owner.ref, key: 'k' },
  }).start();
  const settled = () => waitFor(actor, (snapshot) => !snapshot.hasTag('busy'));
  actor.send({ type: 'act.chosen', offer: strict, ids: [3, 4], version: null });
  actor.send({ type: 'act.confirmed' });
  expect(actor.getSnapshot().value).toBe('asking');
  actor.send({ type: 'act.commentTyped', comment: 'sold out' });
  actor.send({ type: 'act.confirmed' });
  await settled();
  expect([actor.getSnapshot().value, actor.getSnapshot().context.comment, owner.heard]).toEqual(['asking', 'sold out', []]);
  actor.send({ type: 'act.confirmed' });
  await settled();
  const request = { resource: 'goods', ids: [3, 4], event: 'return', to: 'off', version: null, comment: 'sold out', values: {} };
  // An answered one is over: the next is another write.
  expect(asked).toEqual([
    { ...request, idempotencyKey: 'k:1' },
    { ...request, idempotencyKey: 'k:2' },
  ]);
  const { value, context } = actor.getSnapshot();
  expect([value, context.chosen, context.comment, context.hasActed]).toEqual(['resting', null, '', true]);
  expect(owner.heard).toEqual([{ type: 'life.acted' }]);
});

/** A step whose first answers are lost, with what was sent so far. */
function losing(offer: LifeOffer) {
  const owner = recorder();
  const keys: string[] = [];
  let lose = true;
  const sendEvent = fromPromise<void, SendRequest>(async ({ input }) => {
    keys.push(input.idempotencyKey);
    if (lose) throw lost;
  });
  const actor = createActor(lifeActMachine.provide({ actors: { sendEvent } }), {
    input: { resource: 'goods', owner: owner.ref, key: 'k' },
  }).start();
  const settled = () => waitFor(actor, (snapshot) => !snapshot.hasTag('busy'));
  const choose = () => actor.send({ type: 'act.chosen', offer, ids: [3, 4], version: null });
  const confirm = () => {
    actor.send({ type: 'act.confirmed' });
    return settled();
  };
  choose();
  return { actor, owner, keys, settled, choose, confirm, isHeard: () => (lose = false) };
}

it('a step that nobody has answered is the same write when it is sent again as it was, and another once something else is typed', async () => {
  const { actor, keys, confirm, isHeard } = losing(asking);
  actor.send({ type: 'act.commentTyped', comment: 'sold out' });
  await confirm();
  expect([actor.getSnapshot().value, selectActIsUnanswered(actor.getSnapshot())]).toEqual(['asking', true]);
  await confirm();
  actor.send({ type: 'act.commentTyped', comment: 'sold out for good' });
  isHeard();
  await confirm();
  expect([keys, actor.getSnapshot().value]).toEqual([['k:1', 'k:1', 'k:2'], 'resting']);
});

it('a step without a question that nobody has answered is sent again under its key, and is another write once it was left', async () => {
  const { actor, owner, keys, settled, choose, confirm } = losing(plain);
  await settled();
  await confirm();
  choose();
  await settled();
  // It may have been done: whoever shows the records reads them again, and may lead them back before it is chosen anew.
  actor.send({ type: 'act.cancelled' });
  expect(owner.heard).toEqual([{ type: 'life.refreshed' }, { type: 'life.left' }]);
  choose();
  await settled();
  expect([keys, actor.getSnapshot().context.hasActed]).toEqual([['k:1', 'k:1', 'k:1', 'k:2'], true]);
});

it('a press on another step does not throw away what was typed for the first', () => {
  const { actor, choose } = losing(asking);
  actor.send({ type: 'act.commentTyped', comment: 'two paragraphs' });
  actor.send({ type: 'act.chosen', offer: plain, ids: [3], version: 3 });
  choose();
  expect([actor.getSnapshot().value, actor.getSnapshot().context.comment]).toEqual(['asking', 'two paragraphs']);
});
