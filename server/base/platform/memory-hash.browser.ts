import { argon2id } from 'hash-wasm';
import type { MemoryHashCost } from './memory-hash.ts';

/** The same by WebAssembly. */
export const memoryHash = (text: string, salt: Uint8Array, { memoryKib, passes }: MemoryHashCost): Promise<string> =>
  argon2id({ password: text, salt, memorySize: memoryKib, iterations: passes, parallelism: 1, hashLength: 16, outputType: 'hex' });
