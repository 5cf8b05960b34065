import { disclosureMachine } from '#machines/disclosure.machine';
import { describeModel } from '#tests/support/model.ts';

describeModel({
  machine: disclosureMachine,
  inputs: [undefined],
  events: [{ type: 'disclosure.opened' }, { type: 'disclosure.closed' }],
});
