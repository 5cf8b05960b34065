import { createEmptyActor } from 'xstate';
import { FailureError } from '#domain/base/failure';
import { fieldChangeMachine } from '#machines/table/field-change.machine';
import { describeModel, done, failed } from '#tests/machines/support/model.ts';

const late = { kind: 'rejected', code: 0, message: 'Somebody else has saved this record.' } as const;

describeModel({
  machine: fieldChangeMachine,
  inputs: [
    {
      owner: createEmptyActor(),
      resource: 'goodsCategory',
      change: { id: 1, field: 'status', value: false },
      row: { id: 1, status: true, version: 3 },
    },
  ],
  events: [
    done('saveField', { outcome: 'saved', values: { version: 4 } }),
    done('saveField', { outcome: 'overtaken', values: { id: 1, status: true, version: 9 }, failure: late }),
    failed('saveField', new FailureError({ kind: 'unreachable', online: false })),
  ],
  always: ({ value, context }) => (value === 'overtaken' || value === 'refused') === (context.failure !== null),
});
