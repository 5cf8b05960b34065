import { sql } from 'kysely';
import type { JobWithMetadata, PgBoss } from 'pg-boss';
import type { Logger } from '../../base/logger.ts';
import type { Database } from '../base/database.ts';
import { JobCancelledError, JobLostError, type JobHandler, type JobLane, type JobParams } from '../base/jobs.ts';
import { statementsIn } from './queue-database.ts';
import { returnToQueue } from './waiting-jobs.ts';
import { watchAttempt } from './watch-attempt.ts';

/** What stands in a job's row. */
export interface JobMessage {
  readonly kind: string;
  readonly params: JobParams;
}
type Taken = Pick<JobWithMetadata<JobMessage>, 'id' | 'data' | 'retryCount' | 'retryLimit' | 'signal'>;

/** What goes around each attempt, counted from 1. */
export type AroundAttempt = (job: { readonly kind: string; readonly attempt: number }, work: () => Promise<void>) => Promise<void>;

export interface JobSurroundings {
  readonly database: Database;
  readonly logger: Logger;
  readonly boss: PgBoss;
  readonly handlers: ReadonlyMap<string, JobHandler>;
  /** What stops the attempts that this process is at. */
  readonly attempts: Map<string, AbortController>;
}

/** Tries the jobs that the queue hands out. */
export function createAttempts({
  database,
  logger,
  boss,
  handlers,
  attempts,
  around,
}: JobSurroundings & { readonly around: AroundAttempt }): (lane: JobLane, job: Taken) => Promise<void> {
  async function attemptAt(lane: JobLane, { id, data: { kind, params }, retryCount, retryLimit, signal }: Taken): Promise<void> {
    const attempt = { id, retryCount };
    if (!handlers.has(kind) && (await returnToQueue(database, attempt))) return logger.warn('job.notKnownHere', { kind, job: id });
    const own = new AbortController();
    attempts.set(id, own);
    const onLost = (isKnownCancelled: boolean): void => own.abort(new (isKnownCancelled ? JobCancelledError : JobLostError)(id));
    const watch = watchAttempt(attempt, { kysely: database.kysely, logger, onLost });
    let isSettled = false;
    try {
      const handler = handlers.get(kind);
      if (!handler) throw new Error(`Nothing here knows jobs of the kind ${kind}`);
      await handler.run(params, {
        id,
        signal: AbortSignal.any([signal, own.signal]),
        advance: watch.advance,
        async hold(trx) {
          const { rows } = await sql`
            select from pgboss.job where id = ${id}::uuid and state = 'active' and retry_count = ${retryCount} for update`.execute(trx);
          if (rows.length !== 1) throw new JobLostError(id);
        },
        async settle(trx) {
          // The library tells how many it was, and declares that it tells nothing.
          const { affected } = (await boss.deleteJob(lane, attempt, { db: statementsIn(trx) })) as { readonly affected: number };
          if (affected !== 1) throw new JobLostError(id);
          isSettled = true;
        },
      });
      // What is done leaves nothing behind.
      if (!isSettled) await boss.deleteJob(lane, attempt);
    } catch (error) {
      if (own.signal.reason instanceof JobCancelledError || (await isCancelled(id))) {
        // It ended because it was told to: nothing has failed, and nothing follows.
        logger.info('job.cancelled', { kind, job: id, attempt: retryCount + 1 });
        return;
      }
      if (error instanceof JobLostError) logger.warn('job.lost', { kind, job: id });
      else if (retryCount >= retryLimit) logger.error('job.givenUp', { kind, job: id, error });
      else logger.warn('job.failed', { kind, job: id, attempt: retryCount + 1, error });
      throw error;
    } finally {
      if (attempts.get(id) === own) attempts.delete(id);
      await watch.stop();
    }
  }

  /** Where the database does not answer, an attempt has failed as any other. */
  const isCancelled = async (id: string): Promise<boolean> =>
    sql`select from pgboss.job where id = ${id}::uuid and state = 'cancelled'`.execute(database.kysely).then(
      ({ rows }) => rows.length > 0,
      () => false,
    );

  /** @throws what the handler throws, when it has been logged */
  return (lane, job) =>
    around({ kind: handlers.has(job.data.kind) ? job.data.kind : 'unknown', attempt: job.retryCount + 1 }, () => attemptAt(lane, job));
}
