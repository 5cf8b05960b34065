import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';
import { rejection } from '#domain/base/failure';
import { MAX_IDS, MAX_SEARCH_LENGTH, type WireOperator } from '#domain/table/resource-query';
import { isWholeNumber, type Column } from '../base/columns.ts';
import { likePattern } from './like.ts';
import { badValue, searchedInstant, storedSearchValue } from './search-value.ts';

/** One condition whose column was found in the declaration. */
export interface ColumnCondition {
  readonly column: Column;
  /** The column inside its table or joined table. */
  readonly reference: RawBuilder<unknown>;
  readonly operator: WireOperator;
  readonly value: string | readonly string[];
  readonly isDateTime: boolean;
}

type Sql = Expression<SqlBool>;

const ORDER = { gt: sql`>`, egt: sql`>=`, lt: sql`<`, elt: sql`<=` } as const;

/** A list column as the comma text that the protocol knows. */
const commaText = (reference: RawBuilder<unknown>): RawBuilder<string> =>
  sql`(select coalesce(string_agg(item, ',' order by place), '') from jsonb_array_elements_text(${reference}) with ordinality as items (item, place))`;

const isText = ({ storage }: Column): boolean => storage === 'text' || storage === 'switch' || storage === 'ids';

/** The column as text, for LIKE and for comparing texts. */
export function asText({ column, reference }: Pick<ColumnCondition, 'column' | 'reference'>): RawBuilder<string> {
  if (column.storage === 'list') return commaText(reference);
  if (isText(column)) return sql`${reference}`;
  // Money is searched in the decimals that people see.
  if (column.storage === 'cents') return sql`((${reference})::numeric / 100)::numeric(20, 2)::text`;
  return sql`(${reference})::text`;
}

/** What values are compared with. */
function comparable(condition: ColumnCondition): RawBuilder<unknown> {
  const { column, reference } = condition;
  return column.storage === 'list' || column.storage === 'pairs' ? asText(condition) : reference;
}

/** What is greater or less: texts go by code point on every database. Which texts are equal depends on no order, and indexes have the database's own. */
function compareSql(condition: ColumnCondition): RawBuilder<unknown> {
  const { column } = condition;
  const isOfTexts = isText(column) || column.storage === 'list' || column.storage === 'pairs';
  return isOfTexts ? sql`${comparable(condition)} collate "C"` : comparable(condition);
}

const isNumeric = (column: Column): boolean => isWholeNumber(column) || column.storage === 'decimal';

/** A number as its column has it: compared with another type of number, each row would be converted first and no index would serve. */
const number = (column: Column, value: number): RawBuilder<unknown> =>
  isWholeNumber(column) && Number.isSafeInteger(value) ? sql`${value}::bigint` : sql`${value}::numeric`;

const bound = (column: Column, value: string | number): RawBuilder<unknown> => {
  if (typeof value === 'number') return number(column, value);
  if (column.storage === 'date') return sql`${value}::date`;
  return column.storage === 'timeOfDay' ? sql`${value}::time` : sql`${value}::text`;
};

const one = (condition: ColumnCondition): string => {
  const { value, column } = condition;
  if (typeof value !== 'string') throw badValue(column);
  return value;
};

const many = ({ value, column }: ColumnCondition): readonly string[] => {
  const items = typeof value === 'string' ? value.split(',') : value;
  if (items.length > MAX_IDS) throw badValue(column);
  return items;
};

/** A single value of the condition, ready to be compared. */
const single = (condition: ColumnCondition, timeZone: string, text = one(condition)): RawBuilder<unknown> =>
  condition.isDateTime
    ? number(condition.column, searchedInstant(condition.column, text, timeZone))
    : bound(condition.column, storedSearchValue(condition.column, text));

