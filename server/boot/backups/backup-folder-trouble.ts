import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Logger } from '../../base/logger.ts';
import type { BackupSettings } from './open-backups.ts';

/** What each refusal of the system mostly comes from. */
const REASONS: Readonly<Record<string, string>> = {
  EROFS: 'the system lets this process write nothing there (a unit of systemd may where its ReadWritePaths says so)',
  EACCES: 'it belongs to another user',
  ENOTDIR: 'there is a file in its place',
};

/**
 * Why no backup could be written to the folder that BACKUP_DIR names; null where one could. Nothing is made to find out: the folder may lie
 * on a disk that is not there yet.
 */
export function backupFolderTrouble({ dir, bucket }: Pick<BackupSettings, 'dir' | 'bucket'>): string | null {
  if (dir === undefined || bucket) return null;
  let there = resolve(dir);
  while (!existsSync(there) && dirname(there) !== there) there = dirname(there);
  const code = whyClosed(there);
  return code === null ? null : `BACKUP_DIR: no backup can be written to ${dir}: ${REASONS[code] ?? code}.`;
}

function whyClosed(folder: string): string | null {
  if (!statSync(folder).isDirectory()) return 'ENOTDIR';
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return null;
  } catch (error) {
    return String((error as { readonly code?: unknown }).code);
  }
}

/** Told at the start: without this it would show a day later, by a job that failed. It keeps no server from starting. */
export function tellOfBackupFolder(backup: BackupSettings, logger: Logger): void {
  const said = backupFolderTrouble(backup);
  if (said !== null) logger.error('backup.folderClosed', { folder: backup.dir, said });
}
