import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { createActor, createEmptyActor, fromPromise, waitFor } from 'xstate';
import { FailureError } from '#domain/base/failure';
import { Secret } from '#domain/base/secret';
import { sessionMachine, type SessionSnapshot } from '#machines/session/session.machine';
import { twoFactorEnrolmentMachine, type EnrolmentSnapshot } from '#machines/session/two-factor-enrolment.machine';
import { twoFactorMachine, type TwoFactorSnapshot } from '#machines/session/two-factor.machine';
import { done, failed, inertOf } from '#tests/machines/support/model.ts';
import { describeView } from '#tests/machines/support/view.tsx';
import { EnrolmentSteps } from '#ui/kit/session/EnrolmentSteps.tsx';
import { TwoFactorView } from '#ui/kit/session/TwoFactorView.tsx';
import { PageInSight } from '#ui/kit/page-in-sight.ts';
import { LoginCode } from '#ui/admin/session/LoginCode.tsx';
import { loadMessages, startMessages } from '#ui/base/i18n.ts';
import { inApp, renderInApp } from '../../kit/support.tsx';
import { press } from '#tests/machines/support/presses.ts';

await startMessages('en');
await loadMessages(['account', 'admin']);

type Clicking = {
  click(element: Element): Promise<void>;
  type(element: Element, text: string): Promise<void>;
  clear(element: Element): Promise<void>;
};
const fill = async (user: Clicking, field: Element, text: string) => {
  await user.clear(field);
  await user.type(field, text);
};

const password = new Secret('correct horse');
const code = new Secret('123456');
const wrongCode = new FailureError({ kind: 'rejected', code: 0, message: 'x', fields: { factorCode: 'The code is wrong.' } });
const codes = new Secret('abcd-efgh-jkmn-pqrs\ntuvw-xyz2-3456-789a');
const setup = { secret: new Secret('JBSWY3DPEHPK3PXP'), uri: new Secret('otpauth://totp/Troupe:admin?secret=JBSWY3DPEHPK3PXP') };

describeView(
  {
    machine: twoFactorEnrolmentMachine,
    inputs: [{ password, credentials: null, owner: createEmptyActor() }],
    events: [
      { type: 'enrolment.codeGiven', code },
      { type: 'enrolment.codesKept' },
      { type: 'enrolment.left' },
      done('prepareFactor', setup),
      done('confirmFactor', { codes, signedIn: null }),
      failed('confirmFactor', wrongCode),
    ],
    view: ({ context }) => ({ isSetUp: context.setup !== null, isEnrolled: context.enrolled !== null, failure: context.failure?.kind }),
  },
  (enrolment) => inApp(<EnrolmentSteps enrolment={enrolment} tellUnsaved={() => {}} />),
  {
    'enrolment.codeGiven': async (user) => {
      await fill(user, screen.getByLabelText('Code'), ' 123456 ');
      await press('Switch on')(user);
    },
    'enrolment.codesKept': press('I have saved them'),
    'enrolment.left': press('Cancel'),
  },
  {
    // While nothing is there to show there is nothing to press.
    only: ({ steps }) => steps.length > 1,
    seen: (snapshot) => {
      const { context } = snapshot as EnrolmentSnapshot;
      if ((screen.queryByText('The code is wrong.') !== null) !== (context.failure !== null)) return false;
      if (context.setup)
        return screen.queryByRole('img', { name: /QR code/u }) !== null && screen.queryByText('JBSW Y3DP EHPK 3PXP') !== null;
      return context.enrolled === null || screen.queryByText('tuvw-xyz2-3456-789a') !== null;
    },
  },
);

const status = (isOn: boolean) => ({
  isOn,
  since: isOn ? 1_768_435_200 : null,
  recoveryLeft: isOn ? 7 : 0,
  isRequired: false,
  hasPasskey: true as const,
});
const WORDS = {
  switchOn: 'Set up two-factor sign-in',
  switchOff: 'Switch off two-factor sign-in',
  replace: 'Replace the authenticator',
  renewCodes: 'Get new recovery codes',
} as const;

