import { openBackup } from '../../adapters/backups/open-backup.ts';
import {
  restoreSection,
  type RestoreProgress,
  type SectionReport,
  type SectionWish,
} from '../../features/changes/section-restore/restore-section.ts';
import type { ServerPorts } from '../../ports/ports.ts';
import type { Resources } from '../../resources/registry.ts';

/** What is asked for at the command line, and of a server that runs. */
export interface BackupSectionWish extends SectionWish {
  /** Folder of the backup, or the copy of a database. */
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
  const { copy, bytesOf, close } = await openBackup(backup, databaseDirectUrl, ports.logger);
  try {
    return await restoreSection({ ports, resources, copy, bytesOf, signal, advance }, wish);
  } finally {
    await close();
  }
}
