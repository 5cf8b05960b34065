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
};

/**
 * What rows have whose columns contain a text; some others have it too, so it only stands beside the condition itself.
 * @returns nothing where the index does not serve
 */
export function mayContain(
  { resource, columns }: Pick<ResourceContext, 'resource' | 'columns'>,
  searched: readonly Column[],
  text: string,
  referenceTo: (column: Column) => RawBuilder<unknown>,
): Expression<SqlBool>[] {
  const names = INDEXED[resource.table] ?? [];
  if (text === '' || !searched.every(({ name }) => names.includes(name))) return [];
  const texts = names.flatMap((name) => {
    const column = columns.find(name);
    return column ? [sql`coalesce(${asText({ column, reference: referenceTo(column) })}, '')`] : [];
  });
  return [sql`search_grams(${sql.join(texts, sql` || E'\\n' || `)}) @@ searched_grams(${text}::text)`];
}