describeView(
  {
    machine: twoFactorMachine,
    inert: inertOf(twoFactorMachine).provide({ actors: { enrolment: inertOf(twoFactorEnrolmentMachine) } }),
    inputs: [undefined],
    events: [
      { type: 'factor.deedRequested', deed: 'switchOn' },
      { type: 'factor.deedRequested', deed: 'switchOff' },
      { type: 'factor.deedRequested', deed: 'renewCodes' },
      { type: 'factor.deedRequested', deed: 'replace' },
      { type: 'factor.passwordGiven', password },
      { type: 'factor.proved', proof: { way: 'code', password, code } },
      { type: 'factor.proved', proof: { way: 'passkey' } },
      { type: 'factor.cancelled' },
      { type: 'factor.codesKept' },
      { type: 'factor.retried' },
      done('loadFactor', status(false)),
      done('loadFactor', status(true)),
      done('loadFactor', { ...status(true), keptBy: 'group' }),
      failed('loadFactor', new FailureError({ kind: 'timeout' })),
      failed('switchOff', new FailureError({ kind: 'rejected', code: 0, message: 'x', fields: { password: 'That is not it.' } })),
      done('prepareReplacement', setup),
      failed('prepareReplacement', wrongCode),
      done('renewCodes', codes),
    ],
    view: ({ context }) => ({
      isOn: context.status?.isOn,
      isKept: context.status?.keptBy !== undefined,
      deed: context.deed,
      failure: context.failure?.kind,
      hasCodes: context.codes !== null,
    }),
  },
  (factor) => inApp(<TwoFactorView factor={factor} proof="password" tellUnsaved={() => {}} />),
  {
    'factor.deedRequested': async (user, event) => press(WORDS['deed' in event ? event.deed : 'switchOn'])(user),
    'factor.passwordGiven': async (user) => {
      await fill(user, screen.getByLabelText('Current password'), 'correct horse');
      // What ends at once is called by its name.
      const isEnding = screen.getByRole('dialog').textContent.includes(WORDS.switchOff);
      await press(isEnding ? 'Switch off' : 'Continue')(user);
    },
    'factor.proved': async (user, event) => {
      if ('proof' in event && event.proof.way === 'passkey') return press('Use a passkey instead')(user);
      await fill(user, screen.getByLabelText('Current password'), 'correct horse');
      await fill(user, screen.getByLabelText('Code of your present authenticator'), '123456');
      await press('Continue')(user);
    },
    'factor.cancelled': press('Cancel'),
    'factor.codesKept': press('I have saved them'),
    'factor.retried': press('Try again'),
  },
  {
    seen: (snapshot) => {
      const { value, context } = snapshot as TwoFactorSnapshot;
      if (context.status === null || value === 'unavailable') return true;
      const said = context.deed === 'switchOff' ? 'That is not it.' : 'The code is wrong.';
      if (value === 'askingPassword' && context.failure && screen.queryByText(said) === null) return false;
      // In the place of a switch that would be refused stands why.
      const isKept = context.status.keptBy === 'group';
      if ((screen.queryByText('Your group requires it, so it cannot be switched off.') !== null) !== isKept) return false;
      const canEnd = context.status.isOn && !isKept;
      if ((screen.queryByRole('button', { name: WORDS.switchOff, hidden: true }) !== null) !== canEnd) return false;
      return screen.queryByText(context.status.isOn ? /Recovery codes left: 7\./u : /a stolen password is not enough/u) !== null;
    },
  },
);

const credentials = { type: 'session.signInRequested', username: 'admin', password, keep: false } as const;
const wanted = new FailureError({ kind: 'rejected', code: 0, message: 'x', fields: { factorCode: 'Enter the code.' } });

describeView(
  {
    machine: sessionMachine,
    inputs: [{ area: 'admin', person: null, tokens: null }],
    events: [
      credentials,
      done('readLogin', { captcha: false }),
      failed('signIn', wanted),
      failed('signInWithCode', wrongCode),
      failed('signInWithCode', new FailureError({ kind: 'timeout' })),
      { type: 'session.codeGiven', code },
      { type: 'session.codeDismissed' },
    ],
    view: ({ context }) => ({ failure: context.failure?.kind, hasCode: context.credentials?.code !== undefined }),
  },
  (session) => inApp(<LoginCode session={session} />),
  {
    'session.codeGiven': async (user) => {
      await fill(user, screen.getByLabelText('Code'), ' 123456 ');
      await press('Sign in')(user);
    },
    'session.codeDismissed': press('Back to the password'),
  },
  {
    seen: (snapshot) => {
      const { value, context } = snapshot as SessionSnapshot;
      return value !== 'codeAsked' || (screen.queryByText('The code is wrong.') !== null) === (context.failure?.kind === 'rejected');
    },
  },
);

describe('the second step of the sign-in', () => {
  it('sends nothing while nothing is typed, and keeps what was typed out of every record', async () => {
    const session = createActor(inertOf(sessionMachine), { input: { area: 'admin', person: null, tokens: null } }).start();
    session.send(credentials);
    session.send(done('readLogin', { captcha: false }) as never);
    session.send(failed('signIn', wanted) as never);
    expect(session.getSnapshot().value).toBe('codeAsked');
    renderInApp(<LoginCode session={session} />);
    screen.getByRole('button', { name: 'Sign in' }).click();
    expect(session.getSnapshot().value).toBe('codeAsked');
    session.send({ type: 'session.codeGiven', code });
    expect(session.getSnapshot().value).toBe('checkingCode');
    expect(JSON.stringify(session.getSnapshot().context)).not.toContain('123456');
  });
});

it('the second factor is not there on a server that does not have it', async () => {
  const missing = new FailureError({ kind: 'http', status: 404, url: '/x' });
  const logic = twoFactorMachine.provide({ actors: { loadFactor: fromPromise(() => Promise.reject(missing)) } });
  const actor = createActor(logic).start();
  await waitFor(actor, (snapshot) => snapshot.matches('unavailable'));
  renderInApp(<TwoFactorView factor={actor} proof="password" tellUnsaved={() => {}} />);
  expect(screen.queryByText(/./u)).toBeNull();
});

const window = () => screen.queryByRole('dialog', { name: 'Get new recovery codes' });

it('takes new recovery codes out of sight with the page that they stand on, and has them still when it is looked at again', () => {
  const factor = createActor(inertOf(twoFactorMachine)).start();
  const events = [
    done('loadFactor', status(true)),
    { type: 'factor.deedRequested', deed: 'renewCodes' },
    { type: 'factor.proved', proof: { way: 'code', password, code } },
    done('renewCodes', codes),
  ];
  for (const event of events) factor.send(event as never);
  const told: boolean[] = [];
  const page = (isInSight: boolean) =>
    inApp(
      <PageInSight value={isInSight}>
        <TwoFactorView factor={factor} proof="password" tellUnsaved={(isUnsaved) => told.push(isUnsaved)} />
      </PageInSight>,
    );
  const { rerender } = renderInApp(page(true));
  expect(window()).not.toBeNull();
  rerender(page(false));
  expect(window()).toBeNull();
  rerender(page(true));
  expect(window()?.textContent).toContain('tuvw-xyz2-3456-789a');
  // They have been unsaved all the while, for the strip that marks the page.
  expect(told).toEqual([true]);
});
