import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { createActor, fromCallback, fromPromise, waitFor } from 'xstate';
import { FailureError } from '#domain/base/failure';
import { disavowalMachine } from '#machines/members/disavowal.machine';
import { sessionsMachine, type SessionsInput, type SessionsPage } from '#machines/session/sessions.machine';
import { signInsMachine, type OwnSignIn, type SignInsPage } from '#machines/members/sign-ins.machine';
import { done, failed } from '#tests/machines/support/model.ts';
import { describeView } from '#tests/machines/support/view.tsx';
import { SessionsView } from '#ui/kit/session/SessionsView.tsx';
import { NotMe } from '#ui/member/safety/NotMe.tsx';
import { SignIns } from '#ui/member/safety/SignIns.tsx';
import { loadMessages, startMessages } from '#ui/base/i18n.ts';
import { inApp, renderInApp } from '../../kit/support.tsx';
import { press } from '#tests/machines/support/presses.ts';

await startMessages('en');
await loadMessages(['account', 'member', 'memberPages', 'safety']);

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const PASSWORD = '/user/account/changePassword';

describeView(
  {
    machine: disavowalMachine,
    inputs: [{ isAsked: false }, { isAsked: true }],
    events: [
      { type: 'disavowal.requested' },
      { type: 'disavowal.confirmed' },
      { type: 'disavowal.cancelled' },
      done('endOthers'),
      failed('endOthers', new FailureError({ kind: 'rejected', code: 0, message: 'The others are still there.' })),
    ],
    view: ({ context }) => ({ failure: context.failure?.kind }),
  },
  (disavowal) => inApp(<NotMe disavowal={disavowal} passwordPath={PASSWORD} />),
  {
    'disavowal.requested': press('This was not me'),
    'disavowal.confirmed': press('Sign out everywhere else'),
    'disavowal.cancelled': press('Cancel'),
  },
  {
    seen: ({ value, context }) => {
      const isTold = screen.queryByText('The others are still there.') !== null;
      const { failure } = context as { failure: unknown };
      // What failed is said in the question.
      return isTold === (failure !== null && value === 'confirming');
    },
  },
);