function range(condition: ColumnCondition, timeZone: string, isNegated: boolean): Sql {
  const texts = typeof condition.value === 'string' ? condition.value.split(',') : condition.value;
  const [from = '', to = ''] = texts.map((text) => text.trim());
  if (texts.length > 2 || (from === '' && to === '')) throw badValue(condition.column);
  const column = compareSql(condition);
  const low = from === '' ? null : single(condition, timeZone, from);
  const high = to === '' ? null : single(condition, timeZone, to);
  if (low && high) return isNegated ? sql`${column} not between ${low} and ${high}` : sql`${column} between ${low} and ${high}`;
  if (low) return isNegated ? sql`${column} < ${low}` : sql`${column} >= ${low}`;
  return isNegated ? sql`${column} > ${high}` : sql`${column} <= ${high}`;
}

function membership(condition: ColumnCondition, timeZone: string, isNegated: boolean): Sql {
  const values = many(condition).map((text) => single(condition, timeZone, text));
  if (values.length === 0) throw badValue(condition.column);
  return isNegated ? sql`${comparable(condition)} not in (${sql.join(values)})` : sql`${comparable(condition)} in (${sql.join(values)})`;
}

function findInSet(condition: ColumnCondition): Sql {
  const { column, reference, value } = condition;
  const wanted = typeof value === 'string' ? [value] : value;
  if (wanted.length === 0 || wanted.length > MAX_IDS || column.storage === 'pairs') throw badValue(column);
  if (column.storage === 'list') return sql`${reference} @> ${JSON.stringify(wanted)}::jsonb`;
  return sql`string_to_array(${asText(condition)}, ',') @> array[${sql.join(wanted.map((item) => sql`${item}::text`))}]`;
}

/** A time has no parts to be found in it: what looks for some looks for the time itself. Source: wire protocol §4.2, "the table above is bypassed". */
const OF_TIMES: Partial<Record<WireOperator, WireOperator>> = { LIKE: 'eq', 'NOT LIKE': 'ne', FIND_IN_SET: 'eq' };

/**
 * All but the given values, and what has none. Said by what is less and what is greater, so that an index finds the few where nearly all
 * rows have one of these values; where many others are there, they are met along the order all the same.
 */
export function otherSql(condition: ColumnCondition, timeZone: string): Sql {
  const values = condition.operator === 'ne' ? [one(condition)] : many(condition);
  if (values.length === 0) throw badValue(condition.column);
  const reference = comparable(condition);
  const others = values
    .map((text) => single(condition, timeZone, text))
    .map((value) => sql`(${reference} < ${value} or ${reference} > ${value} or ${reference} is null)`);
  return sql`${sql.join(others, sql` and `)}`;
}

/** The SQL of one condition; every value in it is bound. Source: wire protocol §4.2. */
export function conditionSql(given: ColumnCondition, timeZone: string): Sql {
  const condition = given.isDateTime ? { ...given, operator: OF_TIMES[given.operator] ?? given.operator } : given;
  const { operator, column, reference } = condition;
  const texts = typeof condition.value === 'string' ? [condition.value] : condition.value;
  if (texts.some((text) => text.length > MAX_SEARCH_LENGTH) && operator !== 'IN' && operator !== 'NOT IN') throw badValue(column);
  if (condition.isDateTime && !isNumeric(column))
    throw rejection('refusals.searchOperator', { field: column.name, operator: `${operator}, datetime` });
  switch (operator) {
    case 'eq':
      return sql`${comparable(condition)} = ${single(condition, timeZone)}`;
    case 'ne':
      return sql`${comparable(condition)} <> ${single(condition, timeZone)}`;
    case 'gt':
    case 'egt':
    case 'lt':
    case 'elt':
      return sql`${compareSql(condition)} ${ORDER[operator]} ${single(condition, timeZone)}`;
    case 'LIKE':
      return sql`${asText(condition)} ilike ${likePattern(one(condition))}`;
    case 'NOT LIKE':
      return sql`${asText(condition)} not ilike ${likePattern(one(condition))}`;
    case 'IN':
    case 'NOT IN':
      return membership(condition, timeZone, operator === 'NOT IN');
    case 'RANGE':
    case 'NOT RANGE':
      return range(condition, timeZone, operator === 'NOT RANGE');
    case 'FIND_IN_SET':
      return findInSet(condition);
    case 'NULL':
      return sql`${reference} is null`;
    case 'NOT NULL':
      return sql`${reference} is not null`;
    default:
      return operator satisfies never;
  }
}
