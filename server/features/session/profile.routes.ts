import * as contract from '#api/contract/session/own-profile';
import { mountForAdmin } from '../../routing/mount.ts';
import type { RouteTable } from '../../routing/route-table.ts';
import type { ServerPorts } from '../../ports/ports.ts';
import type { PasswordPorts } from './base/own-password.ts';
import { readProfile, saveProfile } from './own-profile.service.ts';
import type { NamingPorts } from '../base/call-titles.ts';
import type { SecurityLog } from '../base/security-log.ts';

/** An administrator's own account. */
export function profileRoutes(table: RouteTable, securityLog: SecurityLog, ports: ServerPorts & PasswordPorts & NamingPorts): void {
  mountForAdmin(table, contract.readOwnProfile, (_input, caller) => readProfile(ports, caller));

  mountForAdmin(table, contract.saveOwnProfile, async (change, caller) => {
    await saveProfile(ports, securityLog, change, caller);
    return null;
  });
}
