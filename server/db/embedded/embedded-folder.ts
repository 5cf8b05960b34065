import { accessSync, constants, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { DataDirPaths } from '../../base/data-dir.ts';
import { UnusableDatabaseError } from '../base/unusable-database.ts';

/** The engine's version, whose files no other one reads. */
const VERSION = '18';
/** What the engine makes for itself has lower numbers; from here on the files are of tables that somebody has made. */
const FIRST_NUMBER_OF_USERS = 16_384;
const CONTROL_FILE = join('global', 'pg_control');
const CONTROL_BYTES = 8192;

/** Whether there are tables that were made after the first start, so that somebody's records may lie here. */
export function hasBeenServed(folder: string): boolean {
  const base = join(folder, 'base');
  if (!existsSync(base)) return false;
  return readdirSync(base, { recursive: true, encoding: 'utf8' }).some((path) => {
    const number = /(?:^|[/\\])\d+[/\\](\d+)$/u.exec(path)?.[1];
    return number !== undefined && Number(number) >= FIRST_NUMBER_OF_USERS;
  });
}

/**
 * Looks at the files before the engine does, which would say no more than that it does not start, or make a new database over what is
 * left of the old one.
 * @throws UnusableDatabaseError naming the file and what to do
 */
export function checkFolder({ root, database: folder }: Pick<DataDirPaths, 'root' | 'database'>): void {
  requireWritable(root);
  if (!existsSync(folder)) return;
  const wasServed = hasBeenServed(folder);
  const version = join(folder, 'PG_VERSION');
  if (!existsSync(version)) {
    if (wasServed) throw damageError(version, 'is missing, although the tables are there');
    return;
  }
  const wrong = wrongRight(folder);
  if (wrong !== null) throw wrong;
  if (!wasServed) return;
  const found = readFileSync(version, 'utf8').trim();
  if (found !== VERSION) {
    const problem = /^\d+$/u.test(found)
      ? `The database in ${folder} was made by PostgreSQL ${found}; this version of Troupe reads that of PostgreSQL ${VERSION} only.`
      : null;
    throw problem === null
      ? damageError(version, 'does not hold the number of a version')
      : new UnusableDatabaseError(problem, 'Start the version of Troupe that made it.');
  }
  const control = join(folder, CONTROL_FILE);
  const bytes = statSync(control, { throwIfNoEntry: false })?.size;
  if (bytes === undefined) throw damageError(control, 'is missing');
  if (bytes !== CONTROL_BYTES) throw damageError(control, `has ${bytes} bytes instead of ${CONTROL_BYTES}`);
}

const damageError = (file: string, how: string): UnusableDatabaseError =>
  new UnusableDatabaseError(`The database is damaged: ${file} ${how}. Nothing was changed.`, 'Put the file back, or restore a backup.');

/** @throws UnusableDatabaseError */
function requireWritable(root: string): void {
  try {
    accessSync(root, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw refusalError(root, error);
  }
}

/** The first file that may not be read and written, as after a start by another user. */
function wrongRight(folder: string): UnusableDatabaseError | null {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    try {
      accessSync(path, constants.R_OK | constants.W_OK);
    } catch (error) {
      return refusalError(path, error);
    }
  }
  return null;
}

function refusalError(path: string, error: unknown): UnusableDatabaseError {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EROFS') {
    return new UnusableDatabaseError(
      `${path} cannot be written: the disk is mounted read-only.`,
      'Mount it for writing (it may have turned read-only after an error: look into the log of the system first), or set DATA_DIR to another directory.',
    );
  }
  const user = process.getuid ? `the user with the number ${process.getuid()}` : 'this user';
  return new UnusableDatabaseError(
    `${path} may not be read and written by ${user} (${code ?? 'no reason given'}).`,
    'Give it to the user who runs Troupe (chown), or run Troupe as its owner.',
  );
}
