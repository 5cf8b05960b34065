import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';
import type { Column } from '../base/columns.ts';
import { asText } from './conditions.ts';
import type { ResourceContext } from '../base/resource-context.ts';

/**
 * The columns, by table, whose texts `<table>_search` indexes by their trigrams: a change here comes with a migration. Shorter texts, as
 * Chinese words are, are found as the beginnings of trigrams; and all of it needs no extension.
 */
const INDEXED: Readonly<Record<string, readonly string[]>> = {
  goods: ['title', 'title_en', 'subtitle'],
  member: ['id', 'username', 'nickname', 'email', 'mobile'],
  money_log: ['memo'],
  score_log: ['memo'],
  admin_log: ['username', 'title', 'url'],
  attachment: ['name', 'mimetype', 'uploader'],
  recycle_entry: ['title'],
  sensitive_log: ['title'],
  security_event: ['ip'],
};

/**
 * The condition that one of the columns contains a text, served by the index where there is one: some rows that it finds have not the
 * text, so it only stands beside the condition itself.
 * @param isLarge many rows are known to be found: a page of them is sooner met along the list's order than sought out of all. The planner
 *   guesses far fewer from the pattern, and is kept from that by the `case`. What is not known to be in many rows is better guessed to be
 *   in few: reading thousands of rows by the index takes moments, and going along the order in search of none takes seconds.
 */
export function servedByIndex(
  { resource, columns }: Pick<ResourceContext, 'resource' | 'columns'>,
  { searched, text, isLarge }: { readonly searched: readonly Column[]; readonly text: string; readonly isLarge: boolean },
  condition: Expression<SqlBool>,
  referenceTo: (column: Column) => RawBuilder<unknown>,
): Expression<SqlBool>[] {
  const names = INDEXED[resource.table] ?? [];
  if (text === '' || !searched.every(({ name }) => names.includes(name))) return [condition];
  const texts = names.flatMap((name) => {
    const column = columns.find(name);
    return column ? [sql`coalesce(${asText({ column, reference: referenceTo(column) })}, '')`] : [];
  });
  if (isLarge) return [sql<SqlBool>`case when ${condition} then true end`];
  // The condition comes first: inside of groups they are tried in this order, row by row, and to take a text apart costs a hundred times as much.
  return [condition, sql`search_grams(${sql.join(texts, sql` || E'\\n' || `)}) @@ searched_grams(${text}::text)`];
}
