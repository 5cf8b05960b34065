import { sql } from 'kysely';
import { SESSION_SECONDS, SESSIONS_OF_AN_ACCOUNT, TOKENS_OF_A_SESSION } from '../../base/limits.ts';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';

/**
 * Forgets sign-ins that are over. Of an account that has signed in more often than anybody does, those that were used last stay; of one
 * that was renewed more often, the newest tokens: an older one is refused as one that was never given.
 */
export async function sweepSessions(ports: Pick<ServerPorts, 'database' | 'clock'>): Promise<void> {
  const { kysely } = ports.database;
  await kysely
    .deleteFrom('token')
    .where('session_created_at', '<', nowSeconds(ports) - SESSION_SECONDS)
    .execute();
  // The types of an area's tokens begin with its name.
  const area = sql`split_part(type, '-', 1)`;
  await sql`delete from token where (split_part(type, '-', 1), account_id, family_id) in (
    select area, account_id, family_id from (
      select ${area} as area, account_id, family_id,
        row_number() over (partition by ${area}, account_id order by max(greatest(seen_at, create_time)) desc, family_id) as place
      from token group by 1, 2, 3) as numbered
    where place > ${SESSIONS_OF_AN_ACCOUNT})`.execute(kysely);
  await sql`delete from token where hash in (
    select hash from (
      select hash, row_number() over (partition by family_id, type order by create_time desc, expire_time desc, hash) as place from token
      where family_id in (select family_id from token group by family_id having count(*) > ${TOKENS_OF_A_SESSION})) as numbered
    where place > ${TOKENS_OF_A_SESSION})`.execute(kysely);
}
