import { type Kysely, sql } from 'kysely';

/**
 * Long texts are looked for by a group of three characters in every five, and by their end: a word or a number of three characters has at least
 * one in a group, and a third fewer lists of rows are gone through. What is indexed stays as it is; which rows have the text itself is looked at
 * in any case. Of a million titles of 20 characters one was found in 0.45 ms instead of 0.70 ms.
 */
export const sparserGrams = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw(searched).execute(db);
  },
};

/** As it is compared, without the character that parts groups; as in the function that indexes. */
const compared = String.raw`translate(lower($1), E'\x01', ' ')`;

/** Every third group of three characters, begun after some; what follows the last group is cut off before. */
const groups = (skipped: number): string =>
  String.raw`string_to_array(regexp_replace(substr(whole, ${skipped + 1}, greatest(length(whole) - ${skipped}, 0) / 3 * 3), '(...)', E'\\1\x01', 'g'), E'\x01')`;

/** The whole groups that begin at every fifth character. */
const sparse = String.raw`string_to_array(regexp_replace(substr(whole || '  ', 1, (length(whole) + 2) / 5 * 5), '(...)..', E'\\1\x01', 'g'), E'\x01')`;

/** Up to this many characters all groups are few enough. */
const SHORT_LENGTH = 9;

const searched = String.raw`create or replace function searched_grams(text) returns tsquery language plpgsql immutable parallel safe as $body$
  declare whole text := ${compared};
  begin return (
    select string_agg('''' || replace(replace(gram, E'\\', E'\\\\'), '''', '''''') || '''' || case when length(whole) < 3 then ':*' else '' end, ' & ')
    from unnest(case
      when length(whole) < 3 then array[whole]
      when length(whole) <= ${SHORT_LENGTH} then array_remove(${[0, 1, 2].map(groups).join(' || ')}, '')
      else array_remove(${sparse} || right(whole, 3), '')
    end) as grams (gram)
  )::tsquery; end $body$`;
