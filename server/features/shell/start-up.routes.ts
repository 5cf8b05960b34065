import { adminInit, frontInit } from '#api/contract/session/session';
import type { ServerPorts } from '../../ports/ports.ts';
import { mount, mountForAdmin } from '../../routing/mount.ts';
import { GateError, needLogin } from '../../routing/replies.ts';
import type { RouteTable } from '../../routing/route-table.ts';
import { startBackOffice, startFront } from './start-up.service.ts';

/** What pages begin with: the back office of who is signed in, and the site of whoever comes. */
export function startUpRoutes(table: RouteTable, ports: ServerPorts): void {
  mountForAdmin(table, adminInit, (_input, caller) => startBackOffice(ports, caller));

  mount(table, frontInit, ({ requiredLogin }) => {
    // No member can be signed in yet. Only the newer dialect asks for it here.
    if (Number(requiredLogin ?? 0) === 1) throw new GateError(needLogin('member', 'v2'));
    return startFront(ports);
  });
}
