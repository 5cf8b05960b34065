import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Logger } from '../../base/logger.ts';
import type { Database } from '../../db/base/database.ts';
import type { RowCounts } from '../../db/base/row-counts.ts';
import { tryArchive } from '../../db/postgresql/postgresql-backup.ts';

const PROGRAM = join(import.meta.dirname, '../../db/embedded/embedded-try.ts');
const TRIED_WITHIN_MS = 600_000;

/**
 * Opens the copy of a database and counts its rows. That of the embedded one is opened by a process of its own: the second engine takes
 * some hundred megabytes, which the server would not get rid of again.
 */
export async function tryCopy(
  kind: Database['kind'],
  databaseUrl: string | undefined,
  file: string,
  logger: Logger,
  signal?: AbortSignal,
): Promise<{ readonly counts: RowCounts; readonly isRestored: boolean }> {
  if (kind === 'postgresql' && databaseUrl !== undefined) return tryArchive({ url: databaseUrl, logger, file, signal });
  const { stdout } = await promisify(execFile)(process.execPath, ['--liftoff-only', PROGRAM, file], {
    timeout: TRIED_WITHIN_MS,
    signal,
  }).catch((error: unknown) => {
    const { stderr = '' } = error as { readonly stderr?: string };
    throw new Error(`The copy cannot be opened: ${stderr.trim().slice(-500) || String(error)}`);
  });
  return { counts: new Map(Object.entries(JSON.parse(stdout) as Record<string, number>)), isRestored: true };
}
