import * as contract from '#api/contract/cascade';
import { mount, mountForAdmin } from '../http/mount.ts';
import type { RouteTable } from '../http/route-table.ts';
import type { ServerPorts } from '../ports.ts';
import { listAreas } from '../services/areas.ts';
import { listGroups } from '../services/classifications.ts';
import { listProjects, readProjectChoice, saveProjectChoice } from '../services/projects.ts';

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
