import { sql, type Transaction } from 'kysely';
import type { Tables } from '../../../db/tables/tables.ts';
import { namePatterns, queryPatterns, wholeAddresses, type KnownAs } from '../../base/known-as.ts';

/** Entries of the pages of members and of their ledgers. An administrator may be called as a member was, and loses no trace by that. */
const ON_PAGES_OF_MEMBERS = sql`split_part(url, '?', 1) ~* '/admin/user[./]'`;
const ABOUT_MEMBERS = sql`(${ON_PAGES_OF_MEMBERS} or lower(data) like '%"resource":"member"%')`;

/**
 * What logs say of a member: what was sent with writes in the back office, which lists of members were asked for by their name, and where they
 * signed in. That something was done, when, and by which administrator stays, and so does all that is said of others.
 */
export async function eraseFromLogs(trx: Transaction<Tables>, memberId: number, known: KnownAs): Promise<void> {
  const whole = wholeAddresses(known);
  // A name may have passed to another member: what is said of one by number is theirs.
  const ofOthers = sql`(lower(data) ~ '"id":"?[0-9]' and lower(data) !~ ${`"id":"?${memberId}[^0-9]`})`;
  await sql`update admin_log set data = null where ${ABOUT_MEMBERS}
    and (lower(data) ~ any(${whole}::text[]) or (lower(data) like any(${namePatterns('member', known)}::text[]) and not ${ofOthers}))`.execute(
    trx,
  );
  await sql`update admin_log set url = split_part(url, '?', 1)
    where ${ON_PAGES_OF_MEMBERS} and lower(url) like any(${queryPatterns(known)}::text[])`.execute(trx);
  // Not deleted: who sends such a write again must be refused, and not have it done twice.
  await sql`update idempotency_key set status = null, reply = null where lower(reply::text) ~ any(${whole}::text[])`.execute(trx);
  await sql`delete from throttle_counter where lower(key) ~ any(${whole}::text[])`.execute(trx);
  await sql`update security_log set ip = '', useragent = '', detail = '{}'::jsonb
    where account_type = 'user' and account_id = ${memberId}::bigint`.execute(trx);
  await sql`update change_set set actor_name = 'deleted-' || actor_id, ip = '', useragent = ''
    where actor_type = 'member' and actor_id = ${memberId}::bigint`.execute(trx);
  await sql`update life_step set actor_name = 'deleted-' || actor_id where actor_type = 'member' and actor_id = ${memberId}::bigint`.execute(
    trx,
  );
}
