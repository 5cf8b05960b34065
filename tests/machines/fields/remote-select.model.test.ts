import { FailureError } from '#domain/base/failure';
import { remoteSelectMachine, type RemoteOption } from '#machines/fields/remote-select.machine';
import { after, describeModel, done, failed } from '#tests/machines/support/model.ts';

const option = (value: number): RemoteOption => ({ value, label: `Category ${value}`, parentId: null, depth: 0 });
const offline = new FailureError({ kind: 'unreachable', online: false });

describeModel({
  machine: remoteSelectMachine,
  inputs: [
    { of: 'goodsCategory', value: null, label: null },
    { of: 'goodsCategory', value: 2, label: 'Tea' },
    { of: 'goodsCategory', value: 2, label: null },
  ],
  events: [
    { type: 'select.opened' },
    { type: 'select.closed' },
    { type: 'select.searched', text: 'tea' },
    { type: 'select.moreRequested' },
    { type: 'select.retried' },
    { type: 'select.picked', option: option(1) },
    { type: 'select.picked', option: null },
    { type: 'select.valueChanged', value: 2, label: null },
    { type: 'select.valueChanged', value: 1, label: 'Tea' },
    after('typingPause', 'remoteSelect.pausing'),
    done('nameValue', { options: [option(2)], total: 1, untold: 0 }),
    failed('nameValue', offline),
    done('loadOptions', { options: [option(1)], total: 2, untold: 0 }),
    done('loadOptions', { options: [option(1)], total: 0, untold: 5 }),
    failed('loadOptions', offline),
  ],
  view: ({ context }) => ({ unnamed: context.unnamed, chosen: context.chosen?.value, page: context.page, options: context.options.length }),
  only: (snapshot, event) => snapshot.context.page < 2 || event.type.startsWith('xstate.'),
  always: (snapshot) => snapshot.hasTag('failed') === (snapshot.context.failure !== null && snapshot.matches('failed')),
});
