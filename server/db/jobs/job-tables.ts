import { CompiledQuery, sql, type Transaction } from 'kysely';
import { getConstructionPlans, getMigrationPlans } from 'pg-boss';
import packageJson from 'pg-boss/package.json' with { type: 'json' };
import type { JobLane } from '../base/jobs.ts';
import { UnusableDatabaseError } from '../base/unusable-database.ts';
import type { Tables } from '../tables/tables.ts';
import { statementsOf } from './job-statements.ts';

/** Apart from the tables of the product: neither sections nor backups look into it. */
export const JOB_SCHEMA = 'pgboss';
/** Where the rows of work lie that somebody waits for: no process takes any out of it, and nothing of it is tried again. */
export const ATTENDED = 'attended';
const VERSION = packageJson.pgboss.schema;

type QueueOptions = Readonly<Record<string, number | boolean>>;
/** How each lane goes on after a failure: six more attempts within some twenty minutes. What is given up is kept for a day. */
const RETRIES: QueueOptions = { retryLimit: 6, retryDelay: 10, retryBackoff: true, retryDelayMax: 1200, deleteAfterSeconds: 86_400 };

/** A queue that is there keeps its options: where a lane is to have others, it becomes another lane. */
export const LANES: Readonly<Record<JobLane, QueueOptions>> = {
  short: { ...RETRIES, expireInSeconds: 60 },
  outside: { ...RETRIES, expireInSeconds: 120 },
  long: { ...RETRIES, expireInSeconds: 900, heartbeatSeconds: 60 },
  // A backup begins anew with each attempt, so that one has the time of the largest. One whose process is gone is found by its heartbeat.
  backup: { ...RETRIES, expireInSeconds: 86_400, heartbeatSeconds: 60 },
};

const QUEUES: Readonly<Record<string, QueueOptions>> = {
  ...LANES,
  [ATTENDED]: { expireInSeconds: 86_400, retryLimit: 0, deleteAfterSeconds: 86_400 },
};

/** Its library works with tables of its own number alone. @returns the number of those that are there; null where there are none @throws UnusableDatabaseError */
export async function refuseNewerJobTables(trx: Transaction<Tables>): Promise<number | null> {
  const installed = await installedVersion(trx);
  if (installed !== null && installed > VERSION)
    throw new UnusableDatabaseError(
      'The queue of jobs was used by a newer version of Troupe than this one. Nothing was changed.',
      'Start the newer version, or restore a backup that was made before it.',
    );
  return installed;
}

/** Makes the queue's tables, or brings them up to date, in the transaction of the migrations. @throws UnusableDatabaseError */
export async function prepareJobTables(trx: Transaction<Tables>): Promise<void> {
  const installed = await refuseNewerJobTables(trx);
  if (installed === null || installed < VERSION) {
    const script = installed === null ? await constructionScript(trx) : getMigrationPlans(JOB_SCHEMA, installed);
    for (const statement of statementsOf(script)) await trx.executeQuery(CompiledQuery.raw(statement));
  }
  for (const [lane, options] of Object.entries(QUEUES)) {
    const { rows } = await sql`select from pgboss.queue where name = ${lane}`.execute(trx);
    if (rows.length === 0)
      await sql`select pgboss.create_queue(${lane}, ${JSON.stringify({ ...options, policy: 'standard' })}::jsonb)`.execute(trx);
  }
}

async function installedVersion(trx: Transaction<Tables>): Promise<number | null> {
  const { rows: found } = await sql<{ is_there: boolean }>`select to_regclass('pgboss.version') is not null as is_there`.execute(trx);
  if (found[0]?.is_there !== true) return null;
  const { rows } = await sql<{ version: number }>`select version from pgboss.version`.execute(trx);
  return rows[0]?.version ?? null;
}

/** Whoever has a schema of this name made for the account needs no right to make schemas. */
async function constructionScript(trx: Transaction<Tables>): Promise<string> {
  const { rows } = await sql`select from pg_namespace where nspname = ${JOB_SCHEMA}`.execute(trx);
  return getConstructionPlans(JOB_SCHEMA, { createSchema: rows.length === 0 });
}
