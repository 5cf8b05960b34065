import { PgBoss } from 'pg-boss';
import type { Logger } from '../../base/logger.ts';
import type { Database } from '../base/database.ts';
import type { JobHandler, JobPriority, Jobs } from '../base/jobs.ts';
import { attendedWork, attendWork } from './attend-work.ts';
import { readCounts, readDead, readJobs, readProgress, readUnderWay } from './job-reads.ts';
import { JOB_SCHEMA } from './job-tables.ts';
import { queueDatabase, statementsIn } from './queue-database.ts';
import { createAttempts, type AroundAttempt, type JobMessage } from './job-attempts.ts';
import { createCancelling, laneOf } from './job-cancelling.ts';
import { CALL_AFTER_MS, createWorkers, LANE_NAMES, type JobPace } from './job-workers.ts';
import { dropDue, dueNow, isAmong } from './waiting-jobs.ts';

/** The embedded database has this process alone, which calls itself: looking more often would only keep the engine from its rest. */
const PACES: Readonly<Record<Database['kind'], JobPace>> = {
  embedded: { lookEverySeconds: 120, recoverEverySeconds: 300 },
  postgresql: { lookEverySeconds: 2, recoverEverySeconds: 30 },
};
const STOP_WITHIN_MS = 3000;
/** The queue takes the highest first. */
const PRIORITIES: Readonly<Record<JobPriority, number>> = { low: -1, bulk: -2 };

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
  /** What stops the attempts that this process is at. */
  const attempts = new Map<string, AbortController>();
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
  const { call, work, stop } = createWorkers({ database, logger, boss, run, pace });
  const { cancelRunning, forget } = createCancelling({ database, logger, boss, handlers, attempts });

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

    work,

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
      stop();
      await boss.stop({ close: false, timeout: STOP_WITHIN_MS });
    },
  };
}
