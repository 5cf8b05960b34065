import * as contract from '#api/contract/fields/cascade';
import { mount, mountForAdmin } from '../../routing/mount.ts';
import type { RouteTable } from '../../routing/route-table.ts';
import type { ServerPorts } from '../../ports/ports.ts';
import { listAreas } from './areas.ts';
import { listGroups } from './classifications.ts';
import { listProjects, readProjectChoice, saveProjectChoice } from './projects.ts';

/** Options level by level, and the project an administrator works on. */
export function cascadeRoutes(table: RouteTable, ports: Pick<ServerPorts, 'database' | 'clock'>): void {
  const { kysely } = ports.database;
  mountForAdmin(table, contract.listAreas, (chosen) => listAreas(kysely, chosen));
  mount(table, contract.listPublicAreas, (chosen) => listAreas(kysely, chosen));
  mountForAdmin(table, contract.listGroups, (chosen) => listGroups(kysely, chosen));
  mountForAdmin(table, contract.listProjects, (chosen) => listProjects(kysely, chosen));
  mountForAdmin(table, contract.readProjectChoice, (selector, caller) => readProjectChoice(kysely, selector, caller));
  mountForAdmin(table, contract.saveProjectChoice, async (choice, caller) => {
    await saveProjectChoice(ports, choice, caller);
    return null;
  });
}
