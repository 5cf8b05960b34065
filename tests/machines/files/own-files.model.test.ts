import { expect, it } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { FailureError } from '#domain/base/failure';
import { ownFilesMachine, selectOwnFilesPage, type OwnFilesPage } from '#machines/files/own-files.machine';
import { describeModel, done, failed } from '#tests/machines/support/model.ts';

const file = { id: 7, name: 'a.png', url: '/a.png', fullUrl: '/a.png', sizeBytes: 3, isPicture: true, createTime: 1, isAvatar: false };
const shown: OwnFilesPage = { list: [file], total: 1, usedBytes: 3, maxBytes: 10, maxFiles: 2 };
const offline = new FailureError({ kind: 'unreachable', online: false });

describeModel({
  machine: ownFilesMachine,
  inputs: [undefined],
  events: [
    { type: 'ownFiles.paged', page: 2 },
    { type: 'ownFiles.removeRequested', file: { id: 7, name: 'a.png' } },
    { type: 'ownFiles.removeConfirmed' },
    { type: 'ownFiles.removeCancelled' },
    { type: 'ownFiles.retried' },
    { type: 'ownFiles.added' },
    done('loadFiles', shown),
    done('loadFiles', { ...shown, list: [] }),
    failed('loadFiles', offline),
    done('removeFile'),
    failed('removeFile', offline),
  ],
  view: ({ context }) => [context.page, context.shown?.total, context.chosen?.id, context.failure?.kind],
});

it('the page before is shown once the last file of the last one is gone', async () => {
  const loads: number[] = [];
  const machine = ownFilesMachine.provide({
    actors: {
      loadFiles: fromPromise(async ({ input: { page } }) => {
        loads.push(page);
        return { ...shown, list: page === 1 ? [file] : [], total: 24 };
      }),
    },
  });
  const actor = createActor(machine).start();
  actor.send({ type: 'ownFiles.paged', page: 2 });
  await expect.poll(() => [actor.getSnapshot().value, loads.slice(-2)]).toEqual(['ready', [2, 1]]);
  expect(selectOwnFilesPage(actor.getSnapshot())).toBe(1);
});
