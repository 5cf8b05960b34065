import { recoveryCodesMachine, selectAreCopied } from '#machines/session/recovery-codes.machine';
import { describeModel, failed } from '#tests/machines/support/model.ts';

describeModel({
  machine: recoveryCodesMachine,
  inputs: [undefined],
  events: [
    { type: 'codes.copied' },
    { type: 'codes.copyRefused' },
    { type: 'codes.downloaded' },
    failed('holdPage', new Error('the page cannot be held')),
  ],
  view: (snapshot) => ({ areCopied: selectAreCopied(snapshot) }),
  // What is copied or downloaded holds nobody.
  always: (snapshot) => snapshot.matches('fresh') === (snapshot.children['holdPage'] !== undefined),
});
