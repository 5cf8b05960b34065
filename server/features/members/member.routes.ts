import { moneyLedger, scoreLedger } from '#api/contract/members/member-ledger';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { memberGroup } from '#api/contract/resources/member-group';
import { member } from '#api/contract/resources/member';
import { mountForAdmin } from '../../routing/mount.ts';
import type { RouteTable } from '../../routing/route-table.ts';
import type { ServerPorts } from '../../ports/ports.ts';
import type { ResourceEngine } from '../../resources/define-resource.ts';
import { createMemberGroupPages, createMemberPages } from './member-pages.ts';
import type { MemberLedgerService } from './member-ledger.service.ts';

/** The ledgers of members: a list as every resource has it, and a way in that only adds. */
export function memberLedgerRoutes(table: RouteTable, ledger: MemberLedgerService): void {
  for (const [kind, endpoints] of [['money', moneyLedger] as const, ['score', scoreLedger] as const]) {
    mountForAdmin(table, endpoints.member, async ({ userId }) => ({ user: await ledger.member(userId) }));
    table.remove(endpoints.add);
    mountForAdmin(table, endpoints.add, (row, caller) => ledger.add(kind, row, caller));
    mountForAdmin(table, endpoints.save, () => ledger.refuse());
    mountForAdmin(table, endpoints.remove, () => ledger.refuse());
  }
}

/** Groups of members, where their form shows the rules otherwise than they are stored. */
export function memberGroupRoutes(table: RouteTable, groups: ResourceEngine, ports: Pick<ServerPorts, 'database'>): void {
  const { read, save } = resourceEndpoints(memberGroup);
  const pages = createMemberGroupPages(ports, groups);
  for (const endpoint of [read, save]) table.remove(endpoint);
  mountForAdmin(table, read, ({ id }, caller) => pages.read(id, caller));
  mountForAdmin(table, save, (row, caller) => pages.save(row, caller));
}

/** The list of members where it offers choices. */
export function memberRoutes(table: RouteTable, members: ResourceEngine): void {
  const { list } = resourceEndpoints(member);
  const pages = createMemberPages(members);
  table.remove(list);
  mountForAdmin(table, list, (query, caller) => pages.list(query, caller));
}
