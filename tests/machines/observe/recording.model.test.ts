import { FailureError } from '#domain/base/failure';
import { recordingMachine } from '#machines/observe/recording.machine';
import { describeModel, done, failed } from '#tests/machines/support/model.ts';

describeModel({
  machine: recordingMachine,
  inputs: [
    { id: 7, isShown: true },
    { id: 7, isShown: false },
  ],
  events: [
    { type: 'recording.saveRequested' },
    { type: 'recording.retried' },
    done('fetch'),
    failed('fetch', new FailureError({ kind: 'timeout' })),
  ],
  always: (snapshot) => snapshot.hasTag('failed') === (snapshot.matches('failed') && snapshot.context.failure !== null),
});
