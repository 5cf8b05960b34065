import type { Transaction } from 'kysely';
import type { AdminCaller } from '../../../base/caller.ts';
import type { Tables } from '../../../db/tables/tables.ts';
import { nowSeconds } from '../../../ports/ports.ts';
import type { LockedAccount } from '../../../resources/access/locked-account.ts';
import { lockOwnAccount, ownAccountOf, storedHashOf } from '../../../resources/access/own-account.ts';
import { isFreshSignIn, requireFreshSignIn, signInAnew } from './fresh-sign-in.ts';
import { type PasswordPorts, provePassword } from './own-password.ts';

/** Locks the caller's account. @throws the refusal where what was proved counts no more */
export type LockOwn = (trx: Transaction<Tables>) => Promise<LockedAccount>;

/** Whether an administrator has a password to be asked for: who came by a sign-in service may have none. */
export const hasPassword = async ({ database }: Pick<PasswordPorts, 'database'>, caller: AdminCaller): Promise<boolean> =>
  (await storedHashOf(database.kysely, ownAccountOf(caller))) !== undefined;

/** The password; of an account that has none, that its owner has just signed in: a provider has vouched for them then, or a passkey. @throws FieldsRefused at `password`, the refusal of an older sign-in */
export async function proveOwn(ports: PasswordPorts, caller: AdminCaller, password: string): Promise<LockOwn> {
  if (password === '' && !(await hasPassword(ports, caller))) {
    // Also now: what is spent between here and the write, such as a recovery code, is not spent for nothing.
    if (!(await isFreshSignIn(ports.database.kysely, caller, nowSeconds(ports)))) throw signInAnew();
    return (trx) => requireFreshSignIn(trx, caller, nowSeconds(ports));
  }
  const proved = await provePassword(ports, caller, password, 'password');
  return (trx) => lockOwnAccount(trx, caller, proved);
}
