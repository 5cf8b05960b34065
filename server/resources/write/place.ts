import { sql } from 'kysely';
import { rejection } from '#domain/base/failure';
import { wireNameOf } from '#domain/fields/field';
import { stateOf } from '#domain/life/life';
import type { AdminCaller } from '../../base/caller.ts';
import { FieldsRefused, notFound } from '../../base/refusal.ts';
import { isTimed } from '../../db/sections/life-timers.ts';
import { may } from '../access/permissions.ts';
import type { ResourceContext } from '../base/resource-context.ts';
import type { StoredRow } from '../base/row-codec.ts';
import { stateLabel } from '../life/life-words.ts';
import { endWrite } from './record-change.ts';
import { idsSql, lockRows, unitOfWork, writeOf, type UnitOfWork } from './unit-of-work.ts';
import { placeLocked } from './write.ts';

export interface PlaceWish {
  readonly ids: readonly number[];
  readonly state: string;
  readonly comment: string;
}

export interface Placed {
  readonly count: number;
  /** Of these so many have a time that is up already. */
  readonly atOnce: number;
  readonly change?: number;
}

/** Whether somebody may put records into states past the chart. */
export const mayPlace = ({ pagePath }: Pick<ResourceContext, 'pagePath'>, caller: AdminCaller): boolean =>
  may(caller, `${pagePath}/place`.toLowerCase());

/**
 * Puts records into a state, all of them or none: what has to hold there is not asked, no event is sent, and times count from now. Those that
 * are there already stay as they are, unless no step led them there: then the step says so, and the state is taken over.
 */
export async function placeRecords(context: ResourceContext, { ids, state, comment }: PlaceWish, caller: AdminCaller): Promise<Placed> {
  const { resource } = context;
  const { life } = resource;
  if (!life || !stateOf(life, state)) throw rejection('refusals.life.unknownState', { state });
  if (comment.trim() === '') throw new FieldsRefused({ comment: { key: 'validation.required' } });
  const wanted = [...new Set(ids)];
  return unitOfWork(context, caller, writeOf(context, 'edit', 'life'), async (unit) => {
    const rows = await lockRows(context, unit, wanted);
    if (rows.length < wanted.length) throw notFound();
    const column = wireNameOf(life.field, resource.fields[life.field]);
    const lasts = await lastStates(context, unit, wanted);
    const lastOf = (row: StoredRow): string => lasts.get(Number(row[context.columns.id.name])) ?? String(row[column]);
    const moved = rows.filter((row) => row[column] !== state || lastOf(row) !== state);
    if (moved.length === 0)
      throw rejection('refusals.life.placedThere', { state: stateLabel(context, life, state, caller.client.language) });
    for (const row of moved) await placeLocked(context, unit, row, { from: lastOf(row), state, comment: comment.trim() });
    const ended = await endWrite(unit);
    const atOnce = await dueOf(
      context,
      unit,
      moved.map((row) => Number(row[context.columns.id.name])),
    );
    return { count: moved.length, atOnce, ...ended };
  });
}

/** Where the last step of each record led. */
async function lastStates(
  { resource }: ResourceContext,
  { trx }: UnitOfWork,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{
    id: number;
    state: string | null;
  }>`select distinct on (record_id) record_id::integer as id, to_state as state from life_step
    where resource = ${resource.name} and record_id in ${idsSql(ids)} order by record_id, life_step.id desc`.execute(trx);
  return new Map(rows.flatMap(({ id, state }) => (state === null ? [] : [[id, state] as const])));
}

/** How many of these records have a time that is up, once the write has ended. */
export async function dueOf({ resource }: ResourceContext, { trx, nowSeconds }: UnitOfWork, ids: readonly number[]): Promise<number> {
  if (!isTimed(resource) || ids.length === 0) return 0;
  const { rows } = await sql<{ count: number }>`select count(distinct record_id)::integer as count from life_timer
    where resource = ${resource.name} and record_id in ${idsSql(ids)} and due_at <= ${nowSeconds}::bigint`.execute(trx);
  return rows[0]?.count ?? 0;
}
