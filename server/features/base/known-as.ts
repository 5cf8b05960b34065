import { sql, type Transaction } from 'kysely';
import type { Tables } from '../../db/tables/tables.ts';

/** What somebody was ever called here, and where they were reached, in small letters. */
export interface KnownAs {
  readonly usernames: readonly string[];
  readonly nicknames: readonly string[];
  readonly addresses: readonly string[];
}

/** A section of accounts, named as its table. */
export type AccountSection = 'admin' | 'member';

/** By the account itself, and by what the journal says that it was. */
export async function knownAs(trx: Transaction<Tables>, section: AccountSection, id: number): Promise<KnownAs> {
  const valuesOf = async (columns: readonly string[]): Promise<string[]> => {
    const images = columns.flatMap((column) => [sql`(before ->> ${column})`, sql`(after ->> ${column})`]);
    const { rows } = await sql<{ value: string }>`
      select distinct lower(value) as value from (
        select value from ${sql.table(section)}, lateral (values ${sql.join(columns.map((column) => sql`(${sql.ref(`${section}.${column}`)}::text)`))}) as own (value)
        where ${sql.ref(`${section}.id`)} = ${id}
        union all
        select value from record_change, lateral (values ${sql.join(images)}) as was (value)
        where resource = ${section} and record_id = ${id}) as found
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
export function namePatterns(section: AccountSection, { usernames, nicknames }: KnownAs): string[] {
  return [
    ...usernames.flatMap((name) => [`%${under('username', name)}%`, `%"resource":"${section}"%${under('title', name)}%`, ...asked(name)]),
    ...nicknames.flatMap((name) => [`%${under('nickname', name)}%`, ...asked(name)]),
  ];
}

/**
 * Regular expressions that find one of these addresses whole: `a@b.cn` in `"a@b.cn"` and in `to a@b.cn.`, and not in `xa@b.cn` or `a@b.cn.example`. A
 * line break before it is two characters in JSON, and the code of the country belongs to no number.
 */
export const wholeAddresses = ({ addresses }: KnownAs): string[] =>
  addresses.map(
    (address) =>
      String.raw`(?:(?<![[:alnum:]._%+-])|(?<=\\[nrtbf])|(?<=\+86))` +
      address.replaceAll(/[^\p{L}\p{N}@_-]/gu, String.raw`\$&`) +
      String.raw`(?![[:alnum:]_@-]|\.[[:alnum:]])`,
  );

/** Patterns of these addresses wherever they stand, for a first look. */
export const addressPatterns = ({ addresses }: KnownAs): string[] => addresses.map((address) => `%${escaped(address)}%`);

/** Patterns of these names wherever they stand, also in words that happen to hold them, for a first look. */
export const calledPatterns = ({ usernames, nicknames }: KnownAs): string[] =>
  [...usernames, ...nicknames].map((name) => `%${escaped(name)}%`);

/** What continues a word where words are set apart; Chinese, Japanese and Korean set none apart, so that a Latin name may follow them at once. */
const WORD = String.raw`0-9a-z_à-ɏͰ-ԯ`;
const isOfWord = (letter: string | undefined): boolean => new RegExp(`[${WORD}]`, 'iu').test(letter ?? '');

/** Regular expressions that find one of these names in plain text as a word of its own: `li` in `by Li,`, and not in `online` or in `li@b.cn`. */
export const wholeNames = ({ usernames, nicknames }: KnownAs): string[] =>
  [...usernames, ...nicknames].map((name) => {
    const letters = Array.from(name);
    const before = isOfWord(letters[0]) ? `(?<![${WORD}])` : '';
    const after = isOfWord(letters.at(-1)) ? `(?![${WORD}@])` : '';
    return before + name.replaceAll(/[^\p{L}\p{N}@_-]/gu, String.raw`\$&`) + after;
  });

/** Patterns of addresses of lists that were asked for one of these. */
export const queryPatterns = ({ usernames, nicknames, addresses }: KnownAs): string[] =>
  [...usernames, ...nicknames, ...addresses]
    .flatMap((value) => [value, encodeURIComponent(value).toLowerCase()])
    .flatMap((value) => [`%search%=${escaped(value)}`, `%search%=${escaped(value)}&%`]);
