import { sql } from 'kysely';
import type { OutputOf } from '#api/contract/base/endpoint';
import { type readSystem, TOLD_BACKUPS, TOLD_JOBS, TOLD_STATEMENTS, TOLD_TABLES } from '#api/contract/observe/system';
import { rejection } from '#domain/base/failure';
import { systemFindings } from '#domain/observe/system-health';
import type { AdminCaller } from '../../base/caller.ts';
import { FREE_DISK_SHARE } from '../../base/limits.ts';
import { ownProcess } from '../../base/platform/own-process.ts';
import { PROGRAM_VERSION } from '../../base/platform/program-version.ts';
import { type Backup, BACKUP_JOB, backupName } from '../../ports/backup-port.ts';
import { fullWebhooks } from '../../resources/base/webhook-calls.ts';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';
import { isBucketShared } from '../files/shared-bucket.ts';

type Ports = Pick<ServerPorts, 'database' | 'jobs' | 'backups' | 'clock' | 'freeDiskShare' | 'ownBuckets'>;
type Told = OutputOf<typeof readSystem>;

/** As much of a statement as is told. */
const STATEMENT_LENGTH = 2000;

export interface SystemService {
  read(): Promise<Told>;
  /** @throws a refusal where the job is not one that was given up */
  retry(id: string): Promise<void>;
  /** @throws a refusal where the job is done, or gone */
  cancel(id: string, caller: Pick<AdminCaller, 'id'>): Promise<void>;
  /** Queues a backup, whatever the age of the newest. @throws a refusal where none are made here, one is under way, or their disk is nearly full */
  makeBackup(): Promise<void>;
}

/** How the installation is: what somebody who looks after it would have to ask several tools for. */
export function createSystem(ports: Ports): SystemService {
  const { jobs } = ports;
  return {
    async read() {
      const at = nowSeconds(ports);
      const [database, files, counts, list, full, { areBackupsAway, isBackupDue, backup }] = await Promise.all([
        databaseFacts(ports),
        filesFacts(ports),
        jobs.counts(),
        jobs.list(TOLD_JOBS),
        fullWebhooks(ports.database.kysely),
        backupFacts(ports),
      ]);
      return {
        at,
        program: { version: PROGRAM_VERSION, ...ownProcess() },
        findings: [
          ...systemFindings({
            isDamaged: ports.database.damage() !== null,
            freeDiskShare: files.freeDiskShare,
            leastDiskShare: FREE_DISK_SHARE,
            backupEveryHours: backup?.everyHours ?? null,
            backupAgeSeconds: backup?.last ? at - backup.last.at : null,
            isBackupDue,
            areBackupsAway,
            isBucketShared: await isBucketShared(ports),
            deadJobs: counts.dead,
            oldestDueSeconds: counts.oldestDueSeconds,
            fullWebhooks: full.length,
          }),
        ],
        database,
        files,
        backup,
        jobs: { ...counts, list: [...list] },
        slowStatements: ports.database.statements
          .slowest()
          .slice(0, TOLD_STATEMENTS)
          .map((one) => ({ ...one, sql: one.sql.slice(0, STATEMENT_LENGTH) })),
      };
    },
    async retry(id) {
      if (!(await jobs.retry(id))) throw rejection('refusals.system.jobNotDead');
    },
    async cancel(id, { id: adminId }) {
      if (!(await jobs.cancel(id, adminId))) throw rejection('refusals.system.jobOver');
    },
    async makeBackup() {
      if (!ports.backups) throw rejection('refusals.system.noBackups');
      if (ports.backups.freeShare() < FREE_DISK_SHARE) throw rejection('refusals.system.backupNoRoom');
      await ports.database.transaction(async (trx) => {
        // Two that begin at once wait for each other, so that the second one finds the first.
        await sql`select pg_advisory_xact_lock(hashtext('backup'), hashtext('make'))`.execute(trx);
        if ((await jobs.underWay([BACKUP_JOB], trx)).length > 0) throw rejection('refusals.system.backupRuns');
        await jobs.send(trx, BACKUP_JOB, { wanted: true }, 'all');
      });
    },
  };
}

async function databaseFacts({ database: { kysely, kind } }: Ports): Promise<Told['database']> {
  const { rows: facts } = await sql<{ version: string; size: number }>`
    select current_setting('server_version') as version, pg_database_size(current_database())::bigint as size`.execute(kysely);
  const { rows: tables } = await sql<{ name: string; sizeBytes: number; rows: number }>`
    select relname as name, pg_total_relation_size(oid)::bigint as "sizeBytes", greatest(reltuples, 0)::bigint as rows
    from pg_class where relkind in ('r', 'p') and relnamespace = to_regnamespace(current_schema())
    order by 2 desc, 1 limit ${TOLD_TABLES}`.execute(kysely);
  const { rows: processes } =
    kind === 'embedded'
      ? { rows: [] }
      : await sql<{ address: string; connections: number; since: number }>`
          select coalesce(host(client_addr), 'local') as address, count(*)::int as connections, extract(epoch from min(backend_start))::bigint as since
          from pg_stat_activity where datname = current_database() and application_name = current_setting('application_name')
          group by 1 order by 1`.execute(kysely);
  return { kind, version: facts[0]?.version ?? '', sizeBytes: facts[0]?.size ?? 0, processes: [...processes], tables: [...tables] };
}

async function filesFacts({ database: { kysely }, freeDiskShare }: Ports): Promise<Told['files']> {
  const { count, size } = await kysely
    .selectFrom('attachment')
    .select(({ fn }) => [fn.countAll<number>().as('count'), sql<number>`coalesce(sum(size), 0)::bigint`.as('size')])
    .executeTakeFirstOrThrow();
  return { count, sizeBytes: size, freeDiskShare: freeDiskShare() };
}

interface BackupFacts {
  /** They lie in a bucket that does not answer: nothing is known of them. */
  readonly areBackupsAway: boolean;
  readonly isBackupDue: boolean;
  readonly backup: Told['backup'];
}

async function backupFacts({ backups, database }: Ports): Promise<BackupFacts> {
  if (!backups) return { areBackupsAway: false, isBackupDue: false, backup: null };
  const { everyHours } = backups;
  try {
    const [last, list, isBackupDue] = await Promise.all([backups.newest(), backups.list(), backups.isDue()]);
    const told = last && { ...sizeOf(last), version: last.version, isRestored: last.isRestored };
    const readable = list.filter((one) => one.database === database.kind).slice(0, TOLD_BACKUPS);
    const backup = { everyHours, last: told, list: readable.map((one) => ({ name: backupName(one), ...sizeOf(one) })) };
    return { areBackupsAway: false, isBackupDue, backup };
  } catch {
    return { areBackupsAway: true, isBackupDue: false, backup: { everyHours, last: null, list: [] } };
  }
}

const sizeOf = ({ madeAt, databaseBytes, fileBytes }: Backup) => ({
  at: Math.floor(madeAt.getTime() / 1000),
  sizeBytes: databaseBytes + fileBytes,
});
