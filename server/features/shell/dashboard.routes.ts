import { readDashboard, saveDashboard } from '#api/contract/shell/dashboard';
import { mountForAdmin } from '../../routing/mount.ts';
import type { RouteTable } from '../../routing/route-table.ts';
import type { ServerPorts } from '../../ports/ports.ts';
import { createPageRemark } from '../../resources/base/page-remark.ts';
import type { Resources } from '../../resources/registry.ts';
import { createChangeFigures } from './change-figures.ts';
import { keepLayout, readFigures } from './dashboard.service.ts';

/** The first page of the back office. */
export function dashboardRoutes(
  table: RouteTable,
  resources: Resources,
  ports: Pick<ServerPorts, 'database' | 'clock' | 'messages'>,
): void {
  const remark = createPageRemark({ ports, pagePath: 'dashboard' });
  const changes = createChangeFigures(ports);
  mountForAdmin(table, readDashboard, async (_, caller) => readFigures(ports, { resources, changes }, await remark(), caller));
  mountForAdmin(table, saveDashboard, async (layout, caller) => {
    await keepLayout(ports, layout, caller);
    return null;
  });
}
