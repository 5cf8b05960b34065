import { sql, type Transaction } from 'kysely';
import { endedName } from '#domain/members/ended-member';
import type { Tables } from '../../../db/tables/tables.ts';
import { throughTable, throughWrites, type TracedSection } from '../../base/traces/trace-step.ts';

/** Members are written on their own pages and on those of their ledgers. */
export const MEMBER_TRACES: TracedSection = {
  section: 'member',
  endedName,
  pages: sql`'/admin/user[./]'`,
  byNumber: (id) => [
    throughWrites('member', id, endedName(id)),
    throughTable('life_step', (portion) => [
      sql`update life_step set actor_name = ${endedName(id)} where ${portion} and actor_type = 'member' and actor_id = ${id}::bigint`,
    ]),
  ],
};

/** What the security log says of a member: where they signed in. That something was done, and when, stays. */
export async function eraseFromSecurityLog(trx: Transaction<Tables>, memberId: number): Promise<void> {
  await sql`update security_log set ip = '', useragent = '', detail = '{}'::jsonb
    where account_type = 'user' and account_id = ${memberId}::bigint`.execute(trx);
}
