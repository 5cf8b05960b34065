import { sql, type Kysely, type RawBuilder } from 'kysely';
import { MAX_FOUND_PATHS } from '#domain/fields/option-path';
import type { Tables } from '../../db/tables/tables.ts';
import { likePattern } from '../../resources/read/like.ts';

/** A whole way through a hierarchy, from the top down. */
export interface OptionPath {
  readonly value: number[];
  readonly labels: string[];
}

interface Hierarchy {
  readonly table: 'area' | 'project';
  /** Which of its rows may be on a way. */
  readonly where: RawBuilder<unknown>;
  /** The first comes first; of those that are alike here, the older one. */
  readonly order: RawBuilder<unknown>;
}

interface Wish {
  readonly text: string;
  /** A way ends at this depth, or where nothing is below. */
  readonly lv: number;
}

const MAX_WORDS = 5;

/** The ways on which every word of a text stands somewhere; those that end with it come first. */
async function pathsOf(kysely: Kysely<Tables>, { table, where, order }: Hierarchy, { text, lv }: Wish): Promise<OptionPath[]> {
  const words = text.trim().split(/\s+/u).slice(0, MAX_WORDS);
  const has = (names: RawBuilder<unknown>): RawBuilder<unknown>[] => words.map((word) => sql`${names} ilike ${likePattern(word)}`);
  const { rows } = await sql<OptionPath>`
    with recursive line as (
      select t.id, array[t.id] as ids, array[t.name::text] as names, array[${order}, t.id] as place
      from ${sql.table(table)} as t where t.pid = 0 and ${where}
      union all
      select t.id, line.ids || t.id, line.names || t.name::text, line.place || array[${order}, t.id]
      from ${sql.table(table)} as t join line on t.pid = line.id where cardinality(line.ids) < ${lv} and ${where}
    )
    select to_json(ids) as value, to_json(names) as labels from line
    where (cardinality(ids) = ${lv} or not exists (select 1 from ${sql.table(table)} as t where t.pid = line.id and ${where}))
      and ${sql.join(has(sql`array_to_string(names, E'\\n')`), sql` and `)}
    order by (${sql.join(has(sql`names[cardinality(names)]`), sql` and `)}) desc, place
    limit ${MAX_FOUND_PATHS}`.execute(kysely);
  return rows;
}

export const findAreas = (kysely: Kysely<Tables>, wish: Wish): Promise<OptionPath[]> =>
  pathsOf(kysely, { table: 'area', where: sql`true`, order: sql`0::bigint` }, wish);

/** What is switched off, and what lies below it, is on no way. */
export const findProjects = (kysely: Kysely<Tables>, { type, ...wish }: Wish & { readonly type: number }): Promise<OptionPath[]> =>
  pathsOf(kysely, { table: 'project', where: sql`t.status = '1' and t.type = ${type}`, order: sql`-t.weigh::bigint` }, wish);
