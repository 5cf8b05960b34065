/** What can be wrong with an installation while it runs, the worst first. */
export const SYSTEM_FINDINGS = [
  'damage',
  'disk',
  'bucketShared',
  'diskSoon',
  'backupsAway',
  'backupLate',
  'backupNone',
  'jobsDead',
  'jobsLate',
  'webhooksFull',
] as const;
export type SystemFinding = (typeof SYSTEM_FINDINGS)[number];

export interface MeasuredSystem {
  readonly isDamaged: boolean;
  /** Between 0 and 1. */
  readonly freeDiskShare: number;
  /** Below this share no uploads are taken. */
  readonly leastDiskShare: number;
  /** Null where the installation makes no backups by itself. */
  readonly backupEveryHours: number | null;
  /** Null where there is none. */
  readonly backupAgeSeconds: number | null;
  /** The next one would be made now: of an installation that is new, the first comes by itself. */
  readonly isBackupDue: boolean;
  /** Backups lie in a bucket that cannot be asked about them. */
  readonly areBackupsAway: boolean;
  /** A bucket that is nobody else's is the one of the settings too, which everybody may read. */
  readonly isBucketShared: boolean;
  readonly deadJobs: number;
  readonly oldestDueSeconds: number;
  /** Webhooks that so much waits of that they are told of no further write. */
  readonly fullWebhooks: number;
}

/** A job that is due waits no longer while somebody takes jobs. */
export const JOB_LATE_SECONDS = 3600;
const HOUR_SECONDS = 3600;

/** What is bad keeps the site from serving, or loses data one day; what is doubtful is worth a look. */
export function systemFindings(facts: MeasuredSystem): readonly { readonly what: SystemFinding; readonly level: 'bad' | 'doubtful' }[] {
  const { freeDiskShare, leastDiskShare, backupEveryHours, backupAgeSeconds } = facts;
  const isShort = freeDiskShare < leastDiskShare;
  // A backup may take its time, and begins with the housekeeping of the hour.
  const isLate = backupEveryHours !== null && backupAgeSeconds !== null && backupAgeSeconds > 2 * backupEveryHours * HOUR_SECONDS;
  const found: Readonly<Record<SystemFinding, 'bad' | 'doubtful' | null>> = {
    damage: facts.isDamaged ? 'bad' : null,
    disk: isShort ? 'bad' : null,
    bucketShared: facts.isBucketShared ? 'bad' : null,
    diskSoon: !isShort && freeDiskShare < 2 * leastDiskShare ? 'doubtful' : null,
    backupsAway: facts.areBackupsAway ? 'bad' : null,
    backupLate: isLate ? 'bad' : null,
    backupNone: !facts.areBackupsAway && backupAgeSeconds === null && (backupEveryHours === null || facts.isBackupDue) ? 'doubtful' : null,
    jobsDead: facts.deadJobs > 0 ? 'doubtful' : null,
    jobsLate: facts.oldestDueSeconds > JOB_LATE_SECONDS ? 'doubtful' : null,
    webhooksFull: facts.fullWebhooks > 0 ? 'bad' : null,
  };
  return SYSTEM_FINDINGS.flatMap((what) => (found[what] ? [{ what, level: found[what] }] : []));
}

/** How far a job has come, in whatever it counts: portions, files, steps. */
export interface JobProgress {
  readonly done: number;
  readonly total: number;
}

/** A job as whoever looks after the queue sees it. */
export interface QueuedJob {
  readonly id: string;
  readonly kind: string;
  readonly state: 'waiting' | 'active' | 'dead' | 'cancelled';
  /** How often it has failed. */
  readonly failures: number;
  /** After so many failures it is given up. */
  readonly attempts: number;
  /** Unix seconds, as all times here. */
  readonly sentAt: number;
  /** Not before then; of one that runs, when it was taken; of one that was cancelled, when that was. */
  readonly startsAt: number;
  /** Why the last attempt failed, in the program's own words; '' where none has. */
  readonly error: string;
  /** Of one that runs, or was cancelled while it did; null where it has not said. */
  readonly progress: JobProgress | null;
}

/** An installation as whoever looks after it sees it. */
export interface SystemStatus {
  readonly at: number;
  readonly program: {
    readonly version: string;
    readonly runtime: string;
    readonly upSeconds: number | null;
    readonly residentBytes: number | null;
    readonly heapBytes: number | null;
  };
  readonly findings: readonly { readonly what: SystemFinding; readonly level: 'bad' | 'doubtful' }[];
  readonly database: {
    readonly kind: 'embedded' | 'postgresql';
    readonly version: string;
    readonly sizeBytes: number;
    readonly processes: readonly { readonly address: string; readonly connections: number; readonly since: number }[];
    readonly tables: readonly { readonly name: string; readonly sizeBytes: number; readonly rows: number }[];
  };
  readonly files: { readonly count: number; readonly sizeBytes: number; readonly freeDiskShare: number };
  readonly backup: {
    readonly everyHours: number | null;
    readonly last: { readonly at: number; readonly sizeBytes: number; readonly version: string; readonly isRestored: boolean } | null;
    /** Those that the server can read, the newest first; a server of an earlier version lists none. */
    readonly list?: readonly { readonly name: string; readonly at: number; readonly sizeBytes: number }[] | undefined;
  } | null;
  readonly jobs: {
    readonly waiting: number;
    readonly active: number;
    readonly dead: number;
    readonly oldestDueSeconds: number;
    readonly list: readonly QueuedJob[];
  };
  readonly slowStatements: readonly {
    readonly sql: string;
    readonly count: number;
    readonly longestMs: number;
    readonly totalMs: number;
  }[];
}
