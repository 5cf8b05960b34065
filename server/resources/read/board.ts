import { sql } from 'kysely';
import type { OutputOf } from '#api/contract/base/endpoint';
import type { boardEndpoint, offersEndpoint } from '#api/contract/table/life-endpoints';
import type { ListQuery } from '#api/contract/table/resource-endpoints';
import type { Life } from '#domain/life/life';
import type { AdminCaller } from '../../base/caller.ts';
import { rejection } from '#domain/base/failure';
import { nowSeconds } from '../../ports/ports.ts';
import { sightSql } from '../access/data-limit.ts';
import { isHeavy, type Column } from '../base/columns.ts';
import type { ResourceContext } from '../base/resource-context.ts';
import { recordFromStore, type StoredRow } from '../base/row-codec.ts';
import { askedFields } from '../life/asked-fields.ts';
import { stateLabel } from '../life/life-words.ts';
import { offerTeller } from '../life/told-offers.ts';
import { openRequestsOf } from '../life/told-rest.ts';
import type { WriteUnit } from '../life/write-unit.ts';
import { pageSql } from './list-page.ts';
import { fromSql, MAIN, namesRelation, whereSql } from './list-source.ts';
import { momentOf } from './search-moment.ts';
import { wireRows } from './wire-rows.ts';

type Board = OutputOf<ReturnType<typeof boardEndpoint>>;
type Card = Board['columns'][number]['cards'][number];
type Offers = OutputOf<ReturnType<typeof offersEndpoint>>;
export type BoardQuery = ListQuery & { readonly state?: string | undefined; readonly after: number };
type Unit = Pick<WriteUnit, 'trx' | 'caller' | 'nowSeconds'>;

/** Cards of a state that are told at once. */
const COLUMN_CARDS = 50;

/** The records of a list by the states of their life: how many, and the first of each with what may be done next. */
export async function readBoard(context: ResourceContext, life: Life, query: BoardQuery, caller: AdminCaller): Promise<Board> {
  const { ports, columns } = context;
  const { state: only, after } = query;
  const states = Object.entries(life.chart.states).filter(([name]) => only === undefined || name === only);
  if (states.length === 0) throw rejection('refusals.life.unknownState', { state: only ?? '' });
  const field = columns.find(life.field) as Column;
  const moment = await momentOf(context, query, caller);
  return ports.database.transaction(async (trx) => {
    const limited = await sightSql(context, trx, caller, MAIN);
    const where = whereSql(context, query, limited, moment);
    const state = sql.id(MAIN, field.name);
    const { rows: counts } = await sql<{ state: string; total: number }>`select ${state} as state, count(*)::integer as total
      ${fromSql(context, namesRelation(context, query))} where ${where} group by ${state}`.execute(trx);
    const shown: (readonly [state: string, total: number, rows: readonly StoredRow[]])[] = [];
    for (const [name] of states) {
      const total = counts.find((one) => one.state === name)?.total ?? 0;
      const page = {
        columns: columns.readable.filter((column) => !isHeavy(column)),
        where: sql<boolean>`${where} and ${state} = ${name}`,
        limit: COLUMN_CARDS,
        offset: only === undefined ? 0 : Math.min(after, total),
        largeTotal: 0,
      };
      shown.push([name, total, total === 0 ? [] : ((await pageSql(context, query, page).execute(trx)).rows as StoredRow[])]);
    }
    const cards = await cardsOf(
      context,
      life,
      { trx, caller, nowSeconds: nowSeconds(ports) },
      shown.flatMap(([, , rows]) => rows),
    );
    return {
      columns: shown.map(([name, total, rows]) => ({
        state: name,
        label: stateLabel(context, life, name, caller.client.language),
        isFinal: life.chart.states[name]?.type === 'final',
        total,
        cards: rows.flatMap((row) => cards.get(Number(row[columns.id.name])) ?? []),
      })),
    };
  });
}

