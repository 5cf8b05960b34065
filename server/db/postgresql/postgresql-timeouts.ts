import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables/tables.ts';

/** Held while the settings of the role are written: two servers that start together would write the same row. */
const SETTINGS_LOCK = 4_018_002;

/**
 * Sees to it that PostgreSQL itself ends statements that take too long, and transactions that nobody goes on with. The limits are
 * settings of the role in this database, since a pooler between us passes neither start-up parameters nor a session's settings on;
 * a limit that somebody has set before is kept.
 * @returns the statement's limit in force, in milliseconds
 * @throws where none can be set
 */
export async function holdTimeouts(kysely: Kysely<Tables>, statementTimeoutMs: number): Promise<number> {
  const wanted = { statement_timeout: statementTimeoutMs, idle_in_transaction_session_timeout: statementTimeoutMs * 3 } as const;
  const inForce = await readTimeouts(kysely);
  const missing = Object.entries(wanted).filter(([name]) => inForce.get(name) === 0);
  if (missing.length > 0) {
    await kysely.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(${sql.lit(SETTINGS_LOCK)})`.execute(trx);
      for (const [name, ms] of missing) {
        // For sessions that begin from now on, and for this one: a pooler may give it to others.
        await sql`select set_config(${name}, ${String(ms)}, false)`.execute(trx);
        const { rows } = await sql<{ statement: string }>`
          select format('alter role current_user in database %I set %I = %L', current_database(), ${name}::text, ${String(ms)}::text) as statement`.execute(
          trx,
        );
        await sql.raw(rows[0]?.statement ?? '').execute(trx);
      }
    });
  }
  const now = (await readTimeouts(kysely)).get('statement_timeout') ?? 0;
  if (now > 0) return now;
  throw new Error(
    `PostgreSQL keeps no statement_timeout for this role, so that one slow statement could hold everything up. Set it yourself: alter role … in database … set statement_timeout = '${statementTimeoutMs}ms'.`,
  );
}

async function readTimeouts(kysely: Kysely<Tables>): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ name: string; ms: number }>`
    select name, setting::integer as ms from pg_settings
    where name in ('statement_timeout', 'idle_in_transaction_session_timeout')`.execute(kysely);
  return new Map(rows.map(({ name, ms }) => [name, ms]));
}
