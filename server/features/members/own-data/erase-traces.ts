import { sql, type Transaction } from 'kysely';
import { endedName } from '#domain/members/ended-member';
import type { Tables } from '../../../db/tables/tables.ts';
import type { TracedSection } from '../../base/traces/erase-traces.ts';

/** Members are written on their own pages and on those of their ledgers. */
export const MEMBER_TRACES: TracedSection = { section: 'member', endedName, pages: sql`'/admin/user[./]'` };

/** What logs say of a member by number: where they signed in, and who did what. That something was done, and when, stays. */
export async function eraseFromLogs(trx: Transaction<Tables>, memberId: number): Promise<void> {
  await sql`update security_log set ip = '', useragent = '', detail = '{}'::jsonb
    where account_type = 'user' and account_id = ${memberId}::bigint`.execute(trx);
  await sql`update change_set set actor_name = 'deleted-' || actor_id, ip = '', useragent = ''
    where actor_type = 'member' and actor_id = ${memberId}::bigint`.execute(trx);
  await sql`update life_step set actor_name = 'deleted-' || actor_id where actor_type = 'member' and actor_id = ${memberId}::bigint`.execute(
    trx,
  );
}
