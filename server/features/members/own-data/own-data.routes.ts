import * as contract from '#api/contract/members/own-data';
import { mountFileForMember, mountForMember } from '../../../routing/mount.ts';
import type { RouteTable } from '../../../routing/route-table.ts';
import type { MemberDeletion } from './member-deletion.service.ts';
import type { MemberExports } from './member-exports.service.ts';

export interface OwnDataServices {
  readonly exports: MemberExports;
  readonly deletion: MemberDeletion;
}

/** What is kept of a member, for the member. */
export function ownDataRoutes(table: RouteTable, { exports, deletion }: OwnDataServices): void {
  mountForMember(table, contract.readExport, (_input, caller) => exports.read(caller));
  mountForMember(table, contract.requestExport, (_input, caller) => exports.request(caller));
  mountFileForMember(table, contract.fetchExport, ({ uuid }, caller) => exports.fetch(uuid, caller));

  mountForMember(table, contract.readDeletion, async (_input, { id }) => ({ due_time: await deletion.dueTime(id) }));
  mountForMember(table, contract.requestDeletion, async (_input, caller) => ({ due_time: await deletion.request(caller) }));
  mountForMember(table, contract.cancelDeletion, async (_input, caller) => {
    await deletion.cancel(caller);
    return null;
  });
}
