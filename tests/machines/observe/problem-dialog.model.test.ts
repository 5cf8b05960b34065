import { FailureError } from '#domain/base/failure';
import { problemDialogMachine } from '#machines/observe/problem-dialog.machine';
import { describeModel, done, failed } from '#tests/machines/support/model.ts';

const TAKEN = { entries: 3, sizeBytes: 512, page: '/admin', language: 'en', app: '1.4.0', build: '', isCut: false };

describeModel({
  machine: problemDialogMachine,
  inputs: [{ broken: null }, { broken: { name: 'TypeError', message: 'x is not a function' } }],
  events: [
    { type: 'problem.sentenceTyped', text: 'It went white.' },
    { type: 'problem.sendRequested' },
    { type: 'problem.saveRequested' },
    { type: 'problem.copyRequested' },
    { type: 'problem.retried' },
    done('take', TAKEN),
    failed('take', new Error('no room')),
    done('send', 'K7M2-9QXD'),
    failed('send', new FailureError({ kind: 'unreachable', online: false })),
    done('copy'),
    failed('copy', new Error('not allowed')),
  ],
  always: (snapshot) => {
    const { taken, number, failure } = snapshot.context;
    return (
      // Nothing is sent or saved before it was taken, and what is quoted is what the server said.
      (taken !== null || snapshot.matches('taking') || snapshot.matches('untaken')) &&
      (number !== '') === snapshot.matches('sent') &&
      (!snapshot.matches({ writing: 'failed' }) || failure !== null) &&
      snapshot.hasTag('editable') === snapshot.matches('writing')
    );
  },
});
