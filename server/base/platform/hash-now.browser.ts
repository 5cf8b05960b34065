import { createSHA256 } from 'hash-wasm';
import { base64Of, base64url } from './bytes.ts';

/** Once it is there it hashes without a wait. */
const hasher = await createSHA256();

export function hashNow(data: string | Uint8Array, encoding: 'hex' | 'base64' | 'base64url'): string {
  const hashed = hasher.init().update(data);
  if (encoding === 'hex') return hashed.digest('hex');
  const bytes = hashed.digest('binary');
  return encoding === 'base64' ? base64Of(bytes) : base64url(bytes);
}
