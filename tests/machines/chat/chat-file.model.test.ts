import { chatFileMachine } from '#machines/chat/chat-file.machine';
import { describeModel, done, failed } from '#tests/machines/support/model.ts';

describeModel({
  machine: chatFileMachine,
  inputs: [
    { uuid: 'u1', kind: 'picture', fileName: 'tea.png' },
    { uuid: 'u2', kind: 'text', fileName: 'tea.md' },
  ],
  events: [
    { type: 'chatFile.shown', pictureAddress: 'blob:1' },
    { type: 'chatFile.lost' },
    { type: 'chatFile.saveRequested' },
    done('saveFile', undefined),
    failed('saveFile', new Error('offline')),
  ],
});
