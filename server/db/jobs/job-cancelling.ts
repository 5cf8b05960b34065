import { sql, type Kysely, type Transaction } from 'kysely';
import { JobCancelledError, type JobLane } from '../base/jobs.ts';
import type { Tables } from '../tables/tables.ts';
import type { JobMessage, JobSurroundings } from './job-attempts.ts';
import { statementsIn } from './queue-database.ts';

/** In which lane a job is, where it is in one of these states. */
export async function laneOf(kysely: Kysely<Tables>, id: string, states: readonly string[]): Promise<JobLane | undefined> {
  const { rows } = await sql<{ name: JobLane }>`
    select name from pgboss.job where id = ${id}::uuid and state::text = any(${states}::text[])`.execute(kysely);
  return rows[0]?.name;
}

/** Ends jobs before they are done. */
export function createCancelling({ database, logger, boss, handlers, attempts }: JobSurroundings) {
  /** The row first, as an attempt takes it: who cancels and who does it never wait for each other. */
  async function cancelIn(trx: Transaction<Tables>, id: string, adminId: number | undefined): Promise<boolean> {
    const lane = await laneOf(trx, id, ['created', 'retry', 'active']);
    if (lane === undefined) return false;
    const { affected } = (await boss.cancel(lane, id, { db: statementsIn(trx) })) as { readonly affected: number };
    if (affected !== 1) return false;
    const { rows } = await sql<{ data: JobMessage }>`select data from pgboss.job where id = ${id}::uuid`.execute(trx);
    const { kind, params } = rows[0]?.data ?? { kind: '', params: {} };
    await handlers.get(kind)?.cancelled?.(params, trx);
    logger.info('job.cancelAsked', { kind, job: id, ...(adminId !== undefined && { adminId }) });
    return true;
  }

  async function forget(id: string): Promise<boolean> {
    const { rows } = await sql`delete from pgboss.job where id = ${id}::uuid and state in ('failed', 'cancelled') returning id`.execute(
      database.kysely,
    );
    return rows.length === 1;
  }

  async function cancelRunning(id: string, adminId?: number): Promise<boolean> {
    const isCancelled = await database.transaction((trx) => cancelIn(trx, id, adminId));
    if (isCancelled) attempts.get(id)?.abort(new JobCancelledError(id));
    return isCancelled;
  }

  return { cancelRunning, forget };
}
