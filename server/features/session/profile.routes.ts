import * as contract from '#api/contract/session/own-profile';
import { mount, mountForAdmin } from '../../routing/mount.ts';
import type { RouteTable } from '../../routing/route-table.ts';
import type { ServerPorts } from '../../ports/ports.ts';
import type { PasswordPorts } from './base/own-password.ts';
import { mountAdminAddressNotice, undoAdminAddress } from './admin-address-undo.ts';
import { readProfile, saveProfile } from './own-profile.service.ts';
import type { NamingPorts } from '../base/call-titles.ts';

/** An administrator's own account. */
export function profileRoutes(
  table: RouteTable,
  { securityLog, factors }: Pick<Parameters<typeof undoAdminAddress>[0], 'securityLog' | 'factors'>,
  ports: ServerPorts & PasswordPorts & NamingPorts,
): void {
  mountAdminAddressNotice(ports);
  mountForAdmin(table, contract.readOwnProfile, (_input, caller) => readProfile(ports, caller));

  mountForAdmin(table, contract.saveOwnProfile, async (change, caller) => {
    await saveProfile(ports, securityLog, change, caller);
    return null;
  });

  mount(table, contract.undoOwnAddress, async ({ number }, { client }) => {
    await undoAdminAddress({ ports, factors, securityLog }, number, client);
    return null;
  });
}
