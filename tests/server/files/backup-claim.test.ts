import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { BucketObjects } from '#server/adapters/backups/bucket/bucket-objects';
import { claim } from '#server/adapters/backups/bucket/claim';
import { silentLogger as logger } from '#server/base/logger';

const DEAD = 'making/killed';

const atOnce = async (): Promise<unknown> => undefined;

/** A bucket of marks alone. */
function marks() {
  const at = new Map<string, number>([[DEAD, 0]]);
  let puts = atOnce;
  let removes = atOnce;
  const objects = {
    url: 'https://s3.example.com/backups',
    async putText(key: string) {
      await puts();
      at.set(key, 1_000_000);
    },
    async *list() {
      for (const [key, changedAtMs] of at) yield { key, changedAtMs, sizeBytes: 0 };
    },
    async remove(key: string) {
      await removes();
      at.delete(key);
    },
  } as unknown as BucketObjects;
  return {
    objects,
    names: () => [...at.keys()],
    put: (how: typeof puts) => void (puts = how),
    remove: (how: typeof removes) => void (removes = how),
  };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('a mark that is on its way when the backup is done does not stay', async () => {
  const { objects, names, put } = marks();
  const claimed = await claim(objects, 'mine', logger);
  expect(names()).toEqual(['making/mine']);
  put(() => new Promise((later) => setTimeout(later, 5000, undefined)));
  await vi.advanceTimersByTimeAsync(31_000);
  const released = claimed.release();
  await vi.advanceTimersByTimeAsync(10_000);
  await released;
  expect(names()).toEqual([]);
});

it('a key that may remove nothing keeps nobody from making backups, and the log says so', async () => {
  const { objects, remove } = marks();
  const told: unknown[] = [];
  remove(() => Promise.reject(new Error('AccessDenied')));
  const claimed = await claim(objects, 'mine', { warn: (what, about) => void told.push([what, (about as { key: string }).key]) });
  await claimed.release();
  expect(told).toEqual([
    ['backup.markKept', DEAD],
    ['backup.markKept', 'making/mine'],
  ]);
});
