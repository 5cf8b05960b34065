import type { Kysely, Transaction } from 'kysely';
import { rejection } from '#domain/base/failure';
import type { AdminCaller, MemberCaller } from '../../../base/caller.ts';
import { PROOF_SECONDS } from '../../../base/limits.ts';
import type { Tables } from '../../../db/tables/tables.ts';
import type { LockedAccount } from '../../../resources/access/locked-account.ts';
import { lockOwnAccount, ownTokenOf, storedHashOf } from '../../../resources/access/own-account.ts';
import { findToken } from '../../../resources/access/token-store.ts';

type Caller = AdminCaller | MemberCaller;

/** Whether the caller has signed in within the last minutes: a provider has vouched for them then, or a passkey. */
export async function isFreshSignIn(kysely: Kysely<Tables>, caller: Caller, now: number): Promise<boolean> {
  const session = await findToken(kysely, ownTokenOf(caller) ?? '');
  // One that lies ahead, since the clock was set back, is of any age.
  const age = session === undefined ? -1 : now - session.session_created_at;
  return age >= 0 && age <= PROOF_SECONDS;
}

export const signInAnew = () => rejection('refusals.account.signInAnew');

/** For an account without a password, in the place of one. @throws the refusal where the sign-in is older, or the account has been given a password meanwhile */
export async function requireFreshSignIn(trx: Transaction<Tables>, caller: Caller, now: number): Promise<LockedAccount> {
  const account = await lockOwnAccount(trx, caller);
  if (!(await isFreshSignIn(trx, caller, now)) || (await storedHashOf(trx, account)) !== undefined) throw signInAnew();
  return account;
}
