import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { scriptHasher, sha1Of } from '#actors/sha1';

const MEBIBYTE = 1_048_576;
const bytes = Uint8Array.from({ length: 9 * MEBIBYTE + 5 }, (_, index) => (index * 7 + (index >> 12)) % 256);
const expected = createHash('sha1').update(bytes).digest('hex');

/** As browsers do it that give parts in buffers of their own. */
class PlainBlob extends Blob {
  override stream(): ReturnType<Blob['stream']> {
    return new ReadableStream({ start: (controller) => controller.error(new Error('a slice was expected')) });
  }
}

describe.each([
  ['through one buffer', () => new Blob([bytes])],
  ['slice by slice', () => new PlainBlob([bytes])],
])('the fingerprint of a file read %s', (_, create) => {
  it('is its SHA-1, with or without WebAssembly', async () => {
    expect([await sha1Of(create(), () => {}), await sha1Of(create(), () => {}, scriptHasher())]).toEqual([expected, expected]);
  });

  it('tells now and then how far it is, and that it is at the end', async () => {
    const told: number[] = [];
    await sha1Of(create(), (read) => void told.push(read));
    expect(told).toEqual([4 * MEBIBYTE, 8 * MEBIBYTE, bytes.byteLength]);
  });
});

it('has a fingerprint of nothing', async () => {
  expect(await sha1Of(new Blob([]), () => {})).toBe('da39a3ee5e6b4b0d3255bfef95601890afd80709');
});

it('fails where the file cannot be read any more', async () => {
  const gone = new (class extends Blob {
    override stream(): ReturnType<Blob['stream']> {
      return new ReadableStream({ type: 'bytes', start: (controller) => controller.error(new Error('gone')) });
    }
  })([bytes]);
  await expect(sha1Of(gone, () => {})).rejects.toThrow('gone');
});
