import { randomFillSync } from 'node:crypto';

const POOL_BYTES = 4096;

/**
 * Random bytes of the operating system, drawn many at a time: asked for anew with each call, they were a fifth of a small reply's
 * cost. A byte is handed out once and wiped from the pool.
 */
export function createRandomBytes(): (count: number) => Uint8Array<ArrayBuffer> {
  const pool = new Uint8Array(POOL_BYTES);
  let used = POOL_BYTES;
  return (count) => {
    if (count > POOL_BYTES) return randomFillSync(new Uint8Array(count));
    if (used + count > POOL_BYTES) {
      randomFillSync(pool);
      used = 0;
    }
    const bytes = pool.slice(used, used + count);
    pool.fill(0, used, used + count);
    used += count;
    return bytes;
  };
}
