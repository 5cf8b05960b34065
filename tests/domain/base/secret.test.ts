import { readdirSync, readFileSync } from 'node:fs';
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

  it('is revealed by the transport, the token store and the streams of stock servers, and to whoever sets up a second factor, alone', () => {
    const callers = readdirSync('src', { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/u.test(file) && file !== 'domain/base/secret.ts')
      .filter((file) => readFileSync(`src/${file}`, 'utf8').includes('.reveal('));
    expect(callers.toSorted()).toEqual([
      'actors/session/token-store.ts',
      'api/peer.ts',
      'api/transport.ts',
      'ui/admin/session/account/EnrolmentSteps.tsx',
      'ui/admin/session/account/RecoveryCodes.tsx',
    ]);
  });
});
