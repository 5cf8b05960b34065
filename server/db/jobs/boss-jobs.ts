import { CompiledQuery, sql, type Kysely, type Transaction } from 'kysely';
import type { QueuedJob } from '#domain/observe/system-health';
import { PgBoss, type Db, type JobWithMetadata } from 'pg-boss';
import type { Logger } from '../../base/logger.ts';
import type { Database } from '../base/database.ts';
import { JobLostError, type JobHandler, type JobLane, type JobParams, type Jobs } from '../base/jobs.ts';
import type { Tables } from '../tables/tables.ts';
import { statementsOf } from './job-statements.ts';
import { JOB_SCHEMA, LANES } from './job-tables.ts';

/** What stands in a job's row. */
interface JobMessage {
  readonly kind: string;
  readonly params: JobParams;
}
type Listed = Omit<QueuedJob, 'sentAt' | 'startsAt'> & { readonly sent_at: number; readonly starts_at: number };
type Taken = Pick<JobWithMetadata<JobMessage>, 'id' | 'data' | 'retryCount' | 'retryLimit' | 'signal'>;

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
/** As much of the reason of a failure as a list shows. */
const ERROR_LENGTH = 300;
const LANE_NAMES = Object.keys(LANES) as JobLane[];

export interface JobsOptions {
  readonly database: Database;
  readonly logger: Logger;
  readonly pace?: JobPace;
  /** What goes around each attempt, counted from 1. */
  readonly around?: (job: { readonly kind: string; readonly attempt: number }, work: () => Promise<void>) => Promise<void>;
}

