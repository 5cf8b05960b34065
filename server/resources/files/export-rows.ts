import { sql, type RawBuilder } from 'kysely';
import type { ExportQuery } from '#api/contract/table/resource-files';
import { MAX_EXPORT_ROWS } from '#domain/table/export-columns';
import { areaTextKey, type AnyRecord } from '#domain/fields/field';
import { rejection } from '#domain/base/failure';
import { createPieceSize } from '../../base/piece-size.ts';
import { type GivesWay, taskOf } from '../../base/precedence.ts';
import type { AdminCaller } from '../../base/caller.ts';
import type { Column } from '../base/columns.ts';
import { sightSql } from '../access/data-limit.ts';
import { orderOf } from '../read/list-page.ts';
import { fromSql, joinedAlias, MAIN, orderSql, selectSql, whereSql } from '../read/list-source.ts';
import { joinedRead, titleRead } from '../read/names-read.ts';
import { requireQueried } from '../read/require-queried.ts';
import { momentOf, readingOf } from '../read/search-moment.ts';
import type { ResourceContext } from '../base/resource-context.ts';
import { recordFromStore, type StoredRow } from '../base/row-codec.ts';
import type { NameWords } from '../base/shipped-names.ts';
import { inReadingOrder } from '../read/tree.ts';
import { presentRecords } from '../read/wire-rows.ts';
import { portionsByWeight, weightSql } from './portions.ts';

/**
 * Rows that are weighed at once, and as many as are read at once where they are light. A call that comes meanwhile waits for no more than
 * these; and an index leads to so few, whatever the database knows of the table.
 */
const PIECE = { goalMs: 5, least: 20, most: 200 } as const;

/** Ids that the database has put together as one text. */
export const joinedIds = (text: string | null | undefined): number[] => (text ? text.split(',').map(Number) : []);

/** As one value, so that however many they are the statement is the same. */
export const anyOf = (ids: readonly number[]): RawBuilder<number> => sql`any(string_to_array(${ids.join(',')}::text, ',')::bigint[])`;

/**
 * The ids of what a query finds, in its order; a tree in the order in which it is read. They are taken once: whatever happens to the
 * table while the file is on its way, no record comes twice and none is skipped. Eight bytes a record is all that is kept.
 */
export async function exportedIds(context: ResourceContext, query: ExportQuery, caller: AdminCaller): Promise<readonly number[]> {
  requireQueried(context, query, caller);
  const { kysely } = context.ports.database;
  const { columns, resource } = context;
  const id = sql.id(MAIN, columns.id.name);
  const found = whereSql(context, query, await sightSql(context, kysely, caller, MAIN), await momentOf(context, query, caller));
  const where = query.ids ? sql`${found} and ${id} in (${sql.join(query.ids.map((one) => sql`${one}::bigint`))})` : found;
  const order = orderSql(context, orderOf(context, query), readingOf(caller));
  const parent = columns.parent ? sql`coalesce(${sql.id(MAIN, columns.parent.name)}, 0)` : sql`0`;
  const { rows } = await sql<{ ids: string | null; parents: string | null }>`
    select string_agg(id::text, ',' order by place) as ids, string_agg(pid::text, ',' order by place) as parents
    from (select ${id} as id, ${parent} as pid, row_number() over (order by ${order}) as place
      ${fromSql(context, true)} where ${where} order by place limit ${MAX_EXPORT_ROWS + 1}) as found`.execute(kysely);
  const ids = joinedIds(rows[0]?.ids);
  if (ids.length > MAX_EXPORT_ROWS) throw rejection('refusals.files.tooManyRows', { max: MAX_EXPORT_ROWS });
  return resource.tree ? inReadingOrder(ids, joinedIds(rows[0]?.parents)) : ids;
}

/** The records with these ids, portion by portion. What is gone, or no longer the caller's to see, is left out. */
export async function* exportedRecords(
  context: ResourceContext,
  ids: readonly number[],
  chosen: readonly Column[],
  caller: AdminCaller,
): AsyncGenerator<readonly AnyRecord[]> {
  const { kysely } = context.ports.database;
  const { columns, hooks } = context;
  // A hook may look at any of them.
  const wanted = hooks.present ? columns.readable : columns.readable.filter((column) => column === columns.id || chosen.includes(column));
  const select = selectSql(context, wanted);
  const words: NameWords = { messages: context.ports.messages, language: caller.client.language };
  const giveWay = taskOf(context.ports);
  for await (const batch of weighedBatches(context, ids, wanted, giveWay)) {
    const limit = await sightSql(context, kysely, caller, MAIN);
    const { rows } = await sql<StoredRow>`select ${select} ${fromSql(context, true)}
      where ${isOneOf(columns, batch)} and ${limit}`.execute(kysely);
    await giveWay();
    const byId = new Map(rows.map((row) => [Number(row[columns.id.name]), row]));
    const found = batch.map((id) => byId.get(id)).filter((row) => row !== undefined);
    const records = await presentRecords(
      context,
      found.map((row) => titleRead(context, recordFromStore(columns.readable, row), columns.title.key, words)),
      caller,
    );
    yield records.map((record, index) => ({ ...record, ...joinedIn(context, found[index], words) }));
  }
}

const isOneOf = ({ id }: ResourceContext['columns'], ids: readonly number[]): RawBuilder<unknown> =>
  sql`${sql.id(MAIN, id.name)} = ${anyOf(ids)}`;

/** So many records at a time as are not too much to read, write and pack at once. */
async function* weighedBatches(
  context: ResourceContext,
  ids: readonly number[],
  wanted: readonly Column[],
  giveWay: GivesWay,
): AsyncGenerator<readonly number[]> {
  const { ports, columns } = context;
  const size = createPieceSize(PIECE);
  const weight = weightSql(wanted.map(({ name, storage }) => ({ place: sql.id(MAIN, name), isText: storage === 'text' })));
  for (let start = 0; start < ids.length;) {
    await giveWay();
    const startedMs = performance.now();
    const batch = ids.slice(start, start + size.next());
    const { rows } = await sql<{ id: number; weight: number }>`
      select ${sql.id(MAIN, columns.id.name)} as id, ${weight} as weight ${fromSql(context, false)}
      where ${isOneOf(columns, batch)}`.execute(ports.database.kysely);
    const weights = new Map(rows.map((row) => [row.id, row.weight]));
    size.took(batch.length, performance.now() - startedMs);
    start += batch.length;
    for (const portion of portionsByWeight(batch, (id) => weights.get(id) ?? 0)) {
      await giveWay();
      yield portion;
    }
  }
}

/** What is shown of joined records and of areas. */
const joinedIn = ({ columns, other }: ResourceContext, row: StoredRow | undefined, words: NameWords): AnyRecord =>
  Object.fromEntries([
    ...[...columns.relations, ...columns.manyRelations].map(
      ({ name, of }) => [name, joinedRead(other(of), row?.[joinedAlias(name)], words)] as const,
    ),
    ...columns.readable
      .map(({ key }) => areaTextKey(key))
      .flatMap((key) => (row && Object.hasOwn(row, joinedAlias(key)) ? [[key, row[joinedAlias(key)]] as const] : [])),
  ]);
