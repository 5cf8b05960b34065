import { sql } from 'kysely';
import { SESSIONS_OF_AN_ACCOUNT, TOKENS_OF_A_SESSION } from '../../base/limits.ts';
import { type LockedAccount, tokenTypesOf } from './locked-account.ts';

/**
 * Of an account that has signed in more often than anybody does, those sign-ins that were used last stay.
 * @param begun just now: it stays, also where the clock was set back since the others were used
 */
export async function keepLatestSessions({ trx, area, accountId }: LockedAccount, begun: string): Promise<void> {
  const types = sql.join(tokenTypesOf({ area }));
  await sql`delete from token where account_id = ${accountId} and type in (${types}) and family_id in (
    select family_id from token where account_id = ${accountId} and type in (${types})
    group by family_id order by family_id = ${begun} desc, max(greatest(seen_at, create_time)) desc, family_id offset ${SESSIONS_OF_AN_ACCOUNT})`.execute(
    trx,
  );
}

/**
 * Of a sign-in that was renewed more often than anybody does, the newest tokens stay: an older one is refused as one that was never given.
 * @param issued hashes of what was issued just now, which stays in any case
 */
export async function keepLatestTokens({ trx }: LockedAccount, familyId: string, issued: readonly string[]): Promise<void> {
  await sql`delete from token where hash in (select hash from (
    select hash, row_number() over (partition by type order by hash = any(${[...issued]}::text[]) desc, create_time desc, expire_time desc, hash) as place from token
    where family_id = ${familyId}) as numbered where place > ${TOKENS_OF_A_SESSION})`.execute(trx);
}
