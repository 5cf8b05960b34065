import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { OutputOf } from '#api/contract/base/endpoint';
import type { boardEndpoint, offersEndpoint } from '#api/contract/table/life-endpoints';
import type { ListQuery } from '#api/contract/table/resource-endpoints';
import type { Life } from '#domain/life/life';
import type { AdminCaller } from '../../base/caller.ts';
import { rejection } from '#domain/base/failure';
import type { Tables } from '../../db/tables/tables.ts';
import { nowSeconds } from '../../ports/ports.ts';
import { sightSql } from '../access/data-limit.ts';
import { isHeavy, type Column } from '../base/columns.ts';
import type { ResourceContext } from '../base/resource-context.ts';
import { recordFromStore, type StoredRow } from '../base/row-codec.ts';
import { askedFields } from '../life/asked-fields.ts';
import type { FactsUnit } from '../life/life-facts.ts';
import { stateLabel } from '../life/life-words.ts';
import { offerTeller, tellBirth } from '../life/told-offers.ts';
import { needsSecond, openRequestsOf, withRequest } from '../life/requests-and-times.ts';
import { pageSql } from './list-page.ts';
import { fromSql, MAIN, namesRelation, whereSql } from './list-source.ts';
import { requireQueried } from './require-queried.ts';
import { momentOf } from './search-moment.ts';
import { wireRows } from './wire-rows.ts';

type Board = OutputOf<ReturnType<typeof boardEndpoint>>;
type Card = Board['columns'][number]['cards'][number];
type Offers = OutputOf<ReturnType<typeof offersEndpoint>>;
export type BoardQuery = ListQuery & { readonly state?: string | undefined; readonly after: number };

/** Cards of a state that are told at once. */
const COLUMN_CARDS = 50;

/** The records of a list by the states of their life: how many, and the first of each with what may be done next. */
export async function readBoard(context: ResourceContext, life: Life, query: BoardQuery, caller: AdminCaller): Promise<Board> {
  const { ports, columns } = context;
  const { state: only, after } = query;
  const states = Object.entries(life.chart.states).filter(([name]) => only === undefined || name === only);
  if (states.length === 0) throw rejection('refusals.life.unknownState', { state: only ?? '' });
  const field = columns.find(life.field) as Column;
  requireQueried(context, query, caller);
  const moment = await momentOf(context, query, caller);
  const { kysely } = ports.database;
  const where = whereSql(context, query, await sightSql(context, kysely, caller, MAIN), moment);
  const state = sql.id(MAIN, field.name);
  const { rows: counts } = await sql<{ state: string; total: number }>`select ${state} as state, count(*)::integer as total
    ${fromSql(context, namesRelation(context, query))} where ${where} group by ${state}`.execute(kysely);
  const totals = new Map(counts.map((one) => [one.state, one.total]));
  const pages = states.flatMap(([name]) => {
    const total = totals.get(name) ?? 0;
    if (total === 0) return [];
    const page = {
      columns: columns.readable.filter((column) => !isHeavy(column)),
      where: sql<boolean>`${where} and ${state} = ${name}`,
      limit: COLUMN_CARDS,
      offset: only === undefined ? 0 : Math.min(after, total),
      largeTotal: 0,
      titlesIn: moment.titlesIn,
    };
    return [sql`(${pageSql(context, query, page)})`];
  });
  const rows = await pagesOf(context, kysely, pages);
  const cards = await cardsOf(context, life, { trx: kysely, caller, nowSeconds: nowSeconds(ports) }, rows);
  const byState = Map.groupBy(rows, (row) => row[field.name]);
  return {
    columns: states.map(([name, { type }]) => ({
      state: name,
      label: stateLabel(context, life, name, caller.client.language),
      isFinal: type === 'final',
      total: totals.get(name) ?? 0,
      cards: (byState.get(name) ?? []).flatMap((row) => cards.get(Number(row[columns.id.name])) ?? []),
    })),
  };
}

/** Under which a row has since when its record is in its state; no column is called so. */
const ENTERED = 'entered at';

/**
 * The pages of all columns by one statement, each in its order, and since when each record is where it stands, as far as somebody knows.
 * A row comes as one text: to take each value from the reply of the embedded database by itself costs as much as finding them.
 */
