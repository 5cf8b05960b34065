import { createHash } from 'node:crypto';
import { mkdir, open, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { DRAIN_BYTES } from '../../base/limits.ts';
import type { Logger } from '../../base/logger.ts';
import { rejection } from '#domain/base/failure';
import type { FileStore, ReceivedFile, ReceiveRules, UploadBody } from '../../ports/upload-ports.ts';
import { detectFile } from './detect-file.ts';
import { receiveForm } from './receive-form.ts';
import { errorCodeOf, createShelves, isGone, STRAYS_FOLDER, TEMP } from './shelves.ts';
import { untouchedFile } from './untouched-file.ts';

export interface FileStoreOptions {
  /** A directory of its own; made when the first file comes. */
  readonly dir: string;
  readonly randomBytes: (count: number) => Uint8Array;
  readonly logger: Pick<Logger, 'error'>;
  readonly nowMs?: () => number;
  /** Opens a new file for writing. */
  readonly openNew?: (path: string) => Promise<FileHandle>;
}

const NO_ROOM = new Set(['ENOSPC', 'EDQUOT']);

interface Written {
  readonly name: string;
  readonly sizeBytes: number;
  readonly isTooLarge: boolean;
  readonly sha1: string;
  readonly sha256: string;
}

/** How much of a file is taken, and how long its sender says that it is. */
interface Bounds {
  readonly maxSizeBytes: number;
  readonly announcedBytes: number | null;
}

/** Files on the machine's own disk, below one directory. Source: security.md rules 22, 24, 37. */
export function createFileStore({ dir, randomBytes, logger, nowMs = Date.now, openNew = openForWriting }: FileStoreOptions): FileStore {
  const tempDir = join(dir, TEMP);
  const straysDir = join(dir, STRAYS_FOLDER);
  const { pathOf, sweep, syncShelf } = createShelves({ dir, nowMs });
  const newId = (): string => Buffer.from(randomBytes(16)).toString('hex');

  async function write(name: string, bytes: AsyncIterable<Uint8Array>, path: string, bounds: Bounds): Promise<Written> {
    await mkdir(tempDir, { recursive: true, mode: 0o700 });
    return writeHashed(await openNew(path), name, bytes, bounds);
  }

  async function receive(body: UploadBody, rules: ReceiveRules): Promise<ReceivedFile> {
    const fileId = newId();
    const path = join(tempDir, fileId);
    const discard = (): Promise<void> => rm(path, { force: true });
    try {
      const take = (name: string, bytes: Readable): Promise<Written> => {
        if (name.trim() === '') throw rejection('refusals.upload.incomplete');
        return write(rules.nameFor(name), bytes as AsyncIterable<Uint8Array>, path, {
          maxSizeBytes: rules.maxSizeBytes,
          announcedBytes: body.sizeBytes,
        });
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

  async function store(chunks: AsyncIterable<Uint8Array>): Promise<{ readonly fileId: string; readonly sizeBytes: number }> {
    const fileId = newId();
    const path = join(tempDir, fileId);
    try {
      const { sizeBytes } = await write(fileId, chunks, path, { maxSizeBytes: Infinity, announcedBytes: null });
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

  /** What the disk refuses is said in plain words and kept in the log; the rest stays what it is. */
  function saidPlainly(error: unknown): unknown {
    if (!/^E[A-Z]+$/u.test(errorCodeOf(error))) return error;
    logger.error('upload.writeFailed', { error });
    return rejection(NO_ROOM.has(errorCodeOf(error)) ? 'refusals.upload.diskFull' : 'refusals.upload.notStored');
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

const openForWriting = (path: string): Promise<FileHandle> => open(path, 'wx', 0o600);

/** Writes what comes, counts it and takes its fingerprints. Too much of it is counted, and not written. */
async function writeHashed(
  file: FileHandle,
  name: string,
  bytes: AsyncIterable<Uint8Array>,
  { maxSizeBytes, announcedBytes }: Bounds,
): Promise<Written> {
  const [sha1, sha256] = [createHash('sha1'), createHash('sha256')];
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

async function writeAll(file: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let offset = 0; offset < chunk.byteLength;) {
    const { bytesWritten } = await file.write(chunk, offset);
    offset += bytesWritten;
  }
}
