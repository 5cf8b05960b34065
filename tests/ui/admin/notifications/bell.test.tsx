import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fromCallback, fromPromise } from 'xstate';
import type { NotificationsBundle } from '#actors/notifications/notifications.bundle';
import { lazyOnce } from '#actors/base/lazy-code';
import { notificationWaysMachine } from '#machines/notifications/notification-ways.machine';
import { notificationsMachine, type NotificationPage } from '#machines/notifications/notifications.machine';
import { recordWatchMachine } from '#machines/notifications/record-watch.machine';
import type { AdminShellRef } from '#machines/shell/admin-shell.machine';
import { loadMessages, startMessages } from '#ui/base/i18n.ts';
import { ShellContext } from '#ui/base/shell-context.ts';
import { NotificationBell } from '#ui/admin/notifications/NotificationBell.tsx';
import { inertOf } from '#tests/machines/support/model.ts';
import { renderInApp, withBundles } from '../../kit/support.tsx';

await startMessages('en');
await loadMessages(['admin', 'notifications']);

/** Opened as the bell says, with a list that is empty. */
const notifications = notificationsMachine.provide({
  actors: {
    watchPerson: fromCallback(({ input: { bell }, sendBack }) => {
      if (bell.getSnapshot().matches('open')) sendBack({ type: 'centre.opened' });
    }),
    countUnread: fromPromise(async () => 3),
    loadNotifications: fromPromise<NotificationPage, { readonly limit: number }>(async () => ({ list: [], total: 0, unread: 0 })),
  },
});

const shell = {
  subscribe: () => ({ unsubscribe: () => {} }),
  getSnapshot: () => ({ context: { start: { unread: 3 } } }),
} as unknown as AdminShellRef;

it('the notification centre opens by a press that is the first sign of anybody, though what it opens comes later, and is the same button throughout', async () => {
  const code = Promise.withResolvers<NotificationsBundle>();
  renderInApp(
    withBundles(
      { notifications: lazyOnce(() => code.promise) },
      <ShellContext value={shell}>
        <NotificationBell />
      </ShellContext>,
    ),
  );
  const bell = screen.getByRole('button', { name: 'Notifications, 3 unread' });
  // As a browser does it: what hears of a press draws, and only then comes the click, to whatever node was pressed.
  await act(async () => void fireEvent.pointerDown(bell));
  fireEvent.click(bell);
  expect([bell.isConnected, bell.getAttribute('aria-expanded')]).toEqual([true, 'true']);
  await act(async () =>
    code.resolve({ notifications, notificationWays: inertOf(notificationWaysMachine), recordWatch: inertOf(recordWatchMachine) }),
  );
  expect(await screen.findByText('You are all caught up')).toBeTruthy();
  expect([bell.isConnected, bell.getAttribute('aria-label')]).toEqual([true, 'Notifications']);
  fireEvent.click(bell);
  expect(bell.getAttribute('aria-expanded')).toBe('false');
});