async function cardsOf(context: ResourceContext, life: Life, unit: Unit, rows: readonly StoredRow[]): Promise<ReadonlyMap<number, Card>> {
  if (rows.length === 0) return new Map();
  const idOf = (row: StoredRow): number => Number(row[context.columns.id.name]);
  const ids = rows.map(idOf);
  const judged = namesFor(context, life).every((name) => Object.hasOwn(rows[0] ?? {}, name))
    ? rows
    : await judgedRows(context, life, unit, ids);
  const stands = new Map((await standsOf(context, life, unit, judged)).map((stand) => [stand.id, stand]));
  const since = await entriesOf(context, unit, ids);
  const told = await wireRows(context, rows, unit.caller);
  return new Map(
    rows.flatMap((row, index) => {
      const stand = stands.get(idOf(row));
      return stand ? [[stand.id, { ...stand, row: { ...told[index] }, since: since.get(stand.id) ?? null }] as const] : [];
    }),
  );
}

/** Since when records are in their states, as far as somebody knows. */
async function entriesOf({ resource }: ResourceContext, { trx }: Unit, ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ record_id: number; at: number }>`select record_id, at from (
      select distinct on (record_id) record_id, at, kind from life_step
      where resource = ${resource.name} and record_id = any(${ids}::bigint[]) and from_state is distinct from to_state
      order by record_id, id desc) as entered where kind <> 'found'`.execute(trx);
  return new Map(rows.map(({ record_id: id, at }) => [id, at]));
}

/** Where records stand and what may be done next with them; those that the caller does not see are left out. */
export function readOffers(context: ResourceContext, life: Life, ids: readonly number[], caller: AdminCaller): Promise<Offers> {
  const { ports } = context;
  return ports.database.transaction(async (trx) => {
    const unit = { trx, caller, nowSeconds: nowSeconds(ports) };
    return { records: [...(await standsOf(context, life, unit, await judgedRows(context, life, unit, [...new Set(ids)])))] };
  });
}

const judgedColumns = ({ columns }: ResourceContext, life: Life): readonly Column[] => {
  const asked = askedFields(life);
  return columns.readable.filter(({ key }) => asked.has(key));
};

/** The columns that tell where a record stands and what may be done next with it. */
function namesFor(context: ResourceContext, life: Life): readonly string[] {
  const { columns, resource } = context;
  const names = [columns.id, ...(columns.version ? [columns.version] : []), ...judgedColumns(context, life)].map(({ name }) => name);
  return [...new Set([...names, ...(resource.dataLimit ? [resource.dataLimit.ownerColumn] : [])])];
}

async function judgedRows(
  context: ResourceContext,
  life: Life,
  { trx, caller }: Unit,
  ids: readonly number[],
): Promise<readonly StoredRow[]> {
  const id = sql.id(MAIN, context.columns.id.name);
  const { rows } =
    await sql<StoredRow>`select ${sql.join(namesFor(context, life).map((name) => sql.id(MAIN, name)))} ${fromSql(context, false)}
    where ${id} = any(${ids}::bigint[]) and ${await sightSql(context, trx, caller, MAIN)} order by ${id}`.execute(trx);
  return rows;
}

async function standsOf(context: ResourceContext, life: Life, unit: Unit, rows: readonly StoredRow[]): Promise<Offers['records']> {
  const { columns } = context;
  const judged = judgedColumns(context, life);
  const requests = await openRequestsOf(
    context,
    life,
    unit.trx,
    rows.map((row) => Number(row[columns.id.name])),
    unit.caller,
  );
  const tell = offerTeller(context, life, unit);
  const stands = [];
  for (const row of rows) {
    const values = recordFromStore(judged, row);
    const id = Number(row[columns.id.name]);
    stands.push({
      id,
      state: String(values[life.field]),
      version: columns.version ? Number(row[columns.version.name]) : null,
      offers: await tell({ row, values, open: requests.get(id) ?? null }),
    });
  }
  return stands;
}
