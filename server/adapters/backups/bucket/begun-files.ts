import { createWriteStream } from 'node:fs';
import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Logger } from '../../../base/logger.ts';
import type { BucketObjects } from './bucket-objects.ts';
import { lineOf, type ListedFile, listedIn, readFileList } from './file-list.ts';

/** Below it lies which files backups have put that were broken off. */
const BEGUN = 'begun/';
/** So many are told in one piece, or fewer where they are large: that much at most is put once more. */
export const BEGUN_FILES = 1000;
const BEGUN_BYTES = 1024 ** 3;

interface Place {
  readonly objects: BucketObjects;
  /** Of this attempt, on this machine. */
  readonly folder: string;
}

/** Notes of what is in the bucket by now, so that the next attempt puts no file again that this one has put. */
export interface BegunNotes {
  readonly note: (file: ListedFile) => Promise<void>;
  /** Also where the attempt is broken off. */
  readonly flush: () => Promise<void>;
}

/** @param name of the attempt and its round: notes of one are in the order of names */
export function noteBegun({ objects, folder }: Place, name: string, filesAtOnce = BEGUN_FILES): BegunNotes {
  let files: ListedFile[] = [];
  let [bytes, pieces] = [0, 0];
  async function flush(): Promise<void> {
    // Whoever tidies up takes the folder for one that somebody has left where nothing in it moves for a day.
    await utimes(folder, new Date(), new Date());
    if (files.length === 0) return;
    const text = files.map(lineOf).join('');
    [files, bytes] = [[], 0];
    pieces += 1;
    await objects.putText(`${BEGUN}${name}/${String(pieces).padStart(6, '0')}`, text);
  }
  return {
    async note(file) {
      files.push(file);
      bytes += file.sizeBytes;
      if (files.length >= filesAtOnce || bytes >= BEGUN_BYTES) await flush();
    },
    flush,
  };
}

/**
 * What attempts before this one have put, each in the order of names. A line that nobody understands counts for nothing: its file is put again.
 */
export async function readBegun({ objects, folder }: Place, signal?: AbortSignal): Promise<readonly AsyncGenerator<ListedFile>[]> {
  const attempts = new Map<string, string[]>();
  for await (const { key } of objects.list(BEGUN)) {
    const name = key.slice(0, key.lastIndexOf('/'));
    attempts.set(name, [...(attempts.get(name) ?? []), key]);
  }
  return Promise.all(
    [...attempts.values()].map(async (keys, index) => {
      const path = join(folder, `begun-${index}.txt`);
      await pipeline(linesOf(objects, keys, signal), createWriteStream(path, { mode: 0o600 }));
      return readFileList(path);
    }),
  );
}

async function* linesOf(objects: BucketObjects, keys: readonly string[], signal?: AbortSignal): AsyncGenerator<string> {
  let before = '';
  for (const key of keys) {
    const body = await objects.get(key, signal);
    for (const line of (await new Response(body).text()).split('\n')) {
      const file = listedIn(line);
      if (!file || file.sha256 === '' || file.fileId <= before) continue;
      before = file.fileId;
      yield lineOf(file);
    }
  }
}

/** Once a backup is whole, its own list says all of it. */
export async function forgetBegun(objects: BucketObjects, logger: Logger): Promise<void> {
  try {
    for await (const { key } of objects.list(BEGUN)) await objects.remove(key);
  } catch (error) {
    logger.warn('backup.notesNotRemoved', { error });
  }
}
