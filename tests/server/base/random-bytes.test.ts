import { describe, expect, it } from 'vitest';
import { createRandomBytes } from '#server/base/random-bytes';

describe('random bytes', () => {
  it('gives as many as asked for, none of them twice, over many refills', () => {
    const random = createRandomBytes();
    const seen = new Set<string>();
    for (let draw = 0; draw < 2000; draw += 1) {
      const bytes = random(16);
      expect(bytes.byteLength).toBe(16);
      seen.add(Buffer.from(bytes).toString('hex'));
    }
    expect(seen.size).toBe(2000);
    expect(seen.has('00'.repeat(16))).toBe(false);
  });

  it('gives more than the pool holds, and bytes that nobody else can change', () => {
    const random = createRandomBytes();
    expect(new Set(random(10_000)).size).toBe(256);
    const first = random(8);
    const copy = [...first];
    random(4096);
    expect([...first]).toEqual(copy);
  });
});
