import { distinctUntilChanged, filter, fromEvent, map, merge, throttleTime } from 'rxjs';
import { fromCallback, fromPromise } from 'xstate';
import type { Call } from '#api/client';
import * as contract from '#api/contract/notifications/notifications';
import { selectBellIsOpen } from '#machines/notifications/notification-bell.machine';
import { notificationsMachine, type NotificationPage } from '#machines/notifications/notifications.machine';
import { notificationWaysMachine, type NotificationWayList } from '#machines/notifications/notification-ways.machine';
import { recordWatchMachine } from '#machines/notifications/record-watch.machine';
import type { AppPorts } from '../base/ports.ts';
import { snapshots } from '../base/snapshots.ts';

export interface NotificationPorts extends Pick<AppPorts, 'media'> {
  readonly call: Call;
}

/** The logics of the notification centre, with their effects bound. Comes with the first touch of the back office. */
export interface NotificationsBundle {
  readonly notifications: typeof notificationsMachine;
  readonly notificationWays: typeof notificationWaysMachine;
  readonly recordWatch: typeof recordWatchMachine;
}

/** Somebody who works is asked for at most this often. */
const LOOK_EVERY_MS = 60_000;
const SILENT = { duplicates: 'allowed', quiet: true } as const;

export const notificationsBundle = ({ call, media }: NotificationPorts): NotificationsBundle => ({
  notifications: notificationsMachine.provide({
    actors: {
      watchPerson: fromCallback(({ input: { bell }, sendBack }) => {
        const signs = merge(
          fromEvent(window, 'pointerdown'),
          fromEvent(window, 'keydown'),
          media.visible.pipe(filter((isVisible) => isVisible)),
        );
        // The first look is the machine's own.
        const looks = signs.pipe(throttleTime(LOOK_EVERY_MS)).subscribe(() => sendBack({ type: 'notifications.looked' }));
        const opened = snapshots(bell)
          .pipe(map(selectBellIsOpen), distinctUntilChanged())
          .subscribe((isOpen) => sendBack({ type: isOpen ? 'centre.opened' : 'centre.closed' }));
        return () => {
          looks.unsubscribe();
          opened.unsubscribe();
        };
      }),
      countUnread: fromPromise(async ({ signal }) => (await call(contract.countNotifications, {}, { signal, ...SILENT })).unread),
      loadNotifications: fromPromise(async ({ input: { limit }, signal }): Promise<NotificationPage> => {
        const { list, ...counts } = await call(contract.listNotifications, { limit }, { signal, ...SILENT });
        return { ...counts, list: list.map(({ record_id: recordId, is_read: isRead, ...one }) => ({ ...one, recordId, isRead })) };
      }),
      markRead: fromPromise(async ({ input: { ids, upTo }, signal }) => {
        const { unread } = await call(contract.readNotifications, { ...(ids && { ids: [...ids] }), ...(upTo && { upTo }) }, { signal });
        return unread;
      }),
    },
  }),
  notificationWays: notificationWaysMachine.provide({
    actors: {
      loadWays: fromPromise(async ({ signal }): Promise<NotificationWayList> => {
        const { list, has_email: hasEmail } = await call(contract.readNotificationWays, {}, { signal, ...SILENT });
        const ways = list.map(({ kind, in_app: inApp, by_mail: byMail, is_fixed: isFixed }) => ({ kind, inApp, byMail, isFixed }));
        return { list: ways, hasEmail };
      }),
      saveWay: fromPromise(async ({ input: { kind, inApp, byMail }, signal }) => {
        await call(contract.saveNotificationWay, { kind, in_app: inApp, by_mail: byMail }, { signal });
      }),
    },
  }),
  recordWatch: recordWatchMachine.provide({
    actors: {
      readWatch: fromPromise(
        async ({ input: { resource, id }, signal }) =>
          (await call(contract.readWatch, { resource, recordId: id }, { signal, ...SILENT })).is_watched,
      ),
      saveWatch: fromPromise(
        async ({ input: { resource, id, isWatched }, signal }) =>
          (await call(contract.saveWatch, { resource, recordId: id, isWatched }, { signal })).is_watched,
      ),
    },
  }),
});
