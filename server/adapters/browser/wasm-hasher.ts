import { argon2id, argon2Verify } from 'hash-wasm';
import type { PasswordHasher } from '../../ports/ports.ts';

/** As strong as the server's own; the parameters go into each hash. Source: security.md rule 6. */
const COST = { memorySize: 19_456, iterations: 2, parallelism: 1, hashLength: 32 };
const PHC = /^\$argon2id\$v=19\$m=\d{1,7},t=\d{1,2},p=\d{1,2}\$[A-Za-z0-9+/]{8,86}\$[A-Za-z0-9+/]{16,86}$/u;

/** argon2id by WebAssembly, for where the platform has none: the same PHC strings. */
export const createWasmHasher = (randomBytes: (count: number) => Uint8Array<ArrayBuffer>, cost: typeof COST = COST): PasswordHasher => ({
  hash: (password) => argon2id({ ...cost, password: password.normalize('NFC'), salt: randomBytes(16), outputType: 'encoded' }),
  verify: async (password, hash) => PHC.test(hash) && argon2Verify({ password: password.normalize('NFC'), hash }),
});
