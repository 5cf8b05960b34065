import { mkdir, rm, writeFile } from 'node:fs/promises';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { COPY_NAMES, KEY_NAME, BACKUP_MANIFEST } from '../../../db/base/backup-manifest.ts';
import type { OpenBackup } from '../../../ports/backup-port.ts';
import { FILES } from '../../files/bucket-files.ts';
import { openUnfinished } from '../unfinished.ts';
import { filesInBucket } from './stored-files.ts';
import { LIST_NAME, readBucketManifest } from './bucket-manifest.ts';
import type { BucketObjects } from './bucket-objects.ts';
import { mapInOrder, POOL } from './copy-stored.ts';
import { findInFileList, type ListedFile, mergedFiles, readFileList } from './file-list.ts';
import { fetchParts, proven } from './parts.ts';

/** A backup of a bucket without its stored files, which stay there until they are wanted. */
export interface FetchedBackup {
  /** As `npm run backup` makes one in a folder: manifest, copy of the database, key. */
  readonly folder: string;
  readonly objects: BucketObjects;
  readonly files: () => AsyncGenerator<ListedFile>;
  readonly discard: () => Promise<void>;
}

/** Brings a backup to this machine, each piece proved by its digest. @throws Error where there is none, or it is not whole */
export async function fetchBackup(objects: BucketObjects, name: string, place: string, signal?: AbortSignal): Promise<FetchedBackup> {
  const manifest = await readBucketManifest(objects, `${name}/${BACKUP_MANIFEST}`);
  if (manifest === null) throw new Error(`There is no backup ${objects.url}/${name}.`);
  const folder = await openUnfinished(place, name);
  const discard = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    for (const file of [COPY_NAMES[manifest.database], LIST_NAME, ...(manifest.hasKey ? [KEY_NAME] : [])]) {
      const parts = manifest.parts[file];
      if (!parts) throw new Error(`The backup ${objects.url}/${name} is not whole: ${file} is not in it.`);
      await fetchParts(objects, `${name}/${file}`, parts, join(folder, file), signal);
    }
    await writeFile(join(folder, BACKUP_MANIFEST), JSON.stringify(manifest), { mode: 0o600 });
  } catch (error) {
    await discard();
    throw error;
  }
  return { folder, objects, files: () => readFileList(join(folder, LIST_NAME)), discard };
}

/** Opens it to be read; stored files are asked of the bucket one by one. */
export async function openFetched(
  { folder, objects, discard }: FetchedBackup,
  openBackup: (folder: string, signal?: AbortSignal) => Promise<OpenBackup>,
  signal?: AbortSignal,
): Promise<OpenBackup> {
  try {
    const { copy, close } = await openBackup(folder, signal);
    return {
      copy,
      async bytesOf(fileId) {
        const file = await findInFileList(join(folder, LIST_NAME), fileId);
        return file && proven(objects, `${POOL}${fileId}`, file);
      },
      async close() {
        await close();
        await discard();
      },
    };
  } catch (error) {
    await discard();
    throw error;
  }
}

/** Puts all stored files of a backup onto the shelves of a new folder. @throws Error where one is gone or damaged */
export async function filesToDisk({ objects, files }: FetchedBackup, folder: string): Promise<void> {
  await eachOf(files(), async (file) => {
    const shelf = join(folder, file.fileId.slice(0, 2));
    await mkdir(shelf, { recursive: true, mode: 0o700 });
    await pipeline(proven(objects, `${POOL}${file.fileId}`, file), createWriteStream(join(shelf, file.fileId), { mode: 0o600 }));
    return true;
  });
}

/** Some at the same time: nobody is served before the last one is there, and small ones are mostly waited for. @returns how many there was anything to do for */
async function eachOf<T>(items: AsyncIterable<T>, work: (item: T) => Promise<boolean>): Promise<number> {
  let count = 0;
  for await (const isDone of mapInOrder(items, work)) if (isDone) count += 1;
  return count;
}

/**
 * Puts those stored files of a backup into the bucket of files that it has not, or not whole.
 * @returns how many there were to put
 * @throws Error where one is gone or damaged in the backup; what was put by then is known by no row, and a sweep takes it
 */
export async function filesToBucket({ objects, files }: FetchedBackup, bucket: BucketObjects): Promise<number> {
  return eachOf(mergedFiles([files(), filesInBucket(bucket)]), async ({ fileId, found }) => {
    const [wanted, there] = found as readonly [ListedFile | null, { readonly sizeBytes: number } | null];
    if (wanted === null || there?.sizeBytes === wanted.sizeBytes) return false;
    await bucket.put(`${FILES}${fileId}`, wanted.sizeBytes, () => proven(objects, `${POOL}${fileId}`, wanted));
    return true;
  });
}