describe('whoever was not that', () => {
  it.each([
    ['sets a new password', PASSWORD],
    ['is none, where the group has none', null],
  ])('is led to the page that %s', async (_, passwordPath) => {
    const logic = disavowalMachine.provide({ actors: { endOthers: fromPromise(async () => {}) } });
    const disavowal = createActor(logic, { input: { isAsked: false } }).start();
    renderInApp(<NotMe disavowal={disavowal} passwordPath={passwordPath} />);
    const user = userEvent.setup();
    await press('This was not me')(user);
    await press('Sign out everywhere else')(user);
    expect(await screen.findByText('All other devices are signed out. Now set a new password.')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Change password' })?.getAttribute('href') ?? null).toBe(passwordPath);
  });
});

const signIn = (id: number, told: Partial<OwnSignIn> = {}): OwnSignIn => ({
  id,
  time: 1_768_435_200,
  ip: '10.0.0.1',
  userAgent: FIREFOX,
  outcome: 'signedIn',
  count: 1,
  ...told,
});

/** The list over its machine; pages are those of `load`, asked one after the other. */
function shownSignIns(load: (page: number) => Promise<SignInsPage>) {
  const asked: number[] = [];
  const logic = signInsMachine.provide({
    actors: { loadSignIns: fromPromise(({ input }) => (asked.push(input.page), load(input.page))) },
  });
  renderInApp(<SignIns signIns={createActor(logic).start()} />);
  return { asked, user: userEvent.setup() };
}

describe('the sign-ins of a member', () => {
  it('say when, from where, with what and how it ended, and how often in a row', async () => {
    shownSignIns(async () => ({
      total: 2,
      list: [signIn(2, { outcome: 'refused', count: 4, ip: '10.0.0.9', userAgent: 'curl/8.5.0' }), signIn(1)],
    }));
    const told = (await screen.findAllByRole('listitem')).map((item) => [
      within(item).getByText(/^(?:Signed in|Refused)/u, { selector: 'strong' }).textContent,
      ...within(item)
        .getAllByRole('definition')
        .map(({ textContent }) => textContent),
    ]);
    expect(told).toEqual([
      ['Refused4 times', '2026-01-15 00:00:00', '10.0.0.9', 'Unknown device'],
      ['Signed in', '2026-01-15 00:00:00', '10.0.0.1', 'Firefox on Linux'],
    ]);
    expect(screen.queryByRole('navigation')).toBeNull();
  });

  it('are turned page by page, and no further than there are', async () => {
    const { asked, user } = shownSignIns(async (page) => ({ total: 21, list: [signIn(page, { ip: `10.0.0.${page}` })] }));
    const pages = await screen.findByRole('navigation', { name: 'Pages of sign-ins' });
    const [previous, next] = within(pages).getAllByRole<HTMLButtonElement>('button');
    if (!previous || !next) throw new Error('no way to turn pages');
    expect([previous.disabled, next.disabled, within(pages).getByRole('status').textContent]).toEqual([true, false, 'Page 1 of 3']);
    for (const page of [2, 3]) {
      await user.click(next);
      await screen.findByText(`10.0.0.${page}`);
    }
    expect([previous.disabled, next.disabled, within(pages).getByRole('status').textContent]).toEqual([false, true, 'Page 3 of 3']);
    await user.click(previous);
    await screen.findByText('10.0.0.2');
    expect(asked).toEqual([1, 2, 3, 2]);
  });

  it('say that there are none, and are read again after a press where they did not load', async () => {
    let tries = 0;
    const { user } = shownSignIns(async () => {
      tries += 1;
      if (tries === 1) throw new FailureError({ kind: 'http', status: 500, url: '/api/account/signIns' });
      return { total: 0, list: [] };
    });
    expect(screen.getByRole('status', { name: 'Loading recent sign-ins' })).toBeTruthy();
    expect(await screen.findByText('Recent sign-ins did not load')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('No sign-ins yet.')).toBeTruthy();
  });
});

const device = (id: string, isCurrent: boolean, ip: string) => ({ id, ip, userAgent: FIREFOX, createTime: 1, seenTime: 2, isCurrent });
const buttonNames = async () => (await screen.findAllByRole('button')).map((one) => one.getAttribute('aria-label') ?? one.textContent);

describe('the devices of a member', () => {
  it('are ended one by one after a question, and the one in use is not', async () => {
    const ended: unknown[] = [];
    const list = [device('here', true, '10.0.0.1'), device('there', false, '10.0.0.2'), device('away', false, '10.0.0.3')];
    const sessions = createActor(
      sessionsMachine.provide({
        actors: {
          hearEnds: fromCallback(() => {}),
          loadSessions: fromPromise<SessionsPage, SessionsInput>(async () => ({
            list: list.filter(({ id }) => !ended.includes(id)),
            previous: null,
            refusedCount: 0,
          })),
          endSessions: fromPromise(async ({ input }) => void ended.push(input.id)),
        },
      }),
      { input: { adminId: null } },
    ).start();
    renderInApp(<SessionsView sessions={sessions} isOwn />);
    const user = userEvent.setup();
    expect(await buttonNames()).toEqual([
      'Sign out everywhere else',
      'Sign out: Firefox on Linux, 10.0.0.2',
      'Sign out: Firefox on Linux, 10.0.0.3',
    ]);
    await press('Sign out: Firefox on Linux, 10.0.0.2')(user);
    expect(ended).toEqual([]);
    await press('Sign out')(user);
    await waitFor(sessions, ({ context }) => context.page?.list.length === 2);
    expect(ended).toEqual(['there']);
    expect(screen.queryByText('10.0.0.2')).toBeNull();
  });
});
