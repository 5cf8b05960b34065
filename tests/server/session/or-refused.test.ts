import { expect, test } from 'vitest';
import { createLogger } from '#server/base/logger';
import { orRefused } from '#server/features/session/passkeys/or-refused';

const lines: string[] = [];
const logger = createLogger({ level: 'debug', write: (line) => lines.push(line), now: () => new Date(0) });

test('what the library refuses is refused in silence, and a fault is refused and told', async () => {
  class UnexpectedRPIDHash extends Error {}
  expect(await orRefused(Promise.resolve({ verified: true }), logger)).toEqual({ verified: true });
  expect(await orRefused(Promise.reject(new Error('Unexpected authentication response origin')), logger)).toBeNull();
  expect(await orRefused(Promise.reject(new UnexpectedRPIDHash()), logger)).toBeNull();
  expect(lines).toEqual([]);
  expect(await orRefused(Promise.reject(new TypeError('publicKey.byteLength is no function')), logger)).toBeNull();
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { level: 'warn', event: 'passkey.notVerified', error: { message: 'publicKey.byteLength is no function' } },
  ]);
});
