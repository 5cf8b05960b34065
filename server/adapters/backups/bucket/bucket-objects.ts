import { setTimeout as pause } from 'node:timers/promises';
import type { CloudObject, CloudTarget } from '../../../ports/upload-ports.ts';
import { bucketPortions } from '../../files/bucket-portions.ts';
import { type CloudCredentials, encodedKey } from '../../files/aws-signature.ts';
import { askCloud, CLOUD_WRITE_MS, type CloudAccess } from '../../files/cloud-request.ts';
import { createCloudStore } from '../../files/cloud-store.ts';

/** What a bucket is asked for by whoever writes and reads backups there. What fails for a moment is tried again. */
export interface BucketObjects {
  /** Such as `https://s3.example.com/troupe-backups`. */
  readonly url: string;
  /** All of it, or nothing: a store keeps no half of what is put. @param open is called for each attempt */
  put(key: string, sizeBytes: number, open: () => AsyncIterable<Uint8Array>, signal?: AbortSignal): Promise<void>;
  putText(key: string, text: string, signal?: AbortSignal): Promise<void>;
  /** Null where nothing lies under the key. */
  get(key: string, signal?: AbortSignal): Promise<ReadableStream<Uint8Array> | null>;
  /** In the order of the keys, asked for a portion at a time. */
  list(keyPrefix: string): AsyncGenerator<CloudObject>;
  remove(key: string): Promise<void>;
}

/** So long each attempt waits after the one before. */
const RESTS_MS = [0, 1000, 5000] as const;

/** A bucket with the key by which it is asked. */
export interface OwnBucket {
  readonly target: CloudTarget;
  readonly credentials: CloudCredentials;
}

export interface BucketObjectsOptions extends CloudAccess {
  readonly target: CloudTarget;
  readonly restsMs?: readonly number[];
}

/** @throws Error in plain words; the log has what the store said */
export function createBucketObjects({ target, restsMs = RESTS_MS, ...access }: BucketObjectsOptions): BucketObjects {
  const bucket = createCloudStore(access);
  const addressOf = (key: string): URL => new URL(`${target.url}/${encodedKey(key)}`);

  async function tried<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    let last: unknown;
    for (const restMs of restsMs) {
      await pause(restMs, undefined, signal && { signal });
      try {
        return await work();
      } catch (error) {
        signal?.throwIfAborted();
        last = error;
      }
    }
    throw new Error(`The bucket ${target.url} cannot be reached, or refuses what it is asked for; the log says which.`, { cause: last });
  }

  async function putOnce(key: string, sizeBytes: number, open: () => AsyncIterable<Uint8Array>, signal?: AbortSignal): Promise<void> {
    const response = await askCloud(access, {
      method: 'PUT',
      region: target.region,
      address: addressOf(key),
      body: { sizeBytes, chunks: open() },
      isFile: true,
      timeoutMs: CLOUD_WRITE_MS,
      signal,
    });
    await response.body?.cancel();
    if (response.status === 404) throw new Error('There is no such bucket');
  }

  return {
    url: target.url,
    put: (key, sizeBytes, open, signal) => tried(() => putOnce(key, sizeBytes, open, signal), signal),
    putText(key, text, signal) {
      const bytes = new TextEncoder().encode(text);
      return tried(() => putOnce(key, bytes.byteLength, () => onceOnly(bytes), signal), signal);
    },
    async get(key, signal) {
      const address = addressOf(key);
      const response = await tried(() => askCloud(access, { method: 'GET', region: target.region, address, isFile: true, signal }), signal);
      if (response.status !== 404) return response.body ?? new Blob([]).stream();
      await response.body?.cancel();
      // A bucket that is not there has answered the same; to list it tells.
      await tried(() => bucket.list(target, key, ''), signal);
      return null;
    },
    async *list(keyPrefix) {
      const asked = { list: (...about: Parameters<typeof bucket.list>) => tried(() => bucket.list(...about)) };
      for await (const objects of bucketPortions(asked, target, keyPrefix, { isWholeWanted: true })) yield* objects;
    },
    remove: (key) => tried(() => bucket.remove(target, key)),
  };
}

/** Of what there is little of. */
export async function allOf<T>(items: AsyncIterable<T>): Promise<readonly T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

async function* onceOnly(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  if (bytes.byteLength > 0) yield bytes;
}
