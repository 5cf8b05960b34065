import { sql, type Kysely } from 'kysely';
import { rejection } from '#domain/base/failure';
import { isSameValue } from '#domain/base/same-value';
import { wireNameOf } from '#domain/fields/field';
import type { LivingResource, Resource } from '#domain/table/resource';
import type { Tables } from '../tables/tables.ts';
import { guard, isLiving, lostState, noteFound, noteLife } from './guard-lives.ts';
import { lockLife } from './life-hash.ts';
import { armTimers, isTimed } from './life-timers.ts';

interface Change {
  /** As it was published before; null where it was not. */
  readonly before: Resource | null;
  readonly after: Resource;
}

interface By {
  readonly origin: 'shipped' | 'designed' | 'site' | 'module';
  readonly adminId: number;
  readonly now: number;
}

const TRIGGERS = ['life_only_update', 'life_only_insert'] as const;

/** Takes the guard of a life away before its table changes: a column that a trigger speaks of cannot get another type. */
export async function openTable(trx: Kysely<Tables>, { before, after }: Change): Promise<void> {
  if (!before?.life && !after.life) return;
  await lockLife(trx, after.name);
  if (before?.life) await dropGuard(trx, before.table);
}

async function dropGuard(trx: Kysely<Tables>, table: string): Promise<void> {
  for (const trigger of TRIGGERS) await sql`drop trigger if exists ${sql.id(trigger)} on ${sql.table(table)}`.execute(trx);
}

/**
 * Makes records live by the life that is published, once the table is as it wants it: each is in a state that there is, those that were moved
 * have a step that says so, times are set by the new life, and requests for events that nobody sends any more are overtaken.
 * @throws FailureError where a record is in a state that the life does not have
 */
export async function settleLife(trx: Kysely<Tables>, { before, after }: Change, by: By): Promise<void> {
  if (!isLiving(after)) {
    if (!before?.life) return;
    await endRequests(trx, after.name, [], by.now);
    await sql`delete from life_timer where resource = ${after.name}`.execute(trx);
    return noteLife(trx, after, by);
  }
  const lost = await lostState(trx, after);
  if (lost !== null) throw rejection('refusals.life.lostState', { state: lost });
  const { name } = after;
  await guard(trx, after);
  if (!isSameValue(before?.life ?? null, after.life)) await noteLife(trx, after, by);
  await noteFound(trx, after);
  // No plan of a site's life moves a record: one that strayed was written past its life, which is said of it and settled by whoever may.
  if (by.origin !== 'site' && by.origin !== 'shipped') await noteMoved(trx, after, by);
  const kept = Object.entries(after.life.events)
    .filter(([name, { second }]) => second && (before?.life?.events[name]?.second ?? second))
    .map(([name]) => name);
  await endRequests(trx, after.name, kept, by.now);
  await sql`delete from life_timer where resource = ${after.name} and name not in
    (select jsonb_array_elements_text(${JSON.stringify(Object.keys(after.life.delays))}::jsonb))`.execute(trx);
  if (isTimed(after)) await armTimers(trx, after, null, by.now);
  else await sql`delete from life_timer where resource = ${name}`.execute(trx);
}

/** Records whose state is another one than their steps say were moved by the plan, or renamed by it. */
async function noteMoved(trx: Kysely<Tables>, { name, table, fields, life }: LivingResource, { adminId, now }: By): Promise<void> {
  const state = sql.id('record', wireNameOf(life.field, fields[life.field]));
  await sql`insert into life_step (resource, record_id, kind, from_state, to_state, actor_type, actor_id, actor_name, source, at)
    select ${name}::text, record.id, 'migrated', last.to_state, ${state}, 'admin', ${adminId}::bigint,
      coalesce((select username from admin where id = ${adminId}::bigint), ''), 'life', ${now}::bigint
    from ${sql.table(table)} as record join lateral (select to_state from life_step where resource = ${name} and record_id = record.id
      order by id desc limit 1) as last on true
    where last.to_state is distinct from ${state}`.execute(trx);
}

/** @param kept events whose requests go on */
async function endRequests(trx: Kysely<Tables>, name: string, kept: readonly string[], now: number): Promise<void> {
  await sql`update life_request set state = 'overtaken', settled_at = ${now}::bigint where resource = ${name} and state = 'open'
    and event not in (select jsonb_array_elements_text(${JSON.stringify(kept)}::jsonb))`.execute(trx);
}

/** What is kept of the lives of a section's records goes with the section: another one of its name begins anew. */
export async function forgetLife(trx: Kysely<Tables>, resource: Resource): Promise<void> {
  if (resource.life) {
    await lockLife(trx, resource.name);
    const { rows } = await sql<{ there: boolean }>`select to_regclass(${resource.table}) is not null as there`.execute(trx);
    if (rows[0]?.there === true) await dropGuard(trx, resource.table);
  }
  for (const table of ['life_timer', 'life_request', 'life_step', 'life_revision'] as const)
    await sql`delete from ${sql.table(table)} where resource = ${resource.name}`.execute(trx);
}
