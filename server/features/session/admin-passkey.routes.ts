import type { Transaction } from 'kysely';
import * as contract from '#api/contract/members/admin-passkeys';
import { rejection } from '#domain/base/failure';
import { PROOF_SECONDS } from '../../base/limits.ts';
import type { Tables } from '../../db/tables/tables.ts';
import { nowSeconds } from '../../ports/ports.ts';
import { lockOwnAccount, ownAccountOf, storedHashOf } from '../../resources/access/own-account.ts';
import { findToken } from '../../resources/access/token-store.ts';
import { mount, mountForAdmin } from '../../routing/mount.ts';
import type { AdminCaller } from '../../base/caller.ts';
import type { FeatureContext } from '../base/feature.ts';
import { readAdminInfo } from './admin-info.ts';
import { provePassword } from './base/own-password.ts';
import type { SessionService } from './session.service.ts';
import { adminHolders } from './passkeys/admin-holders.ts';
import { createPasskeyDoor } from './passkeys/passkey-door.ts';
import { createPasskeys, type RequirePresence } from './passkeys/passkeys.service.ts';

type Context = Pick<FeatureContext, 'table' | 'ports' | 'guesses' | 'securityLog'>;

/** Passkeys of administrators: coming in with one, and their own, behind the password. Why: docs/decisions/184-passkeys-for-administrators.md */
export function adminPasskeyRoutes({ table, ports, guesses, securityLog }: Context, sessions: Pick<SessionService, 'enter'>): void {
  const holders = adminHolders(ports);
  const door = createPasskeyDoor(ports, holders, securityLog);
  const passkeys = createPasskeys(ports, holders, securityLog);

  const hasPassword = async (caller: AdminCaller) => (await storedHashOf(ports.database.kysely, ownAccountOf(caller))) !== undefined;

  /** The password; of an account that has none, that its owner has just signed in: a provider has vouched for them then, or a passkey. */
  async function presence(caller: AdminCaller, password: string): Promise<RequirePresence> {
    if (password === '' && !(await hasPassword(caller))) return (trx) => requireFreshSignIn(trx, caller, nowSeconds(ports));
    const proved = await provePassword({ ...ports, guesses }, caller, password, 'password');
    return (trx) => lockOwnAccount(trx, caller, proved);
  }

  mount(table, contract.readAdminSignInOptions, async (_input, { client }) => ({ options: await door.begin(client) }));

  mount(table, contract.signInAdminByPasskey, async ({ credential, keep }, { client }) => {
    const { proved, spend } = await door.judge(credential, client);
    const { adminId, token, refreshToken } = await sessions.enter({ proved, keep, factorCode: '', within: spend }, client);
    const userInfo = { ...(await readAdminInfo(ports, adminId)), token, refresh_token: refreshToken };
    return { userInfo, routePath: '/admin' };
  });

  mountForAdmin(table, contract.listAdminPasskeys, async (_input, caller) => ({
    list: await passkeys.list(caller),
    is_offered: await holders.isOffered(),
    ...(!(await hasPassword(caller)) && { has_password: false }),
  }));

  mountForAdmin(table, contract.readAdminPasskeyOptions, async ({ password }, caller) => ({
    options: await passkeys.beginAdding(caller, await presence(caller, password)),
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

/** @throws the refusal where the sign-in is older, or the account has been given a password meanwhile */
async function requireFreshSignIn(trx: Transaction<Tables>, caller: AdminCaller, now: number): Promise<void> {
  const account = await lockOwnAccount(trx, caller);
  const session = await findToken(trx, caller.tokens.admin ?? '');
  // One that lies ahead, since the clock was set back, is of any age.
  const age = session === undefined ? -1 : now - session.session_created_at;
  const isFresh = age >= 0 && age <= PROOF_SECONDS;
  if (!isFresh || (await storedHashOf(trx, account)) !== undefined) throw rejection('refusals.account.signInAnew');
}
