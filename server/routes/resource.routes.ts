import { resourceEndpoints } from '#api/contract/resource-endpoints';
import { mountForAdmin } from '../http/mount.ts';
import type { RouteTable } from '../http/route-table.ts';
import type { ResourceEngine } from '../resources/define-resource.ts';

/** The six calls of a resource. Without a weight there is nothing to sort. */
export function resourceRoutes(table: RouteTable, engine: ResourceEngine): void {
  const { list, read, add, save, remove, sort } = resourceEndpoints(engine.resource);
  mountForAdmin(table, list, (query, caller) => engine.list(query, caller));
  mountForAdmin(table, read, ({ id }, caller) => engine.read(id, caller));
  mountForAdmin(table, add, (row, caller) => engine.add(row, caller));
  mountForAdmin(table, save, (row, caller) => engine.save(row, caller));
  mountForAdmin(table, remove, ({ ids }, caller) => engine.remove(ids, caller));
  mountForAdmin(table, sort, (move, caller) => engine.sort(move, caller));
}

/** Takes the calls of a resource away again. */
export function closeResourceRoutes(table: RouteTable, { resource }: ResourceEngine): void {
  for (const endpoint of Object.values(resourceEndpoints(resource))) table.remove(endpoint);
}
