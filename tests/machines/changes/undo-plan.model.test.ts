import { expect, it } from 'vitest';
import { createActor, createEmptyActor, fromPromise, waitFor } from 'xstate';
import { FailureError } from '#domain/base/failure';
import type { ChangePlan, ShownRefusal, PlanRequest } from '#domain/changes/change-plan';
import type { ChangeSet } from '#domain/changes/journal-entry';
import { undoPlanMachine, type ApplyAnswer, type PlanApplyInput, type UndoPlanInput } from '#machines/changes/undo-plan.machine';
import { recorder } from '#tests/support/recorder.ts';
import { describeModel, done, failed } from '#tests/machines/support/model.ts';

const step = { resource: 'goods', recordId: 3, title: 'Tea', kind: 'changed', fields: [] } as const;
const clear: ChangePlan = {
  hash: 'a',
  steps: [step],
  dependents: [],
  refused: [],
  leftOut: [],
  counts: { created: 0, changed: 1, deleted: 0 },
};
const refusal = (reason: ShownRefusal['reason']): ShownRefusal => ({
  reason,
  message: 'no',
  resource: 'goods',
  recordId: 3,
  title: 'Tea',
  fields: [],
  entry: null,
});
const set = { id: 9 } as ChangeSet;
const depends = { why: 'sameColumns', resource: 'goods', recordId: 3 } as const;
const dependent: ChangePlan = { ...clear, hash: 'b', refused: [refusal('dependents')], dependents: [{ ...depends, set }] };
const hidden: ChangePlan = { ...dependent, hash: 'c', dependents: [...dependent.dependents, { ...depends, set: null }] };
const gone: ChangePlan = { ...clear, hash: 'd', refused: [refusal('columnsGone')] };
const empty: ChangePlan = { ...clear, hash: 'e', steps: [] };
const rejected = new FailureError({ kind: 'rejected', code: 0, message: 'no' });
const silent = new FailureError({ kind: 'timeout' });
const owners = { key: 'k', list: createEmptyActor(), dialog: createEmptyActor() };

describeModel({
  machine: undoPlanMachine,
  inputs: [
    { ...owners, request: { sets: [7] } },
    { ...owners, request: null, place: { resource: 'goods', id: 3 } },
  ],
  events: [
    { type: 'plan.requested' },
    { type: 'plan.dependentsIncluded' },
    { type: 'plan.columnsDropped' },
    { type: 'plan.momentChosen', at: 100 },
    { type: 'plan.confirmed' },
    { type: 'plan.retried' },
    { type: 'plan.cancelled' },
    done('plan', clear),
    done('plan', dependent),
    done('plan', hidden),
    done('plan', gone),
    done('plan', empty),
    failed('plan', silent),
    done('apply', { outcome: 'applied' }),
    done('apply', { outcome: 'moved', plan: dependent }),
    failed('apply', rejected),
    failed('apply', silent),
  ],
  view: ({ context: { request, plan, failure } }) => [request, plan?.hash, failure?.kind],
  // A plan that was asked for once is asked for again by what is in its way alone.
  only: ({ context: { plan, request } }, { type }) => type !== 'plan.requested' || (plan?.hash === 'a' && !request?.withoutColumns),
  // Only what can be done whole is ever on its way, and what failed is said.
  always: (snapshot) =>
    (!snapshot.matches('applying') || snapshot.context.plan?.hash === 'a') &&
    (snapshot.matches('cancelled') || snapshot.hasTag('failed') === (snapshot.context.failure !== null)),
});

/** The machine with answers given in turn; says what it asked for and what its owners were told. */
function run(plans: readonly ChangePlan[], answers: readonly (ApplyAnswer | FailureError)[], input: Partial<UndoPlanInput> = {}) {
  const [list, dialog] = [recorder(), recorder()];
  const [planned, applied]: [unknown[], PlanApplyInput[]] = [[], []];
  const [nextPlans, nextAnswers] = [[...plans], [...answers]];
  const machine = undoPlanMachine.provide({
    actors: {
      plan: fromPromise<ChangePlan, { readonly request: PlanRequest | null }>(async ({ input: { request } }) => {
        planned.push(request);
        return nextPlans.shift() ?? clear;
      }),
      apply: fromPromise<ApplyAnswer, PlanApplyInput>(async (call) => {
        applied.push(call.input);
        const answer = nextAnswers.shift();
        if (answer instanceof FailureError) throw answer;
        return answer ?? { outcome: 'applied' };
      }),
    },
  });
  const actor = createActor(machine, { input: { key: 'k', request: { sets: [7] }, list: list.ref, dialog: dialog.ref, ...input } }).start();
  const settled = () => waitFor(actor, (snapshot) => !snapshot.hasTag('busy'));
  return { actor, planned, applied, list, dialog, settled };
}

