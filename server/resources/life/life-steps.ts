import { sql, type Kysely } from 'kysely';
import type { Author } from '../../base/caller.ts';
import type { Tables } from '../../db/tables/tables.ts';
import type { WriteMeta } from '../base/write-meta.ts';

interface OpenSteps {
  readonly trx: Kysely<Tables>;
  readonly caller: Author;
  readonly nowSeconds: number;
  readonly write: Pick<WriteMeta, 'steps' | 'number' | 'source'>;
}

/** Lets the statements that follow change states; what was decided is kept with the end of the write, and the door is shut with it. */
export async function openLives(trx: Kysely<Tables>): Promise<void> {
  await sql`select set_config('troupe.life', 'on', true)`.execute(trx);
}

/** Keeps the steps of a write under its number, by one statement. */
export async function keepSteps({ trx, caller: { kind, id, username }, nowSeconds, write }: OpenSteps): Promise<void> {
  const steps = write.steps.splice(0);
  if (steps.length === 0) return;
  await sql`with shut as materialized (select set_config('troupe.life', 'off', true))
    insert into life_step (resource, record_id, kind, event, from_state, to_state, comment, actor_type, actor_id, actor_name, source, set_id, at)
    select one.*, ${kind}::text, ${id}::bigint, ${username.slice(0, 50)}::text, ${write.source}::text, ${write.number}::bigint, ${nowSeconds}::bigint
    from shut, jsonb_to_recordset(${JSON.stringify(steps)}::jsonb) as one
      (resource text, record_id bigint, kind text, event text, from_state text, to_state text, comment text)`.execute(trx);
}
