import type { Transaction } from 'kysely';
import type { QueuedJob } from '#domain/observe/system-health';
import type { Logger } from '../../base/logger.ts';
import { letGo } from '../../base/platform/timers.ts';
import type { Database } from '../base/database.ts';
import type { JobHandler, JobParams, Jobs } from '../base/jobs.ts';
import type { Tables } from '../tables/tables.ts';

interface Job {
  readonly id: string;
  readonly kind: string;
  readonly key: string | undefined;
  params: JobParams;
  readonly sentMs: number;
  tries: number;
  dueMs: number;
  error: string;
}

const TRIES = 5;
const FIRST_RETRY_MS = 2000;

const keptAs =
  (state: QueuedJob['state']) =>
  ({ id, kind, tries, sentMs, dueMs, error }: Job): QueuedJob => ({
    id,
    kind,
    state,
    failures: tries,
    sentAt: Math.floor(sentMs / 1000),
    startsAt: Math.floor(dueMs / 1000),
    error,
  });

/**
 * The queue of jobs where a process ends with its window: kept in memory, tried again a few times, and gone with it. What a transaction sends
 * that is rolled back is done all the same, since nobody says here whether it was; each handler looks at its rows before it does anything.
 */
export function createMemoryJobs({ database, logger }: { readonly database: Database; readonly logger: Logger }): Jobs {
  const handlers = new Map<string, JobHandler>();
  const waiting: Job[] = [];
  let dead: Job[] = [];
  let isWorking = false;
  let running: Promise<void> | null = null;
  const stopped = new AbortController();

  async function attempt(job: Job): Promise<void> {
    const handler = handlers.get(job.kind);
    try {
      if (!handler) throw new Error(`Nothing here knows jobs of the kind ${job.kind}`);
      await handler.run(job.params, { id: job.id, signal: stopped.signal, settle: () => Promise.resolve() });
    } catch (error) {
      job.tries += 1;
      job.error = error instanceof Error ? error.message : String(error);
      logger.warn('job.failed', { kind: job.kind, attempt: job.tries, error });
      if (job.tries >= TRIES) dead = [...dead, job].slice(-100);
      else {
        job.dueMs = Date.now() + FIRST_RETRY_MS * 2 ** job.tries;
        waiting.push(job);
      }
    }
  }

  const takeDue = (): Job | undefined => {
    const at = waiting.findIndex(({ dueMs }) => dueMs <= Date.now());
    return at < 0 ? undefined : waiting.splice(at, 1)[0];
  };

  async function drain(): Promise<void> {
    // The transaction that sent it is over by then: the next one waits for it.
    await database.transaction(() => Promise.resolve());
    for (let job = takeDue(); job && !stopped.signal.aborted; job = takeDue()) await attempt(job);
  }

  function look(): void {
    if (!isWorking || stopped.signal.aborted) return;
    running ??= drain()
      .catch((error: unknown) => logger.warn('jobs.notDone', { error }))
      .finally(() => {
        running = null;
        const [next] = waiting.toSorted((a, b) => a.dueMs - b.dueMs);
        if (next) letGo(setTimeout(look, Math.max(50, next.dueMs - Date.now())));
      });
  }

  return {
    handle: (kind, handler) => void handlers.set(kind, handler),
    send(_trx: Transaction<Tables>, kind, params, key) {
      if (!handlers.has(kind)) return Promise.reject(new Error(`Nothing here knows jobs of the kind ${kind}`));
      const same = key === undefined ? undefined : waiting.find((one) => one.kind === kind && one.key === key);
      if (same) same.params = params;
      else waiting.push({ id: crypto.randomUUID(), kind, key, params, tries: 0, sentMs: Date.now(), dueMs: Date.now(), error: '' });
      letGo(setTimeout(look));
      return Promise.resolve();
    },
    work() {
      isWorking = true;
      look();
      return Promise.resolve();
    },
    async runDue() {
      for (let job = takeDue(); job; job = takeDue()) await attempt(job);
    },
    countDead: () => Promise.resolve(new Map([...Map.groupBy(dead, ({ kind }) => kind)].map(([kind, jobs]) => [kind, jobs.length]))),
    counts: () => Promise.resolve({ waiting: waiting.length, active: running ? 1 : 0, dead: dead.length, oldestDueSeconds: 0 }),
    list: (limit) => Promise.resolve([...dead.map(keptAs('dead')), ...waiting.map(keptAs('waiting'))].slice(0, limit)),
    retry(id) {
      const job = dead.find((one) => one.id === id);
      if (!job) return Promise.resolve(false);
      dead = dead.filter((one) => one !== job);
      waiting.push(Object.assign(job, { tries: TRIES - 1, dueMs: Date.now() }));
      letGo(setTimeout(look));
      return Promise.resolve(true);
    },
    cancel(id) {
      const at = waiting.findIndex((one) => one.id === id);
      const isDead = dead.some((one) => one.id === id);
      if (at >= 0) waiting.splice(at, 1);
      dead = dead.filter((one) => one.id !== id);
      return Promise.resolve(at >= 0 || isDead);
    },
    stop() {
      stopped.abort();
      return running ?? Promise.resolve();
    },
  };
}
