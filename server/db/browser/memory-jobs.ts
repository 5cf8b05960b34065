import type { Transaction } from 'kysely';
import type { Logger } from '../../base/logger.ts';
import { unref } from '../../base/platform/timers.ts';
import type { Database } from '../base/database.ts';
import type { JobHandler, Jobs } from '../base/jobs.ts';
import type { Tables } from '../tables/tables.ts';
import { createMemoryJobLists } from './memory-job-lists.ts';
import { newJob, TRIES, type Job } from './memory-job.ts';

const FIRST_RETRY_MS = 2000;

/**
 * The queue of jobs where a process ends with its window: kept in memory, tried again a few times, and gone with it. What a transaction sends
 * that is rolled back is done all the same, since nobody says here whether it was; each handler looks at its rows before it does anything.
 */
export function createMemoryJobs({ database, logger }: { readonly database: Database; readonly logger: Logger }): Jobs {
  const handlers = new Map<string, JobHandler>();
  const lists = createMemoryJobLists();
  let isWorking = false;
  let running: Promise<void> | null = null;
  const stopped = new AbortController();

  async function attempt(job: Job): Promise<void> {
    const handler = handlers.get(job.kind);
    const own = new AbortController();
    const hold = async (): Promise<void> => own.signal.throwIfAborted();
    lists.run({ job, own });
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
      if (job.tries >= TRIES) return lists.giveUp(job);
      job.dueMs = Date.now() + FIRST_RETRY_MS * 2 ** job.tries;
      lists.wait(job);
    } finally {
      lists.run(null);
    }
  }

  async function cancelRunning(id: string): Promise<boolean> {
    const job = lists.takeOut(id);
    if (!job) return false;
    job.dueMs = Date.now();
    lists.noteCancelled(job);
    await database.transaction(async (trx) => handlers.get(job.kind)?.cancelled?.(job.params, trx));
    return true;
  }

  async function drain(): Promise<void> {
    // The transaction that sent it is over by then: the next one waits for it.
    await database.transaction(() => Promise.resolve());
    for (let job = lists.takeDue(); job && !stopped.signal.aborted; job = lists.takeDue()) await attempt(job);
  }

  function look(): void {
    if (!isWorking || stopped.signal.aborted) return;
    running ??= drain()
      .catch((error: unknown) => logger.warn('jobs.notDone', { error }))
      .finally(() => {
        running = null;
        const next = lists.next();
        if (next) unref(setTimeout(look, Math.max(50, next.dueMs - Date.now())));
      });
  }

  return {
    handle: (kind, handler) => void handlers.set(kind, handler),
    send(_trx: Transaction<Tables>, kind, params, by) {
      const key = typeof by === 'object' ? by.among : by;
      if (!handlers.has(kind)) return Promise.reject(new Error(`Nothing here knows jobs of the kind ${kind}`));
      const same = key === undefined ? undefined : lists.waitingBy(kind, key);
      if (same) same.params = params;
      else lists.wait(newJob(kind, params, key));
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
      for (let job = lists.takeDue(); job; job = lists.takeDue()) await attempt(job);
    },
    ...lists.reads,
    counts() {
      const { waiting, attending, dead } = lists.count();
      return Promise.resolve({ waiting, active: (running ? 1 : 0) + attending, dead, oldestDueSeconds: 0 });
    },
    attend: lists.attend,
    attended: (kind, params) => Promise.resolve(lists.attended(kind, params)),
    retry(id) {
      const job = lists.takeDead(id);
      if (!job) return Promise.resolve(false);
      lists.wait(Object.assign(job, { tries: TRIES - 1, dueMs: Date.now() }));
      unref(setTimeout(look));
      return Promise.resolve(true);
    },
    async cancelAttended(kind, params) {
      await Promise.all(lists.attended(kind, params).map(cancelRunning));
    },
    cancel: async (id) => (await cancelRunning(id)) || lists.forget(id),
    stop() {
      stopped.abort();
      return running ?? Promise.resolve();
    },
  };
}
