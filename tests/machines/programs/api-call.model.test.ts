import { FailureError } from '#domain/base/failure';
import { Secret } from '#domain/base/secret';
import { apiCallMachine } from '#machines/programs/api-call.machine';
import { describeModel, done, failed } from '#tests/machines/support/model.ts';
import { ADD, ANSWER, LIST } from './api-operations.ts';

describeModel({
  machine: apiCallMachine,
  inputs: [{ operation: ADD }, { operation: LIST }],
  events: [
    { type: 'call.valueWritten', name: 'search', value: '[{' },
    { type: 'call.valueWritten', name: 'search', value: '' },
    { type: 'call.bodyWritten', text: '{' },
    { type: 'call.exampleRestored' },
    { type: 'call.sent', token: new Secret('trp_1') },
    { type: 'call.sent', token: null },
    { type: 'call.cancelled' },
    done('send', ANSWER),
    failed('send', new FailureError({ kind: 'unreachable', online: true })),
  ],
  view: ({ context: { draft, token, issues, answer, failure } }) => [
    draft.body.slice(0, 4),
    draft.values['search'] ?? null,
    token !== null,
    issues.map(({ at, why }) => `${at} ${why}`),
    answer !== null,
    failure?.kind ?? null,
  ],
  // The token is held while it is sent with, and an answer belongs to no call that failed or was given up.
  always: (snapshot) =>
    snapshot.matches('sending') === (snapshot.context.token !== null) &&
    !((snapshot.matches('failed') || snapshot.matches('cancelled')) && snapshot.context.answer !== null),
});
