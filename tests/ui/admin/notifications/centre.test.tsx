import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import type { ReactNode } from 'react';
import { expect, it } from 'vitest';
import { createActor, fromCallback, fromPromise } from 'xstate';
import { notificationBellMachine, selectBellIsOpen, selectCounted } from '#machines/notifications/notification-bell.machine';
import { notificationsMachine, type NotificationPage } from '#machines/notifications/notifications.machine';
import { AppHandleContext, useApp, type AppHandle } from '#ui/base/app-context.ts';
import { loadMessages, startMessages } from '#ui/base/i18n.ts';
import { NotificationDrawer } from '#ui/admin/notifications/NotificationDrawer.tsx';
import { renderInApp } from '../../kit/support.tsx';

await startMessages('en');
await loadMessages(['admin', 'notifications']);

const one = { kind: 'watched', name: 'recordChanged', text: 'Goods · by Li', resource: 'goods', recordId: 7, at: 1_768_435_200 } as const;
const page: NotificationPage = {
  list: [
    { ...one, id: 2, title: 'Cup was changed', isRead: false },
    { ...one, id: 1, title: 'Pot was changed', isRead: true },
  ],
  total: 2,
  unread: 1,
};

/** In an application that notes where somebody wants to go. */
function Elsewhere({ navigation, children }: { readonly navigation: object; readonly children: ReactNode }) {
  return <AppHandleContext value={{ ...useApp(), navigation } as unknown as AppHandle}>{children}</AppHandleContext>;
}

function rendered(told: NotificationPage = page) {
  const marked: (readonly number[] | null)[] = [];
  const machine = notificationsMachine.provide({
    actors: {
      watchPerson: fromCallback(() => {}),
      countUnread: fromPromise(async () => 1),
      loadNotifications: fromPromise(async () => told),
      markRead: fromPromise(async ({ input: { ids } }) => {
        marked.push(ids);
        return 0;
      }),
    },
  });
  const bell = createActor(notificationBellMachine).start();
  bell.send({ type: 'bell.pressed' });
  const notifications = createActor(machine, { input: { unread: 1, bell } }).start();
  notifications.send({ type: 'centre.opened' });
  const asked: string[] = [];
  const navigation = { send: ({ to }: { readonly to: string }) => void asked.push(to) };
  renderInApp(
    <Elsewhere navigation={navigation}>
      <NotificationDrawer notifications={notifications} bell={bell} />
    </Elsewhere>,
  );
  return { marked, bell, asked };
}

it('the notification centre shows what is unread and marks all of it by keyboard, once', async () => {
  const { marked, bell } = rendered();
  const list = await screen.findByRole('list');
  expect(within(list).getAllByText('Unread')).toHaveLength(1);
  const { violations } = await axe.run(list, { rules: { 'color-contrast': { enabled: false } } });
  expect(violations).toEqual([]);
  const all = screen.getByRole('button', { name: 'Mark all as read' });
  all.focus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => within(list).queryAllByText('Unread')).toEqual([]);
  expect([marked, selectCounted(bell.getSnapshot())]).toEqual([[null], 0]);
  expect(all).toHaveProperty('disabled', true);
});

it('the notification centre marks what somebody follows, and closes', async () => {
  const { marked, bell, asked } = rendered();
  const link = await screen.findByRole('link', { name: /Cup was changed/u });
  link.focus();
  await userEvent.keyboard('{Enter}');
  expect([marked, asked, selectBellIsOpen(bell.getSnapshot())]).toEqual([[[2]], ['/admin/goods/goods?record=7'], false]);
});

it('what waits for approval leads to the request, which a form does not show', async () => {
  const waits = { ...one, kind: 'requests', name: 'requestWaits', id: 3, title: '“Tea” waits for your approval', isRead: false } as const;
  const { asked } = rendered({ list: [waits], total: 1, unread: 1 });
  await userEvent.click(await screen.findByRole('link', { name: /waits for your approval/u }));
  expect(asked).toEqual(['/admin/goods/goods?record.requests=7']);
});
