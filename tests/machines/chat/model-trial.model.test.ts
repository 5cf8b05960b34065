import { FailureError } from '#domain/base/failure';
import type { ModelTrial } from '#domain/chat/model-trial';
import { modelTrialMachine } from '#machines/chat/model-trial.machine';
import { describeModel, done, failed } from '#tests/machines/support/model.ts';

const trial: ModelTrial = {
  isAnswered: true,
  text: 'Hello!',
  reason: 'stop',
  status: null,
  detail: '',
  firstWordMs: 12,
  totalMs: 40,
  inputTokens: 8,
  outputTokens: 2,
};

describeModel({
  machine: modelTrialMachine,
  inputs: [{ id: 2 }],
  events: [{ type: 'trial.repeated' }, done('tryModel', trial), failed('tryModel', new FailureError({ kind: 'timeout' }))],
  view: ({ context }) => [context.trial !== null, context.failure?.kind],
  always: (snapshot) =>
    snapshot.matches('tried') === (snapshot.context.trial !== null) && snapshot.hasTag('failed') === (snapshot.context.failure !== null),
});
