import { disclosureMachine } from '#machines/base/disclosure.machine';
import { describeModel } from '#tests/machines/support/model.ts';

describeModel({
  machine: disclosureMachine,
  inputs: [undefined],
  events: [{ type: 'disclosure.opened' }, { type: 'disclosure.closed' }],
});
