import type { JobProgress, QueuedJob } from '#domain/observe/system-health';
import { JobLostError, type JobParams, type JobRun } from '../base/jobs.ts';

export interface Job {
  readonly id: string;
  readonly kind: string;
  readonly key: string | undefined;
  params: JobParams;
  readonly sentMs: number;
  tries: number;
  dueMs: number;
  error: string;
  progress: JobProgress | null;
}

export const TRIES = 5;

export function newJob(kind: string, params: JobParams, key?: string): Job {
  const nowMs = Date.now();
  return { id: crypto.randomUUID(), kind, key, params, tries: 0, sentMs: nowMs, dueMs: nowMs, error: '', progress: null };
}

export const listedAs =
  (state: QueuedJob['state']) =>
  ({ id, kind, tries, sentMs, dueMs, error, progress }: Job): QueuedJob => ({
    id,
    kind,
    state,
    failures: tries,
    attempts: TRIES,
    sentAt: Math.floor(sentMs / 1000),
    startsAt: Math.floor(dueMs / 1000),
    error,
    progress,
  });

/** Work that somebody waits for, which is seen and cancelled like a job. */
export function createAttendance(noteCancelled: (job: Job) => void) {
  const attending = new Map<string, { readonly job: Job; readonly own: AbortController }>();

  async function attend<T>(kind: string, params: JobParams, work: (job: JobRun) => Promise<T>, stop?: AbortSignal): Promise<T> {
    const own = new AbortController();
    const signal = AbortSignal.any([own.signal, ...(stop ? [stop] : [])]);
    const job = newJob(kind, params);
    const hold = async (): Promise<void> => {
      if (signal.aborted) throw new JobLostError(job.id);
    };
    const settle = async (): Promise<void> => {
      await hold();
      attending.delete(job.id);
    };
    attending.set(job.id, { job, own });
    try {
      return await work({ id: job.id, signal, advance: (done, total) => void (job.progress = { done, total }), hold, settle });
    } catch (error) {
      if (!signal.aborted) throw error;
      // Whoever cancelled it by its id has noted it.
      if (!own.signal.aborted) noteCancelled(job);
      throw new JobLostError(job.id);
    } finally {
      attending.delete(job.id);
    }
  }

  function attended(kind: string, params: JobParams): readonly string[] {
    const isMeant = ({ job, own }: { readonly job: Job; readonly own: AbortController }): boolean =>
      !own.signal.aborted && job.kind === kind && JSON.stringify(job.params) === JSON.stringify(params);
    return [...attending.values()].filter(isMeant).map(({ job }) => job.id);
  }

  return { attending, attend, attended };
}
