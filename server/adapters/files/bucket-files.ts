import { rejection } from '#domain/base/failure';
import { CLOUD_LIST_LENGTH, STRAY_KEPT_SECONDS } from '../../base/limits.ts';
import type { CloudObject, CloudTarget, FileStore } from '../../ports/upload-ports.ts';
import { encodedKey } from './aws-signature.ts';
import { askCloud, CLOUD_WRITE_MS, type CloudAccess } from './cloud-request.ts';
import { createCloudStore } from './cloud-store.ts';

export interface BucketFilesOptions extends CloudAccess {
  readonly target: CloudTarget;
  /** Where files are received and judged, and where those lie that were stored before there was a bucket. */
  readonly local: FileStore;
}

const FILES = 'files/';
/** Files that the database does not know. It may be an older one, and make room for the newer one again. */
const STRAYS = 'strays/';
/** Where so many files could not be moved or removed, a sweep ends: it is not these files. */
const FAULTS_OF_A_SWEEP = 5;

/**
 * Stored files in a bucket of an S3-compatible store, so that each of several processes finds what another has stored. What comes in is
 * judged on this machine's own disk, and is gone from it once the bucket has it. Source: security.md rules 22, 24, 37.
 */
export function createBucketFiles({ target, local, ...access }: BucketFilesOptions): FileStore {
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
  async function* portions(place: string): AsyncGenerator<readonly CloudObject[]> {
    for (let after = ''; ;) {
      const { objects, isLast } = await bucket.list(target, place, after);
      const last = objects.at(-1);
      // A store that begins where it began before would be listed for ever.
      if (last === undefined || last.key <= after) return;
      yield objects.map(({ key, changedAtMs }) => ({ key: key.slice(place.length), changedAtMs }));
      if (isLast || objects.length > CLOUD_LIST_LENGTH) return;
      after = last.key;
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
    async sweep(olderThanMs, isKnown, stopped) {
      let [count, faults] = [await local.sweep(olderThanMs, isKnown), 0];
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
      for await (const objects of portions(FILES)) {
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
