import { createHash } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat, utimes, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { DRAIN_BYTES, STRAY_KEPT_SECONDS } from '../../base/limits.ts';
import type { Logger } from '../../base/logger.ts';
import { rejection } from '#domain/base/failure';
import type { FileStore, ReceivedFile, ReceiveRules, UploadBody } from '../../ports/upload-ports.ts';
import { detectFile } from './detect-file.ts';
import { receiveForm } from './receive-form.ts';
import { untouchedFile } from './untouched-file.ts';

const TEMP = 'tmp';
const FILES = 'files';
/** Files that the database does not know. It may be an older one, and make room for the newer one again. */
export const STRAYS = 'strays';
export const FILE_ID = /^[0-9a-f]{32}$/u;

export interface FileStoreOptions {
  /** A directory of its own; made when the first file comes. */
  readonly dir: string;
  readonly randomBytes: (count: number) => Uint8Array;
  readonly logger: Pick<Logger, 'error'>;
  readonly nowMs?: () => number;
  /** Opens a new file for writing. */
  readonly openNew?: (path: string) => Promise<FileHandle>;
}

interface Written {
  readonly name: string;
  readonly sizeBytes: number;
  readonly isTooLarge: boolean;
  readonly sha1: string;
  readonly sha256: string;
}

const codeOf = (error: unknown): string => (error as Partial<NodeJS.ErrnoException> | null)?.code ?? '';
/** Names that the database is asked about at once. */
const PORTION = 1000;

const isGone = (error: unknown): boolean => codeOf(error) === 'ENOENT';
const NO_ROOM = new Set(['ENOSPC', 'EDQUOT']);

/** Files on the machine's own disk, below one directory. Source: security.md rules 22, 24, 37. */
export function createFileStore({ dir, randomBytes, logger, nowMs = Date.now, openNew = openForWriting }: FileStoreOptions): FileStore {
  const tempDir = join(dir, TEMP);
  const filesDir = join(dir, FILES);
  const straysDir = join(dir, STRAYS);
  // Two letters in between keep directories short.
  const pathOf = (fileId: string): string => {
    if (!FILE_ID.test(fileId)) throw new Error('This is no name of a stored file');
    return join(filesDir, fileId.slice(0, 2), fileId);
  };
  const newId = (): string => Buffer.from(randomBytes(16)).toString('hex');

  async function receive(body: UploadBody, rules: ReceiveRules): Promise<ReceivedFile> {
    const fileId = newId();
    const path = join(tempDir, fileId);
    const discard = (): Promise<void> => rm(path, { force: true });
    try {
      const take = (name: string, bytes: Readable): Promise<Written> => {
        if (name.trim() === '') throw rejection('refusals.upload.incomplete');
        return write(rules.nameFor(name), bytes as AsyncIterable<Uint8Array>, path, rules.maxSizeBytes, body.sizeBytes);
      };
      const { file, fields } = await receiveForm(
        body,
        async (name, bytes) => take(name, bytes),
        ({ isTooLarge }) => isTooLarge,
      );
      return { ...file, ...(await detectFile(file.name, path)), fields, discard, keep: () => keep(fileId, path) };
    } catch (error) {
      await discard();
      throw saidPlainly(error);
    }
  }

  async function write(
    name: string,
    bytes: AsyncIterable<Uint8Array>,
    path: string,
    maxSizeBytes: number,
    announcedBytes: number | null,
  ): Promise<Written> {
    await mkdir(tempDir, { recursive: true, mode: 0o700 });
    const [sha1, sha256] = [createHash('sha1'), createHash('sha256')];
    const file = await openNew(path);
    let sizeBytes = 0;
    try {
      for await (const chunk of bytes) {
        const room = maxSizeBytes - sizeBytes;
        sizeBytes += chunk.byteLength;
        if (sizeBytes > maxSizeBytes) {
          // Its beginning tells what it is, which is said before its size; the rest is only counted, unless that takes too long.
          if (room > 0) await writeAll(file, chunk.subarray(0, room));
          const wholeBytes = Math.max(sizeBytes, announcedBytes ?? 0);
          if (wholeBytes <= maxSizeBytes + DRAIN_BYTES) continue;
          sizeBytes = wholeBytes;
          break;
        }
        sha1.update(chunk);
        sha256.update(chunk);
        await writeAll(file, chunk);
      }
      await file.sync();
    } finally {
      await file.close();
    }
    return { name, sizeBytes, isTooLarge: sizeBytes > maxSizeBytes, sha1: sha1.digest('hex'), sha256: sha256.digest('hex') };
  }

  async function store(chunks: AsyncIterable<Uint8Array>): Promise<{ readonly fileId: string; readonly sizeBytes: number }> {
    const fileId = newId();
    const path = join(tempDir, fileId);
    try {
      const { sizeBytes } = await write(fileId, chunks, path, Infinity, null);
      return { fileId: await keep(fileId, path), sizeBytes };
    } catch (error) {
      await rm(path, { force: true });
      throw saidPlainly(error);
    }
  }

  async function keep(fileId: string, path: string): Promise<string> {
    const target = pathOf(fileId);
    const shelf = dirname(target);
    try {
      await mkdir(shelf, { recursive: true, mode: 0o700 });
      await rename(path, target);
      await syncShelf(shelf);
    } catch (error) {
      await rm(target, { force: true });
      throw saidPlainly(error);
    }
    return fileId;
  }

  /** A name counts only once its directory, and the directory's own name, are on the disk. */
  async function syncShelf(shelf: string): Promise<void> {
    for (const directory of [shelf, filesDir, dir]) await syncDirectory(directory);
  }

  /** What the disk refuses is said in plain words and kept in the log; the rest stays what it is. */
  function saidPlainly(error: unknown): unknown {
    if (!/^E[A-Z]+$/u.test(codeOf(error))) return error;
    logger.error('upload.writeFailed', { error });
    return rejection(NO_ROOM.has(codeOf(error)) ? 'refusals.upload.diskFull' : 'refusals.upload.notStored');
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

  /** Where a file lies. A row may name one before the next sweep puts it back. */
  async function located<T>(fileId: string, work: (path: string) => Promise<T>): Promise<T | null> {
    for (const path of [pathOf(fileId), join(straysDir, fileId)]) {
      try {
        return await work(path);
      } catch (error) {
        if (!isGone(error)) throw error;
      }
    }
    return null;
  }

  return {
    receive,
    store,
    sweep,
    async read(fileId, range) {
      const isThere = (await located(fileId, stat)) !== null;
      return isThere ? untouchedFile(() => located(fileId, (path) => open(path, 'r')), range) : null;
    },
    sizeOf: (fileId) => located(fileId, async (path) => (await stat(path)).size),
    async remove(fileId) {
      for (const path of [pathOf(fileId), join(straysDir, fileId)]) await rm(path, { force: true });
    },
  };
}

/** Names of files in a folder that were last written before then. */
async function namesBefore(directory: string, latestMs: number): Promise<string[]> {
  const names = await readdir(directory).catch((): string[] => []);
  const stats = await Promise.all(names.map((name) => stat(join(directory, name)).catch(() => null)));
  return names.filter((_, index) => (stats[index]?.isFile() ?? false) && (stats[index]?.mtimeMs ?? Infinity) < latestMs);
}

const openForWriting = (path: string): Promise<FileHandle> => open(path, 'wx', 0o600);

async function writeAll(file: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let offset = 0; offset < chunk.byteLength;) {
    const { bytesWritten } = await file.write(chunk, offset);
    offset += bytesWritten;
  }
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
