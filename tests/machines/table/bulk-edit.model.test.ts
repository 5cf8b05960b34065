import { expect, it } from 'vitest';
import { assign, createActor, createEmptyActor, fromPromise, waitFor } from 'xstate';
import { FailureError } from '#domain/base/failure';
import { bulkEditMachine, type SaveManyInput } from '#machines/table/bulk-edit.machine';
import { describeModel, done, failed } from '#tests/support/model.ts';

/** A price must be there. */
const machine = bulkEditMachine.provide({
  actions: {
    check: assign(({ context: { values } }) => ({
      issues: 'price' in values && values['price'] === null ? { price: { key: 'validation.required' } } : {},
    })),
  },
});

describeModel({
  machine,
  inputs: [{ list: createEmptyActor(), dialog: createEmptyActor(), resource: 'goods', ids: [3, 4], key: 'k' }],
  events: [
    { type: 'bulk.fieldsChosen', fields: ['status'], initial: { status: 'draft' } },
    { type: 'bulk.fieldsChosen', fields: ['status', 'price'], initial: { status: 'draft', price: null } },
    { type: 'bulk.fieldsChosen', fields: [], initial: {} },
    { type: 'bulk.valueChanged', field: 'price', value: 1200 },
    { type: 'bulk.submitted' },
    { type: 'bulk.left' },
    done('saveMany'),
    failed('saveMany', new FailureError({ kind: 'rejected', code: 0, message: 'no', rows: { 3: 'no' } })),
    failed('saveMany', new FailureError({ kind: 'unreachable', online: false })),
  ],
  view: ({ context: { values, issues, failure } }) => ({ values, issues, failure }),
  // A value is changed where its field was chosen.
  only: ({ context }, event) => event.type !== 'bulk.valueChanged' || 'price' in context.values,
  always: (snapshot) =>
    snapshot.hasTag('failed') === (snapshot.context.failure !== null && !snapshot.hasTag('busy')) || !snapshot.matches('choosing'),
});

it('a change of many records sends what got no answer again under its key, and anything else under another', async () => {
  const keys: string[] = [];
  const offline = new FailureError({ kind: 'unreachable', online: true });
  const answers = [offline, offline, new FailureError({ kind: 'rejected', code: 0, message: 'no' })];
  const saveMany = fromPromise<void, SaveManyInput>(async ({ input }) => {
    keys.push(input.idempotencyKey);
    const answer = answers.shift();
    if (answer) throw answer;
  });
  const input = { list: createEmptyActor(), dialog: createEmptyActor(), resource: 'goods', ids: [3, 4], key: 'k' };
  const actor = createActor(machine.provide({ actors: { saveMany } }), { input }).start();
  const submit = async () => {
    actor.send({ type: 'bulk.submitted' });
    await waitFor(actor, (snapshot) => !snapshot.hasTag('busy'));
  };
  actor.send({ type: 'bulk.fieldsChosen', fields: ['price'], initial: { price: 1 } });
  await submit();
  await submit();
  actor.send({ type: 'bulk.valueChanged', field: 'price', value: 2 });
  await submit();
  await submit();
  expect(keys).toEqual(['k:1', 'k:1', 'k:2', 'k:3']);
  expect(actor.getSnapshot().status).toBe('done');
});
