import { createEmptyActor } from 'xstate';
import { FailureError } from '#domain/base/failure';
import { erasureMachine, selectMayErase } from '#machines/changes/erasure.machine';
import { describeModel, done, failed } from '#tests/machines/support/model.ts';

const counts = { versions: 3, deletions: 1, watched: 0 };
const plan = { ...counts, title: 'Ann ', exists: false, first: 1, last: 2, requests: 0, erased: 0 };

describeModel({
  machine: erasureMachine,
  inputs: [{ resource: 'member', id: 7, key: 'k', list: createEmptyActor(), dialog: createEmptyActor() }],
  events: [
    { type: 'title.typed', text: 'An' },
    { type: 'title.typed', text: ' Ann' },
    { type: 'title.typed', text: '#7' },
    { type: 'erasure.confirmed' },
    { type: 'erasure.retried' },
    { type: 'erasure.closed' },
    done('loadPlan', plan),
    done('loadPlan', { ...plan, versions: 0 }),
    done('loadPlan', { ...plan, title: ' ' }),
    failed('loadPlan', new FailureError({ kind: 'timeout' })),
    done('erase', counts),
    failed('erase', new FailureError({ kind: 'rejected', code: 0, message: 'no' })),
    failed('erase', new FailureError({ kind: 'timeout' })),
  ],
  view: ({ context: { plan: known, typed, done: erased, failure, revision } }) => [known, typed, erased, failure, Math.min(revision, 1)],
  // Whoever has not typed the name cannot erase, and what was done cannot be done again.
  always: (snapshot) =>
    !selectMayErase(snapshot) ||
    (snapshot.context.typed.trim() === (snapshot.context.plan?.title === 'Ann ' ? 'Ann' : '#7') &&
      snapshot.context.done === null &&
      snapshot.context.plan !== null),
});
