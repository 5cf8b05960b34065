import { expect, it } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { FailureError } from '#domain/base/failure';
import { deletionMachine, selectDeletionFailure } from '#machines/members/deletion.machine';
import { describeModel, done, failed } from '#tests/machines/support/model.ts';
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
    done('check', null),
    done('check', 1_768_435_200),
    failed('check', offline),
  ],
  view: ({ context }) => [context.dueTime, context.failure?.kind],
  always: (snapshot) => snapshot.hasTag('pending') === (snapshot.context.dueTime !== null),
});

it('an account that was kept elsewhere is told to stay, and one that is still to end says why it could not be kept', async () => {
  const refused = new FailureError({ kind: 'rejected', code: 0, message: 'This account is not going to be deleted' });
  const due: (number | null)[] = [1_768_435_200, 1_768_435_200, null];
  const machine = deletionMachine.provide({
    actors: {
      readDeletion: fromPromise(async () => due.shift() ?? null),
      cancelDeletion: fromPromise<void>(() => Promise.reject(refused)),
    },
  });
  const actor = createActor(machine, { input: { owner: nobody } }).start();
  await expect.poll(() => actor.getSnapshot().value).toBe('pending');
  actor.send({ type: 'deletion.cancelRequested' });
  await expect.poll(() => [actor.getSnapshot().value, selectDeletionFailure(actor.getSnapshot())]).toEqual(['pending', refused.failure]);
  actor.send({ type: 'deletion.cancelRequested' });
  await expect.poll(() => [actor.getSnapshot().value, selectDeletionFailure(actor.getSnapshot())]).toEqual(['kept', null]);
});
