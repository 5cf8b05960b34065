import { FailureError } from '#domain/base/failure';
import { ledgerFileMachine, selectSavedRows } from '#machines/members/ledger-file.machine';
import { describeModel, done, failed } from '#tests/machines/support/model.ts';

describeModel({
  machine: ledgerFileMachine,
  inputs: [{ kind: 'money' }],
  events: [
    { type: 'ledgerFile.requested', selection: { sign: 'plus', reason: '', from: '2026-01-01', to: '' } },
    { type: 'ledgerFile.cancelled' },
    done('bringFile', 3),
    failed('bringFile', new FailureError({ kind: 'unreachable', online: false })),
  ],
  view: ({ context }) => [context.selection.sign, context.rows, context.failure?.kind],
  always: (snapshot) => selectSavedRows(snapshot) === null || snapshot.context.failure === null,
});
