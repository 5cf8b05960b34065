import { hexOf } from './platform/bytes.ts';
import { hashNow } from './platform/hash-now.ts';

export { base64url, bytesOfBase64 as bytesOfBase64url } from './platform/bytes.ts';

/** Longer texts are hashed in a thread of their own; for a token, handing it over would take longer than the work. */
const SHORT_LENGTH = 16_384;

/** SHA-256 in hexadecimal. */
export const sha256 = async (text: string): Promise<string> =>
  text.length <= SHORT_LENGTH ? hashNow(text, 'hex') : sha256OfBytes(new TextEncoder().encode(text));

/** The same of bytes. */
export const sha256OfBytes = async (bytes: Uint8Array<ArrayBuffer>): Promise<string> =>
  hexOf(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));

/** Compares two digests; it takes as long for a near miss as for any other. */
export function isSameDigest(a: string, b: string): boolean {
  let difference = a.length ^ b.length;
  for (let at = 0; at < a.length; at += 1) difference |= (a.codePointAt(at) ?? 0) ^ (b.codePointAt(at) ?? 0);
  return difference === 0;
}
