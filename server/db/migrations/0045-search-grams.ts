import { type Kysely, sql } from 'kysely';

/**
 * Texts are found by every three neighbouring characters, and shorter ones by what begins with them. Pairs left a single character to
 * reading all rows, and what is made of common pairs, as numbers are, to comparing long lists of rows.
 */
export const searchGrams = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

/** As it is compared, without the character that parts groups. */
const compared = String.raw`translate(lower($1), E'\x01', ' ')`;

/** Every third group of three characters, begun after some; what follows the last group is cut off before. Made of what C code does, for speed. */
const groups = (skipped: number): string =>
  String.raw`string_to_array(regexp_replace(substr(whole, ${skipped + 1}, greatest(length(whole) - ${skipped}, 0) / 3 * 3), '(...)', E'\\1\x01', 'g'), E'\x01')`;

const triples = `array_remove(${[0, 1, 2].map(groups).join(' || ')}, '')`;

/**
 * What is indexed of a text: it is followed by two more characters, so that a group begins at each of its own. The cost keeps the planner
 * from evaluating it row by row; functions in PL/pgSQL keep theirs, those in SQL are taken for their parts.
 */
const indexed = String.raw`create function search_grams(text) returns tsvector language plpgsql immutable parallel safe cost 100 as $body$
  declare whole text := ${compared} || E'\n\n';
  begin return array_to_tsvector(${triples}); end $body$`;

/** What is looked for. */
const searched = String.raw`create function searched_grams(text) returns tsquery language plpgsql immutable parallel safe as $body$
  declare whole text := ${compared};
  begin return (
    select string_agg('''' || replace(replace(gram, E'\\', E'\\\\'), '''', '''''') || '''' || case when length(whole) < 3 then ':*' else '' end, ' & ')
    from unnest(case when length(whole) < 3 then array[whole] else ${triples} end) as grams (gram)
  )::tsquery; end $body$`;

const searchIndex = (table: string, texts: readonly string[]): readonly string[] => [
  `drop index ${table}_search`,
  `create index ${table}_search on ${table} using gin (search_grams(${texts.map((text) => `coalesce(${text}, '')`).join(" || E'\\n' || ")}))`,
];

const statements: readonly string[] = [
  indexed,
  searched,
  ...searchIndex('goods', ['title', 'title_en', 'subtitle']),
  ...searchIndex('member', ['id::text', 'username', 'nickname', 'email', 'mobile']),
  ...searchIndex('money_log', ['memo']),
  ...searchIndex('score_log', ['memo']),
  ...searchIndex('admin_log', ['username', 'title', 'url']),
  ...searchIndex('attachment', ['name', 'mimetype', 'uploader']),
  'drop function search_bigrams',
];
