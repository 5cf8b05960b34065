import { resourceEndpoints } from '#api/contract/resource-endpoints';
import { adminLog } from '#api/contract/resources/admin-log';
import { mountForAdmin } from '../http/mount.ts';
import type { RouteTable } from '../http/route-table.ts';
import type { ServerPorts } from '../ports.ts';
import type { ResourceEngine } from '../resources/define-resource.ts';
import { titlesFor } from '../services/admin-log.ts';

/** The log of the back office, with titles in the reader's language. Source: wire protocol §5.5. */
export function adminLogRoutes(table: RouteTable, logs: ResourceEngine, ports: Pick<ServerPorts, 'database' | 'messages'>): void {
  const { list } = resourceEndpoints(adminLog);
  table.remove(list);
  mountForAdmin(table, list, async (query, caller) => {
    const reply = await logs.list(query, caller);
    const entries = (reply.list ?? []).map((row) => ({ ...row, title: String(row['title']), url: String(row['url']) }));
    return { ...reply, list: await titlesFor(ports, caller.client.language, entries) };
  });
}
