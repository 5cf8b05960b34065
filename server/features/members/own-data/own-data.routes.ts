import * as contract from '#api/contract/members/own-data';
import { mountFileForMember, mountForMember } from '../../../routing/mount.ts';
import type { RouteTable } from '../../../routing/route-table.ts';
import type { MemberExports } from './member-exports.service.ts';

export interface OwnDataServices {
  readonly exports: MemberExports;
}

/** What is kept of a member, for the member. */
export function ownDataRoutes(table: RouteTable, { exports }: OwnDataServices): void {
  mountForMember(table, contract.readExport, (_input, caller) => exports.read(caller));
  mountForMember(table, contract.requestExport, (_input, caller) => exports.request(caller));
  mountFileForMember(table, contract.fetchExport, ({ uuid }, caller) => exports.fetch(uuid, caller));
}