it('a plan takes what was written on top along, and does the plan that was looked at', async () => {
  const { actor, planned, applied, list, dialog, settled } = run([dependent, clear], []);
  await settled();
  expect(actor.getSnapshot().can({ type: 'plan.confirmed' })).toBe(false);
  actor.send({ type: 'plan.dependentsIncluded' });
  await settled();
  actor.send({ type: 'plan.confirmed' });
  await settled();
  expect(planned).toEqual([{ sets: [7] }, { sets: [7], withDependents: true }]);
  expect(applied).toEqual([{ request: { sets: [7], withDependents: true }, hash: 'a', resources: ['goods'], idempotencyKey: 'k:a:0' }]);
  expect(actor.getSnapshot().status).toBe('done');
  expect(list.heard).toEqual([{ type: 'collection.refreshed' }]);
  expect(dialog.heard).toEqual([{ type: 'disclosure.closed' }]);
});

it('a plan goes on without columns that are gone, also to a moment', async () => {
  const { actor, planned, settled } = run([gone, clear], [], { request: { resource: 'goods', after: 50 } });
  await settled();
  expect(actor.getSnapshot().can({ type: 'plan.dependentsIncluded' })).toBe(false);
  actor.send({ type: 'plan.columnsDropped' });
  await settled();
  expect(planned).toEqual([
    { resource: 'goods', after: 50 },
    { resource: 'goods', after: 50, withoutColumns: true },
  ]);
  expect(actor.getSnapshot().can({ type: 'plan.columnsDropped' })).toBe(false);
});

it('a plan takes nothing along that the reader may not see', async () => {
  const { actor, settled } = run([hidden], []);
  await settled();
  expect(actor.getSnapshot().can({ type: 'plan.dependentsIncluded' })).toBe(false);
});

it('a plan shows the plan of a world that moved on, and asks for it by a hash of its own', async () => {
  const moved: ChangePlan = { ...clear, hash: 'a2' };
  const { actor, applied, list, settled } = run([clear], [{ outcome: 'moved', plan: moved }]);
  await settled();
  actor.send({ type: 'plan.confirmed' });
  await settled();
  expect(actor.getSnapshot().value).toEqual({ reviewing: 'renewed' });
  expect(list.heard).toEqual([]);
  actor.send({ type: 'plan.confirmed' });
  await settled();
  expect(applied.map(({ hash, idempotencyKey }) => [hash, idempotencyKey])).toEqual([
    ['a', 'k:a:0'],
    ['a2', 'k:a2:0'],
  ]);
});

it('a plan sends what got no answer again under its key, and what was refused under another', async () => {
  const { actor, applied, list, settled } = run([clear], [silent, rejected]);
  await settled();
  for (const _ of [1, 2, 3]) {
    actor.send({ type: 'plan.confirmed' });
    await settled();
  }
  expect(applied.map(({ idempotencyKey }) => idempotencyKey)).toEqual(['k:a:0', 'k:a:0', 'k:a:1']);
  // The first may have been done although nobody said so, the last was.
  expect(list.heard).toHaveLength(2);
});

it('a plan plans a moment once it is chosen, and anew for another', async () => {
  const { actor, planned, settled } = run([], [], { request: null, place: { resource: 'goods', id: 3 } });
  expect(actor.getSnapshot().value).toBe('idle');
  actor.send({ type: 'plan.momentChosen', at: 100 });
  await settled();
  actor.send({ type: 'plan.momentChosen', at: 200 });
  await settled();
  expect(planned).toEqual([
    { resource: 'goods', id: 3, at: 100 },
    { resource: 'goods', id: 3, at: 200 },
  ]);
});

it('a plan closes its dialog and nothing else when it is given up', async () => {
  const { actor, list, dialog, settled } = run([], []);
  await settled();
  actor.send({ type: 'plan.cancelled' });
  expect(actor.getSnapshot().value).toBe('cancelled');
  expect([list.heard, dialog.heard]).toEqual([[], [{ type: 'disclosure.closed' }]]);
});
