import { FailureError } from '#domain/base/failure';
import { lifeWaitingMachine } from '#machines/life/life-waiting.machine';
import { describeModel, done, failed } from '#tests/support/model.ts';

describeModel({
  machine: lifeWaitingMachine,
  inputs: [undefined],
  events: [
    { type: 'waiting.asked' },
    { type: 'waiting.retried' },
    done('loadWaiting', { states: [], times: [], requests: { forMe: 0, mine: 0 } }),
    failed('loadWaiting', new FailureError({ kind: 'timeout' })),
  ],
});
