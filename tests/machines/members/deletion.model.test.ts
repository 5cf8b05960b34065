import { FailureError } from '#domain/base/failure';
import { deletionMachine } from '#machines/members/deletion.machine';
import { describeModel, done, failed } from '#tests/support/model.ts';
import { nobody } from '#tests/support/nobody.ts';

const offline = new FailureError({ kind: 'unreachable', online: false });

describeModel({
  machine: deletionMachine,
  inputs: [{ owner: nobody }],
  events: [
    { type: 'deletion.retried' },
    { type: 'deletion.wanted' },
    { type: 'deletion.confirmed' },
    { type: 'deletion.dismissed' },
    { type: 'deletion.cancelRequested' },
    done('readDeletion', null),
    done('readDeletion', 1_768_435_200),
    failed('readDeletion', offline),
    done('requestDeletion', 1_768_435_200),
    failed('requestDeletion', offline),
    done('cancelDeletion'),
    failed('cancelDeletion', offline),
  ],
  view: ({ context }) => [context.dueTime, context.failure?.kind],
  always: (snapshot) => snapshot.hasTag('pending') === (snapshot.context.dueTime !== null),
});
