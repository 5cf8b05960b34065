import { BACKUP_NAME } from '../../adapters/backups/backup-dates.ts';
import { openBackup } from '../../adapters/backups/open-backup.ts';
import {
  restoreSectionRows,
  type RestoreProgress,
  type SectionReport,
  type SectionWish,
} from '../../features/changes/section-restore/restore-section.ts';
import type { ServerPorts } from '../../ports/ports.ts';
import type { Resources } from '../../resources/registry.ts';

/** What is asked for at the command line, and of a server that runs. */
export interface BackupSectionWish extends SectionWish {
  /** What the backup is called in the bucket, its folder, or the copy of a database. */
  readonly backup: string;
}

/** Opens the backup, shows or restores the section, and closes it. @throws Error with a sentence for whoever asked */
export async function restoreSectionFrom(
  {
    ports,
    resources,
    databaseDirectUrl,
  }: { readonly ports: ServerPorts; readonly resources: Resources; readonly databaseDirectUrl: string | undefined },
  { backup, ...wish }: BackupSectionWish,
  signal: AbortSignal,
  advance: (progress: RestoreProgress) => void,
): Promise<SectionReport> {
  const isNamed = ports.backups !== undefined && BACKUP_NAME.test(backup);
  const opened = isNamed ? ports.backups.open(backup) : openBackup(backup, databaseDirectUrl, ports.logger);
  const { copy, bytesOf, close } = await opened;
  try {
    return await restoreSectionRows({ ports, resources, copy, bytesOf, signal, advance }, wish);
  } finally {
    await close();
  }
}
