import { createReadStream, existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { copyIn } from '../../adapters/backups/copy-in.ts';
import { openCopy } from '../../adapters/backups/open-copy.ts';
import { FILES_FOLDER } from '../../db/base/backup-manifest.ts';
import type { BytesOfCopy } from '../../features/changes/section-restore/files-of-rows.ts';
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

/** Stored files as they lie in a backup; where there is none they are not there. */
const bytesIn =
  (folder: string | null): BytesOfCopy =>
  (fileId) => {
    if (folder === null || !/^[\da-f]{32}$/u.test(fileId)) return null;
    const path = join(folder, FILES_FOLDER, fileId.slice(0, 2), fileId);
    return existsSync(path) ? createReadStream(path) : null;
  };

/** Opens the backup, shows or restores the section, and closes it. @throws Error with a sentence for whoever asked */
export async function restoreSectionFrom(
  {
    ports,
    resources,
    databaseUrl,
  }: { readonly ports: ServerPorts; readonly resources: Resources; readonly databaseUrl: string | undefined },
  { backup, ...wish }: BackupSectionWish,
  signal: AbortSignal,
  advance: (progress: RestoreProgress) => void,
): Promise<SectionReport> {
  const { kind, copy: file, folder } = copyIn(resolve(backup), databaseUrl);
  const copy = await openCopy(kind, databaseUrl, file);
  try {
    return await restoreSection({ ports, resources, copy, bytesOf: bytesIn(folder), signal, advance }, wish);
  } finally {
    await copy.close();
  }
}
