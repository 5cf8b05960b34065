import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createActor, fromCallback, fromPromise, waitFor } from 'xstate';
import { FailureError } from '#domain/base/failure';
import { sessionsMachine, type SessionEntry, type SessionsSnapshot } from '#machines/session/sessions.machine';
import { done, failed } from '#tests/machines/support/model.ts';
import { describeView } from '#tests/machines/support/view.tsx';
import { SessionsView } from '#ui/kit/session/SessionsView.tsx';
import { loadMessages, startMessages } from '#ui/base/i18n.ts';
import { inApp, renderInApp } from '../../kit/support.tsx';
import { press } from '#tests/machines/support/presses.ts';

await startMessages('en');
await loadMessages(['account']);

const entry = (id: string, isCurrent: boolean, userAgent: string): SessionEntry => ({
  id,
  ip: '10.0.0.1',
  userAgent,
  createTime: 1_768_435_200,
  seenTime: 1_768_435_260,
  isCurrent,
});
const HERE = entry('here', true, 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0');
const THERE = entry('there', false, 'curl/8.5.0');
const page = { list: [HERE, THERE], previous: { time: 1_768_400_000, ip: '10.0.0.7', userAgent: '' }, refusedCount: 3 };

describeView(
  {
    machine: sessionsMachine,
    inputs: [{ adminId: null }],
    events: [
      { type: 'sessions.endRequested', id: 'there' },
      { type: 'sessions.endRequested', id: null },
      { type: 'sessions.confirmed' },
      { type: 'sessions.cancelled' },
      { type: 'sessions.retried' },
      done('loadSessions', page),
      failed('loadSessions', new FailureError({ kind: 'timeout' })),
      done('endSessions'),
      failed('endSessions', new FailureError({ kind: 'rejected', code: 0, message: 'It has gone already.' })),
    ],
    view: ({ context }) => ({ count: context.page?.list.length, asked: context.asked, failure: context.failure?.kind }),
  },
  (sessions) => inApp(<SessionsView sessions={sessions} isOwn />),
  {
    'sessions.endRequested': async (user, event) =>
      press('id' in event && event.id === null ? 'Sign out everywhere else' : 'Sign out: Unknown device, 10.0.0.1')(user),
    'sessions.confirmed': press('Sign out'),
    'sessions.cancelled': press('Cancel'),
    'sessions.retried': press('Try again'),
  },
  {
    seen: (snapshot) => {
      const { value, context } = snapshot as SessionsSnapshot;
      if (context.page === null) return true;
      const texts = ['Firefox on Linux', 'This device', 'Failed sign-in attempts since then: 3.'];
      const isRefusalShown = screen.queryByText('It has gone already.') !== null;
      return (
        value === 'unavailable' || (texts.every((one) => screen.queryByText(one) !== null) && isRefusalShown === (context.failure !== null))
      );
    },
  },
);

it('the list of sign-ins is not there on a server that does not have it', async () => {
  const missing = new FailureError({ kind: 'http', status: 404, url: '/x' });
  const logic = sessionsMachine.provide({
    actors: { loadSessions: fromPromise(() => Promise.reject(missing)), hearEnds: fromCallback(() => {}) },
  });
  const actor = createActor(logic, { input: { adminId: null } }).start();
  await waitFor(actor, (snapshot) => snapshot.matches('unavailable'));
  renderInApp(<SessionsView sessions={actor} isOwn />);
  expect(screen.queryByText(/./u)).toBeNull();
});
