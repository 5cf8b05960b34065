import { FailureError } from '#domain/base/failure';
import { ownFilesMachine, type OwnFilesPage } from '#machines/files/own-files.machine';
import { describeModel, done, failed } from '#tests/support/model.ts';

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
    failed('loadFiles', offline),
    done('removeFile'),
    failed('removeFile', offline),
  ],
  view: ({ context }) => [context.page, context.shown?.total, context.chosen?.id, context.failure?.kind],
});
