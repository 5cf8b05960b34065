import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { BACKUP_NAME } from '../../adapters/backups/backup-dates.ts';
import { type FetchedBackup, fetchBackup } from '../../adapters/backups/bucket/fetch-backup.ts';
import { dataDirPaths } from '../../base/data-dir.ts';
import type { Logger } from '../../base/logger.ts';
import { type BackupSettings, backupObjects, type StoreSettings } from './open-backups.ts';

/** What a backup is called in the bucket, by what somebody has written: its name, or its address. Null for anything else. */
export function nameInBucket(written: string, { bucket }: Pick<BackupSettings, 'bucket'>): string | null {
  if (!bucket || existsSync(resolve(written))) return null;
  const name = written.replace(`${bucket.target.url}/`, '').replace(/\/$/u, '');
  return BACKUP_NAME.test(name) ? name : null;
}

/** Brings a backup of the bucket to this machine. @throws Error where it is not there, or not whole */
export function fetchNamed(
  name: string,
  settings: StoreSettings & { readonly backup: BackupSettings },
  logger: Logger,
): Promise<FetchedBackup> {
  const { bucket } = settings.backup;
  if (!bucket) throw new Error('BACKUP_BUCKET names no bucket.');
  return fetchBackup(backupObjects(bucket, settings, logger), name, dataDirPaths(settings.dataDir).backups);
}
