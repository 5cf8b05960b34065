import { copyFile, link, mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { FILE_ID } from '../files/shelves.ts';

/** A file system that has no links, or another one. */
const NO_LINK = new Set(['EXDEV', 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);
const codeOf = (error: unknown): string => (error as Partial<NodeJS.ErrnoException> | null)?.code ?? '';

interface Copying {
  readonly former?: string | null;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Copies stored files, which never change once they have their name: on the same disk by a second name, which costs no room; else from the
 * backup before where that has them already by the same way; else byte by byte. What goes meanwhile is left out, what is there already left alone.
 */
export async function copyFiles(from: string, to: string, { former = null, signal }: Copying = {}): Promise<void> {
  for (const shelf of await namesIn(from)) {
    const names = await namesIn(join(from, shelf));
    await mkdir(join(to, shelf), { recursive: true, mode: 0o700 });
    for (const name of names) {
      signal?.throwIfAborted();
      await copyOne(join(from, shelf, name), join(to, shelf, name), former === null ? null : join(former, shelf, name));
    }
  }
}

/**
 * Copies what was set aside into the places that it comes from: the database may know it again, and serve it from there until the next
 * sweep puts it back.
 */
export async function copyStrays(from: string, to: string, { former = null, signal }: Copying): Promise<void> {
  for (const name of await namesIn(from)) {
    if (!FILE_ID.test(name)) continue;
    signal?.throwIfAborted();
    const shelf = name.slice(0, 2);
    await mkdir(join(to, shelf), { recursive: true, mode: 0o700 });
    await copyOne(join(from, name), join(to, shelf, name), former === null ? null : join(former, shelf, name));
  }
}

async function copyOne(source: string, target: string, former: string | null): Promise<void> {
  try {
    if (await isLinked(source, target)) return;
    if (former !== null && (await isSameSize(source, former)) && (await isLinked(former, target))) return;
    await copyFile(source, target);
  } catch (error) {
    // Somebody has deleted it for good since its name was read.
    if (codeOf(error) !== 'ENOENT') throw error;
  }
}

async function isLinked(source: string, target: string): Promise<boolean> {
  try {
    await link(source, target);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return true;
    if (NO_LINK.has(codeOf(error))) return false;
    throw error;
  }
}

async function isSameSize(one: string, other: string): Promise<boolean> {
  const found = await stat(other).catch(() => null);
  return found !== null && found.size === (await stat(one)).size;
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
}

/** How many files are in a copy, and their bytes. */
export async function weighFiles(folder: string): Promise<{ readonly files: number; readonly fileBytes: number }> {
  let [files, fileBytes] = [0, 0];
  for (const shelf of await namesIn(folder))
    for (const name of await namesIn(join(folder, shelf))) {
      files += 1;
      fileBytes += (await stat(join(folder, shelf, name))).size;
    }
  return { files, fileBytes };
}
