import { FailureError } from '#domain/base/failure';
import { webhookTrialMachine } from '#machines/programs/webhook-trial.machine';
import { describeModel, done, failed } from '#tests/machines/support/model.ts';

describeModel({
  machine: webhookTrialMachine,
  inputs: [{ id: 2 }],
  events: [
    { type: 'webhookTrial.repeated' },
    done('send', { status: 204, fault: null, durationMs: 12, answer: '' }),
    done('send', { status: 500, fault: 'refused', durationMs: 30, answer: 'down' }),
    failed('send', new FailureError({ kind: 'timeout' })),
  ],
  view: ({ context }) => [context.outcome?.fault, context.failure?.kind],
  always: (snapshot) =>
    snapshot.matches('sent') === (snapshot.context.outcome !== null) && snapshot.hasTag('failed') === (snapshot.context.failure !== null),
});
