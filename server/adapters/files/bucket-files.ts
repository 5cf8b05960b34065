import { rejection } from '#domain/base/failure';
import { STRAY_KEPT_SECONDS } from '../../base/limits.ts';
import type { CloudObject, CloudTarget, FileStore } from '../../ports/upload-ports.ts';
import { encodedKey } from './aws-signature.ts';
import { askCloud, CLOUD_WRITE_MS, type CloudAccess } from './cloud-request.ts';
import { createCloudStore } from './cloud-store.ts';
import { bucketPortions } from './bucket-portions.ts';

export interface BucketFilesOptions extends CloudAccess {
  readonly target: CloudTarget;
  /** Where files are received and judged, and where those lie that were stored before there was a bucket. */
  readonly local: FileStore;
  /** Pages of a thousand files that one sweep looks at. */
  readonly pagesOfASweep?: number;
  /** Where a sweep begins among the names. */
  readonly beginAt?: () => string;
}

export const FILES = 'files/';
/** Files that the database does not know. It may be an older one, and make room for the newer one again. */
export const STRAYS = 'strays/';
/** Where so many files could not be moved or removed, a sweep ends: it is not these files. */
const FAULTS_OF_A_SWEEP = 5;
/** Half a million files. */
const PAGES_OF_A_SWEEP = 500;

/** Names are made by chance, so that any two letters are as good as others. */
const anywhere = (): string =>
  Math.floor(Math.random() * 256)
    .toString(16)
    .padStart(2, '0');

/**
 * Stored files in a bucket of an S3-compatible store, so that each of several processes finds what another has stored. What comes in is
 * judged on this machine's own disk, and is gone from it once the bucket has it. Source: security.md rules 22, 24, 37.
 */
