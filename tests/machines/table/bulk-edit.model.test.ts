import { describe, expect, it } from 'vitest';
import { assign, createActor, createEmptyActor, fromPromise, waitFor } from 'xstate';
import { FailureError } from '#domain/base/failure';
import { NO_REHEARSAL, type PercentRehearsal } from '#domain/table/percent';
import { bulkEditMachine, type BulkWish, type SaveManyInput } from '#machines/table/bulk-edit.machine';
import { describeModel, done, failed } from '#tests/machines/support/model.ts';

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
    { type: 'bulk.percentChanged', field: 'price', percent: '10' },
    { type: 'bulk.percentChanged', field: 'price', percent: null },
    { type: 'bulk.submitted' },
    { type: 'bulk.confirmed' },
    { type: 'bulk.returned' },
    { type: 'bulk.left' },
    done('rehearse', NO_REHEARSAL),
    done('rehearse', { ...NO_REHEARSAL, refused: [{ id: 3, message: 'no' }] }),
    failed('rehearse', new FailureError({ kind: 'unreachable', online: false })),
    done('saveMany'),
    failed('saveMany', new FailureError({ kind: 'rejected', code: 0, message: 'no', rows: { 3: 'no' } })),
    failed('saveMany', new FailureError({ kind: 'unreachable', online: false })),
  ],
  view: ({ context: { values, percents, issues, rehearsal, failure } }) => ({ values, percents, issues, rehearsal, failure }),
  // A value is changed where its field was chosen.
  only: ({ context }, event) => (event.type !== 'bulk.valueChanged' && event.type !== 'bulk.percentChanged') || 'price' in context.values,
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

const begin = (ids: readonly number[], rehearsal: PercentRehearsal = NO_REHEARSAL) => {
  const saved: BulkWish[] = [];
  const rehearsed: BulkWish[] = [];
  const actors = {
    rehearse: fromPromise<PercentRehearsal, BulkWish>(({ input }) => {
      rehearsed.push(input);
      return Promise.resolve(rehearsal);
    }),
    saveMany: fromPromise<void, SaveManyInput>(({ input: { idempotencyKey: _key, ...wish } }) => {
      saved.push(wish);
      return Promise.resolve();
    }),
  };
  const input = { list: createEmptyActor(), dialog: createEmptyActor(), resource: 'goods', ids, key: 'k' };
  const actor = createActor(machine.provide({ actors }), { input }).start();
  actor.send({ type: 'bulk.fieldsChosen', fields: ['price', 'status'], initial: { price: 1, status: 'on' } });
  actor.send({ type: 'bulk.percentChanged', field: 'price', percent: '10' });
  return { actor, saved, rehearsed };
};

describe('a change by percent', () => {
  const WISH = { resource: 'goods', ids: [3, 4], values: { status: 'on' }, percents: { price: '10' } };

  it('is shown before it is written, and written as it was shown', async () => {
    const { actor, saved, rehearsed } = begin([3, 4]);
    actor.send({ type: 'bulk.submitted' });
    await waitFor(actor, (snapshot) => snapshot.matches('rehearsed'));
    expect([rehearsed, saved]).toEqual([[WISH], []]);
    actor.send({ type: 'bulk.confirmed' });
    await waitFor(actor, ({ status }) => status === 'done');
    expect(saved).toEqual([WISH]);
  });

  it('is written to none while one record cannot take it; what was typed stays', async () => {
    const { actor, saved } = begin([3, 4], { ...NO_REHEARSAL, refused: [{ id: 4, message: 'no' }] });
    actor.send({ type: 'bulk.submitted' });
    await waitFor(actor, (snapshot) => snapshot.matches('rehearsed'));
    actor.send({ type: 'bulk.confirmed' });
    expect([actor.getSnapshot().matches('rehearsed'), saved]).toEqual([true, []]);
    actor.send({ type: 'bulk.returned' });
    expect(actor.getSnapshot().context.percents).toEqual({ price: '10' });
    // Back to one value for all.
    actor.send({ type: 'bulk.percentChanged', field: 'price', percent: null });
    actor.send({ type: 'bulk.valueChanged', field: 'price', value: 5 });
    actor.send({ type: 'bulk.submitted' });
    await waitFor(actor, ({ status }) => status === 'done');
    expect(saved).toEqual([{ ...WISH, values: { status: 'on', price: 5 }, percents: {} }]);
  });

  it('of records that somebody else finds is rehearsed by them', async () => {
    const { actor, saved, rehearsed } = begin([]);
    actor.send({ type: 'bulk.submitted' });
    await waitFor(actor, ({ status }) => status === 'done');
    expect([rehearsed, saved]).toEqual([[], [{ ...WISH, ids: [] }]]);
  });
});
