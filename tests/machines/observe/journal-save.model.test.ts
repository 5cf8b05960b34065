import { journalSaveMachine } from '#machines/observe/journal-save.machine';
import { describeModel, done, failed } from '#tests/machines/support/model.ts';

describeModel({
  machine: journalSaveMachine,
  inputs: [
    { kind: 'journal', name: 'journal' },
    { kind: 'replay', name: '' },
  ],
  events: [
    { type: 'save.named', name: 'sign-in-twice' },
    { type: 'save.named', name: '../Sign in' },
    { type: 'save.requested' },
    { type: 'save.retried' },
    done('compose', { entries: 9, sizeBytes: 812 }),
    failed('compose', new Error('does not fit')),
  ],
  // Nothing is saved under a name that is none.
  always: (snapshot) => !snapshot.hasTag('saved') || snapshot.context.name !== '../Sign in',
});
