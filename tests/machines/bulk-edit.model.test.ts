import { assign, createEmptyActor } from 'xstate';
import { FailureError } from '#domain/failure';
import { bulkEditMachine } from '#machines/bulk-edit.machine';
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
  inputs: [{ list: createEmptyActor(), dialog: createEmptyActor(), resource: 'goods', ids: [3, 4] }],
  events: [
    { type: 'bulk.fieldsChosen', fields: ['status'], initial: { status: 'draft' } },
    { type: 'bulk.fieldsChosen', fields: ['status', 'price'], initial: { status: 'draft', price: null } },
    { type: 'bulk.fieldsChosen', fields: [], initial: {} },
    { type: 'bulk.valueChanged', field: 'price', value: 1200 },
    { type: 'bulk.submitted' },
    done('saveMany'),
    failed('saveMany', new FailureError({ kind: 'rejected', code: 0, message: 'no', rows: { 3: 'no' } })),
  ],
  // A value is changed where its field was chosen.
  only: ({ context }, event) => event.type !== 'bulk.valueChanged' || 'price' in context.values,
  always: (snapshot) =>
    snapshot.hasTag('failed') === (snapshot.context.failure !== null && !snapshot.hasTag('busy')) || !snapshot.matches('choosing'),
});
