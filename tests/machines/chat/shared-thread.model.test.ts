import { FailureError } from '#domain/base/failure';
import { sharedThreadMachine, type SharedCopy } from '#machines/chat/shared-thread.machine';
import { describeModel, done, failed } from '#tests/machines/support/model.ts';

const copy: SharedCopy = {
  chatTitle: 'Passwords',
  isLabelled: true,
  createTime: 1_768_435_200,
  messages: [{ uuid: 's1:0', role: 'user' }],
};

describeModel({
  machine: sharedThreadMachine,
  inputs: [{ share: 's1' }],
  events: [
    { type: 'shared.retried' },
    done('readShared', copy),
    done('readShared', null),
    failed('readShared', new FailureError({ kind: 'timeout' })),
  ],
  view: ({ context }) => [context.copy !== null, context.failure?.kind],
  always: (snapshot) => snapshot.matches('shown') === (snapshot.context.copy !== null),
});
