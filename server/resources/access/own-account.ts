import type { Kysely, Transaction } from 'kysely';
import { sha256 } from '../../base/digest.ts';
import type { AdminCaller, MemberCaller } from '../../base/caller.ts';
import { SessionEnded, type FieldsRefused } from '../../base/refusal.ts';
import type { Tables } from '../../db/tables/tables.ts';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';
import { lockAccount, tokenTypesOf, type Account, type LockedAccount } from './locked-account.ts';

/** A password that was right when it was judged. */
export interface ProvedPassword {
  /** The stored hash that it was judged by. */
  readonly hash: string;
  /** The refusal of a wrong one, for where another counts by now. */
  readonly refusal: FieldsRefused;
}

const AREAS = { admin: 'admin', member: 'user' } as const satisfies Record<(AdminCaller | MemberCaller)['kind'], Account['area']>;

/** The account that a caller is signed in to. */
export const ownAccountOf = ({ kind, id }: Pick<AdminCaller | MemberCaller, 'kind' | 'id'>): Account => ({
  area: AREAS[kind],
  accountId: id,
});

/** The access token that a caller came with. */
export const ownTokenOf = ({ kind, tokens }: Pick<AdminCaller | MemberCaller, 'kind' | 'tokens'>): string | null => tokens[kind];

/**
 * Locks the caller's own account for a write, and judges anew what the gate let through: hashing, guessing and receiving take a while, and
 * whoever ends a session or changes a password meanwhile means to end what they open. Every write of one's own account begins with it.
 * @param proved a password that this call has proved
 * @throws SessionEnded when the sign-in has been ended or the account is disabled; the refusal of `proved` when another password counts
 * Source: security.md rule 4.
 */
export async function lockOwnAccount(
  trx: Transaction<Tables>,
  caller: AdminCaller | MemberCaller,
  proved: ProvedPassword | null = null,
): Promise<LockedAccount> {
  const account = await lockAccount(trx, ownAccountOf(caller));
  // What is one's own, no program writes.
  const session = isOfProgram(caller) ? undefined : await (await ownToken(trx, caller)).executeTakeFirst();
  if (!account.isActive || !session) throw new SessionEnded(caller.kind);
  if (proved !== null && (await storedHashOf(trx, account)) !== proved.hash) throw proved.refusal;
  return account;
}

/** Ending a sign-in ends each of its tokens; one that a renewal has replaced meanwhile is expired, not ended. */
const ownToken = async (trx: Transaction<Tables>, caller: AdminCaller | MemberCaller) =>
  trx
    .selectFrom('token')
    .select('hash')
    .where('hash', '=', await sha256(ownTokenOf(caller) ?? ''))
    .where('account_id', '=', caller.id)
    .where('type', 'in', tokenTypesOf(ownAccountOf(caller)))
    .where('revoked_at', 'is', null);

/**
 * Judges anew, before an administrator writes what is not their own account, whether they are still signed in: whoever ends a sign-in or disables an account, which
 * ends its sign-ins, means to end what it writes. Every write of administrators begins with it.
 * @param ports by whose clock a program's token ends
 * @param isLong where the write takes long: then it does not keep the sign-in from being used or ended before it is done, and judges once more at its end
 * @throws SessionEnded
 * Source: security.md rule 4.
 */
export async function requireSession(
  trx: Transaction<Tables>,
  caller: AdminCaller,
  ports: Pick<ServerPorts, 'clock'>,
  isLong = false,
): Promise<void> {
  if (caller.program) {
    await requireProgram(trx, caller, { id: caller.program.tokenId, now: nowSeconds(ports) }, isLong);
    return;
  }
  const session = await ownToken(trx, caller);
  if (!(await (isLong ? session : session.forShare()).executeTakeFirst())) throw new SessionEnded('admin');
}

/** The same of a program that reads for a while: nothing is locked. @throws SessionEnded */
export async function requireProgramStill(kysely: Kysely<Tables>, caller: AdminCaller, ports: Pick<ServerPorts, 'clock'>): Promise<void> {
  if (caller.program) await requireProgram(kysely, caller, { id: caller.program.tokenId, now: nowSeconds(ports) }, true);
}

const isOfProgram = (caller: AdminCaller | MemberCaller): boolean => caller.kind === 'admin' && caller.program !== undefined;

interface UsedToken {
  readonly id: number;
  /** Unix seconds. */
  readonly now: number;
}

/**
 * The same of a program: its token is the one that it came with, neither ended nor switched off, and so is whose it is. The account is asked
 * for first, as whoever issues a token does.
 */
async function requireProgram(trx: Kysely<Tables>, caller: AdminCaller, { id, now }: UsedToken, isLong: boolean): Promise<void> {
  const account = trx.selectFrom('admin').select('id').where('id', '=', caller.id).where('status', '=', '1');
  const entry = trx
    .selectFrom('api_token')
    .select('id')
    .where('id', '=', id)
    .where('admin_id', '=', caller.id)
    .where('status', '=', '1')
    .where('end_time', '>', now);
  for (const wanted of [account, entry]) {
    // oxlint-disable-next-line no-await-in-loop -- one transaction asks one thing after the other
    if (!(await (isLong ? wanted : wanted.forShare()).executeTakeFirst())) throw new SessionEnded('admin');
  }
  const known = await trx
    .selectFrom('api_token_secret')
    .select('token_id')
    .where('token_id', '=', id)
    .where('hash', '=', await sha256(caller.tokens.program ?? ''))
    .executeTakeFirst();
  if (!known) throw new SessionEnded('admin');
}

/** The stored hash of an account's password. */
export async function storedHashOf(kysely: Kysely<Tables>, { area, accountId }: Account): Promise<string | undefined> {
  const row =
    area === 'admin'
      ? await kysely.selectFrom('admin_password').select('hash').where('admin_id', '=', accountId).executeTakeFirst()
      : await kysely.selectFrom('member_password').select('hash').where('member_id', '=', accountId).executeTakeFirst();
  return row?.hash;
}
