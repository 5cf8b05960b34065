import { act } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { fromPromise } from 'xstate';
import { lazyNow } from '#actors/base/lazy-code';
import { notificationWaysMachine, type NotificationWayList } from '#machines/notifications/notification-ways.machine';
import { NotificationWays } from '#ui/admin/notifications/NotificationWays.tsx';
import { WAYS_ADDRESS } from '#ui/admin/notifications/ways-address.ts';
import { AppHandleContext, useApp, type AppHandle } from '#ui/base/app-context.ts';
import { loadMessages, startMessages } from '#ui/base/i18n.ts';
import { renderInApp, withBundles } from '../../kit/support.tsx';

await startMessages('en');
await loadMessages(['notifications']);

const notificationWays = notificationWaysMachine.provide({
  actors: { loadWays: fromPromise<NotificationWayList>(async () => ({ list: [], hasEmail: true })) },
});

/** On a page with this address. */
function At({ search }: { readonly search: string }) {
  const snapshot = { context: { route: { path: '/admin/profile', search } } };
  const navigation = { getSnapshot: () => snapshot, subscribe: () => ({ unsubscribe() {} }) };
  return (
    <AppHandleContext value={{ ...useApp(), navigation } as unknown as AppHandle}>
      {withBundles({ notifications: lazyNow({ notificationWays } as never) }, <NotificationWays />)}
    </AppHandleContext>
  );
}

afterEach(() => vi.restoreAllMocks());

it.each([
  [WAYS_ADDRESS.slice(WAYS_ADDRESS.indexOf('?')), 1],
  ['', 0],
  ['?part=other', 0],
])('the settings of notifications come into view where the address asks for them: %j', async (search, times) => {
  const scrolled = vi.fn<() => void>();
  Element.prototype.scrollIntoView = scrolled;
  await act(async () => renderInApp(<At search={search} />));
  expect(document.getElementById('notification-ways')?.textContent).toBe('Notifications');
  expect(scrolled).toHaveBeenCalledTimes(times);
});
