import { mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { STRAY_KEPT_SECONDS } from '../../base/limits.ts';

export const TEMP = 'tmp';
const FILES = 'files';
/** Files that the database does not know. It may be an older one, and make room for the newer one again. */
export const STRAYS_FOLDER = 'strays';
export const FILE_ID = /^[0-9a-f]{32}$/u;

/** Names that the database is asked about at once. */
const PORTION = 1000;

export const errorCodeOf = (error: unknown): string => (error as Partial<NodeJS.ErrnoException> | null)?.code ?? '';
export const isGone = (error: unknown): boolean => errorCodeOf(error) === 'ENOENT';

/** Where files lie below a directory: what is just being written, what is stored, and what the database does not know. */
export function createShelves({ dir, nowMs }: { readonly dir: string; readonly nowMs: () => number }) {
  const tempDir = join(dir, TEMP);
  const filesDir = join(dir, FILES);
  const straysDir = join(dir, STRAYS_FOLDER);
  // Two letters in between keep directories short.
  const pathOf = (fileId: string): string => {
    if (!FILE_ID.test(fileId)) throw new Error('This is no name of a stored file');
    return join(filesDir, fileId.slice(0, 2), fileId);
  };

  /** A name counts only once its directory, and the directory's own name, are on the disk. */
  async function syncShelf(shelf: string): Promise<void> {
    for (const directory of [shelf, filesDir, dir]) await syncDirectory(directory);
  }

  async function sweep(olderThanMs: number, isKnown: (fileIds: readonly string[]) => Promise<ReadonlySet<string>>): Promise<number> {
    const latestMs = nowMs() - olderThanMs;
    const gone = (await namesBefore(tempDir, latestMs)).map((name) => join(tempDir, name));
    await putBack(isKnown);
    gone.push(...(await namesBefore(straysDir, nowMs() - STRAY_KEPT_SECONDS * 1000)).map((name) => join(straysDir, name)));
    for (const path of gone) await rm(path, { force: true });
    let count = gone.length;
    for (const shelf of await readdir(filesDir).catch((): string[] => [])) {
      const names = await namesBefore(join(filesDir, shelf), latestMs);
      if (names.length === 0) continue;
      const known = await isKnown(names);
      for (const name of names.filter((one) => !known.has(one))) {
        await setAside(join(filesDir, shelf, name), name);
        count += 1;
      }
    }
    return count;
  }

  /**
   * What the database knows again, because a newer one is in its place. Rows name it, unlike what is just being uploaded: whatever fails,
   * it is never removed.
   */
  async function putBack(isKnown: (fileIds: readonly string[]) => Promise<ReadonlySet<string>>): Promise<void> {
    const names = (await readdir(straysDir).catch((): string[] => [])).filter((name) => FILE_ID.test(name));
    for (let start = 0; start < names.length; start += PORTION) {
      for (const fileId of await isKnown(names.slice(start, start + PORTION))) {
        const shelf = dirname(pathOf(fileId));
        await mkdir(shelf, { recursive: true, mode: 0o700 });
        try {
          await rename(join(straysDir, fileId), pathOf(fileId));
        } catch (error) {
          // Another process has put it back, or it was removed.
          if (!isGone(error)) throw error;
        }
        await syncShelf(shelf);
      }
    }
  }

  /**
   * It is as old as it has been aside: its time is set before it is moved, so that no fault in between lets it go at once. What a desktop
   * or a copying program left on a shelf has a name of its own, and goes the same way.
   */
  async function setAside(path: string, name: string): Promise<void> {
    try {
      await mkdir(straysDir, { recursive: true, mode: 0o700 });
      await utimes(path, nowMs() / 1000, nowMs() / 1000);
      await rename(path, join(straysDir, name));
    } catch (error) {
      // Somebody else has taken it away since its name was read.
      if (!isGone(error)) throw error;
    }
  }

  return { pathOf, sweep, syncShelf };
}

/** Names of files in a folder that were last written before then. */
async function namesBefore(directory: string, latestMs: number): Promise<string[]> {
  const names = await readdir(directory).catch((): string[] => []);
  const stats = await Promise.all(names.map((name) => stat(join(directory, name)).catch(() => null)));
  return names.filter((_, index) => (stats[index]?.isFile() ?? false) && (stats[index]?.mtimeMs ?? Infinity) < latestMs);
}

/** Windows cannot open a directory and needs not to. */
async function syncDirectory(directory: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
