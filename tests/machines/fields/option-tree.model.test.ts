import { FailureError } from '#domain/base/failure';
import { optionTreeMachine } from '#machines/fields/option-tree.machine';
import { describeModel, done, failed } from '#tests/machines/support/model.ts';

describeModel({
  machine: optionTreeMachine,
  inputs: [{ of: 'adminRule', isWithoutOwn: false }],
  events: [
    { type: 'options.retried' },
    { type: 'options.branchToggled', id: 1 },
    done('loadOptions', {
      options: [
        { id: 1, parentId: null, title: 'Goods' },
        { id: 2, parentId: 1, title: 'Add' },
      ],
      untold: 3,
    }),
    failed('loadOptions', new FailureError({ kind: 'unreachable', online: false })),
  ],
  view: ({ context }) => ({ opened: context.opened, options: context.options.length }),
  always: (snapshot) => snapshot.hasTag('failed') === (snapshot.matches('failed') && snapshot.context.failure !== null),
});
