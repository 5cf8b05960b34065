import { FailureError } from '#domain/base/failure';
import { overviewMachine } from '#machines/members/overview.machine';
import { describeModel, done, failed } from '#tests/support/model.ts';

describeModel({
  machine: overviewMachine,
  inputs: [undefined],
  events: [
    { type: 'overview.retried' },
    done('loadOverview', { days: ['2026-01-15'], score: [5], money: ['0.30'], group: 'Default', safety: null }),
    failed('loadOverview', new FailureError({ kind: 'unreachable', online: false })),
  ],
  always: (snapshot) => (snapshot.context.shown !== null) === snapshot.matches('ready'),
});
