import { sql, type Kysely } from 'kysely';
import type { JobWithMetadata, PgBoss } from 'pg-boss';
import type { Logger } from '../../base/logger.ts';
import type { Database } from '../base/database.ts';
import type { JobLane } from '../base/jobs.ts';
import type { Tables } from '../tables/tables.ts';
import { forgetUnattended } from './attend-work.ts';
import type { createAttempts, JobMessage } from './job-attempts.ts';
import { ATTENDED, LANES } from './job-tables.ts';

/** How often somebody looks for jobs that nobody has called for: those that wait for another attempt, and those of other processes. */
export interface JobPace {
  readonly lookEverySeconds: number;
  /** How often what a killed process has left behind is looked for. */
  readonly recoverEverySeconds: number;
}

/** Long enough for the transaction that the job was sent in. */
export const CALL_AFTER_MS = 50;
/** Backups come once a day: what other processes have left of them is looked for less often. */
const SELDOM_SECONDS = 60;
/** Jobs of a lane that one process is at in the same moment, where they are more than one: those that wait for strangers do nothing meanwhile. */
const AT_ONCE: Readonly<Partial<Record<JobLane, number>>> = { outside: 4 };
export const LANE_NAMES = Object.keys(LANES) as JobLane[];

interface LaneWorker {
  id: string;
  isBusy: boolean;
}

interface WorkersOptions {
  readonly database: Database;
  readonly logger: Logger;
  readonly boss: PgBoss;
  readonly run: ReturnType<typeof createAttempts>;
  readonly pace: JobPace;
}

/** Those that take jobs out of the queue: of each lane one, or as many as may be at it at once, called as soon as there is something to do. */
export function createWorkers({ database, logger, boss, run, pace }: WorkersOptions) {
  const workers = new Map<JobLane, LaneWorker[]>();
  const timers = new Set<NodeJS.Timeout>();
  let recovery: NodeJS.Timeout | undefined;
  let isStopped = false;

  function call(lane: JobLane, afterMs: number): void {
    if (isStopped || !workers.has(lane)) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      const worker = workers.get(lane)?.find(({ isBusy }) => !isBusy);
      if (worker) boss.notifyWorker(worker.id);
    }, afterMs);
    timer.unref();
    timers.add(timer);
  }

  /** What a process that was killed has left behind waits for its next attempt. */
  async function recover(): Promise<void> {
    await forgetUnattended(database, false);
    for (const lane of [...LANE_NAMES, ATTENDED]) await boss.supervise(lane);
  }

  const recoverLater = (): void => {
    recovery = setTimeout(() => {
      recover()
        .catch((error: unknown) => logger.warn('jobs.recoveryFailed', { error }))
        .finally(() => {
          if (!isStopped) recoverLater();
        });
    }, pace.recoverEverySeconds * 1000);
    recovery.unref();
  };

  async function work(): Promise<void> {
    // On the embedded database nobody else can be at work: what is in hand was in the hand of a process that is gone.
    await forgetUnattended(database, true);
    if (database.kind === 'embedded') await takeBack(database.kysely, boss);
    else await recover();
    for (const lane of LANE_NAMES) {
      const seldom = lane === 'backup' ? SELDOM_SECONDS : 0;
      const options = {
        includeMetadata: true,
        pollingIntervalSeconds: Math.max(pace.lookEverySeconds, seldom),
        orderByCreatedOn: true,
      } as const;
      const ofLane: LaneWorker[] = [];
      for (let place = 0; place < (AT_ONCE[lane] ?? 1); place += 1) {
        const worker: LaneWorker = { id: '', isBusy: false };
        worker.id = await boss.work<JobMessage, void, typeof options>(lane, options, async ([job]) => {
          if (!job) return;
          worker.isBusy = true;
          // There may be one for another worker beside this one.
          if (ofLane.length > 1) call(lane, 0);
          try {
            await run(lane, job);
          } catch (error) {
            // The wait before the next attempt grows by itself; looking once within it is enough, and once after it.
            if (job.retryCount < job.retryLimit) call(lane, retryDelayMs(job));
            throw error;
          } finally {
            worker.isBusy = false;
            // There may be another one; the library would look for it at its own pace.
            call(lane, 0);
          }
        });
        ofLane.push(worker);
      }
      workers.set(lane, ofLane);
    }
    recoverLater();
  }

  /** Nobody is called any more; what runs is for the queue to stop. */
  function stop(): void {
    isStopped = true;
    clearTimeout(recovery);
    for (const timer of timers) clearTimeout(timer);
  }

  return { call, work, stop };
}

/** At most as long as the queue makes the next attempt wait; looking too early finds nothing and costs one statement. */
function retryDelayMs({ retryDelay, retryCount, retryDelayMax }: JobWithMetadata<JobMessage>): number {
  return Math.min(retryDelay * 2 ** (retryCount + 1), retryDelayMax ?? Infinity) * 1000 + CALL_AFTER_MS;
}

async function takeBack(kysely: Kysely<Tables>, boss: PgBoss): Promise<void> {
  const { rows } = await sql<{ id: string; name: string; retry_count: number }>`
    select id, name, retry_count from pgboss.job where state = 'active'`.execute(kysely);
  for (const { id, name, retry_count: retryCount } of rows) await boss.fail(name, { id, retryCount }, { reason: 'The process ended' });
}
