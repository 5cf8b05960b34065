import { screen } from '@testing-library/react';
import { createEmptyActor, type AnyMachineSnapshot } from 'xstate';
import { FailureError } from '#domain/base/failure';
import { captchaWorkMachine, type CaptchaTask, type CaptchaWorkSnapshot } from '#machines/session/captcha-work.machine';
import { done, failed } from '#tests/machines/support/model.ts';
import { describeView } from '#tests/machines/support/view.tsx';
import { loadMessages, startMessages } from '#ui/base/i18n.ts';
import { CaptchaWorkView } from '#ui/kit/codes/CaptchaWork.tsx';
import { inApp } from '../support.tsx';

await startMessages('en');
await loadMessages(['captcha']);

const task: CaptchaTask = { id: 'one', salt: '00', target: 'ff', candidates: 100, memoryKib: 8, passes: 1 };

const SAID: Readonly<Record<string, string>> = {
  beginning: 'Preparing…',
  passed: 'verification successful',
  done: 'verification successful',
  refused: 'Spent for today.',
  unable: 'This browser cannot solve the task. Use another browser, or the picture.',
};

describeView(
  {
    machine: captchaWorkMachine,
    inputs: [{ owner: createEmptyActor(), purpose: 'sign_in_admin', subject: 'admin' }],
    events: [
      { type: 'work.progressed', tried: 60 },
      { type: 'work.solved', answer: 7 },
      { type: 'work.stopped' },
      { type: 'work.retryRequested' },
      done('beginWork', task),
      failed('beginWork', new FailureError({ kind: 'rejected', code: 0, message: 'Spent for today.' })),
    ],
  },
  (work) => inApp(<CaptchaWorkView work={work} />),
  { 'work.retryRequested': (user) => user.click(screen.getByRole('button', { name: 'Try again' })) },
  {
    seen: (snapshot: AnyMachineSnapshot) => {
      const { value, context } = snapshot as CaptchaWorkSnapshot;
      const isFailed = snapshot.hasTag('failed');
      // What is read out steps by quarters, the bar does not.
      const said = SAID[value] ?? (context.tried === 60 ? 'Working… 50%' : 'Working… 0%');
      const bar = screen.queryByRole('progressbar', { name: 'Progress' });
      const shown = value === 'passed' || value === 'done' ? '100' : String(context.tried);
      const panel = screen.getByRole('region', { name: /^Your device is solving a small task/u });
      const seen = screen.queryByText(`Working… ${context.tried}%`, { selector: 'p' });
      return (
        (seen !== null) === (value === 'working') &&
        screen.getByRole('status').textContent === said &&
        (isFailed ? bar === null : bar?.getAttribute('value') === shown) &&
        (screen.queryByRole('button', { name: 'Try again' }) !== null) === isFailed &&
        panel === document.activeElement
      );
    },
  },
);
