import { type Kysely, sql } from 'kysely';

/**
 * Long texts are looked for by groups that lie side by side, and by their end: each further group that overlaps is asked of every row that
 * the rarest one names, and a title of 22 characters took ten milliseconds in a million rows. What is indexed stays as it is; which rows
 * have the text itself is looked at in any case.
 */
export const fewerGrams = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw(searched).execute(db);
  },
};

/** As it is compared, without the character that parts groups; as in the function that indexes. */
const compared = String.raw`translate(lower($1), E'\x01', ' ')`;

/** Every third group of three characters, begun after some; what follows the last group is cut off before. */
const groups = (skipped: number): string =>
  String.raw`string_to_array(regexp_replace(substr(whole, ${skipped + 1}, greatest(length(whole) - ${skipped}, 0) / 3 * 3), '(...)', E'\\1\x01', 'g'), E'\x01')`;

/** Up to this many characters all groups are few enough. */
const SHORT_LENGTH = 9;

const searched = String.raw`create or replace function searched_grams(text) returns tsquery language plpgsql immutable parallel safe as $body$
  declare whole text := ${compared};
  begin return (
    select string_agg('''' || replace(replace(gram, E'\\', E'\\\\'), '''', '''''') || '''' || case when length(whole) < 3 then ':*' else '' end, ' & ')
    from unnest(case
      when length(whole) < 3 then array[whole]
      when length(whole) <= ${SHORT_LENGTH} then array_remove(${[0, 1, 2].map(groups).join(' || ')}, '')
      else array_remove(${groups(0)} || right(whole, 3), '')
    end) as grams (gram)
  )::tsquery; end $body$`;