async function pagesOf(
  { resource, columns }: ResourceContext,
  kysely: Kysely<Tables>,
  pages: readonly RawBuilder<unknown>[],
): Promise<readonly StoredRow[]> {
  if (pages.length === 0) return [];
  const entered = sql`(select case when kind <> 'found' then at end from life_step where resource = ${resource.name}
    and record_id = ${sql.id('page', columns.id.name)} and from_state is distinct from to_state order by life_step.id desc limit 1)`;
  const { rows } = await sql<{ told: string }>`select row_to_json(told)::text as told
    from (select page.*, ${entered} as ${sql.id(ENTERED)} from (${sql.join(pages, sql` union all `)}) as page) as told`.execute(kysely);
  return rows.map(({ told }) => JSON.parse(told) as StoredRow);
}

async function cardsOf(
  context: ResourceContext,
  life: Life,
  unit: FactsUnit,
  rows: readonly StoredRow[],
): Promise<ReadonlyMap<number, Card>> {
  if (rows.length === 0) return new Map();
  const idOf = (row: StoredRow): number => Number(row[context.columns.id.name]);
  const known = namesFor(context, life).every((name) => Object.hasOwn(rows[0] ?? {}, name))
    ? rows
    : await factRows(context, life, unit, rows.map(idOf));
  const requests = await requestsOf(context, life, unit, rows.map(idOf));
  const stands = new Map((await standsOf(context, life, unit, known, requests)).map((stand) => [stand.id, stand]));
  const told = await wireRows(context, rows, unit.caller);
  return new Map(
    rows.flatMap((row, index) => {
      const stand = stands.get(idOf(row));
      const since = row[ENTERED] as number | null;
      if (!stand) return [];
      const card = withRequest(context, { ...told[index] }, requests?.get(stand.id), unit.caller.client.language);
      return [[stand.id, { ...stand, row: card, since }] as const];
    }),
  );
}

/** The number that a record has which is not stored yet. */
const UNBORN = 0;

/** Where records stand and what may be done next with them; those that the caller does not see are left out. Without records: what adding one may carry. */
export async function readOffers(context: ResourceContext, life: Life, ids: readonly number[], caller: AdminCaller): Promise<Offers> {
  const { ports } = context;
  const unit = { trx: ports.database.kysely, caller, nowSeconds: nowSeconds(ports) };
  if (ids.length === 0)
    return { records: [{ id: UNBORN, state: life.chart.initial, version: null, offers: await tellBirth(context, life, unit) }] };
  const wanted = [...new Set(ids)];
  const rows = await factRows(context, life, unit, wanted);
  return { records: [...(await standsOf(context, life, unit, rows, await requestsOf(context, life, unit, wanted)))] };
}

const factColumns = ({ columns }: ResourceContext, life: Life): readonly Column[] => {
  const asked = askedFields(life);
  return columns.readable.filter(({ key }) => asked.has(key));
};

/** The columns that tell where a record stands and what may be done next with it. */
function namesFor(context: ResourceContext, life: Life): readonly string[] {
  const { columns, resource } = context;
  const names = [columns.id, ...(columns.version ? [columns.version] : []), ...factColumns(context, life)].map(({ name }) => name);
  return [...new Set([...names, ...(resource.dataLimit ? [resource.dataLimit.ownerColumn] : [])])];
}

async function factRows(
  context: ResourceContext,
  life: Life,
  { trx, caller }: FactsUnit,
  ids: readonly number[],
): Promise<readonly StoredRow[]> {
  const id = sql.id(MAIN, context.columns.id.name);
  const { rows } =
    await sql<StoredRow>`select ${sql.join(namesFor(context, life).map((name) => sql.id(MAIN, name)))} ${fromSql(context, false)}
    where ${id} = any(${ids}::bigint[]) and ${await sightSql(context, trx, caller, MAIN)} order by ${id}`.execute(trx);
  return rows;
}

/** What waits for approval of these records; null where no event needs any. */
const requestsOf = async (context: ResourceContext, life: Life, { trx, caller }: FactsUnit, ids: readonly number[]) =>
  needsSecond(life) ? openRequestsOf(context, life, trx, ids, caller) : null;

async function standsOf(
  context: ResourceContext,
  life: Life,
  unit: FactsUnit,
  rows: readonly StoredRow[],
  requests: Awaited<ReturnType<typeof requestsOf>>,
): Promise<Offers['records']> {
  const { columns } = context;
  const asked = factColumns(context, life);
  const idOf = (row: StoredRow): number => Number(row[columns.id.name]);
  const standing = rows.map((row) => ({ row, values: recordFromStore(asked, row), open: requests?.get(idOf(row)) ?? null }));
  const offers = await offerTeller(context, life, unit)(standing);
  return standing.map(({ row, values }, index) => ({
    id: idOf(row),
    state: String(values[life.field]),
    version: columns.version ? Number(row[columns.version.name]) : null,
    offers: offers[index] ?? [],
  }));
}
