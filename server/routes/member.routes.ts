import { moneyLedger, scoreLedger } from '#api/contract/member-ledger';
import { resourceEndpoints } from '#api/contract/resource-endpoints';
import { member } from '#api/contract/resources/member';
import { mountForAdmin } from '../http/mount.ts';
import type { RouteTable } from '../http/route-table.ts';
import type { ResourceEngine } from '../resources/define-resource.ts';
import { createMemberPages } from '../services/member-pages.ts';
import type { MemberLedgerService } from '../services/member-ledger.service.ts';

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

/** The list of members where it offers choices. */
export function memberRoutes(table: RouteTable, members: ResourceEngine): void {
  const { list } = resourceEndpoints(member);
  const pages = createMemberPages(members);
  table.remove(list);
  mountForAdmin(table, list, (query, caller) => pages.list(query, caller));
}
