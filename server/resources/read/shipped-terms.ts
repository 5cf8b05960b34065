import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';
import type { SearchOperator } from '#domain/table/resource-query';
import type { ResourceContext } from '../base/resource-context.ts';
import { shippedNamesThat, type NameWords } from '../base/shipped-names.ts';

type Sql = Expression<SqlBool>;

export interface Sought {
  readonly operator: SearchOperator;
  readonly value: string | readonly string[];
}

/** How a name reads that an operator finds, or null where names are not sought by it. Letter case as in the database: it tells parts apart by none. */
function testOf({ operator, value }: Sought): ((name: string) => boolean) | null {
  const wanted = typeof value === 'string' ? [value] : value;
  const lower = wanted.map((text) => text.toLowerCase());
  switch (operator) {
    case 'eq':
    case 'ne':
      return (name) => wanted.includes(name);
    case 'IN':
    case 'NOT IN':
      return (name) => wanted.flatMap((text) => text.split(',')).includes(name);
    case 'LIKE':
    case 'NOT LIKE':
      return (name) => lower.some((text) => text !== '' && name.toLowerCase().includes(text));
    case 'BEGINS':
      return (name) => lower.some((text) => text !== '' && name.toLowerCase().startsWith(text));
    default:
      return null;
  }
}

const NEGATIONS: ReadonlySet<SearchOperator> = new Set(['ne', 'NOT IN', 'NOT LIKE']);

/** The condition, with the names that came with the program sought as they read. */
export function shippedTermSql(
  { resource }: Pick<ResourceContext, 'resource'>,
  reference: RawBuilder<unknown>,
  sought: Sought,
  words: NameWords,
  condition: Sql,
): Sql {
  const test = testOf(sought);
  const names = test ? shippedNamesThat(resource, words, test) : [];
  if (names.length === 0) return condition;
  const listed = sql.join(names.map((name) => sql`${name}::text`));
  return NEGATIONS.has(sought.operator)
    ? sql<SqlBool>`(${condition} and ${reference} not in (${listed}))`
    : sql<SqlBool>`(${condition} or ${reference} in (${listed}))`;
}
