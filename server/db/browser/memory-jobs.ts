import type { Transaction } from 'kysely';
import type { Logger } from '../../base/logger.ts';
import { unref } from '../../base/platform/timers.ts';
import type { Database } from '../base/database.ts';
import { JobLostError, type JobHandler, type Jobs } from '../base/jobs.ts';
import type { Tables } from '../tables/tables.ts';
import { createAttendance, listedAs, newJob, TRIES, type Job } from './memory-job.ts';

/** Given up, or cancelled: the newest. */
const KEPT = 100;
const FIRST_RETRY_MS = 2000;

/**
 * The queue of jobs where a process ends with its window: kept in memory, tried again a few times, and gone with it. What a transaction sends
 * that is rolled back is done all the same, since nobody says here whether it was; each handler looks at its rows before it does anything.
 */
export function createMemoryJobs({ database, logger }: { readonly database: Database; readonly logger: Logger }): Jobs {
  const handlers = new Map<string, JobHandler>();
  const waiting: Job[] = [];
  let dead: Job[] = [];
  let cancelled: Job[] = [];
  /** What runs, and what stops it: one at a time. */
  let active: { readonly job: Job; readonly own: AbortController } | null = null;
  const { attending, attend, attended } = createAttendance((job) => void (cancelled = [job, ...cancelled].slice(0, KEPT)));
  let isWorking = false;
  let running: Promise<void> | null = null;
  const stopped = new AbortController();

  async function attempt(job: Job): Promise<void> {
    const handler = handlers.get(job.kind);
    const own = new AbortController();
    const hold = async (): Promise<void> => own.signal.throwIfAborted();
    active = { job, own };
    job.dueMs = Date.now();
    job.progress = null;
    try {
      if (!handler) throw new Error(`Nothing here knows jobs of the kind ${job.kind}`);
      await handler.run(job.params, {
        id: job.id,
        signal: AbortSignal.any([stopped.signal, own.signal]),
        advance: (done, total) => void (job.progress = { done, total }),
        hold,
        settle: hold,
      });
    } catch (error) {
      if (own.signal.aborted) return;
      job.tries += 1;
      job.error = error instanceof Error ? error.message : String(error);
      logger.warn('job.failed', { kind: job.kind, attempt: job.tries, error });
      if (job.tries >= TRIES) dead = [...dead, job].slice(-KEPT);
      else {
        job.dueMs = Date.now() + FIRST_RETRY_MS * 2 ** job.tries;
        waiting.push(job);
      }
    } finally {
      active = null;
    }
  }

  /** Takes one out of those that wait, or stops it. */
  function takeOut(id: string): Job | undefined {
    if (active?.job.id === id && !active.own.signal.aborted) {
      active.own.abort(new JobLostError(id));
      return active.job;
    }
    const attended = attending.get(id);
    if (attended && !attended.own.signal.aborted) {
      attended.own.abort(new JobLostError(id));
      return attended.job;
    }
    const at = waiting.findIndex((one) => one.id === id);
    return at < 0 ? undefined : waiting.splice(at, 1)[0];
  }

  async function cancelRunning(id: string): Promise<boolean> {
    const job = takeOut(id);
    if (!job) return false;
    job.dueMs = Date.now();
    cancelled = [job, ...cancelled].slice(0, KEPT);
    await database.transaction(async (trx) => handlers.get(job.kind)?.cancelled?.(job.params, trx));
    return true;
  }

  const atWork = (): readonly Job[] =>
    [...(active ? [active] : []), ...attending.values()].filter(({ own }) => !own.signal.aborted).map(({ job }) => job);

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
        if (next) unref(setTimeout(look, Math.max(50, next.dueMs - Date.now())));
      });
  }

  return {
    handle: (kind, handler) => void handlers.set(kind, handler),
    send(_trx: Transaction<Tables>, kind, params, by) {
      const key = typeof by === 'object' ? by.among : by;
      if (!handlers.has(kind)) return Promise.reject(new Error(`Nothing here knows jobs of the kind ${kind}`));
      const same = key === undefined ? undefined : waiting.find((one) => one.kind === kind && one.key === key);
      if (same) same.params = params;
      else waiting.push(newJob(kind, params, key));
      unref(setTimeout(look));
      return Promise.resolve();
    },
    // No second job of a key waits beside the first.
    absorb: () => Promise.resolve(),
    // Nothing waits for later here.
    bringForward: () => Promise.resolve(),
    work() {
      isWorking = true;
      look();
      return Promise.resolve();
    },
    async runDue() {
      for (let job = takeDue(); job; job = takeDue()) await attempt(job);
    },
    countDead: () => Promise.resolve(new Map([...Map.groupBy(dead, ({ kind }) => kind)].map(([kind, jobs]) => [kind, jobs.length]))),
    counts: () =>
      Promise.resolve({ waiting: waiting.length, active: (running ? 1 : 0) + attending.size, dead: dead.length, oldestDueSeconds: 0 }),
    list(limit) {
      const all = [
        ...dead.map(listedAs('dead')),
        ...atWork().map(listedAs('active')),
        ...waiting.map(listedAs('waiting')),
        ...cancelled.map(listedAs('cancelled')),
      ];
      return Promise.resolve(all.slice(0, limit));
    },
    underWay(kinds) {
      const known = [...atWork(), ...waiting].filter(({ kind }) => kinds.includes(kind));
      return Promise.resolve(known.map(({ params }) => params));
    },
    progressOf(kind, params) {
      const isMeant = active?.job.kind === kind && Object.entries(params).every(([name, value]) => active?.job.params[name] === value);
      return Promise.resolve(isMeant ? (active?.job.progress ?? null) : null);
    },
    attend,
    attended: (kind, params) => Promise.resolve(attended(kind, params)),
    retry(id) {
      const job = dead.find((one) => one.id === id);
      if (!job) return Promise.resolve(false);
      dead = dead.filter((one) => one !== job);
      waiting.push(Object.assign(job, { tries: TRIES - 1, dueMs: Date.now() }));
      unref(setTimeout(look));
      return Promise.resolve(true);
    },
    async cancelAttended(kind, params) {
      await Promise.all(attended(kind, params).map(cancelRunning));
    },
    async cancel(id) {
      if (await cancelRunning(id)) return true;
      const known = dead.length + cancelled.length;
      dead = dead.filter((one) => one.id !== id);
      cancelled = cancelled.filter((one) => one.id !== id);
      return dead.length + cancelled.length < known;
    },
    stop() {
      stopped.abort();
      return running ?? Promise.resolve();
    },
  };
}
