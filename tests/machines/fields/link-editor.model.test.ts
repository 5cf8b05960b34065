import { isLinkAddress } from '#domain/base/addresses/link';
import { linkEditorMachine, selectAcceptedLink } from '#machines/fields/link-editor.machine';
import { describeModel } from '#tests/machines/support/model.ts';

describeModel({
  machine: linkEditorMachine,
  inputs: [undefined],
  events: [
    { type: 'link.opened', address: '' },
    { type: 'link.opened', address: 'https://example.com' },
    { type: 'link.typed', address: 'example.com' },
    { type: 'link.typed', address: 'javascript:alert(1)' },
    { type: 'link.submitted' },
    { type: 'link.cancelled' },
  ],
  always: (snapshot) => {
    const accepted = selectAcceptedLink(snapshot);
    return accepted === null || isLinkAddress(accepted);
  },
});
