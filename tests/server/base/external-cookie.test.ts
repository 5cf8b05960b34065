import { expect, it } from 'vitest';
import { cookieIn, externalCookie, knownBy } from '#server/base/external-cookie';

const TOKEN = 'a'.repeat(43);
const OTHER = 'b'.repeat(43);

it('is found among others, and nothing else is taken for it', () => {
  expect(cookieIn(`theme=dark; external-sign-in=${TOKEN}; x=1`)).toBe(TOKEN);
  expect([null, '', `x-external-sign-in=${TOKEN}`, `external-sign-in=${TOKEN}a`, 'external-sign-in=short'].map(cookieIn)).toEqual(
    Array(5).fill(null),
  );
});

it('of a site with encryption is never one that a neighbouring host could have set', () => {
  const kept = externalCookie(TOKEN, true, 60).split(';', 1)[0] ?? '';
  expect(cookieIn(kept)).toBe(knownBy(TOKEN, true));
  expect(cookieIn(`external-sign-in=${TOKEN}`)).not.toBe(knownBy(TOKEN, true));
  // Planted beside the true one, before it or after it, it counts for nothing.
  for (const header of [`external-sign-in=${OTHER}; ${kept}`, `${kept}; external-sign-in=${OTHER}`])
    expect(cookieIn(header)).toBe(knownBy(TOKEN, true));
});
