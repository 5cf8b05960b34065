import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileStore } from '../../../ports/upload-ports.ts';
import { FILES, STRAYS as STRAY_KEYS } from '../../files/bucket-files.ts';
import { FILE_ID, STRAYS_FOLDER } from '../../files/shelves.ts';
import type { BucketObjects } from './bucket-objects.ts';
import { filesBelow, firstOfEach } from './file-list.ts';

export interface StoredFile {
  readonly fileId: string;
  readonly sizeBytes: number;
}

/** Stored files wherever they lie: on this machine's disk, in a bucket, or set aside in either. */
export interface StoredFiles {
  /** In the order of their names, one portion in memory at a time. */
  list(): AsyncGenerator<StoredFile>;
  read: FileStore['read'];
  sizeOf: FileStore['sizeOf'];
}

/**
 * @param uploads the folder of this machine
 * @param bucket where files lie instead; null where there is none
 */
export function storedFiles(uploads: string, files: Pick<FileStore, 'read' | 'sizeOf'>, bucket: BucketObjects | null): StoredFiles {
  return {
    async *list() {
      const places = [shelved(join(uploads, 'files')), folded(join(uploads, STRAYS_FOLDER)), ...(bucket ? [filesInBucket(bucket)] : [])];
      yield* firstOfEach<StoredFile>(places);
    },
    read: (fileId, range) => files.read(fileId, range),
    sizeOf: (fileId) => files.sizeOf(fileId),
  };
}

/** Stored files of a bucket, in the order of their names. */
export const filesInBucket = (bucket: BucketObjects): AsyncGenerator<StoredFile> =>
  firstOfEach([FILES, STRAY_KEYS].map((place) => filesBelow(bucket.list(place), place)));

async function* shelved(folder: string): AsyncGenerator<StoredFile> {
  for (const shelf of await namesIn(folder)) yield* folded(join(folder, shelf));
}

async function* folded(folder: string): AsyncGenerator<StoredFile> {
  for (const fileId of await namesIn(folder)) {
    if (!FILE_ID.test(fileId)) continue;
    const found = await stat(join(folder, fileId)).catch(() => null);
    if (found?.isFile() === true) yield { fileId, sizeBytes: found.size };
  }
}

async function namesIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
    throw error;
  });
  return names.toSorted((a, b) => (a < b ? -1 : 1));
}
