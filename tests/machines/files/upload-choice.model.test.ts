import { FailureError } from '#domain/base/failure';
import { uploadPickerMachine } from '#machines/files/upload-picker.machine';
import { attachmentUsesMachine } from '#machines/files/upload-uses.machine';
import { after, describeModel, done, failed } from '#tests/machines/support/model.ts';

const offline = new FailureError({ kind: 'unreachable', online: false });

describeModel({
  machine: uploadPickerMachine,
  inputs: [{ picturesOnly: true }],
  events: [
    { type: 'picker.searched', text: 'tea' },
    { type: 'picker.pageChosen', page: 2 },
    { type: 'picker.retried' },
    after('typingPause', 'uploadPicker.pausing'),
    done('loadFiles', { files: [{ id: 1, url: '/storage/tea.png', name: 'tea.png' }], total: 9 }),
    failed('loadFiles', offline),
  ],
  view: ({ context }) => [context.text, context.page, context.files.length, context.failure?.kind],
  always: (snapshot) => {
    const { failure, text, page } = snapshot.context;
    // A new search begins on its first page.
    return (!snapshot.matches('failed') || failure !== null) && (!snapshot.matches('pausing') || (text === 'tea' && page === 1));
  },
});

describeModel({
  machine: attachmentUsesMachine,
  inputs: [{ ids: [1, 2] }],
  events: [
    { type: 'uses.retried' },
    done('findUses', { list: [{ resource: 'goods', recordId: 3, title: 'Tea' }], more: 0, hidden: 1 }),
    failed('findUses', offline),
  ],
  always: (snapshot) => snapshot.matches('known') === (snapshot.context.uses.hidden === 1),
});
