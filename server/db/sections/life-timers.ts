import { sql, type Kysely, type RawBuilder } from 'kysely';
import { wireNameOf } from '#domain/fields/field';
import type { Life } from '#domain/life/life';
import type { Resource } from '#domain/table/resource';
import type { Tables } from '../tables/tables.ts';
import { isFormerLife } from './life-hash.ts';

export type Timed = Pick<Resource, 'name' | 'table' | 'fields'> & { readonly life: Life };

/** Whether any state of a section is left by a time. */
export const isTimed = <Of extends Pick<Resource, 'name' | 'fields' | 'life'> & Partial<Pick<Resource, 'table'>>>(
  resource: Of,
): resource is Of & Timed =>
  resource.life !== undefined &&
  resource.table !== undefined &&
  Object.values(resource.life.chart.states).some(({ after }) => Object.keys(after ?? {}).length > 0);

/**
 * Stands beside the times of a record that a former version has written: what only the newer life counts is set by a process that runs that.
 * No delay has a name with a blank.
 */
export const LOOK_AGAIN = 'look again';

/** Whether a write of the section's records has times to set. */
export const setsTimes = <Of extends Pick<Resource, 'name' | 'fields' | 'life'> & Partial<Pick<Resource, 'table'>>>(
  resource: Of,
): resource is Of & Timed =>
  isTimed(resource) || (resource.life !== undefined && resource.table !== undefined && isFormerLife(resource.life));

/**
 * Sets the times of records anew, as they are now: of each state those that it has, counted from its entry or taken from a field. One that is
 * set already stays as it is, also where it is up and has done what it does; one that waits for its record to change is tried again.
 * @param ids null for all records
 */
export async function armTimers(kysely: Kysely<Tables>, resource: Timed, ids: readonly number[] | null, nowSeconds: number): Promise<void> {
  const meant =
    ids === null ? sql`true` : sql`record_id in (select value::bigint from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`;
  const times = timesOf(resource, nowSeconds);
  const planned = times.length > 0 ? sql.join(times, sql` union all `) : NO_TIMES;
  await sql`with wanted as materialized (select * from (${planned}) as one where planned_at is not null and ${meant}),
    gone as (delete from life_timer where resource = ${resource.name} and ${meant} and not exists (select from wanted
      where wanted.record_id = life_timer.record_id and wanted.name = life_timer.name))
    insert into life_timer (resource, record_id, name, state, planned_at, due_at)
    select ${resource.name}::text, record_id, name, state, planned_at, planned_at from wanted
    on conflict (resource, record_id, name) do update
      set state = excluded.state, planned_at = excluded.planned_at, due_at = excluded.due_at, tries = 0, waits = null
      where life_timer.state <> excluded.state or life_timer.planned_at <> excluded.planned_at or life_timer.waits is not null`.execute(
    kysely,
  );
  if (ids !== null && isFormerLife(resource.life))
    await sql`insert into life_timer (resource, record_id, name, state, planned_at, due_at)
      select ${resource.name}::text, value::bigint, ${LOOK_AGAIN}::text, '', ${nowSeconds + 1}::bigint, ${nowSeconds + 1}::bigint
      from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb) on conflict do nothing`.execute(kysely);
}

const NO_TIMES = sql`select null::bigint as record_id, null::text as name, null::text as state, null::bigint as planned_at`;

/** One question for each state and delay: which records are in it, and when it would be up. */
function timesOf({ name, table, fields, life }: Timed, nowSeconds: number): readonly RawBuilder<unknown>[] {
  const state = sql.id('one', wireNameOf(life.field, fields[life.field]));
  return Object.entries(life.chart.states).flatMap(([from, { after }]) =>
    Object.keys(after ?? {}).flatMap((delayName) => {
      const delay = life.delays[delayName];
      if (!delay) return [];
      // The last step, not the latest: a clock that was turned back has steps of days to come.
      const entered = sql`coalesce((select at from life_step where resource = ${name} and record_id = one.id
        and from_state is distinct from to_state order by id desc limit 1), ${nowSeconds}::bigint)`;
      const due =
        'seconds' in delay
          ? sql`${entered} + ${delay.seconds}::bigint`
          : sql`${sql.id('one', wireNameOf(delay.field, fields[delay.field]))}::bigint`;
      return [
        sql`select one.id::bigint as record_id, ${delayName}::text as name, ${from}::text as state, ${due} as planned_at
          from ${sql.table(table)} as one where ${state} = ${from}`,
      ];
    }),
  );
}
