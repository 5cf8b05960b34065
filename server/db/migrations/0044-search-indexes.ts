import { type Kysely, sql } from 'kysely';

/** What finds rows by parts of their texts without reading all of them. */
export const searchIndexes = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

/** Every second pair of neighbouring characters; what follows the last pair is cut off before. */
const pairs = (text: string): string => String.raw`string_to_array(regexp_replace(${text}, '(..)', E'\\1\x01', 'g'), E'\x01')`;

/** All pairs of neighbouring characters: those that begin at odd places, and those at even ones. Made of what C code does, for speed. */
const bigrams = `create function search_bigrams(text) returns text[] language sql immutable parallel safe as $body$
  select array_remove(${pairs('left(lower($1), length(lower($1)) / 2 * 2)')} || ${pairs('substr(lower($1), 2, (length(lower($1)) - 1) / 2 * 2)')}, '')
$body$`;

const searchIndex = (table: string, texts: readonly string[]): string =>
  `create index ${table}_search on ${table} using gin (search_bigrams(${texts.map((text) => `coalesce(${text}, '')`).join(" || E'\\n' || ")}))`;

const statements: readonly string[] = [
  bigrams,
  searchIndex('goods', ['title', 'title_en', 'subtitle']),
  searchIndex('member', ['id::text', 'username', 'nickname', 'email', 'mobile']),
  searchIndex('money_log', ['memo']),
  searchIndex('score_log', ['memo']),
  searchIndex('admin_log', ['username', 'title', 'url']),
  searchIndex('attachment', ['name', 'mimetype', 'uploader']),
];