export function createBucketFiles({
  target,
  local,
  pagesOfASweep = PAGES_OF_A_SWEEP,
  beginAt = anywhere,
  ...access
}: BucketFilesOptions): FileStore {
  const { nowMs = Date.now } = access;
  const bucket = createCloudStore(access);
  const ask = (method: 'HEAD' | 'GET' | 'PUT', key: string, more: Pick<Parameters<typeof askCloud>[1], 'body' | 'range'> = {}) =>
    askCloud(access, {
      method,
      region: target.region,
      address: new URL(`${target.url}/${encodedKey(key)}`),
      isFile: true,
      ...(method === 'PUT' && { timeoutMs: CLOUD_WRITE_MS }),
      ...more,
    });

  /** Only what the bucket has is named by a row. */
  async function moveUp(fileId: string): Promise<string> {
    try {
      const [sizeBytes, chunks] = [await local.sizeOf(fileId), await local.read(fileId)];
      if (sizeBytes === null || chunks === null) throw new Error('A file that was just stored is gone');
      const response = await ask('PUT', FILES + fileId, { body: { sizeBytes, chunks } });
      await response.body?.cancel();
      if (response.status === 404) throw rejection('refusals.upload.cloudUnreachable');
    } finally {
      await local.remove(fileId);
    }
    return fileId;
  }

  /** A row may name a file before the next sweep puts it back. */
  async function located(method: 'HEAD' | 'GET', fileId: string, range?: string): Promise<Response | null> {
    for (const place of [FILES, STRAYS]) {
      const response = await ask(method, place + fileId, { range });
      if (response.status !== 404) return response;
      await response.body?.cancel();
    }
    // A bucket that is not there has answered the same. To list it tells: nothing is to be concluded from a wrong name.
    await bucket.list(target, FILES + fileId, '');
    return null;
  }

  async function move(fileId: string, from: string, to: string): Promise<void> {
    // Another process was there before where nothing lies under the first key.
    if (await bucket.copy(target, from + fileId, to + fileId, CLOUD_WRITE_MS)) await bucket.remove(target, from + fileId);
  }

  /** All that lies in one place, a portion at a time. */
  async function* portions(place: string, after = ''): AsyncGenerator<readonly CloudObject[]> {
    for await (const objects of bucketPortions(bucket, target, place, { after }))
      yield objects.map((one) => ({ ...one, key: one.key.slice(place.length) }));
  }

  /** The same, begun anywhere, and not more than a sweep has time for: of very many files each is looked at by one sweep or another. */
  async function* portionsAround(place: string): AsyncGenerator<readonly CloudObject[]> {
    const first = `${place}${beginAt()}`;
    let left = pagesOfASweep;
    for await (const objects of portions(place, first)) {
      yield objects;
      left -= 1;
      if (left <= 0) return;
    }
    if (first === place) return;
    for await (const objects of portions(place)) {
      const before = objects.filter(({ key }) => `${place}${key}` <= first);
      if (before.length > 0) yield before;
      left -= 1;
      if (before.length < objects.length || left <= 0) return;
    }
  }

  return {
    async receive(body, rules) {
      const received = await local.receive(body, rules);
      return { ...received, keep: async () => moveUp(await received.keep()) };
    },
    async store(chunks) {
      const stored = await local.store(chunks);
      await moveUp(stored.fileId);
      return stored;
    },
    async read(fileId, range) {
      const own = await local.read(fileId, range);
      if (own) return own;
      const response = await located('GET', fileId, range && `bytes=${range.start}-${range.end}`);
      if (!response) return null;
      const bytes = response.body ?? new Blob([]).stream();
      return range && response.status === 200 ? partOf(bytes, range) : bytes;
    },
    async sizeOf(fileId) {
      const own = await local.sizeOf(fileId);
      if (own !== null) return own;
      const response = await located('HEAD', fileId);
      return response && Number(response.headers.get('content-length'));
    },
    async remove(fileId) {
      await local.remove(fileId);
      await Promise.all([FILES, STRAYS].map((place) => bucket.remove(target, place + fileId)));
    },
    isFar: true,
    async sweep(olderThanMs, isKnown, stopped, mayAskBucket) {
      let [count, faults] = [await local.sweep(olderThanMs, isKnown), 0];
      if (mayAskBucket && !(await mayAskBucket())) return count;
      /** A file that the store refuses keeps no other from being looked at, nor the next sweep from trying it again. */
      async function tried(work: Promise<void>): Promise<number> {
        try {
          await work;
          return 1;
        } catch (error) {
          faults += 1;
          if (faults >= FAULTS_OF_A_SWEEP) throw error;
          return 0;
        }
      }
      for await (const objects of portions(STRAYS)) {
        if (stopped?.aborted === true) return count;
        const known = await isKnown(objects.map(({ key }) => key));
        for (const { key, changedAtMs } of objects) {
          if (known.has(key)) await tried(move(key, STRAYS, FILES));
          else if (changedAtMs < nowMs() - STRAY_KEPT_SECONDS * 1000) {
            count += await tried(bucket.remove(target, STRAYS + key));
          }
        }
      }
      for await (const objects of portionsAround(FILES)) {
        if (stopped?.aborted === true) return count;
        const old = objects.filter(({ changedAtMs }) => changedAtMs < nowMs() - olderThanMs);
        if (old.length === 0) continue;
        const known = await isKnown(old.map(({ key }) => key));
        for (const { key } of old.filter((one) => !known.has(one.key))) {
          count += await tried(move(key, FILES, STRAYS));
        }
      }
      return count;
    },
  };
}

/** Of what a store sends that knows no ranges. */
function partOf(
  bytes: ReadableStream<Uint8Array>,
  { start, end }: { readonly start: number; readonly end: number },
): ReadableStream<Uint8Array> {
  let [skip, left] = [start, end - start + 1];
  return bytes.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        const part = chunk.subarray(skip, skip + left);
        skip = Math.max(skip - chunk.byteLength, 0);
        left -= part.byteLength;
        if (part.byteLength > 0) controller.enqueue(part);
        if (left === 0) controller.terminate();
      },
    }),
  );
}
