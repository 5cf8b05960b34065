import { screen } from '@testing-library/react';
import { FailureError } from '#domain/base/failure';
import { problemDialogMachine, type ProblemDialogSnapshot } from '#machines/observe/problem-dialog.machine';
import { done, failed } from '#tests/machines/support/model.ts';
import { describeView } from '#tests/machines/support/view.tsx';
import { loadMessages, startMessages } from '#ui/base/i18n.ts';
import { ProblemView } from '#ui/observe/problem/ProblemView.tsx';
import { press } from '#tests/machines/support/presses.ts';

await startMessages('en');
await loadMessages(['problem']);

const TAKEN = {
  entries: 1234,
  sizeBytes: 2048,
  page: '/admin/goods/goods',
  language: 'zh-cn',
  app: '1.4.0',
  build: '9a8ced66',
  isCut: true,
};
const RECORDING = '{"journal":1}\n{"seq":1}';
const isSeen = (text: string | RegExp) => screen.queryByText(text) !== null;

describeView(
  {
    machine: problemDialogMachine,
    inputs: [{ broken: null }],
    events: [
      { type: 'problem.sentenceTyped', text: 'W' },
      { type: 'problem.sendRequested' },
      { type: 'problem.saveRequested' },
      { type: 'problem.copyRequested' },
      { type: 'problem.retried' },
      done('take', TAKEN),
      failed('take', new Error('no room')),
      done('send', 'K7M2-9QXD'),
      failed('send', new FailureError({ kind: 'rejected', code: 0, message: 'Too many attempts.' })),
      done('copy'),
      failed('copy', new Error('not allowed')),
    ],
    view: ({ context: { sentence, taken, number, failure } }) => [sentence === '', taken !== null, number, failure?.kind],
    // One letter is enough; the next would be another sentence.
    only: ({ context }, event) => event.type !== 'problem.sentenceTyped' || context.sentence === '',
  },
  (problem) => <ProblemView problem={problem} text={() => RECORDING} onClose={() => {}} />,
  {
    'problem.sentenceTyped': async (user) => user.type(screen.getByRole('textbox', { name: 'What happened? (optional)' }), 'W'),
    'problem.sendRequested': press('Send'),
    'problem.saveRequested': press('Save as file'),
    'problem.copyRequested': press('Copy the number'),
    'problem.retried': press('Try again'),
  },
  {
    seen: (snapshot) => {
      const { value, context } = snapshot as ProblemDialogSnapshot;
      const box = screen.queryByRole<HTMLTextAreaElement>('textbox');
      if (snapshot.matches('sent')) {
        const word = { copied: 'Copied', uncopied: /does not allow copying/u }[(value as { sent: string }).sent];
        return box === null && isSeen('K7M2-9QXD') && (word === undefined || isSeen(word));
      }
      const alert = screen.queryByRole('alert')?.textContent ?? '';
      const isAlertRight = snapshot.matches({ writing: 'failed' })
        ? alert.includes('Too many attempts.')
        : (alert !== '') === snapshot.hasTag('failed');
      const facts = ['1234', '2 KB', '/admin/goods/goods', '简体中文', '1.4.0 · 9a8ced66', 'What is sent', 'Show the recording'];
      return box?.value === context.sentence && isAlertRight && (context.taken === null || facts.every(isSeen));
    },
  },
);
