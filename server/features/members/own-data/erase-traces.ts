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

/**
 * Patterns of JSON in which one of these stands. Names are looked for where names stand, and nowhere else: whoever calls themselves `1` must not
 * take half of the logs along.
 * @param space between a key and its value, as the database writes it or as we do
 */
function valuePatterns({ usernames, nicknames, addresses }: KnownAs, space: '' | ' '): string[] {
  const under = (key: string, name: string): string => escaped(`"${key.toLowerCase()}":${space}${JSON.stringify(name)}`);
  const asked = (name: string) => ['quickSearch', 'val'].map((key) => `%${under(key, name)}%`);
  return [
    ...addresses.map((address) => `%${escaped(address)}%`),
    ...usernames.flatMap((name) => [
      `%${under('username', name)}%`,
      `%"resource":${space}"member"%${under('title', name)}%`,
      ...asked(name),
    ]),
    ...nicknames.flatMap((name) => [`%${under('nickname', name)}%`, ...asked(name)]),
  ];
}

/** Patterns of addresses of lists that were asked for one of these. */
const queryPatterns = ({ usernames, nicknames, addresses }: KnownAs): string[] =>
  [...usernames, ...nicknames, ...addresses]
    .flatMap((value) => [value, encodeURIComponent(value).toLowerCase()])
    .flatMap((value) => [`%search%=${escaped(value)}`, `%search%=${escaped(value)}&%`]);

/**
 * What logs say of a member: what was sent with writes in the back office, which lists were asked for by their name, and where they signed
 * in. That something was done, when, and by which administrator stays.
 */
export async function eraseFromLogs(trx: Transaction<Tables>, memberId: number, known: KnownAs): Promise<void> {
  const values = valuePatterns(known, '');
  await sql`update admin_log set data = null where lower(data) like any(${values}::text[])`.execute(trx);
  await sql`update admin_log set url = split_part(url, '?', 1) where lower(url) like any(${queryPatterns(known)}::text[])`.execute(trx);
  const stored = valuePatterns(known, ' ');
  await sql`update security_log set detail = '{}'::jsonb where lower(detail::text) like any(${stored}::text[])`.execute(trx);
  await sql`delete from idempotency_key where lower(reply::text) like any(${stored}::text[])`.execute(trx);
  const keys = known.addresses.map((address) => `%${escaped(address)}%`);
  await sql`delete from throttle_counter where lower(key) like any(${keys}::text[])`.execute(trx);
  await sql`update security_log set ip = '', useragent = '', detail = '{}'::jsonb
    where account_type = 'user' and account_id = ${memberId}::bigint`.execute(trx);
  await sql`update change_set set actor_name = 'deleted-' || actor_id, ip = '', useragent = ''
    where actor_type = 'member' and actor_id = ${memberId}::bigint`.execute(trx);
}
