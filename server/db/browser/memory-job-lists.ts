import { JobLostError, type Jobs } from '../base/jobs.ts';
import { createAttendance, listedAs, type Job } from './memory-job.ts';

/** Given up, or cancelled: the newest. */
const KEPT = 100;

/** What runs, and what stops it. */
interface Running {
  readonly job: Job;
  readonly own: AbortController;
}

/** Which jobs wait, run, were given up and were cancelled; with what somebody waits for, which is seen and cancelled like a job. */
export function createMemoryJobLists() {
  const waiting: Job[] = [];
  let dead: Job[] = [];
  let cancelled: Job[] = [];
  /** One at a time. */
  let active: Running | null = null;
  const noteCancelled = (job: Job): void => void (cancelled = [job, ...cancelled].slice(0, KEPT));
  const { attending, attend, attended } = createAttendance(noteCancelled);

  const atWork = (): readonly Job[] =>
    [...(active ? [active] : []), ...attending.values()].filter(({ own }) => !own.signal.aborted).map(({ job }) => job);

  return {
    attend,
    attended,
    noteCancelled,
    wait: (job: Job): void => void waiting.push(job),
    giveUp: (job: Job): void => void (dead = [...dead, job].slice(-KEPT)),
    run: (running: Running | null): void => void (active = running),
    waitingBy: (kind: string, key: string): Job | undefined => waiting.find((one) => one.kind === kind && one.key === key),
    next: (): Job | undefined => waiting.toSorted((a, b) => a.dueMs - b.dueMs)[0],

    takeDue(): Job | undefined {
      const at = waiting.findIndex(({ dueMs }) => dueMs <= Date.now());
      return at < 0 ? undefined : waiting.splice(at, 1)[0];
    },

    /** Takes one out of those that wait, or stops it. */
    takeOut(id: string): Job | undefined {
      const running = active?.job.id === id && !active.own.signal.aborted ? active : attending.get(id);
      if (running && !running.own.signal.aborted) {
        running.own.abort(new JobLostError(id));
        return running.job;
      }
      const at = waiting.findIndex((one) => one.id === id);
      return at < 0 ? undefined : waiting.splice(at, 1)[0];
    },

    takeDead(id: string): Job | undefined {
      const job = dead.find((one) => one.id === id);
      dead = dead.filter((one) => one !== job);
      return job;
    },

    /** One that nobody tries any more is known no longer. @returns whether it was */
    forget(id: string): boolean {
      const known = dead.length + cancelled.length;
      dead = dead.filter((one) => one.id !== id);
      cancelled = cancelled.filter((one) => one.id !== id);
      return dead.length + cancelled.length < known;
    },

    reads: {
      countDead: () => Promise.resolve(new Map([...Map.groupBy(dead, ({ kind }) => kind)].map(([kind, jobs]) => [kind, jobs.length]))),
      list: (limit) =>
        Promise.resolve(
          [
            ...dead.map(listedAs('dead')),
            ...atWork().map(listedAs('active')),
            ...waiting.map(listedAs('waiting')),
            ...cancelled.map(listedAs('cancelled')),
          ].slice(0, limit),
        ),
      underWay: (kinds) =>
        Promise.resolve([...atWork(), ...waiting].filter(({ kind }) => kinds.includes(kind)).map(({ params }) => params)),
      progressOf(kind, params) {
        const isMeant = active?.job.kind === kind && Object.entries(params).every(([name, value]) => active?.job.params[name] === value);
        return Promise.resolve(isMeant ? (active?.job.progress ?? null) : null);
      },
    } satisfies Partial<Jobs>,
    count: () => ({ waiting: waiting.length, attending: attending.size, dead: dead.length }),
  };
}
