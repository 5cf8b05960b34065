import { sql, type Transaction } from 'kysely';
import type { Tables } from '../../../db/tables/tables.ts';

/** What somebody was ever called here, and where they were reached, in small letters. */
export interface KnownAs {
  readonly usernames: readonly string[];
  readonly nicknames: readonly string[];
  readonly addresses: readonly string[];
}

/** By the account itself, and by what the journal says that it was. */
export async function knownAs(trx: Transaction<Tables>, memberId: number): Promise<KnownAs> {
  const valuesOf = async (columns: readonly string[]): Promise<string[]> => {
    const images = columns.flatMap((column) => [sql`(before ->> ${column})`, sql`(after ->> ${column})`]);
    const { rows } = await sql<{ value: string }>`
      select distinct lower(value) as value from (
        select value from member, lateral (values ${sql.join(columns.map((column) => sql`(${sql.ref(`member.${column}`)}::text)`))}) as own (value)
        where member.id = ${memberId}
        union all
        select value from record_change, lateral (values ${sql.join(images)}) as was (value)
        where resource = 'member' and record_id = ${memberId}) as found
      where value <> ''`.execute(trx);
    return rows.map(({ value }) => value);
  };
  return {
    usernames: await valuesOf(['username']),
    nicknames: await valuesOf(['nickname']),
    addresses: await valuesOf(['email', 'mobile']),
  };
}

const escaped = (text: string): string => text.replaceAll(/[\\%_]/gu, String.raw`\$&`);

const under = (key: string, name: string): string => escaped(`"${key.toLowerCase()}":${JSON.stringify(name)}`);
const asked = (name: string) => ['quickSearch', 'val'].map((key) => `%${under(key, name)}%`);

/**
 * Patterns of JSON as we write it, in which one of these names stands. They are looked for where names stand, and nowhere else: whoever calls
 * themselves `1` must not take half of the logs along.
 */
function namePatterns({ usernames, nicknames }: KnownAs): string[] {
  return [
    ...usernames.flatMap((name) => [`%${under('username', name)}%`, `%"resource":"member"%${under('title', name)}%`, ...asked(name)]),
    ...nicknames.flatMap((name) => [`%${under('nickname', name)}%`, ...asked(name)]),
  ];
}

/**
 * Regular expressions that find one of these addresses whole: `a@b.cn` in `"a@b.cn"` and in `to a@b.cn.`, and not in `xa@b.cn` or `a@b.cn.example`. A
 * line break before it is two characters in JSON, and the code of the country belongs to no number.
 */
const wholeAddresses = ({ addresses }: KnownAs): string[] =>
  addresses.map(
    (address) =>
      String.raw`(?:(?<![[:alnum:]._%+-])|(?<=\\[nrtbf])|(?<=\+86))` +
      address.replaceAll(/[^\p{L}\p{N}@_-]/gu, String.raw`\$&`) +
      String.raw`(?![[:alnum:]_@-]|\.[[:alnum:]])`,
  );

/** Patterns of addresses of lists that were asked for one of these. */
const queryPatterns = ({ usernames, nicknames, addresses }: KnownAs): string[] =>
  [...usernames, ...nicknames, ...addresses]
    .flatMap((value) => [value, encodeURIComponent(value).toLowerCase()])
    .flatMap((value) => [`%search%=${escaped(value)}`, `%search%=${escaped(value)}&%`]);

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
    and (lower(data) ~ any(${whole}::text[]) or (lower(data) like any(${namePatterns(known)}::text[]) and not ${ofOthers}))`.execute(trx);
  await sql`update admin_log set url = split_part(url, '?', 1)
    where ${ON_PAGES_OF_MEMBERS} and lower(url) like any(${queryPatterns(known)}::text[])`.execute(trx);
  // Not deleted: who sends such a write again must be refused, and not have it done twice.
  await sql`update idempotency_key set status = null, reply = null where lower(reply::text) ~ any(${whole}::text[])`.execute(trx);
  await sql`delete from throttle_counter where lower(key) ~ any(${whole}::text[])`.execute(trx);
  await sql`update security_log set ip = '', useragent = '', detail = '{}'::jsonb
    where account_type = 'user' and account_id = ${memberId}::bigint`.execute(trx);
  await sql`update change_set set actor_name = 'deleted-' || actor_id, ip = '', useragent = ''
    where actor_type = 'member' and actor_id = ${memberId}::bigint`.execute(trx);
}
