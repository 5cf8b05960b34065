import * as contract from '#api/contract/members/notices';
import { mountForMember } from '../../../routing/mount.ts';
import type { RouteTable } from '../../../routing/route-table.ts';
import type { OwnNotices } from './own-notices.ts';

/** What members read of the notices, and which of them they have. */
export function memberNoticeRoutes(table: RouteTable, notices: OwnNotices): void {
  mountForMember(table, contract.listNotices, (query, caller) => notices.list(caller, query));
  mountForMember(table, contract.openNotice, ({ id }, caller) => notices.open(caller, id));
  mountForMember(table, contract.readNotices, async ({ ids }, caller) => ({ unread: await notices.read(caller, ids) }));
}
