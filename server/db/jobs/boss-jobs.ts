import { sql, type Kysely } from 'kysely';
import { PgBoss, type JobWithMetadata } from 'pg-boss';
import type { Logger } from '../../base/logger.ts';
import type { Database } from '../base/database.ts';
import type { JobHandler, JobLane, JobPriority, Jobs } from '../base/jobs.ts';
import type { Tables } from '../tables/tables.ts';
import { attendedWork, attendWork, forgetUnattended } from './attend-work.ts';
import { readCounts, readDead, readJobs, readProgress, readUnderWay } from './job-reads.ts';
import { ATTENDED, JOB_SCHEMA, LANES } from './job-tables.ts';
import { queueDatabase, statementsIn } from './queue-database.ts';
import { createAttempts, type AroundAttempt, type JobMessage } from './job-attempts.ts';
import { createCancelling, laneOf } from './job-cancelling.ts';
import { dropDue, dueNow, isAmong } from './waiting-jobs.ts';

/** How often somebody looks for jobs that nobody has called for: those that wait for another attempt, and those of other processes. */
export interface JobPace {
  readonly lookEverySeconds: number;
  /** How often what a killed process has left behind is looked for. */
  readonly recoverEverySeconds: number;
}

/** The embedded database has this process alone, which calls itself: looking more often would only keep the engine from its rest. */
const PACES: Readonly<Record<Database['kind'], JobPace>> = {
  embedded: { lookEverySeconds: 120, recoverEverySeconds: 300 },
  postgresql: { lookEverySeconds: 2, recoverEverySeconds: 30 },
};
/** Long enough for the transaction that the job was sent in. */
const CALL_AFTER_MS = 50;
const STOP_WITHIN_MS = 3000;
/** Backups come once a day: what other processes have left of them is looked for less often. */
const SELDOM_SECONDS = 60;
/** Jobs of a lane that one process is at in the same moment, where they are more than one: those that wait for strangers do nothing meanwhile. */
const AT_ONCE: Readonly<Partial<Record<JobLane, number>>> = { outside: 4 };
/** The queue takes the highest first. */
const PRIORITIES: Readonly<Record<JobPriority, number>> = { low: -1, bulk: -2 };
const LANE_NAMES = Object.keys(LANES) as JobLane[];

interface LaneWorker {
  id: string;
  isBusy: boolean;
}

export interface JobsOptions {
  readonly database: Database;
  readonly logger: Logger;
  readonly pace?: JobPace;
  readonly around?: AroundAttempt;
}

/** The queue of jobs, by pg-boss, on either database. Its tables are there already. Decision 049 says why. */
export async function openJobs({
  database,
  logger,
  pace = PACES[database.kind],
  around = (_job, work) => work(),
}: JobsOptions): Promise<Jobs> {
  const handlers = new Map<string, JobHandler>();
  const workers = new Map<JobLane, LaneWorker[]>();
  /** What stops the attempts that this process is at. */
  const attempts = new Map<string, AbortController>();
  const timers = new Set<NodeJS.Timeout>();
  let recovery: NodeJS.Timeout | undefined;
  let isStopped = false;
  const boss = new PgBoss({
    db: queueDatabase(database),
    schema: JOB_SCHEMA,
    backend: database.kind === 'embedded' ? 'pglite' : 'postgres',
    // Tables are made with all others; nothing here is scheduled, and looking after the queue has a pace of its own.
    migrate: false,
    schedule: false,
    supervise: false,
    registerInstance: false,
    reindex: false,
    monitorVacuum: false,
    monitorIntervalSeconds: 1,
    queueCacheIntervalSeconds: 3600,
  });
  boss.on('error', (error) => logger.warn('jobs.queueFailed', { error }));
  await boss.start();

  const run = createAttempts({ database, logger, boss, handlers, attempts, around });
  const { cancelRunning, forget } = createCancelling({ database, logger, boss, handlers, attempts });

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

  return {
    handle(kind, handler) {
      handlers.set(kind, handler);
    },

    async send(trx, kind, params, key, afterSeconds) {
      const handler = handlers.get(kind);
      if (!handler) throw new Error(`Nothing here knows jobs of the kind ${kind}`);
      const { lane } = handler;
      const priority = handler.priority === undefined ? 0 : PRIORITIES[handler.priority];
      const message = { kind, params } satisfies JobMessage;
      const options = { db: statementsIn(trx), priority, ...(afterSeconds !== undefined && { startAfter: afterSeconds }) };
      if (key === undefined) await boss.send(lane, message, options);
      else if (typeof key !== 'string') {
        const singletonKey = `${kind}:${key.among}`;
        if (!(await isAmong(trx, lane, singletonKey))) await boss.send(lane, message, { ...options, singletonKey });
      }
      // Not by an id: one that is at work, or was given up, would keep every later one of its name out.
      else await boss.upsert(lane, message, { ...options, singletonKey: `${kind}:${key}` });
      call(lane, (afterSeconds ?? 0) * 1000 + CALL_AFTER_MS);
    },

    async absorb(kind, among) {
      const lane = handlers.get(kind)?.lane;
      if (lane !== undefined) await dropDue(database, lane, `${kind}:${among}`);
    },

    async bringForward(trx, told) {
      const lanes = await dueNow(trx, told);
      for (const lane of lanes) call(lane, CALL_AFTER_MS);
    },

    async work() {
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
    },

    async runDue() {
      for (const lane of LANE_NAMES) {
        for (;;) {
          const [job] = await boss.fetch<JobMessage>(lane, { includeMetadata: true });
          if (!job) break;
          const attempt = { id: job.id, retryCount: job.retryCount };
          await run(lane, { ...job, signal: new AbortController().signal }).catch((error: unknown) =>
            boss.fail(lane, attempt, { reason: String(error) }),
          );
        }
      }
    },

    countDead: () => readDead(database.kysely),
    counts: () => readCounts(database.kysely),
    list: (limit) => readJobs(database.kysely, limit),
    underWay: (kinds, trx) => readUnderWay(trx ?? database.kysely, kinds),
    progressOf: (kind, params) => readProgress(database.kysely, kind, params),
    attend: (kind, params, work, stop) => attendWork(kind, params, work, stop, { database, logger, boss, attempts }),
    attended: (kind, params) => attendedWork(database.kysely, kind, params),
    cancelAttended: async (kind, params) =>
      void (await Promise.all((await attendedWork(database.kysely, kind, params)).map((id) => cancelRunning(id)))),
    async retry(id) {
      const lane = await laneOf(database.kysely, id, ['failed']);
      if (lane === undefined) return false;
      const { affected } = (await boss.retry(lane, id)) as { readonly affected: number };
      call(lane, 0);
      return affected === 1;
    },

    cancel: async (id, adminId) => (await cancelRunning(id, adminId)) || forget(id),

    async stop() {
      isStopped = true;
      clearTimeout(recovery);
      for (const timer of timers) clearTimeout(timer);
      await boss.stop({ close: false, timeout: STOP_WITHIN_MS });
    },
  };
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
