import { readDashboard } from '#api/contract/dashboard';
import { mountForAdmin } from '../http/mount.ts';
import type { RouteTable } from '../http/route-table.ts';
import type { ServerPorts } from '../ports.ts';
import { createPageRemark } from '../resources/page-remark.ts';
import type { Resources } from '../resources/registry.ts';
import { readFigures } from '../services/dashboard.service.ts';

/** The first page of the back office. */
export function dashboardRoutes(
  table: RouteTable,
  resources: Resources,
  ports: Pick<ServerPorts, 'database' | 'clock' | 'messages'>,
): void {
  const remark = createPageRemark({ ports, pagePath: 'dashboard' });
  mountForAdmin(table, readDashboard, async (_, caller) => readFigures(ports, resources, await remark(), caller));
}
