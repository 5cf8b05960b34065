import { FailureError } from '#domain/base/failure';
import { deliveryLogMachine } from '#machines/programs/delivery-log.machine';
import { describeModel, done, failed } from '#tests/machines/support/model.ts';

describeModel({
  machine: deliveryLogMachine,
  inputs: [{ id: 3 }],
  events: [
    { type: 'deliveryLog.retried' },
    { type: 'deliveryLog.replayRequested' },
    done('load', {
      attempts: [{ number: 1, at: 1_768_435_200, status: 500, fault: 'refused', durationMs: 30, answer: 'down' }],
      nextAt: 1_768_435_210,
    }),
    failed('load', new FailureError({ kind: 'timeout' })),
    done('replay', { status: 204, fault: null, durationMs: 12, answer: '' }),
    failed('replay', new FailureError({ kind: 'timeout' })),
  ],
  view: ({ context }) => [context.attempts.length, context.nextAt, context.failure?.kind],
  always: (snapshot) => snapshot.hasTag('failed') === (snapshot.context.failure !== null),
});
