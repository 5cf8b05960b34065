import { expect, it } from 'vitest';
import { createActor, createEmptyActor, fromPromise, waitFor } from 'xstate';
import { FailureError } from '#domain/base/failure';
import { lifeActMachine, type SendRequest } from '#machines/life/life-act.machine';
import { describeModel, done, failed } from '#tests/machines/support/model.ts';
import { recorder } from '#tests/support/recorder.ts';
import { offerOf } from './told-life.ts';

const plain = offerOf('publish');
const asking = offerOf('takeOff', { asks: { comment: 'optional', fields: [] } });
const strict = offerOf('return', { asks: { comment: 'required', fields: [] } });
const refused = offerOf('send', { unmet: [{ field: null, message: 'Not now' }] });
const withFields = offerOf('answer', { asks: { comment: null, fields: ['answer'] }, unmet: [{ field: 'answer', message: 'Is empty' }] });
const no = new FailureError({ kind: 'rejected', code: 0, message: 'no' });
const overtaken = new FailureError({ kind: 'rejected', code: 0, message: 'changed', current: { id: 3, version: 4 } });

describeModel({
  machine: lifeActMachine,
  inputs: [{ resource: 'goods', owner: createEmptyActor() }],
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
  ],
  view: ({ context: { chosen, comment, values, held, issues, hasActed, failure } }) => [
    chosen?.offer.event ?? null,
    comment,
    values,
    held,
    issues,
    hasActed,
    failure !== null,
  ],
  // What is refused is never sent, and nothing without the reason and the fields that it asks for, nor while one of these is to be mended.
  // Nothing waits for an input that is not there.
  only: ({ value }, event) => event.type !== 'act.fieldHeld' || value === 'asking',
  always: ({ context: { chosen, comment, values, held }, value }) =>
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
    input: { resource: 'goods', owner: owner.ref },
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
  expect(asked).toEqual([request, request]);
  const { value, context } = actor.getSnapshot();
  expect([value, context.chosen, context.comment, context.hasActed]).toEqual(['resting', null, '', true]);
  expect(owner.heard).toEqual([{ type: 'life.acted' }]);
});
