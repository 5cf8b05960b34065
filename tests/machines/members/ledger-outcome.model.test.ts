import { FailureError } from '#domain/base/failure';
import { ledgerOutcomeMachine, selectBalanceBefore, selectOutcomeFailure } from '#machines/members/ledger-outcome.machine';
import { describeModel, done, failed } from '#tests/machines/support/model.ts';

describeModel({
  machine: ledgerOutcomeMachine,
  inputs: [{ ledger: 'money', memberId: 7 }],
  events: [
    { type: 'outcome.retried' },
    done('loadBalance', 8800),
    failed('loadBalance', new FailureError({ kind: 'unreachable', online: false })),
  ],
  view: (snapshot) => [selectBalanceBefore(snapshot), selectOutcomeFailure(snapshot)?.kind],
  always: (snapshot) => selectBalanceBefore(snapshot) === null || selectOutcomeFailure(snapshot) === null,
});
