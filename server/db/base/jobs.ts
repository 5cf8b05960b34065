import type { Transaction } from 'kysely';
import type { JobProgress, QueuedJob } from '#domain/observe/system-health';
import type { Tables } from '../tables/tables.ts';

/** What a job is told. Ids and settings only: a job's row lies in the database beside everything else, and secrets and people's words do not belong there. */
export type JobParams = Readonly<Record<string, string | number | boolean | null>>;

/**
 * Short jobs never wait behind long ones, and neither behind those that ask strangers' servers, of which a process is at several at once; nothing
 * waits behind a backup. A short one has a minute, one that asks outside two, a long one a quarter of an hour, a backup a day.
 */
export type JobLane = 'short' | 'outside' | 'long' | 'backup';

/**
 * What a job goes by: no second one of the kind and a text waits beside the first. `among` is for what many writes leave at once, which are not
 * to wait for each other: each joins one that has come within the last second, or leaves another. Whoever does one may `absorb` the others.
 */
export type JobKey = string | { readonly among: string };

/** One attempt at a job. */
export interface JobRun {
  /** The same over all attempts. */
  readonly id: string;
  /** Aborted when the time of the attempt is over, the process stops, or somebody cancels the job: what runs ends at its next safe point. */
  readonly signal: AbortSignal;
  /** Tells how far the attempt has come, in whatever its handler counts. Costs nothing: the queue's row is brought up to date once a second. */
  readonly advance: (done: number, total: number) => void;
  /**
   * Holds the job for the transaction: who cancels it waits until that is over, and what is cancelled begins none.
   * @throws JobLostError where the job was cancelled or another process has it by now; the transaction is then to be rolled back
   */
  readonly hold: (trx: Transaction<Tables>) => Promise<void>;
  /**
   * Ends the job within the transaction of its effect: both happen, or neither does.
   * @throws JobLostError where the job was cancelled or another process has it by now; the transaction is then to be rolled back
   */
  readonly settle: (trx: Transaction<Tables>) => Promise<void>;
}

/** What comes behind all others of its lane, and behind that what may come by the thousand at once. */
export type JobPriority = 'low' | 'bulk';

export interface JobHandler {
  readonly lane: JobLane;
  readonly priority?: JobPriority;
  /** What it throws is logged, and the job tried again later. One that returns without having settled the job is done as well. */
  run(params: JobParams, job: JobRun): Promise<void>;
  /** In the transaction that cancels a job that waited or ran: says so wherever somebody waits for what it was to do. */
  readonly cancelled?: (params: JobParams, trx: Transaction<Tables>) => Promise<void>;
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
  send(trx: Transaction<Tables>, kind: string, params: JobParams, key?: JobKey, afterSeconds?: number): Promise<void>;
  /**
   * Drops the jobs that writes have left `among` others and that are due, for whoever does now what they were sent for: all that they have seen
   * can be read from here on. One that a write under way has joined stays.
   */
  absorb(kind: string, among: string): Promise<void>;
  /**
   * What was put off, and is told something of this name, is due once the transaction is over: what it waited for is there.
   * @param told a name that only jobs which were put off are told
   */
  bringForward(trx: Transaction<Tables>, told: string): Promise<void>;
  /** From here on this process takes jobs, until `stop`. */
  work(): Promise<void>;
  /** Runs what is due now, one after the other, and returns when nothing is. */
  runDue(): Promise<void>;
  /** Jobs that were given up, by kind; each is kept for a day. */
  countDead(): Promise<ReadonlyMap<string, number>>;
  /** How many there are in each state, and how long the oldest that is due has waited, in seconds; 0 where none is. */
  counts(): Promise<JobCounts>;
  /** All that the queue still knows, without what it is told: given up first, then what runs, what is due next, and what was cancelled. */
  list(limit: number): Promise<readonly QueuedJob[]>;
  /**
   * What jobs of these kinds are told that wait or run, by whichever process and however many others there are. For kinds of which few are at work.
   * @param trx where given, what it sees
   */
  underWay(kinds: readonly string[], trx?: Transaction<Tables>): Promise<readonly JobParams[]>;
  /** Gives a job that was given up one more attempt, at once. @returns false where there is none such */
  retry(id: string): Promise<boolean>;
  /**
   * Ends a job that waits or runs before it is done: it is never tried again, whatever becomes of the process that has it, and is known as
   * cancelled for a day. One that was given up, or was cancelled already, is forgotten. @returns false where there is none such
   * @param adminId whose wish it is, for the log
   */
  cancel(id: string, adminId?: number): Promise<boolean>;
  /** How far the running job of this kind has come that was told this; null where none runs, or none has said. */
  progressOf(kind: string, params: JobParams): Promise<JobProgress | null>;
  /**
   * Does work here and now for somebody who waits for it, which is listed among the jobs while it goes on and can be cancelled as one. It is never tried
   * again; where its process dies, it is forgotten. Its transaction settles it, and is rolled back where it was cancelled before.
   * @param params what `attended` finds it by
   * @param stop ends it as cancelled, without asking the database: the embedded one answers nobody while a transaction goes on
   * @throws JobLostError where it was cancelled; else whatever the work throws
   */
  attend<T>(kind: string, params: JobParams, work: (job: JobRun) => Promise<T>, stop?: AbortSignal): Promise<T>;
  /** Ids of such work that goes on, by whichever process. */
  attended(kind: string, params: JobParams): Promise<readonly string[]>;
  /** Cancels such work. What has been cancelled meanwhile stays listed as that: whoever asks wants nothing forgotten. */
  cancelAttended(kind: string, params: JobParams): Promise<void>;
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

/** The job that an effect belongs to is no longer this process's, or was cancelled. */
export class JobLostError extends Error {
  override readonly name: string = 'JobLostError';

  constructor(id: string) {
    super(`The job ${id} was cancelled, or given to somebody else, meanwhile`);
  }
}

/** The same where it is known that the job was cancelled: its row may be gone by the time at which its work ends. */
export class JobCancelledError extends JobLostError {
  override readonly name = 'JobCancelledError';
}
