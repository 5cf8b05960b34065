import * as contract from '#api/contract/members/admin-passkeys';
import { mount, mountForAdmin } from '../../routing/mount.ts';
import type { AdminCaller } from '../../base/caller.ts';
import type { FeatureContext } from '../base/feature.ts';
import { readAdminInfo } from './admin-info.ts';
import { hasPassword, proveOwn } from './base/own-presence.ts';
import type { SessionService } from './session.service.ts';
import { adminHolders } from './passkeys/admin-holders.ts';
import { createPasskeyDoor } from './passkeys/passkey-door.ts';
import { trustedUntil } from './two-factor/held-factor.ts';
import { createPasskeys, type RequirePresence } from './passkeys/passkeys.service.ts';

type Context = Pick<FeatureContext, 'table' | 'ports' | 'guesses' | 'securityLog'>;

/** Passkeys of administrators: coming in with one, and their own, behind the password. Why: docs/decisions/184-passkeys-for-administrators.md */
export function adminPasskeyRoutes({ table, ports, guesses, securityLog }: Context, sessions: Pick<SessionService, 'enter'>): void {
  const holders = adminHolders(ports);
  const door = createPasskeyDoor(ports, holders, securityLog);
  const passkeys = createPasskeys(ports, holders, securityLog);

  const presence = (caller: AdminCaller, password: string): Promise<RequirePresence> => proveOwn({ ...ports, guesses }, caller, password);

  mount(table, contract.readAdminSignInOptions, async (_input, { client }) => ({ options: await door.begin(client) }));

  mount(table, contract.signInAdminByPasskey, async ({ credential, keep }, { client }) => {
    const { proved, spend } = await door.verify(credential, client);
    const { adminId, token, refreshToken } = await sessions.enter({ proved, keep, factorCode: '', within: spend }, client);
    const userInfo = { ...(await readAdminInfo(ports, adminId)), token, refresh_token: refreshToken };
    return { userInfo, routePath: '/admin' };
  });

  mountForAdmin(table, contract.listAdminPasskeys, async (_input, caller) => ({
    list: await passkeys.list(caller),
    is_offered: await holders.isOffered(),
    ...(!(await hasPassword(ports, caller)) && { has_password: false }),
  }));

  mountForAdmin(table, contract.readAdminPasskeyOptions, async ({ password }, caller) => ({
    options: await passkeys.beginAdding(caller, await presence(caller, password)),
  }));

  mountForAdmin(table, contract.readAdminPasskeyProof, async (_input, caller) => ({
    options: await passkeys.beginProof(caller, trustedUntil(ports)),
  }));

  mountForAdmin(table, contract.addAdminPasskey, async (input, caller) => ({ id: await passkeys.add(input, caller) }));

  mountForAdmin(table, contract.renameAdminPasskey, async ({ id, name }, caller) => {
    await passkeys.rename(id, name, caller);
    return null;
  });

  mountForAdmin(table, contract.removeAdminPasskey, async ({ id, password }, caller) =>
    passkeys.remove(id, caller, await presence(caller, password)),
  );
}
