import * as contract from '#api/contract/notifications/notifications';
import { mountForAdmin } from '../../routing/mount.ts';
import type { FeatureContext } from '../base/feature.ts';
import { createRequests } from '../life/requests.service.ts';
import { createCollect } from './collect.ts';
import { mountNotificationMail } from './notification-mail.ts';
import { createNotifications, type Notifications } from './notifications.service.ts';
import { createWatches } from './watches.service.ts';

/** What concerns an administrator, in one place. @returns what the start of the back office asks */
export function mountNotifications({
  table,
  resources,
  ports,
  securityLog,
}: Pick<FeatureContext, 'table' | 'resources' | 'ports' | 'securityLog'>): Pick<Notifications, 'countUnread'> {
  const collect = createCollect(ports, resources, createRequests(ports, resources, securityLog));
  const notifications = createNotifications(ports, resources, collect);
  const watches = createWatches(ports, resources, collect);
  mountNotificationMail(ports, resources, collect);
  mountForAdmin(table, contract.listNotifications, (query, caller) => notifications.list(caller, query));
  mountForAdmin(table, contract.countNotifications, async (_input, caller) => ({ unread: await notifications.look(caller) }));
  mountForAdmin(table, contract.readNotifications, async ({ ids, upTo }, caller) => ({
    unread: await notifications.read(caller, ids, upTo),
  }));
  mountForAdmin(table, contract.readNotificationWays, (_input, caller) => notifications.ways(caller));
  mountForAdmin(table, contract.saveNotificationWay, async (way, caller) => {
    await notifications.saveWay(caller, way);
    return null;
  });
  mountForAdmin(table, contract.readWatch, async (record, caller) => ({ is_watched: await watches.isWatched(caller, record) }));
  mountForAdmin(table, contract.saveWatch, async (wish, caller) => {
    await watches.watch(caller, wish);
    return { is_watched: wish.isWatched };
  });
  return notifications;
}
