import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readdirSync, statfsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Where the data directory is when `DATA_DIR` does not say so; beside the working directory of the process. */
export const DEFAULT_DATA_DIR = './data';

/** What `DATA_DIR` chooses; undefined when it is no path. */
export const dataDirOf = (text: string): string | undefined => (text.trim() === '' || text.includes('\0') ? undefined : text);

/** Where everything lies inside the data directory. */
export interface DataDirPaths {
  readonly root: string;
  /** The embedded database's files. */
  readonly database: string;
  /** Exists once all files of a new database were forced to the disk. */
  readonly synced: string;
  /** A copy being put in the database's place. */
  readonly restoring: string;
  readonly lock: string;
  /** Held by the process that makes a new database. */
  readonly creationLock: string;
  readonly backups: string;
  /** On which a running server hears tools of the same machine. */
  readonly control: string;
  readonly uploads: string;
  /** There while a restore has changed the database and not the stored files yet. */
  readonly unsettled: string;
  /** What secrets in the database are encrypted with; kept apart from its backups. */
  readonly secretKey: string;
}

export function dataDirPaths(dataDir: string): DataDirPaths {
  const root = resolve(dataDir);
  return {
    root,
    database: join(root, 'database'),
    synced: join(root, 'database.synced'),
    restoring: join(root, 'database.restoring'),
    lock: join(root, 'database.lock'),
    creationLock: join(root, 'database.creation.lock'),
    backups: join(root, 'backups'),
    control: join(root, 'control.sock'),
    uploads: join(root, 'uploads'),
    unsettled: join(root, 'restore.unsettled'),
    secretKey: join(root, 'secret.key'),
  };
}

/** Another process holds the data directory. */
export class DataDirInUseError extends Error {
  override readonly name = 'DataDirInUseError';

  constructor(root: string) {
    super(`The data directory ${root} is in use by another Troupe process. Stop that process first, or set DATA_DIR to another directory.`);
  }
}

export interface DataDirLock {
  release(): void;
}

/**
 * Takes the directory for this process, creating it if need be. The lock is one the operating system drops when the process ends,
 * however it ends; a left-over lock file means nothing.
 * @param waitMs how long to wait for another to leave
 * @throws DataDirInUseError when another process, or another database in this one, holds it
 */
export function lockDataDir(paths: Pick<DataDirPaths, 'root' | 'lock'>, waitMs = 0): DataDirLock {
  mkdirSync(paths.root, { recursive: true, mode: 0o700 });
  const holder = new DatabaseSync(paths.lock);
  try {
    holder.exec(`pragma busy_timeout = ${waitMs}; pragma journal_mode = off; begin exclusive`);
  } catch (error) {
    holder.close();
    // 5 is SQLITE_BUSY; anything else (no permission, a broken disk) is told as it is.
    if ((error as { readonly errcode?: number }).errcode === 5) throw new DataDirInUseError(paths.root);
    throw error;
  }
  return {
    release: () => {
      if (holder.isOpen) holder.close();
    },
  };
}

/** Forces a file, or the names in a directory, to the disk. Windows cannot open a directory and needs not to. */
export function syncToDisk(path: string): void {
  const handle = openForSync(path);
  if (handle === null) return;
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function openForSync(path: string): number | null {
  try {
    return openSync(path, process.platform === 'win32' ? 'r+' : 'r');
  } catch (error) {
    if (process.platform === 'win32') return null;
    throw error;
  }
}

/** The same for a directory with everything in it, and for its own name. */
export function syncTreeToDisk(root: string): void {
  if (!existsSync(root)) return;
  for (const entry of readdirSync(root, { withFileTypes: true, recursive: true })) {
    if (entry.isFile() || entry.isDirectory()) syncToDisk(join(entry.parentPath, entry.name));
  }
  syncToDisk(root);
  syncToDisk(dirname(root));
}

/** How much of the disk below this path is free for us, from 0 to 1. Ready means above 0.05. Source: security.md rule 36. */
export function freeDiskShare(path: string): number {
  const disk = statfsSync(path);
  return disk.blocks === 0 ? 1 : disk.bavail / disk.blocks;
}
