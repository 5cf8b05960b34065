import { selectTypedName, typedNameMachine } from '#machines/designer/typed-name.machine';
import { describeModel } from '#tests/machines/support/model.ts';

describeModel({
  machine: typedNameMachine,
  inputs: [undefined],
  events: [
    { type: 'name.typed', text: 'colour' },
    { type: 'name.typed', text: 'co lour' },
    { type: 'name.taken' },
    { type: 'name.dropped' },
  ],
  view: selectTypedName,
  always: (snapshot) => snapshot.matches('typing') === (snapshot.context.text !== ''),
});
