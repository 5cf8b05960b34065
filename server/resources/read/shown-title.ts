import { sql, type RawBuilder } from 'kysely';
import type { Column } from '../base/columns.ts';
import type { ResourceContext } from '../base/resource-context.ts';
import type { ReadingLanguage } from './search-moment.ts';

/** Compared with what nothing else limits: what is kept from some would be found out letter by letter. */
const isOpenText = ({ storage, field }: Column): boolean => storage === 'text' && field.query === undefined;

/**
 * A column as its readers are shown it: a title in their language where it has one, else as it is stored. Written as the index
 * `goods_title_en` is, which serves it.
 */
export function shownTitle(
  { resource, columns, hooks }: Pick<ResourceContext, 'resource' | 'columns'> & Partial<Pick<ResourceContext, 'hooks'>>,
  column: Column,
  table: string,
  titlesIn: ReadingLanguage['titlesIn'],
): RawBuilder<unknown> {
  const stored = sql.id(table, column.name);
  if (titlesIn === null || column !== columns.title) return sql`${stored}`;
  if (hooks?.titleSql) return hooks.titleSql(titlesIn, table);
  const key = resource.titleIn?.[titlesIn];
  const own = key === undefined ? undefined : columns.find(key);
  if (!own || own === column || !isOpenText(own) || column.storage !== 'text') return sql`${stored}`;
  return sql`coalesce(nullif(${sql.id(table, own.name)}, ''), ${stored})`;
}
