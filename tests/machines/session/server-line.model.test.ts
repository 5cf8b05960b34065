import { serverLineMachine } from '#machines/session/server-line.machine';
import { describeModel, done, failed } from '#tests/machines/support/model.ts';

describeModel({
  machine: serverLineMachine,
  inputs: [undefined],
  events: [
    { type: 'line.answered' },
    done('awaitMoment'),
    failed('awaitMoment', new Error('a fault')),
    done('askServer', { isThere: true }),
    done('askServer', { isThere: false }),
    failed('askServer', new Error('a fault')),
  ],
});
