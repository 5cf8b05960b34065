import { FailureError } from '#domain/base/failure';
import { Secret } from '#domain/base/secret';
import { tokenIssueMachine } from '#machines/programs/token-issue.machine';
import { describeModel, done, failed } from '#tests/machines/support/model.ts';

describeModel({
  machine: tokenIssueMachine,
  inputs: [{ id: 2 }],
  events: [
    { type: 'token.issueRequested', password: new Secret('pw') },
    done('issue', new Secret('trp_a')),
    failed('issue', new FailureError({ kind: 'timeout' })),
  ],
  view: ({ context }) => [context.token !== null, context.failure?.kind],
  always: (snapshot) =>
    snapshot.matches('shown') === (snapshot.context.token !== null) &&
    snapshot.hasTag('busy') === (snapshot.context.password !== null) &&
    snapshot.hasTag('failed') === (snapshot.context.failure !== null),
});
