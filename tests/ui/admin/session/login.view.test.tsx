import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { createActor, type AnyMachineSnapshot } from 'xstate';
import { FailureError } from '#domain/base/failure';
import type { AdminInfo } from '#domain/session/people';
import { Secret } from '#domain/base/secret';
import { sessionMachine, type SessionSnapshot } from '#machines/session/session.machine';
import { done, failed, inertOf } from '#tests/machines/support/model.ts';
import { describeView } from '#tests/machines/support/view.tsx';
import { LoginForm } from '#ui/admin/session/LoginForm.tsx';
import { loadMessages, startMessages } from '#ui/base/i18n.ts';
import { inApp } from '../../kit/support.tsx';

await startMessages('en');
await loadMessages(['admin']);

const person: AdminInfo = { id: 1, username: 'admin', nickname: '', avatar: '', lastLoginTime: '', position: '', column: [], super: true };
const tokens = { token: new Secret('token'), refreshToken: null };
const account = () => screen.getByLabelText('Account');
const password = () => screen.getByLabelText('Password');
const keep = () => screen.getByRole<HTMLInputElement>('checkbox', { name: /Keep me signed in/u });
const submit = () => screen.getByRole('button', { name: /^Sign/u });

describeView(
  {
    machine: sessionMachine,
    inputs: [{ area: 'admin', person: null, tokens: null }],
    events: [
      { type: 'session.signInRequested', username: 'admin', password: new Secret('correct horse'), keep: true },
      { type: 'session.signInRequested', username: 'admin', password: new Secret('correct horse'), keep: false },
      done('readLogin', { captcha: false }),
      done('signIn', { person, tokens }),
      failed('signIn', new FailureError({ kind: 'rejected', code: 0, message: 'The account or the password is wrong.' })),
    ],
    view: ({ context }) => ({ id: context.person?.id ?? null, failure: context.failure?.kind ?? null }),
  },
  (session) => inApp(<LoginForm session={session} />),
  {
    'session.signInRequested': async (user, event) => {
      if (!('keep' in event)) throw new Error('not a sign-in');
      await user.clear(account());
      await user.type(account(), ' admin ');
      await user.clear(password());
      await user.type(password(), 'correct horse');
      if (keep().checked !== event.keep) await user.click(keep());
      await user.click(submit());
    },
  },
  {
    seen: (snapshot: AnyMachineSnapshot) => {
      const { failure } = (snapshot as SessionSnapshot).context;
      return failure === null ? screen.queryByText(/is wrong/u) === null : screen.queryByText(/is wrong/u) !== null;
    },
  },
);

const shown = () => {
  const session = createActor(inertOf(sessionMachine), { input: { area: 'admin', person: null, tokens: null } }).start();
  render(inApp(<LoginForm session={session as never} />));
  return { user: userEvent.setup({ delay: null }), session };
};

describe('the sign-in form', () => {
  it('says at each field what is wrong, sends nothing and goes to the first of them', async () => {
    const { user, session } = shown();
    await user.type(account(), '1a');
    await user.click(submit());
    expect(session.getSnapshot().value).toBe('signedOut');
    expect(account()).toHaveProperty('ariaInvalid', 'true');
    expect(screen.getByText(/3 to 15 characters/u).textContent).not.toBe('');
    expect(screen.getByText('This field is required').id).toBe(password().getAttribute('aria-describedby')?.split(' ')[1]);
    expect(document.activeElement).toBe(account());
  });

  it('forgets what was wrong with a field as soon as it is edited', async () => {
    const { user } = shown();
    await user.type(account(), '1a');
    await user.tab();
    expect(screen.queryByText(/3 to 15 characters/u)).not.toBeNull();
    await user.type(account(), 'b');
    expect(screen.queryByText(/3 to 15 characters/u)).toBeNull();
  });

  it('shows the password when asked, and hides it again', async () => {
    const { user } = shown();
    await user.click(screen.getByRole('button', { name: 'Show password' }));
    expect(password()).toHaveProperty('type', 'text');
    await user.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(password()).toHaveProperty('type', 'password');
  });

  it('warns while Caps Lock is on', async () => {
    const { user } = shown();
    await user.click(password());
    await user.keyboard('{CapsLock}a');
    expect(screen.queryByText('Caps Lock is on')).not.toBeNull();
    await user.keyboard('{CapsLock}a');
    expect(screen.queryByText('Caps Lock is on')).toBeNull();
  });
});
