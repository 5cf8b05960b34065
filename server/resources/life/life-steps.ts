import { sql, type Kysely } from 'kysely';
import type { Resource } from '#domain/table/resource';
import type { Author } from '../../base/caller.ts';
import type { Tables } from '../../db/tables/tables.ts';
import type { WriteMeta } from '../base/write-meta.ts';
import { eventCallsSql } from '../base/webhook-calls.ts';

interface OpenSteps {
  readonly trx: Kysely<Tables>;
  readonly caller: Author;
  readonly nowSeconds: number;
  readonly write: Pick<WriteMeta, 'steps' | 'number' | 'source' | 'called'>;
}

/** Lets the statements that follow change states; what was decided is kept with the end of the write, and the door is shut with it. */
export async function openLives(trx: Kysely<Tables>): Promise<void> {
  await sql`select set_config('troupe.life', 'on', true)`.execute(trx);
}

/**
 * Keeps the steps of a write under its number, by one statement. What is asked for of these records is overtaken by them; a time that
 * stays in its state overtakes nothing.
 */
export async function keepSteps({ trx, caller: { kind, id, username }, nowSeconds, write }: OpenSteps): Promise<void> {
  const steps = write.steps.splice(0);
  if (steps.length === 0) return;
  const name = username.slice(0, 50);
  const { rows } = await sql<{
    id: number;
    called: readonly number[] | null;
  }>`with shut as materialized (select set_config('troupe.life', 'off', true)),
    made as materialized (select one.* from shut, jsonb_to_recordset(${JSON.stringify(steps)}::jsonb) as one
      (resource text, record_id bigint, kind text, event text, from_state text, to_state text, comment text, asked_by bigint, asked_name text,
        effects jsonb)),
    overtaken as (update life_request set state = 'overtaken', settled_at = ${nowSeconds}::bigint from made
      where life_request.resource = made.resource and life_request.record_id = made.record_id and life_request.state = 'open'
        and (made.from_state is distinct from made.to_state or ${write.source}::text <> 'time')),
    called as (${eventCallsSql(write.number, nowSeconds)}),
    kept as (insert into life_step (resource, record_id, kind, event, from_state, to_state, comment, actor_type, actor_id, actor_name, second_id, second_name,
      effects, source, set_id, at)
    select resource, record_id, kind, event, from_state, to_state, comment, ${kind}::text, coalesce(asked_by, ${id}::bigint),
      coalesce(asked_name, ${name}::text), case when asked_by is null then null else ${id}::bigint end,
      case when asked_by is null then '' else ${name}::text end, coalesce(effects, '[]'), ${write.source}::text, ${write.number}::bigint, ${nowSeconds}::bigint
    from made returning id)
    select id, (select json_agg(distinct webhook_id) from called) as called from kept`.execute(trx);
  for (const id of rows[0]?.called ?? []) write.called.add(id);
  // Ids rise in the order in which the steps were given.
  const ids = rows.map(({ id }) => id).toSorted((a, b) => a - b);
  for (const [index, { afterwards }] of steps.entries()) await afterwards?.(Number(ids[index]));
}

/** A record that came into being past the engine. @param by whose doing it was; without one nobody could have sent anything */
export async function noteBorn(
  trx: Kysely<Tables>,
  { name, life }: Pick<Resource, 'name' | 'life'>,
  id: number,
  nowSeconds: number,
  by?: Author,
): Promise<void> {
  if (!life) return;
  await sql`insert into life_step (resource, record_id, kind, to_state, actor_type, actor_id, actor_name, source, at)
    values (${name}, ${id}::bigint, 'created', ${life.chart.initial}, ${by?.kind ?? 'server'}::text, ${by?.id ?? 0}::bigint,
      ${(by?.username ?? '').slice(0, 50)}::text, 'server', ${nowSeconds}::bigint)`.execute(trx);
}

/** Records that went past the engine, and of which nothing is to stay. */
export async function forgetSteps(trx: Kysely<Tables>, { name }: Pick<Resource, 'name'>, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`delete from life_step where resource = ${name}
    and record_id in (select value::bigint from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`.execute(trx);
}
