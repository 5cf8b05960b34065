import { createHash } from 'node:crypto';
import type { StoredFile, StoredFiles } from './stored-files.ts';
import type { BucketObjects } from './bucket-objects.ts';
import { filesBelow, type ListedFile, mergedFiles } from './file-list.ts';

/** Stored files of all backups together: they never change, so each lies there once. */
export const POOL = 'files/';
/** So many go at the same time: small ones are mostly waited for. */
const AT_ONCE = 6;

export interface Copying {
  readonly objects: BucketObjects;
  readonly stored: StoredFiles;
  /** Files of which a digest is known: those of the backup before, or of the round before. */
  readonly known: AsyncIterable<ListedFile>;
  /** Whether known files belong to this backup although they are gone by now. */
  readonly keepsKnown: boolean;
  /** Is told of each file that was put. */
  readonly note: (file: ListedFile) => Promise<void>;
  readonly signal?: AbortSignal | undefined;
}

/** Brings into the bucket what is stored and is not there yet. What goes meanwhile is left out. @returns all of it, in the order of names */
export async function* copyStored({ objects, stored, known, keepsKnown, note, signal }: Copying): AsyncGenerator<ListedFile> {
  const pool = filesBelow(objects.list(POOL), POOL);
  const places = mergedFiles<StoredFile & Partial<ListedFile>>([stored.list(), pool, known]);
  const upload = async (file: StoredFile): Promise<Copied | null> => {
    signal?.throwIfAborted();
    try {
      return { file: await putFile(objects, stored, file, signal), isPut: true };
    } catch (error) {
      signal?.throwIfAborted();
      // Somebody has deleted it for good since its name was read.
      if ((await stored.sizeOf(file.fileId)) === null) return null;
      throw error;
    }
  };
  const copied = mapInOrder(places, async ({ fileId, found: [source, there, former] }): Promise<Copied | null> => {
    const isWhole = former?.sha256 !== undefined && there?.sizeBytes === former.sizeBytes;
    if (!source && !(keepsKnown && former)) return null;
    if (isWhole && (!source || source.sizeBytes === former.sizeBytes))
      return { file: { fileId, sizeBytes: former.sizeBytes, sha256: former.sha256 ?? '' }, isPut: false };
    if (source) return upload(source);
    throw new Error(`${POOL}${fileId} has gone from the bucket ${objects.url} while the backup was made.`);
  });
  for await (const { file, isPut } of copied) {
    if (isPut) await note(file);
    yield file;
  }
}

interface Copied {
  readonly file: ListedFile;
  /** Whether it was not there yet. */
  readonly isPut: boolean;
}

async function putFile(
  objects: BucketObjects,
  stored: StoredFiles,
  { fileId, sizeBytes }: StoredFile,
  signal: AbortSignal | undefined,
): Promise<ListedFile> {
  let sha256 = '';
  await objects.put(
    `${POOL}${fileId}`,
    sizeBytes,
    () => digested(bytesOf(stored, fileId), sizeBytes, (digest) => (sha256 = digest)),
    signal,
  );
  return { fileId, sizeBytes, sha256 };
}

async function* bytesOf(stored: StoredFiles, fileId: string): AsyncGenerator<Uint8Array> {
  const bytes = await stored.read(fileId);
  if (bytes === null) throw new Error(`The stored file ${fileId} is gone.`);
  yield* bytes as unknown as AsyncIterable<Uint8Array>;
}

/** The same bytes. @throws Error at the end where there were more or less of them, before anybody takes them for the whole */
export async function* digested(
  bytes: AsyncIterable<Uint8Array>,
  sizeBytes: number,
  tell: (sha256: string) => void,
): AsyncGenerator<Uint8Array> {
  const digest = createHash('sha256');
  let left = sizeBytes;
  for await (const chunk of bytes) {
    left -= chunk.byteLength;
    if (left < 0) break;
    digest.update(chunk);
    yield chunk;
  }
  if (left !== 0) throw new Error(`${sizeBytes} bytes were announced, and there are ${left < 0 ? 'more' : 'fewer'}.`);
  tell(digest.digest('hex'));
}

/** Works on some at the same time, and gives the outcomes in the order of the items. */
export async function* mapInOrder<T, R>(items: AsyncIterable<T>, work: (item: T) => Promise<R | null>): AsyncGenerator<R> {
  const waiting: Promise<R | null>[] = [];
  try {
    for await (const item of items) {
      const one = work(item);
      // Told when it is its turn.
      one.catch(() => undefined);
      waiting.push(one);
      if (waiting.length < AT_ONCE) continue;
      const outcome = await waiting.shift();
      if (outcome) yield outcome;
    }
    for (const outcome of waiting) {
      const done = await outcome;
      if (done) yield done;
    }
  } finally {
    await Promise.allSettled(waiting);
  }
}
