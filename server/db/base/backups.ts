import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { dataDirPaths } from '../../base/data-dir.ts';
import { toolLine } from '../../base/platform/tool-line.ts';
import { BACKUP_MANIFEST } from './backup-manifest.ts';
import { UnusableDatabaseError } from './unusable-database.ts';

/** A folder as `npm run backup` makes it, or a file as it did before. */
const IS_BACKUP = /^troupe-[\dTZ-]+$|\.(?:tar\.gz|dump)$/u;

/** As far as the clocks of machines are apart: what is dated further ahead was dated by one that was wrong. */
export const CLOCKS_APART_MS = 300_000;

/** The newest backup in a folder of them, or null where there is none. @param before where a clock was ahead once, what it dated is left out */
export function newestBackup(backups: string, before?: Date): { readonly file: string; readonly writtenAt: Date } | null {
  const files = namesIn(backups)
    .filter((name) => IS_BACKUP.test(name))
    .map((name) => join(backups, name))
    .filter((path) => !statSync(path).isDirectory() || existsSync(join(path, BACKUP_MANIFEST)))
    .map((file) => ({ file, writtenAt: statSync(file).mtime }))
    .filter(({ writtenAt }) => before === undefined || writtenAt <= before);
  return files.toSorted((a, b) => b.writtenAt.getTime() - a.writtenAt.getTime())[0] ?? null;
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Does the work; where it finds a database that cannot be used, says with which backup one could go back. */
export async function namingBackup<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof UnusableDatabaseError)) throw error;
    const bucket = process.env['BACKUP_BUCKET'];
    if (bucket)
      throw new UnusableDatabaseError(error.problem, `${error.advice} Backups lie in ${bucket}: ${toolLine('restore')} lists them.`, {
        cause: error.cause ?? error,
      });
    const place = process.env['BACKUP_DIR'] || dataDirPaths(dataDir).backups;
    const newest = newestBackup(place);
    const hint = newest
      ? `The newest backup is ${newest.file} of ${newest.writtenAt.toISOString().slice(0, 16).replace('T', ' ')} UTC; ${toolLine('restore', newest.file)} puts it in the database's place and keeps what is there now.`
      : `There is no backup in ${place}.`;
    throw new UnusableDatabaseError(error.problem, `${error.advice} ${hint}`, { cause: error.cause ?? error });
  }
}
