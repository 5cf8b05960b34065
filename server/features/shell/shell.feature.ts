import type { FeatureContext } from '../base/feature.ts';
import type { MemberSessions } from '../members/sign-in/member-sessions.service.ts';
import type { Notifications } from '../notifications/notifications.service.ts';
import { dashboardRoutes } from './dashboard.routes.ts';
import { startUpRoutes } from './start-up.routes.ts';

/** What pages begin with, and the first page of the back office. */
export function mountShell(
  { table, resources, ports }: Pick<FeatureContext, 'table' | 'resources' | 'ports'>,
  members: Pick<MemberSessions, 'identify'>,
  notifications: Pick<Notifications, 'countUnread'>,
): void {
  startUpRoutes({ table, resources, ports }, members, notifications);
  dashboardRoutes(table, resources, ports);
}
