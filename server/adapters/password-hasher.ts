import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { BUSY_RETRY_SECONDS, PASSWORD_QUEUE, PASSWORD_WORKERS } from '../base/limits.ts';
import type { PasswordHasher } from '../ports/ports.ts';
import { createTurns } from '../base/concurrency/turns.ts';

const derive = promisify(argon2);

interface HashParameters {
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
}

/** Source: security.md rule 6; the parameters go into each hash, so that raising them leaves old ones valid. */
const CURRENT: HashParameters = { memory: 19_456, passes: 2, parallelism: 1 };
const TAG_BYTES = 32;

const encode = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64').replaceAll('=', '');

function parsePhc(text: string): (HashParameters & { readonly nonce: Buffer; readonly tag: Buffer }) | null {
  const parts = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{8,86})\$([A-Za-z0-9+/]{16,86})$/u.exec(text);
  if (!parts) return null;
  const [memory, passes, parallelism] = parts.slice(1, 4).map(Number) as [number, number, number];
  return { memory, passes, parallelism, nonce: Buffer.from(parts[4] ?? '', 'base64'), tag: Buffer.from(parts[5] ?? '', 'base64') };
}

/**
 * argon2id off the main thread, a few at a time; beyond the queue's length callers are told to come back.
 * @param parameters of new hashes; those that exist are judged by their own
 */
export function createPasswordHasher(parameters: HashParameters = CURRENT): PasswordHasher {
  const inTurn = createTurns({ atOnce: PASSWORD_WORKERS, queue: PASSWORD_QUEUE, retrySeconds: BUSY_RETRY_SECONDS });
  const tagOf = (password: string, nonce: Buffer, cost: HashParameters, tagLength: number): Promise<Buffer> =>
    inTurn(async () =>
      Buffer.from(await derive('argon2id', { message: Buffer.from(password.normalize('NFC')), nonce, ...cost, tagLength })),
    );

  return {
    async hash(password) {
      const nonce = randomBytes(16);
      const tag = await tagOf(password, nonce, parameters, TAG_BYTES);
      return `$argon2id$v=19$m=${parameters.memory},t=${parameters.passes},p=${parameters.parallelism}$${encode(nonce)}$${encode(tag)}`;
    },
    async verify(password, hash) {
      const stored = parsePhc(hash);
      if (!stored) return false;
      const { nonce, tag, memory, passes, parallelism } = stored;
      return timingSafeEqual(await tagOf(password, nonce, { memory, passes, parallelism }, tag.length), tag);
    },
  };
}
