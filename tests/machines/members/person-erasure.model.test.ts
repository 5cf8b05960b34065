import { createEmptyActor } from 'xstate';
import { FailureError } from '#domain/base/failure';
import { Secret } from '#domain/base/secret';
import { personErasureMachine } from '#machines/members/person-erasure.machine';
import { describeModel, done, failed } from '#tests/machines/support/model.ts';

const plan = { username: 'lin', versions: 3, deletions: 1, watched: 0, files: 2, conversations: 0, ledger: 5 };

describeModel({
  machine: personErasureMachine,
  inputs: [{ id: 7, list: createEmptyActor() }],
  events: [
    { type: 'erasure.requested' },
    { type: 'name.typed', text: 'li' },
    { type: 'name.typed', text: ' lin' },
    { type: 'erasure.confirmed', password: new Secret('secret99') },
    { type: 'erasure.retried' },
    { type: 'erasure.closed' },
    done('loadPlan', plan),
    failed('loadPlan', new FailureError({ kind: 'timeout' })),
    done('erase'),
    failed('erase', new FailureError({ kind: 'rejected', code: 0, message: 'no', fields: { password: 'wrong' } })),
  ],
  view: ({ context: { plan: known, typed, password, failure } }) => [known, typed, password !== null, failure],
  // Nobody is erased whose name was not typed, and the password is not kept longer than it is needed.
  always: (snapshot) =>
    (!snapshot.matches('erasing') || snapshot.context.typed.trim() === snapshot.context.plan?.username) &&
    (snapshot.matches('erasing') || snapshot.context.password === null),
});
