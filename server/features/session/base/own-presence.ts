import type { Transaction } from 'kysely';
import { rejection } from '#domain/base/failure';
import { PROOF_SECONDS } from '../../../base/limits.ts';
import type { AdminCaller } from '../../../base/caller.ts';
import type { Tables } from '../../../db/tables/tables.ts';
import { nowSeconds } from '../../../ports/ports.ts';
import type { LockedAccount } from '../../../resources/access/locked-account.ts';
import { lockOwnAccount, ownAccountOf, storedHashOf } from '../../../resources/access/own-account.ts';
import { findToken } from '../../../resources/access/token-store.ts';
import { type PasswordPorts, provePassword } from './own-password.ts';

/** Locks the caller's account. @throws the refusal where what was proved counts no more */
export type LockOwn = (trx: Transaction<Tables>) => Promise<LockedAccount>;

/** Whether an administrator has a password to be asked for: who came by a sign-in service may have none. */
export const hasPassword = async ({ database }: Pick<PasswordPorts, 'database'>, caller: AdminCaller): Promise<boolean> =>
  (await storedHashOf(database.kysely, ownAccountOf(caller))) !== undefined;

/** The password; of an account that has none, that its owner has just signed in: a provider has vouched for them then, or a passkey. */
export async function proveOwn(ports: PasswordPorts, caller: AdminCaller, password: string): Promise<LockOwn> {
  if (password === '' && !(await hasPassword(ports, caller))) return (trx) => requireFreshSignIn(trx, caller, nowSeconds(ports));
  const proved = await provePassword(ports, caller, password, 'password');
  return (trx) => lockOwnAccount(trx, caller, proved);
}

/** @throws the refusal where the sign-in is older, or the account has been given a password meanwhile */
async function requireFreshSignIn(trx: Transaction<Tables>, caller: AdminCaller, now: number): Promise<LockedAccount> {
  const account = await lockOwnAccount(trx, caller);
  const session = await findToken(trx, caller.tokens.admin ?? '');
  // One that lies ahead, since the clock was set back, is of any age.
  const age = session === undefined ? -1 : now - session.session_created_at;
  const isFresh = age >= 0 && age <= PROOF_SECONDS;
  if (!isFresh || (await storedHashOf(trx, account)) !== undefined) throw rejection('refusals.account.signInAnew');
  return account;
}
