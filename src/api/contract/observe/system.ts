import * as z from 'zod/mini';
import { SYSTEM_FINDINGS } from '#domain/observe/system-health';
import { endpoint, nothing } from '../base/endpoint.ts';

/** How this installation is, for whoever looks after it. */
const base = '/admin/routine.System' as const;

/** So many jobs, tables, backups and statements are told at most. */
export const TOLD_JOBS = 100;
export const TOLD_TABLES = 12;
export const TOLD_BACKUPS = 30;
export const TOLD_STATEMENTS = 10;

const bytes = z.number();
const seconds = z.number();

/** How far a job has come, in whatever it counts. */
export const jobProgress = z.object({ done: z.number(), total: z.number() });

export const readSystem = endpoint({
  method: 'GET',
  path: `${base}/index`,
  audience: 'permitted',
  input: nothing,
  output: z.object({
    /** Unix seconds; so are all times below. */
    at: seconds,
    program: z.object({
      version: z.string(),
      /** What it runs on, such as `Node.js 26.1.0`. */
      runtime: z.string(),
      /** Of the process that answered; null where nobody tells. */
      upSeconds: z.nullable(seconds),
      residentBytes: z.nullable(bytes),
      heapBytes: z.nullable(bytes),
    }),
    /** What is wrong or worth a look; with none of them all is well. */
    findings: z.array(z.object({ what: z.enum(SYSTEM_FINDINGS), level: z.enum(['bad', 'doubtful']) })),
    database: z.object({
      kind: z.enum(['embedded', 'postgresql']),
      version: z.string(),
      sizeBytes: bytes,
      /** Of all processes of Troupe on this database, by the address that they come from; empty where the database is embedded. */
      processes: z.array(z.object({ address: z.string(), connections: z.number(), since: seconds })),
      /** The largest, with their indexes; `rows` is the database's own estimate. */
      tables: z.array(z.object({ name: z.string(), sizeBytes: bytes, rows: z.number() })),
    }),
    files: z.object({ count: z.number(), sizeBytes: bytes, freeDiskShare: z.number() }),
    /** Null where the installation makes none at all. */
    backup: z.nullable(
      z.object({
        everyHours: z.nullable(z.number()),
        last: z.nullable(z.object({ at: seconds, sizeBytes: bytes, version: z.string(), isRestored: z.boolean() })),
        /** Those that this server can read, the newest first. */
        list: z.optional(z.array(z.object({ name: z.string(), at: seconds, sizeBytes: bytes }))),
      }),
    ),
    jobs: z.object({
      waiting: z.number(),
      active: z.number(),
      dead: z.number(),
      oldestDueSeconds: seconds,
      list: z.array(
        z.object({
          id: z.string(),
          kind: z.string(),
          state: z.enum(['waiting', 'active', 'dead', 'cancelled']),
          failures: z.number(),
          /** After so many failures it is given up. */
          attempts: z.number(),
          sentAt: seconds,
          startsAt: seconds,
          error: z.string(),
          progress: z.nullable(jobProgress),
        }),
      ),
    }),
    /** Of the process that answered, since its start; their texts hold no values. */
    slowStatements: z.array(z.object({ sql: z.string(), count: z.number(), longestMs: z.number(), totalMs: z.number() })),
  }),
  success: 'silent',
  summary: 'Health, versions, sizes, jobs and the last backup of the installation.',
});

const oneJob = z.object({ id: z.uuid() });

export const retryJob = endpoint({
  method: 'POST',
  path: `${base}/retryJob`,
  audience: 'permitted',
  right: 'jobs',
  input: oneJob,
  output: nothing,
  success: 'announced',
  summary: 'Gives a job that was given up one more attempt.',
});

export const cancelJob = endpoint({
  method: 'POST',
  path: `${base}/cancelJob`,
  audience: 'permitted',
  right: 'jobs',
  input: oneJob,
  output: nothing,
  success: 'announced',
  summary: 'Cancels a job that waits or runs; forgets one that was given up or cancelled already.',
});

export const makeBackup = endpoint({
  method: 'POST',
  path: `${base}/makeBackup`,
  audience: 'permitted',
  right: 'jobs',
  input: nothing,
  output: nothing,
  success: 'announced',
  summary: 'Queues a backup, however old the newest is.',
});
