// oxlint-disable vitest/no-standalone-expect -- what is seen is checked inside the generated tests
import { cleanup, screen } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { FailureError } from '#domain/base/failure';
import { selectSecondsLeft, verificationCodeMachine, type VerificationCodeRef } from '#machines/session/verification-code.machine';
import { done, failed, inertOf } from '#tests/support/model.ts';
import { describeView } from '#tests/support/view.tsx';
import { loadMessages } from '#ui/base/i18n.ts';
import { CodeInput } from '#ui/kit/codes/CodeInput.tsx';
import { inApp, renderInApp, startKitMessages } from '../support.tsx';

await startKitMessages('en');
await loadMessages(['verification']);

const offline = new FailureError({ kind: 'unreachable', online: false });
const pause = { availableAtMs: 61_000, nowMs: 1000 };
const shown = (code: VerificationCodeRef, target = 'lin@example.com') => (
  <CodeInput code={code} value="12" target={target} onChange={() => {}} />
);
// The captcha's dialog has buttons of its own, and hides what lies below it while it is open.
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: /^(?:Get code|Again in \d+ s)$/u, hidden: true });
const sent = () => document.querySelector('output')?.textContent;
const alerted = () => screen.queryByRole('alert')?.textContent ?? '';

// The dialog's code comes with its first opening: it is asked for once here, so that no test waits for it.
beforeAll(async () => {
  await import('#ui/kit/codes/CaptchaDialog.tsx');
});

describeView(
  {
    machine: verificationCodeMachine,
    inputs: [{ channel: 'email', purpose: 'user_register' }],
    events: [
      { type: 'code.requested', target: 'lin@example.com', password: null },
      { type: 'code.edited' },
      { type: 'captcha.passed', id: 'one', info: '1,2;350;200' },
      { type: 'captcha.closed' },
      { type: 'clock.ticked', nowMs: 31_000 },
      { type: 'clock.ticked', nowMs: 61_000 },
      done('readPause', pause),
      done('readPause', { availableAtMs: null, nowMs: 1000 }),
      done('sendCode', pause),
      failed('sendCode', offline),
    ],
    view: ({ context }) => ({
      target: context.target,
      failure: context.failure?.kind ?? null,
      nowMs: context.nowMs,
      pause: context.availableAtMs,
    }),
  },
  (code) => inApp(shown(code)),
  {
    'code.requested': (user) => user.click(screen.getByRole('button', { name: 'Get code' })),
    'code.edited': (user) => user.type(screen.getByLabelText('Code'), '3'),
  },
  {
    // An edit where there is nothing to take back says nothing.
    only: ({ steps }) => steps.at(-1)!.event.type !== 'code.edited' || steps.at(-2)?.event.type === 'xstate.error.actor.sendCode',
    seen: (snapshot) => {
      const { failure } = snapshot.context as { failure: unknown };
      if (snapshot.matches('coolingDown')) {
        expect([button().textContent, button().disabled]).toEqual([`Again in ${selectSecondsLeft(snapshot as never)} s`, true]);
        // The same words all along, so that they are read out once.
        expect([sent(), alerted()]).toEqual(['The code is on its way. You can ask for another in a minute.', '']);
      } else if (snapshot.matches('ready')) {
        expect(button().disabled).toBe(false);
        expect([sent(), alerted()]).toEqual(['', failure === null ? '' : 'You are disconnected!']);
        expect(screen.getByLabelText('Code').getAttribute('aria-invalid')).toBe(failure === null ? null : 'true');
      } else expect(button().disabled).toBe(true);
    },
  },
);

const started = () => {
  const code = createActor(inertOf(verificationCodeMachine), { input: { channel: 'email', purpose: 'user_register' } }).start();
  code.send(done('readPause', { availableAtMs: null, nowMs: 0 }) as never);
  return code as VerificationCodeRef;
};

describe('the code input', () => {
  it('sends nothing while there is no address', () => {
    renderInApp(shown(started(), ''));
    expect(button().disabled).toBe(true);
    cleanup();
  });

  it('is filled in by the device where it can, and says what the form found wrong', () => {
    const error = 'The code is wrong or has expired.';
    renderInApp(<CodeInput code={started()} value="12" target="lin@example.com" onChange={() => {}} error={error} />);
    const input = screen.getByLabelText<HTMLInputElement>('Code');
    expect([input.autocomplete, input.inputMode, input.value]).toEqual(['one-time-code', 'numeric', '12']);
    expect([input.getAttribute('aria-invalid'), alerted()]).toEqual(['true', error]);
    expect(input.getAttribute('aria-describedby')).toBe(screen.getByRole('alert').id);
    cleanup();
  });
});
