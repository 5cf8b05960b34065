import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { BucketObjects } from './bucket-objects.ts';
import type { Part } from './bucket-manifest.ts';
import { digested } from './copy-stored.ts';

/** Stores take five gigabytes at once; what breaks off is sent again. */
const PART_BYTES = 512 * 1024 * 1024;

/** Puts a file of this machine into the bucket in pieces. */
export async function putParts(
  objects: BucketObjects,
  key: string,
  path: string,
  { signal, partBytes = PART_BYTES }: { readonly signal?: AbortSignal | undefined; readonly partBytes?: number | undefined } = {},
): Promise<readonly Part[]> {
  const { size } = await stat(path);
  const parts: Part[] = [];
  for (let start = 0; start < size || parts.length === 0; start += partBytes) {
    const sizeBytes = Math.min(partBytes, size - start);
    let sha256 = '';
    const open = (): AsyncIterable<Uint8Array> => {
      const bytes = sizeBytes === 0 ? nothing() : createReadStream(path, { start, end: start + sizeBytes - 1 });
      return digested(bytes, sizeBytes, (digest) => (sha256 = digest));
    };
    await objects.put(partKey(key, parts.length), sizeBytes, open, signal);
    parts.push({ sizeBytes, sha256 });
  }
  return parts;
}

export const partKey = (key: string, index: number): string => `${key}.${String(index + 1).padStart(5, '0')}`;

async function* nothing(): AsyncGenerator<Uint8Array> {
  // A file may be empty.
}

/** Puts the pieces together on this machine. @throws Error where one is gone, or is not what was put */
export async function fetchParts(
  objects: BucketObjects,
  key: string,
  parts: readonly Part[],
  path: string,
  signal?: AbortSignal,
): Promise<void> {
  await pipeline(
    async function* whole(): AsyncGenerator<Uint8Array> {
      for (const [index, part] of parts.entries()) yield* proven(objects, partKey(key, index), part, signal);
    },
    createWriteStream(path, { mode: 0o600 }),
    ...(signal ? [{ signal }] : []),
  );
}

/** What lies under a key. @throws Error at its end where it is not what was put there */
export async function* proven(
  objects: BucketObjects,
  key: string,
  { sizeBytes, sha256 }: Part,
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const body = await objects.get(key, signal);
  if (body === null) throw new Error(`${objects.url}/${key} is gone: the backup is not whole.`);
  let found = '';
  yield* digested(body, sizeBytes, (digest) => (found = digest));
  if (found !== sha256) throw new Error(`${objects.url}/${key} is not what was put there: the backup is damaged.`);
}
