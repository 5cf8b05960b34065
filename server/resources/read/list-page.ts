import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';
import type { ListQuery } from '#api/contract/table/resource-endpoints';
import type { SearchOperator } from '#domain/table/resource-query';
import { MANY_ROWS } from '../../base/limits.ts';
import type { Column } from '../base/columns.ts';
import { LANDMARK_PORTION, type Landmark } from './count.ts';
import type { ResourceContext } from '../base/resource-context.ts';
import type { ReadingLanguage } from './search-moment.ts';
import { fromSql, longestIn, MAIN, namesRelation, orderSql, selectSql } from './list-source.ts';

/** What finds one span of time. */
const SPANS: ReadonlySet<SearchOperator> = new Set(['eq', 'gt', 'egt', 'lt', 'elt', 'RANGE', 'DURING']);

/**
 * The order of a list. One that goes by number and is narrowed to a span of time goes by time first: numbers rise with it, so a reader
 * sees the same, and an index leads to the span where a walk along the numbers would pass all that came later.
 */
export function orderOf({ resource, columns }: ResourceContext, { order, search = [], anyOf = [] }: ListQuery): string {
  const { createTime, id } = columns;
  if (order !== '' || !createTime || resource.tree || resource.defaultOrder.field !== id.key) return order;
  const conditions = anyOf.length === 1 ? [...search, ...anyOf.flat()] : search;
  const isNarrowed = conditions.some(({ field, operator }) => columns.find(field) === createTime && SPANS.has(operator));
  return isNarrowed ? `${createTime.name},${resource.defaultOrder.direction}` : order;
}

interface Page extends ReadingLanguage {
  readonly columns: readonly Column[];
  readonly where: Expression<SqlBool>;
  readonly limit: number;
  readonly offset: number;
  /** Of a list whose total is remembered; 0 of those that are counted each time. */
  readonly largeTotal: number;
  /** Of a growing list, the newest first: a record that is not far above the page. */
  readonly landmark?: Landmark | undefined;
  /** The total, where it is asked for beside the rows; of a page near the beginning. */
  readonly total?: RawBuilder<number> | undefined;
}

/** The total in each row; no column is called so. */
export const TOTAL = '@total';

/** How far landmarks stand apart: about what a walk along an index passes within a millisecond. */
const LANDMARK_EVERY = MANY_ROWS;

/**
 * The first landmarks of a list, or those behind one: the database goes along the index from each to the next.
 * @param rows a query yielding the id of each record, called `id`
 */
export function landmarksSql(
  rows: RawBuilder<unknown>,
  last: Landmark = { id: 0, place: 0 },
  portion = LANDMARK_PORTION,
): RawBuilder<Landmark> {
  const next = (id: RawBuilder<unknown>) =>
    sql`select listed.id from (${rows}) as listed where listed.id > ${id} order by listed.id limit 1 offset ${LANDMARK_EVERY - 1}`;
  return sql<Landmark>`with recursive landmark (id, place) as (
      select first.id, ${last.place + LANDMARK_EVERY}::integer from (${next(sql`${last.id}::bigint`)}) as first
      union all
      select further.id, landmark.place + ${LANDMARK_EVERY} from landmark cross join lateral (${next(sql`landmark.id`)}) as further
      where landmark.place < ${last.place + portion * LANDMARK_EVERY}
    ) select id, place from landmark order by id`;
}

/** The landmark that a page is found from: the next one above it. None stands above the newest pages, nor is needed there. */
export const landmarkOf = (
  landmarks: readonly Landmark[],
  { largeTotal, offset }: Pick<Page, 'largeTotal' | 'offset'>,
): Landmark | undefined => (offset < largeTotal ? landmarks.find(({ place }) => place >= largeTotal - offset) : undefined);

/** A page far from the beginning is found in the index alone, and from the end where that is nearer; only its own rows are read. */
export function pageSql(
  context: ResourceContext,
  query: ListQuery,
  { columns, where, limit, offset, largeTotal, landmark, total, titlesIn }: Page,
): RawBuilder<unknown> {
  const order = orderOf(context, query);
  const orderedBy = (isReversed = false) => orderSql(context, order, { titlesIn }, isReversed);
  const id = sql.id(MAIN, context.columns.id.name);
  const beside = total ? sql`, ${total} as ${sql.id(TOTAL)}` : sql``;
  const rows = sql`select ${selectSql(context, columns, longestIn(columns, limit))}${beside} ${fromSql(context, true)}`;
  if (offset < MANY_ROWS) return sql`${rows} where ${where} order by ${orderedBy()} limit ${limit} offset ${offset}`;
  if (landmark)
    return sql`${rows} where ${id} in (select ${id} ${fromSql(context, namesRelation(context, query))} where ${where} and ${id} <= ${landmark.id}::bigint
      order by ${orderedBy()} limit ${limit} offset ${landmark.place - (largeTotal - offset)}) order by ${orderedBy()}`;
  const after = largeTotal - offset - limit;
  const isFromEnd = offset < largeTotal && after < offset;
  const place = isFromEnd
    ? sql`limit ${Math.min(limit, largeTotal - offset)} offset ${Math.max(0, after)}`
    : sql`limit ${limit} offset ${offset}`;
  const isJoined = namesRelation(context, query) || order.includes('.');
  return sql`${rows} where ${id} in (select ${id} ${fromSql(context, isJoined)} where ${where}
    order by ${orderedBy(isFromEnd)} ${place}) order by ${orderedBy()}`;
}
