import { FailureError } from '#domain/base/failure';
import { addressUndoMachine } from '#machines/members/address-undo.machine';
import { describeModel, done, failed } from '#tests/machines/support/model.ts';

describeModel({
  machine: addressUndoMachine,
  inputs: [undefined],
  events: [
    { type: 'undo.submitted', number: 'K7QM-2WXR-9BTA-HC4N' },
    { type: 'undo.edited' },
    done('undoAddress'),
    failed('undoAddress', new FailureError({ kind: 'rejected', code: 0, message: 'No', fields: { number: 'Wrong' } })),
  ],
  view: ({ context }) => [context.number, context.failure?.kind],
});
