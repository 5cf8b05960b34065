import { sql, type RawBuilder } from 'kysely';
import type { SortMove } from '#api/contract/table/resource-endpoints';
import { rejection } from '#domain/base/failure';
import type { AdminCaller } from '../../base/caller.ts';
import { notFound } from '../../base/refusal.ts';
import { limitSql } from '../access/data-limit.ts';
import { MAIN } from '../read/list-source.ts';
import { endWrite, logWrite } from './record-change.ts';
import type { ResourceContext } from '../base/resource-context.ts';
import type { StoredRow } from '../base/row-codec.ts';
import { unitOfWork, lockOrder, lockRows, writeOf, type UnitOfWork } from './unit-of-work.ts';

interface Weights {
  readonly moved: number;
  readonly target: number;
}

/** The number of the write, where it moved something and can be taken back. */
export interface Sorted {
  readonly change?: number;
}

interface WeightChange {
  readonly id: number;
  /** What the record is called and whose it is. */
  readonly about: StoredRow;
  readonly before: number;
  readonly after: number;
}

/** Where a record goes: to the very place of another, or next to it on the side of higher (`above`) or lower weights. */
interface Place {
  readonly id: number;
  readonly targetId: number;
  readonly side: 'above' | 'below' | null;
}

/** A drag tells sides as the list shows them, so it must show the order that is changed. Source: wire protocol, "sortable" of 2.1.3. */
function placeOf({ resource, columns }: ResourceContext, move: SortMove): Place {
  if ('targetId' in move) return { ...move, side: null };
  const { field, direction } = resource.defaultOrder;
  const [name = '', sorted] = move.order ? move.order.split(',') : [field, direction];
  if (columns.find(name) !== columns.sortOrder) throw rejection('refusals.sortedOtherwise');
  return { id: move.move, targetId: move.target, side: (move.direction === 'up') === (sorted === 'desc') ? 'above' : 'below' };
}

/**
 * Moves a record to the place of another, or next to it; the records between shift by one, each taking the weight of its neighbour, so the weights
 * themselves stay what they were. Where weights are equal they are first spread out, keeping the order that people see.
 * Only records within the caller's data limit take part, and in a tree only siblings.
 * Source: wire protocol §4.8 (which swaps two weights; people expect the move).
 */
export async function sortRecord(context: ResourceContext, wish: SortMove, caller: AdminCaller): Promise<Sorted> {
  const { columns } = context;
  if (!columns.sortOrder) throw rejection('refusals.notSortable');
  const move = placeOf(context, wish);
  return unitOfWork(context, caller, writeOf(context, 'sortable', 'list'), async (unit) => {
    await lockOrder(context, unit);
    const rows = await lockRows(context, unit, [move.id, move.targetId]);
    const one = (id: number) => rows.find((row) => Number(row[columns.id.name]) === id);
    const [moved, target] = [one(move.id), one(move.targetId)];
    if (!moved || !target) throw notFound();
    const parent = columns.parent?.name;
    if (parent !== undefined && Number(moved[parent]) !== Number(target[parent])) throw rejection('refusals.movedAcrossParents');
    if (move.id === move.targetId) return {};
    const siblings = await siblingsSql(context, unit, parent === undefined ? null : Number(moved[parent]));
    await spreadOut(context, unit, siblings, await weightsOf(context, unit, move));
    const weights = await weightsOf(context, unit, move);
    await shift(context, unit, siblings, move, { ...weights, target: await weightOfPlace(unit, siblings, move, weights) });
    return endWrite(unit);
  });
}

/** The rows among which the order may change. */
async function siblingsSql(
  { resource, columns }: ResourceContext,
  { trx, caller }: UnitOfWork,
  parentId: number | null,
): Promise<RawBuilder<unknown>> {
  const limit = await limitSql(trx, resource, caller, MAIN);
  const within = columns.parent && parentId !== null ? sql`${sql.id(MAIN, columns.parent.name)} = ${parentId}::bigint` : sql`true`;
  const sortOrder = sql.id(MAIN, columns.sortOrder?.name ?? '');
  return sql`select ${sql.id(MAIN, columns.id.name)} as id, ${sortOrder} as weigh from ${sql.table(resource.table)} as ${sql.id(MAIN)} where ${limit} and ${within}`;
}

