import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';
import type { SearchOperator } from '#domain/table/resource-query';
import type { ResourceContext } from '../base/resource-context.ts';
import { shippedNamesThat, type NameWords } from '../base/shipped-names.ts';

type Sql = Expression<SqlBool>;

export interface Sought {
  readonly operator: SearchOperator;
  readonly value: string | readonly string[];
}

type Test = (name: string, wanted: readonly string[]) => boolean;

const isOne: Test = (name, wanted) => wanted.includes(name);
/** As the database, which tells letters of either case apart by neither. */
const contains: Test = (name, wanted) => wanted.some((text) => text !== '' && name.toLowerCase().includes(text.toLowerCase()));
const begins: Test = (name, wanted) => wanted.some((text) => text !== '' && name.toLowerCase().startsWith(text.toLowerCase()));
const isListed: Test = (name, wanted) => wanted.flatMap((text) => text.split(',')).includes(name);

/** Which names an operator finds; by others, names are not sought. */
const TESTS: Partial<Record<SearchOperator, Test>> = {
  eq: isOne,
  ne: isOne,
  IN: isListed,
  'NOT IN': isListed,
  LIKE: contains,
  'NOT LIKE': contains,
  BEGINS: begins,
};
const NEGATIONS: ReadonlySet<SearchOperator> = new Set(['ne', 'NOT IN', 'NOT LIKE']);

/** The condition, with the names that came with the program sought as they read. A negation finds what it found: what has no name, too. */
export function shippedTermSql(
  { resource }: Pick<ResourceContext, 'resource'>,
  reference: RawBuilder<unknown>,
  { operator, value }: Sought,
  words: NameWords,
  condition: Sql,
): Sql {
  const test = TESTS[operator];
  const wanted = typeof value === 'string' ? [value] : value;
  const names = test ? shippedNamesThat(resource, words, (name) => test(name, wanted)) : [];
  if (names.length === 0) return condition;
  const listed = sql.join(names.map((name) => sql`${name}::text`));
  return NEGATIONS.has(operator)
    ? sql<SqlBool>`(${condition} and (${reference} in (${listed})) is not true)`
    : sql<SqlBool>`(${condition} or ${reference} in (${listed}))`;
}
