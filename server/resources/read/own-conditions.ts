import { sql, type Expression, type SqlBool } from 'kysely';
import { rejection } from '#domain/base/failure';
import { daysOf, isPeriod } from '#domain/table/period';
import { MAX_SEARCH_LENGTH, type SearchOperator, type WireOperator } from '#domain/table/resource-query';
import { asText, conditionSql, otherSql, type ColumnCondition } from './conditions.ts';
import { beginningPattern } from './like.ts';
import type { Storage } from '#domain/fields/kinds/base/kind';
import type { SearchMoment } from './search-moment.ts';
import { badValue, searchedInstant } from './search-value.ts';

/** A condition of our own parameter: its value is always one text. */
export interface OwnCondition extends Omit<ColumnCondition, 'operator' | 'value'> {
  readonly operator: SearchOperator;
  readonly value: string;
}

type Sql = Expression<SqlBool>;

/** What a negation denies. */
const DENIED: Partial<Record<SearchOperator, SearchOperator>> = {
  ne: 'eq',
  'NOT LIKE': 'LIKE',
  'NOT IN': 'IN',
  'NOT RANGE': 'RANGE',
  'NOT FIND_IN_SET': 'FIND_IN_SET',
  'NOT EMPTY': 'EMPTY',
};

/**
 * The SQL of one condition of our own parameter. A negation finds all that its contrary does not, what has no value too: nobody who
 * asks for everything but one thing means less.
 */
export function ownConditionSql(condition: OwnCondition, moment: SearchMoment): Sql {
  const { operator, column, value, reference } = condition;
  if (value.length > MAX_SEARCH_LENGTH) throw badValue(column);
  const isOrdered = column.storage !== 'list' && column.storage !== 'pairs';
  if ((operator === 'ne' || operator === 'NOT IN') && isOrdered) return otherSql({ ...condition, operator }, moment.timeZone);
  const denied = DENIED[operator];
  if (denied) return sql`(${ownConditionSql({ ...condition, operator: denied }, moment)}) is not true`;
  if (operator === 'BEGINS') return sql`${asText({ column, reference })} ilike ${beginningPattern(value)}`;
  if (operator === 'DURING') return duringSql(condition, moment);
  if (operator === 'EMPTY') return emptySql(condition);
  // Nothing else is left that is not the protocol's.
  return conditionSql({ ...condition, operator: operator as WireOperator }, moment.timeZone);
}

/** Days begin and end by the clock of the site. */
function duringSql({ column, reference, value, operator }: OwnCondition, { timeZone, today }: SearchMoment): Sql {
  if (!isPeriod(value)) throw badValue(column);
  const { from, to } = daysOf(value, today);
  if (column.storage === 'date') return sql`${reference} between ${from}::date and ${to}::date`;
  if (column.storage !== 'seconds') throw rejection('refusals.searchOperator', { field: column.name, operator });
  const at = (day: string, time: string): number => searchedInstant(column, `${day} ${time}`, timeZone);
  return sql`${reference} between ${at(from, '00:00:00')}::bigint and ${at(to, '23:59:59')}::bigint`;
}

/** What people see as nothing beside null, by how a column is stored. */
const NOTHING: Partial<Record<Storage, Expression<unknown>>> = {
  text: sql`''`,
  ids: sql`''`,
  list: sql`'[]'::jsonb`,
  pairs: sql`'[]'::jsonb`,
  record: sql`0`,
  parent: sql`0`,
};

function emptySql({ column, reference }: OwnCondition): Sql {
  const nothing = NOTHING[column.storage];
  return nothing ? sql`(${reference} is null or ${reference} = ${nothing})` : sql`${reference} is null`;
}
