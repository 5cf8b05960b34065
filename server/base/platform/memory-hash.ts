import { argon2 } from 'node:crypto';
import { promisify } from 'node:util';
import { hexOf } from './bytes.ts';

const derive = promisify(argon2);

export interface MemoryHashCost {
  readonly memoryKib: number;
  readonly passes: number;
}

const TAG_BYTES = 16;

/** argon2id of a short text in a thread of the process. @returns 32 hexadecimal digits */
export async function memoryHash(text: string, salt: Uint8Array, { memoryKib, passes }: MemoryHashCost): Promise<string> {
  const message = new TextEncoder().encode(text);
  const tag = await derive('argon2id', { message, nonce: salt, memory: memoryKib, passes, parallelism: 1, tagLength: TAG_BYTES });
  return hexOf(tag);
}
