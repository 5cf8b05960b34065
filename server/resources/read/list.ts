import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { ListQuery } from '#api/contract/table/resource-endpoints';
import { hasCall } from '#domain/table/resource';
import type { Tables } from '../../db/tables/tables.ts';
import type { Writer } from '../../base/caller.ts';
import { DEFAULT_PAGE_ROWS, MANY_ROWS, PRESELECTION_ROWS, TREE_ROWS } from '../../base/limits.ts';
import type { Column } from '../base/columns.ts';
import type { CountMemory, Growing, Landmark } from './count.ts';
import { sightSql } from '../access/data-limit.ts';
import { landmarkOf, landmarksSql, orderOf, pageSql, TOTAL } from './list-page.ts';
import { fromSql, hasPreselection, MAIN, namesRelation, selectSql, whereSql } from './list-source.ts';
import { requireQueried } from './require-queried.ts';
import { momentOf, type SearchMoment } from './search-moment.ts';
import type { ListReply } from '../base/list-reply.ts';
import { withRequests } from '../life/requests-and-times.ts';
import type { ResourceContext } from '../base/resource-context.ts';
import type { StoredRow } from '../base/row-codec.ts';
import { drawTree, nestRows } from './tree.ts';
import { wireRows } from './wire-rows.ts';

/** What lists remember from one request to the next. */
export interface ListMemory {
  readonly counts: CountMemory;
  readonly remark: () => Promise<string>;
}

const rowsOf = async (context: ResourceContext, query: RawBuilder<unknown>): Promise<StoredRow[]> => {
  const { rows } = await query.execute(context.ports.database.kysely);
  return rows as StoredRow[];
};

/** Pages of a table, whole trees, and the options of remote selects. Source: wire protocol §4.1, §4.5, §4.6. */
export async function listRecords(
  context: ResourceContext,
  query: ListQuery,
  caller: Writer,
  { counts, remark }: ListMemory,
): Promise<ListReply> {
  requireQueried(context, query, caller);
  const { kysely } = context.ports.database;
  const moment = await momentOf(context, query, caller);
  const key = countKey(context, query, caller, moment);
  const limited = await sightSql(context, kysely, caller, MAIN);
  // Other orders may have no index to go along, and counting has none.
  const isLarge = query.order === '' && counts.isLarge(key);
  const where = whereSql(context, query, limited, { ...moment, isLarge });
  const largeTotal = counts.largeTotal(key);
  const select = (limit: number, offset: number, landmark?: Landmark, total?: RawBuilder<number>): RawBuilder<unknown> =>
    pageSql(context, query, {
      columns: context.columns.listed,
      where,
      limit,
      offset,
      largeTotal,
      landmark,
      total,
      titlesIn: moment.titlesIn,
    });
  const isJoined = namesRelation(context, query);
  const found = sql`${fromSql(context, isJoined)} where ${whereSql(context, query, limited, moment)}`;
  const counted = sql`select 1 ${found}`;
  const growing = isJoined ? undefined : growingOf(context, counted);
  const count = () => counts.count(counted, key, async (one) => (await one.execute(kysely)).rows[0]?.total ?? 0, growing);
  if (context.resource.tree) {
    // What is told as a tree is told at once; told flat, more than that stands on further pages.
    const offset = query.isTree ? 0 : Math.min((query.page - 1) * TREE_ROWS, Number.MAX_SAFE_INTEGER);
    // One more than is told says whether there are further ones.
    const stored = await rowsOf(context, select(TREE_ROWS + 1, offset));
    const told = await toldRows(context, query, stored.slice(0, TREE_ROWS), caller);
    const reply = treeReply(context, query, told, await remark());
    return stored.length > TREE_ROWS || offset > 0 ? { ...reply, total: await count() } : reply;
  }
  const limit = hasPreselection(query) ? PRESELECTION_ROWS : query.limit || DEFAULT_PAGE_ROWS;
  const offset = Math.min((query.page - 1) * limit, Number.MAX_SAFE_INTEGER);
  const isNewestFirst = orderOf(context, query) === '' && context.resource.defaultOrder.direction === 'desc';
  const landmarks =
    growing && isNewestFirst && offset >= MANY_ROWS && largeTotal > 0
      ? await counts.landmarks(key, largeTotal - offset, async (last) => {
          // Very many are found: each is met sooner along the index than all of them sought.
          const along = whereSql(context, query, limited, { ...moment, isLarge: true });
          const ids = sql`select ${sql.id(MAIN, context.columns.id.name)} as id ${fromSql(context, false)} where ${along}`;
          return (await landmarksSql(ids, last).execute(kysely)).rows;
        })
      : [];
  const beside = offset < MANY_ROWS ? counts.beside(counted, key, offset + limit) : undefined;
  const rows = await rowsOf(context, select(limit, offset, landmarkOf(landmarks, { largeTotal, offset }), beside));
  // A page that is not full is the last one: the rows are read once, not once more for counting them.
  const isLast = rows.length < limit && (rows.length > 0 || offset === 0);
  const total = isLast ? offset + rows.length : (counts.countedBeside(key, rows[0]?.[TOTAL]) ?? (await count()));
  return { list: await toldRows(context, query, rows, caller), total, remark: await remark() };
}

