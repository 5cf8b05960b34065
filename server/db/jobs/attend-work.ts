import { sql, type Kysely, type Transaction } from 'kysely';
import type { PgBoss } from 'pg-boss';
import type { Logger } from '../../base/logger.ts';
import type { Database } from '../base/database.ts';
import { JobLostError, type JobParams, type JobRun } from '../base/jobs.ts';
import type { Tables } from '../tables/tables.ts';
import { ATTENDED } from './job-tables.ts';
import { statementsIn } from './queue-database.ts';
import { watchAttempt } from './watch-attempt.ts';

interface Surroundings {
  readonly database: Pick<Database, 'kysely' | 'transaction'>;
  readonly logger: Logger;
  readonly boss: Pick<PgBoss, 'send' | 'cancel'>;
  /** What stops the work that this process is at, by the id of its row. */
  readonly attempts: Map<string, AbortController>;
}

/** So long a process may say nothing of work that it attends, before that counts as gone with it. It says so each second. */
const SILENT_SECONDS = 60;

/** Does work that somebody waits for beside a row of the queue, which nobody takes and which goes with the work. Decision 195 says why. */
export async function attendWork<T>(
  kind: string,
  params: JobParams,
  work: (job: JobRun) => Promise<T>,
  stop: AbortSignal | undefined,
  { database, logger, boss, attempts }: Surroundings,
): Promise<T> {
  const id = await database.transaction((trx) => begin(trx, { kind, params }, boss));
  const own = new AbortController();
  const signal = AbortSignal.any([own.signal, ...(stop ? [stop] : [])]);
  attempts.set(id, own);
  const onLost = (): void => own.abort(new JobLostError(id));
  const watch = watchAttempt({ id, retryCount: 0 }, { kysely: database.kysely, logger, onLost, isAttended: true });
  const requireOwn = async (trx: Transaction<Tables>, statement: typeof HELD): Promise<void> => {
    const { rows } = signal.aborted ? { rows: [] } : await statement(id).execute(trx);
    if (rows.length !== 1) throw new JobLostError(id);
  };
  try {
    const result = await work({
      id,
      signal,
      advance: watch.advance,
      hold: (trx) => requireOwn(trx, HELD),
      settle: (trx) => requireOwn(trx, ENDED),
    });
    await ENDED(id).execute(database.kysely);
    return result;
  } catch (error) {
    const isCancelled = signal.aborted || error instanceof JobLostError;
    // Where the database is away, the row goes like that of a process that has died.
    await (isCancelled ? boss.cancel(ATTENDED, id) : ENDED(id).execute(database.kysely)).catch((cause: unknown) =>
      logger.warn('job.notEnded', { kind, job: id, error: cause }),
    );
    if (!isCancelled) throw error;
    logger.info('job.cancelled', { kind, job: id, attempt: 1 });
    throw new JobLostError(id);
  } finally {
    attempts.delete(id);
    await watch.stop();
  }
}

/** Work of this kind that goes on and was told this, by whichever process. */
export async function attendedWork(kysely: Kysely<Tables>, kind: string, params: JobParams): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from pgboss.job where name = ${ATTENDED} and state = 'active'
      and data = ${JSON.stringify({ kind, params })}::jsonb order by started_on`.execute(kysely);
  return rows.map(({ id }) => id);
}

/** Forgets what was at work in a process that is gone; on a database that one process has alone, that is all there is when it starts. */
export async function forgetUnattended({ kysely, kind }: Pick<Database, 'kysely' | 'kind'>, isStart: boolean): Promise<void> {
  if (kind === 'embedded' && !isStart) return;
  const silent = kind === 'embedded' ? sql`true` : sql`heartbeat_on < now() - ${SILENT_SECONDS} * interval '1 second'`;
  await sql`delete from pgboss.job where name = ${ATTENDED} and state = 'active' and ${silent}`.execute(kysely);
}

const HELD = (id: string) => sql`select id from pgboss.job where id = ${id}::uuid and state = 'active' for update`;
const ENDED = (id: string) => sql`delete from pgboss.job where id = ${id}::uuid and state = 'active' returning id`;

/** Nobody sees it before it is at work: else it would look like one that waits. */
async function begin(trx: Transaction<Tables>, message: object, boss: Surroundings['boss']): Promise<string> {
  const id = await boss.send(ATTENDED, message, { db: statementsIn(trx) });
  if (id === null) throw new Error('The queue has taken no row');
  await sql`update pgboss.job set state = 'active', started_on = now(), heartbeat_on = now() where id = ${id}::uuid`.execute(trx);
  return id;
}
