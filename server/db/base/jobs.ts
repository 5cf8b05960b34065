import type { Transaction } from 'kysely';
import type { QueuedJob } from '#domain/observe/system-health';
import type { Tables } from '../tables/tables.ts';

/** What a job is told. Ids and settings only: a job's row lies in the database beside everything else, and secrets and people's words do not belong there. */
export type JobParams = Readonly<Record<string, string | number | boolean | null>>;

/**
 * Short jobs never wait behind long ones, and neither behind those that ask strangers' servers. A short one has a minute, one that asks
 * outside two, a long one a quarter of an hour.
 */
export type JobLane = 'short' | 'outside' | 'long';

/** One attempt at a job. */
export interface JobRun {
  /** The same over all attempts. */
  readonly id: string;
  /** Aborted when the time of the attempt is over or the process stops. */
  readonly signal: AbortSignal;
  /**
   * Ends the job within the transaction of its effect: both happen, or neither does.
   * @throws JobLostError where another process has the job by now; the transaction is then to be rolled back
   */
  settle(trx: Transaction<Tables>): Promise<void>;
}

export interface JobHandler {
  readonly lane: JobLane;
  /** What it throws is logged, and the job tried again later. One that returns without having settled the job is done as well. */
  run(params: JobParams, job: JobRun): Promise<void>;
}

/** Work that outlives a reply and a process. Decision 049 says why. */
export interface Jobs {
  /** Says what a kind of job does, before `work` is called. */
  handle(kind: string, handler: JobHandler): void;
  /**
   * Leaves work behind, in the transaction of the write that it belongs to.
   * @param key where given, no second job of the kind and key waits beside the first, which takes over what the newest is told; one that is
   * at work or was given up keeps none out
   * @param afterSeconds how long it waits; with a key, so does the one that waits already
   */
  send(trx: Transaction<Tables>, kind: string, params: JobParams, key?: string, afterSeconds?: number): Promise<void>;
  /** From here on this process takes jobs, until `stop`. */
  work(): Promise<void>;
  /** Runs what is due now, one after the other, and returns when nothing is. */
  runDue(): Promise<void>;
  /** Jobs that were given up, by kind; each is kept for a day. */
  countDead(): Promise<ReadonlyMap<string, number>>;
  /** How many there are in each state, and how long the oldest that is due has waited, in seconds; 0 where none is. */
  counts(): Promise<JobCounts>;
  /** What waits, runs or was given up, without what it is told: given up first, then what runs, then what is due next. */
  list(limit: number): Promise<readonly QueuedJob[]>;
  /** Gives a job that was given up one more attempt, at once. @returns false where there is none such */
  retry(id: string): Promise<boolean>;
  /** Takes away a job that waits or was given up. @returns false where there is none such, or it runs */
  cancel(id: string): Promise<boolean>;
  /** Takes nothing new, and gives what runs three seconds to end; what does not is tried again by whoever comes next. */
  stop(): Promise<void>;
}

export interface JobCounts {
  /** Waiting, for the first attempt or for another one. */
  readonly waiting: number;
  readonly active: number;
  /** Given up. */
  readonly dead: number;
  readonly oldestDueSeconds: number;
}

/** The job that an effect belongs to is no longer this process's. */
export class JobLostError extends Error {
  override readonly name = 'JobLostError';

  constructor(id: string) {
    super(`The job ${id} was given to somebody else meanwhile`);
  }
}