/** The queue of jobs, by pg-boss, on either database. Its tables are there already. Decision 049 says why. */
export async function openJobs({
  database,
  logger,
  pace = PACES[database.kind],
  around = (_job, work) => work(),
}: JobsOptions): Promise<Jobs> {
  const handlers = new Map<string, JobHandler>();
  const workers = new Map<JobLane, string>();
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

  function call(lane: JobLane, afterMs: number): void {
    if (isStopped || !workers.has(lane)) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      const worker = workers.get(lane);
      if (worker !== undefined) boss.notifyWorker(worker);
    }, afterMs);
    timer.unref();
    timers.add(timer);
  }

  /** @throws what the handler throws, when it has been logged */
  const run = (lane: JobLane, job: Taken): Promise<void> =>
    around({ kind: handlers.has(job.data.kind) ? job.data.kind : 'unknown', attempt: job.retryCount + 1 }, () => attemptAt(lane, job));

  async function attemptAt(lane: JobLane, { id, data: { kind, params }, retryCount, retryLimit, signal }: Taken): Promise<void> {
    const attempt = { id, retryCount };
    let isSettled = false;
    try {
      const handler = handlers.get(kind);
      if (!handler) throw new Error(`Nothing here knows jobs of the kind ${kind}`);
      await handler.run(params, {
        id,
        signal,
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
      if (error instanceof JobLostError) logger.warn('job.lost', { kind, job: id });
      else if (retryCount >= retryLimit) logger.error('job.givenUp', { kind, job: id, error });
      else logger.warn('job.failed', { kind, job: id, attempt: retryCount + 1, error });
      throw error;
    }
  }

  async function laneOf(id: string, states: readonly string[]): Promise<JobLane | undefined> {
    const { rows } = await sql<{ name: JobLane }>`
      select name from pgboss.job where id = ${id}::uuid and state::text = any(${states}::text[])`.execute(database.kysely);
    return rows[0]?.name;
  }

  /** What a process that was killed has left behind waits for its next attempt. */
  async function recover(): Promise<void> {
    for (const lane of LANE_NAMES) await boss.supervise(lane);
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
      const lane = handlers.get(kind)?.lane;
      if (lane === undefined) throw new Error(`Nothing here knows jobs of the kind ${kind}`);
      const message = { kind, params } satisfies JobMessage;
      const options = { db: statementsIn(trx), ...(afterSeconds !== undefined && { startAfter: afterSeconds }) };
      if (key === undefined) await boss.send(lane, message, options);
      // Not by an id: one that is at work, or was given up, would keep every later one of its name out.
      else await boss.upsert(lane, message, { ...options, singletonKey: `${kind}:${key}` });
      call(lane, (afterSeconds ?? 0) * 1000 + CALL_AFTER_MS);
    },

    async work() {
      // On the embedded database nobody else can be at work: what is in hand was in the hand of a process that is gone.
      if (database.kind === 'embedded') await takeBack(database.kysely, boss);
      else await recover();
      for (const lane of LANE_NAMES) {
        const options = { includeMetadata: true, pollingIntervalSeconds: pace.lookEverySeconds, orderByCreatedOn: true } as const;
        const worker = await boss.work<JobMessage, void, typeof options>(lane, options, async ([job]) => {
          if (!job) return;
          try {
            await run(lane, job);
          } catch (error) {
            // The wait before the next attempt grows by itself; looking once within it is enough, and once after it.
            if (job.retryCount < job.retryLimit) call(lane, retryDelayMs(job));
            throw error;
          } finally {
            // There may be another one; the library would look for it at its own pace.
            call(lane, 0);
          }
        });
        workers.set(lane, worker);
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

    async countDead() {
      const { rows } = await sql<{ kind: string; count: number }>`
        select data ->> 'kind' as kind, count(*) as count from pgboss.job where state = 'failed' group by 1 order by 1`.execute(
        database.kysely,
      );
      return new Map(rows.map(({ kind, count }) => [kind, count]));
    },

    async counts() {
      const { rows } = await sql<{ waiting: number; active: number; dead: number; oldest: number }>`
        select count(*) filter (where state in ('created', 'retry')) as waiting,
          count(*) filter (where state = 'active') as active,
          count(*) filter (where state = 'failed') as dead,
          coalesce(max(extract(epoch from now() - start_after)) filter (where state in ('created', 'retry') and start_after <= now()), 0)::int as oldest
        from pgboss.job`.execute(database.kysely);
      const { waiting = 0, active = 0, dead = 0, oldest = 0 } = rows[0] ?? {};
      return { waiting, active, dead, oldestDueSeconds: oldest };
    },

    async list(limit) {
      const { rows } = await sql<Listed>`
        select id, data ->> 'kind' as kind, case when state in ('created', 'retry') then 'waiting' when state = 'active' then 'active' else 'dead' end as state,
          case when state in ('created', 'active') then retry_count else retry_count + (state = 'failed')::int end as failures,
          extract(epoch from created_on)::bigint as sent_at, extract(epoch from coalesce(case when state = 'active' then started_on end, start_after))::bigint as starts_at,
          left(coalesce(output ->> 'message', output ->> 'reason', output -> 'value' ->> 'message', ''), ${ERROR_LENGTH}) as error
        from pgboss.job where state in ('created', 'retry', 'active', 'failed')
        order by array_position(array['failed', 'active'], state::text), start_after, id limit ${limit}`.execute(database.kysely);
      return rows.map(({ sent_at: sentAt, starts_at: startsAt, ...job }) => ({ ...job, sentAt, startsAt }));
    },

    async retry(id) {
      const lane = await laneOf(id, ['failed']);
      if (lane === undefined) return false;
      const { affected } = (await boss.retry(lane, id)) as { readonly affected: number };
      call(lane, 0);
      return affected === 1;
    },

    async cancel(id) {
      const lane = await laneOf(id, ['created', 'retry', 'failed']);
      if (lane === undefined) return false;
      // One that has begun meanwhile goes on: what it does is not known to have happened or not.
      const { rows } =
        await sql`delete from pgboss.job where name = ${lane} and id = ${id}::uuid and state in ('created', 'retry', 'failed')
        returning id`.execute(database.kysely);
      return rows.length === 1;
    },

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

/** Statements of the queue inside a transaction of ours. */
const statementsIn = (trx: Transaction<Tables>): Db => ({
  executeSql: async (text, values = []) => ({ rows: [...(await trx.executeQuery(CompiledQuery.raw(text, [...values]))).rows] }),
});

/** The queue's way to the database: one statement by itself, and a script as a transaction. */
const queueDatabase = ({ kysely, transaction }: Pick<Database, 'kysely' | 'transaction'>): Db => ({
  async executeSql(text, values = []) {
    const [first, ...others] = values.length > 0 ? [text] : statementsOf(text);
    if (first === undefined) return { rows: [] };
    if (others.length === 0) return { rows: [...(await kysely.executeQuery(CompiledQuery.raw(first, [...values]))).rows] };
    return transaction(async (trx) => {
      const rows: unknown[] = [];
      for (const statement of [first, ...others]) rows.push(...(await trx.executeQuery(CompiledQuery.raw(statement))).rows);
      return { rows };
    });
  },
});
