import { describe, expect, it } from 'vitest';
import { Secret } from '#domain/base/secret';

describe('a secret', () => {
  const secret = new Secret('correct horse');

  it('can be used', () => {
    expect(secret.reveal()).toBe('correct horse');
    expect(secret.isSame(new Secret('correct horse'))).toBe(true);
    expect(secret.isSame(new Secret('another horse'))).toBe(false);
  });

  it('is never written down', () => {
    const written = [JSON.stringify({ secret }), secret.toString(), String(secret), JSON.stringify(Object.entries(secret))];
    expect(written).toEqual(['{"secret":{"$secret":true}}', '[secret]', '[secret]', '[]']);
  });
});
