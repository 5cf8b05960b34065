import { inspectorMachine } from '#machines/observe/inspector.machine';
import { describeModel, failed } from '#tests/machines/support/model.ts';

describeModel({
  machine: inspectorMachine,
  inputs: [undefined],
  events: [
    { type: 'inspector.requested' },
    { type: 'inspector.released' },
    { type: 'inspector.failed' },
    failed('notifyInspector', new Error('broken')),
  ],
});
