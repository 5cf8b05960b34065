import { sql } from 'kysely';
import { createBackups } from '../../adapters/backups/backup-folder.ts';
import { createBucketBackups } from '../../adapters/backups/bucket/backup-bucket.ts';
import { type BucketObjects, createBucketObjects, type OwnBucket } from '../../adapters/backups/bucket/bucket-objects.ts';
import { writeFileList } from '../../adapters/backups/bucket/file-list.ts';
import { filesInBucket, storedFiles } from '../../adapters/backups/bucket/stored-files.ts';
import { openBackup } from '../../adapters/backups/open-backup.ts';
import { tryCopy } from '../../adapters/backups/try-copy.ts';
import { createBucketFiles } from '../../adapters/files/bucket-files.ts';
import type { CloudCredentials } from '../../adapters/files/aws-signature.ts';
import type { CloudAccess } from '../../adapters/files/cloud-request.ts';
import { createFileStore } from '../../adapters/files/file-store.ts';
import { dataDirPaths } from '../../base/data-dir.ts';
import type { Logger } from '../../base/logger.ts';
import { createRandomBytes } from '../../base/random-bytes.ts';
import type { Database } from '../../db/base/database.ts';
import type { NetworkList } from '../../base/network.ts';
import type { Backups } from '../../ports/backup-port.ts';
import type { CloudTarget, FileStore } from '../../ports/upload-ports.ts';

/** What the environment says of where files and backups lie. */
export interface StoreSettings {
  readonly dataDir: string;
  readonly databaseDirectUrl?: string | undefined;
  readonly cloudCredentials?: CloudCredentials | undefined;
  readonly cloudNetworks?: NetworkList | undefined;
  readonly filesBucket?: CloudTarget | undefined;
}

export interface BackupSettings {
  /** Undefined is the data directory's own folder for them. */
  readonly dir: string | undefined;
  /** Null where none are made by themselves. */
  readonly everyHours: number | null;
  readonly keep: number;
  /** Where they lie instead of in a folder. */
  readonly bucket?: OwnBucket | undefined;
}

const accessBy = (credentials: OwnBucket['credentials'], { cloudNetworks = [] }: StoreSettings, logger: Logger): CloudAccess => ({
  credentials,
  logger,
  privateNetworks: cloudNetworks,
});

/** Where stored files lie: on the machine's disk, or in a bucket. */
export function openFiles(settings: StoreSettings, logger: Logger): FileStore {
  const { dataDir, cloudCredentials, filesBucket } = settings;
  const local = createFileStore({ dir: dataDirPaths(dataDir).uploads, randomBytes: createRandomBytes(), logger });
  if (!cloudCredentials || !filesBucket) return local;
  return createBucketFiles({ ...accessBy(cloudCredentials, settings, logger), target: filesBucket, local });
}

/** The bucket of files as backups see it; null where there is none. */
export const filesObjects = (settings: StoreSettings, logger: Logger): BucketObjects | null =>
  settings.cloudCredentials && settings.filesBucket
    ? createBucketObjects({ ...accessBy(settings.cloudCredentials, settings, logger), target: settings.filesBucket })
    : null;

export const backupObjects = (
  { target, credentials }: OwnBucket,
  settings: StoreSettings,
  logger: Logger,
  restsMs?: readonly number[],
): BucketObjects => createBucketObjects({ ...accessBy(credentials, settings, logger), target, ...(restsMs && { restsMs }) });

export interface BackupsOptions extends StoreSettings {
  readonly database: Database;
  readonly backup: BackupSettings;
  readonly logger: Logger;
  readonly nowMs: () => number;
}

/** Backups in a folder, or in a bucket where the environment names one. */
export function openBackups({ database, backup, logger, nowMs, ...settings }: BackupsOptions): Backups {
  const { dataDir, databaseDirectUrl } = settings;
  const common = {
    database,
    dataDir,
    keep: backup.keep,
    everyHours: backup.everyHours,
    logger,
    nowMs,
    tryCopy: (file: string, signal?: AbortSignal) => tryCopy(database.kind, databaseDirectUrl, file, logger, signal),
    openBackup: (folder: string, signal?: AbortSignal) => openBackup(folder, databaseDirectUrl, logger, signal),
  };
  const inBucket = filesObjects(settings, logger);
  if (backup.bucket) {
    const stored = storedFiles(dataDirPaths(dataDir).uploads, openFiles(settings, logger), inBucket);
    return createBucketBackups({
      ...common,
      objects: backupObjects(backup.bucket, settings, logger),
      quick: backupObjects(backup.bucket, settings, logger, [0]),
      stored,
      bornMs: () => databaseBornMs(database),
    });
  }
  const elsewhere = inBucket && { bucket: inBucket.url, writeList: (path: string) => writeFileList(path, listed(inBucket)) };
  return createBackups({ ...common, backupDir: backup.dir, ...(elsewhere && { elsewhere }) });
}

/** When its first tables were made; long ago where nothing says so. */
async function databaseBornMs({ kysely }: Database): Promise<number> {
  const { rows } = await sql<{ first: string | null }>`select min(timestamp) as first from kysely_migration`.execute(kysely);
  return Date.parse(rows[0]?.first ?? '') || 0;
}

async function* listed(bucket: BucketObjects) {
  for await (const file of filesInBucket(bucket)) yield { ...file, sha256: '' };
}