/** Rows as they are told: of a list for people with what waits for approval, of options without. */
async function toldRows(context: ResourceContext, { select }: ListQuery, rows: readonly StoredRow[], caller: Writer) {
  const told = await wireRows(context, rows, caller);
  return select ? told : withRequests(context, told, caller);
}

/** Of records that only come, and are listed by their numbers, those that have come since are counted. */
function growingOf({ resource, columns, ports }: ResourceContext, counted: RawBuilder<unknown>): Growing | undefined {
  const isChanged = (['save', 'remove', 'sort'] as const).some((call) => hasCall(resource, call));
  if (isChanged || resource.defaultOrder.field !== columns.id.key) return undefined;
  const id = sql.id(MAIN, columns.id.name);
  return {
    async newest() {
      const { rows } = await sql<{
        newest: number | null;
      }>`select max(${sql.id(columns.id.name)}) as newest from ${sql.table(resource.table)}`.execute(ports.database.kysely);
      return rows[0]?.newest ?? 0;
    },
    between: (from, to) => sql`${counted} and ${id} > ${from}::bigint and ${id} <= ${to}::bigint`,
  };
}

/** What a word such as "today" finds is another tomorrow. */
function countKey(
  { resource, hooks }: ResourceContext,
  query: ListQuery,
  caller: Writer,
  { today, language, titlesIn }: SearchMoment,
): string {
  const { quickSearch, search, anyOf, initKey, initValue } = query;
  const isLimited = (resource.dataLimit !== undefined || hooks.limit !== undefined) && !caller.grants.isSuper;
  // A program may see less than the administrator in whose name it asks.
  const whose = isLimited ? [caller.id, caller.program?.tokenId] : [];
  const sought = [resource.shippedNames && language, (search || anyOf || hooks.titleSql) && titlesIn];
  return JSON.stringify([resource.name, sought, whose, quickSearch, search, anyOf && [today, anyOf], initKey, initValue]);
}

function treeReply({ columns }: ResourceContext, query: ListQuery, rows: Record<string, unknown>[], remark: string): ListReply {
  const isTree = query.isTree && !hasPreselection(query);
  const parentName = (columns.parent as Column).name;
  if (query.select) return { options: isTree ? drawTree(rows, columns.id.name, parentName, columns.title.name) : rows, remark };
  return { list: isTree ? nestRows(rows, columns.id.name, parentName) : rows, remark };
}

/** One record with its joined records, in wire form; undefined when the caller may not see it or it does not exist. */
export async function readRow(
  context: ResourceContext,
  kysely: Kysely<Tables>,
  id: number,
  caller: Writer,
): Promise<Record<string, unknown> | undefined> {
  const limit = await sightSql(context, kysely, caller, MAIN);
  const select = selectSql(context, context.columns.readable);
  const { rows } = await sql<StoredRow>`select ${select} ${fromSql(context, true)}
    where ${sql.id(MAIN, context.columns.id.name)} = ${id}::bigint and ${limit}`.execute(kysely);
  const [row] = await wireRows(context, rows, caller);
  return row;
}
