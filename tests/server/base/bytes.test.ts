import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { base64url, bytesOfBase64 } from '#server/base/platform/bytes';

it('writes bytes of any number in the URL-safe alphabet, and reads them again', () => {
  for (let count = 0; count < 70; count += 1) {
    const bytes = new Uint8Array(randomBytes(count));
    expect(base64url(bytes)).toBe(Buffer.from(bytes).toString('base64url'));
    expect(bytesOfBase64(base64url(bytes))).toEqual(bytes);
  }
  expect(base64url(Uint8Array.of(0xfb, 0xff, 0xfe))).toBe('-__-');
});