async function weightsOf(
  { resource, columns }: ResourceContext,
  { trx }: UnitOfWork,
  move: { readonly id: number; readonly targetId: number },
): Promise<Weights> {
  const id = sql.id(columns.id.name);
  const { rows } = await sql<{ id: number; weigh: number }>`select ${id} as id, ${sql.id(columns.sortOrder?.name ?? '')} as weigh
    from ${sql.table(resource.table)} where ${id} in (${move.id}::bigint, ${move.targetId}::bigint)`.execute(trx);
  const orderOf = (wanted: number): number => rows.find((row) => row.id === wanted)?.weigh ?? 0;
  return { moved: orderOf(move.id), target: orderOf(move.targetId) };
}

/** The weight of the place that a record takes: the target's, or its neighbour's where the record comes from that side. */
async function weightOfPlace(
  { trx }: UnitOfWork,
  siblings: RawBuilder<unknown>,
  { side }: Place,
  { moved, target }: Weights,
): Promise<number> {
  const comesFrom = moved > target ? 'above' : 'below';
  if (side !== comesFrom) return target;
  const neighbour =
    side === 'above' ? sql`min(weigh) filter (where weigh > ${target}::bigint)` : sql`max(weigh) filter (where weigh < ${target}::bigint)`;
  const { rows } = await sql<{ weigh: number | null }>`select ${neighbour} as weigh from (${siblings}) as one`.execute(trx);
  return rows[0]?.weigh ?? target;
}

/**
 * Gives every sibling its own weight when two between the records have the same: the next one that is free, counted from the bottom, so that
 * all stay about where they stand among records that the caller does not see.
 */
async function spreadOut(
  context: ResourceContext,
  unit: UnitOfWork,
  siblings: RawBuilder<unknown>,
  { moved, target }: Weights,
): Promise<void> {
  const { resource, columns } = context;
  const [low, high] = [Math.min(moved, target), Math.max(moved, target)];
  const equal =
    await sql`select 1 from (${siblings}) as one where weigh between ${low}::bigint and ${high}::bigint group by weigh having count(*) > 1 limit 1`.execute(
      unit.trx,
    );
  if (equal.rows.length === 0) return;
  // Seen from the bottom: trees show equal weights by rising id, tables by falling id.
  const bottomUp = resource.tree ? sql`weigh asc, id desc` : sql`weigh asc, id asc`;
  const sortOrder = sql.id(columns.sortOrder?.name ?? '');
  const { rows } = await sql<WeightChange>`update ${sql.table(resource.table)} as t set ${sortOrder} = spread.after
    from (select id, weigh as before, place + max(weigh - place) over (order by place) as after
      from (select id, weigh, row_number() over (order by ${bottomUp}) as place from (${siblings}) as one) as placed) as spread
    where t.${sql.id(columns.id.name)} = spread.id and t.${sortOrder} <> spread.after
    returning spread.id as id, spread.before as before, spread.after as after, ${aboutSql(context)} as about`.execute(unit.trx);
  await keepWeights(context, unit, rows);
}

async function shift(
  context: ResourceContext,
  unit: UnitOfWork,
  siblings: RawBuilder<unknown>,
  move: { readonly id: number },
  { moved, target }: Weights,
): Promise<void> {
  const { resource, columns } = context;
  const sortOrder = sql.id(columns.sortOrder?.name ?? '');
  const [low, high] = [Math.min(moved, target), Math.max(moved, target)];
  // Moving down lifts the rows between by one place, moving up lowers them.
  const neighbour = moved > target ? sql`lag(weigh) over (order by weigh desc)` : sql`lead(weigh) over (order by weigh desc)`;
  const { rows } = await sql<WeightChange>`update ${sql.table(resource.table)} as t set ${sortOrder} = step.after
    from (select id, weigh as before, case when id = ${move.id}::bigint then ${target}::bigint else ${neighbour} end as after
          from (${siblings}) as one where weigh between ${low}::bigint and ${high}::bigint) as step
    where t.${sql.id(columns.id.name)} = step.id
    returning step.id as id, step.before as before, step.after as after, ${aboutSql(context)} as about`.execute(unit.trx);
  await keepWeights(context, unit, rows);
}

const aboutSql = ({ resource: { dataLimit }, columns }: ResourceContext): RawBuilder<unknown> => {
  const names = [columns.title.name, ...(dataLimit ? [dataLimit.ownerColumn] : [])];
  return sql`jsonb_build_object(${sql.join(names.map((name) => sql`${sql.lit(name)}, t.${sql.id(name)}`))})`;
};

async function keepWeights(context: ResourceContext, unit: UnitOfWork, rows: readonly WeightChange[]): Promise<void> {
  const name = context.columns.sortOrder?.name ?? 'weigh';
  const changes = rows.map((row) => ({ recordId: row.id, before: { [name]: row.before }, after: { [name]: row.after }, row: row.about }));
  await logWrite(context, unit, changes);
}
