import * as contract from '#api/contract/own-profile';
import { mountForAdmin } from '../http/mount.ts';
import type { RouteTable } from '../http/route-table.ts';
import type { ServerPorts } from '../ports.ts';
import type { PasswordPorts } from '../services/own-password.ts';
import { readProfile, saveProfile } from '../services/own-profile.service.ts';
import type { SecurityLog } from '../services/security-log.ts';

/** An administrator's own account. */
export function profileRoutes(table: RouteTable, securityLog: SecurityLog, ports: ServerPorts & PasswordPorts): void {
  mountForAdmin(table, contract.readOwnProfile, (_input, caller) => readProfile(ports, caller));

  mountForAdmin(table, contract.saveOwnProfile, async (change, caller) => {
    await saveProfile(ports, securityLog, change, caller);
    return null;
  });
}
