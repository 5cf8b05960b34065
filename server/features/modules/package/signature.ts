import { base64url, bytesOfBase64url, sha256OfBytes } from '../../../base/digest.ts';
import { archiveRefusal } from './archive-refusal.ts';

/** Ed25519 public keys (32 bytes, base64url) by their fingerprints: the SHA-256 of the bytes, in hexadecimal. */
export type PublisherKeys = ReadonlyMap<string, string>;

/** Two lines: the fingerprint of the key, and the signature. */
const SIGNATURE = /^([0-9a-f]{64})\n([A-Za-z0-9_-]{86})\n?$/u;
const RAW_KEY = /^[A-Za-z0-9_-]{43}$/u;

/** @throws Error where it is no key */
export async function publisherKeys(raw: readonly string[]): Promise<PublisherKeys> {
  const all = raw.map(async (key) => {
    if (!RAW_KEY.test(key)) throw new Error('this is no public key of Ed25519');
    return [await fingerprintOf(key), key] as const;
  });
  return new Map(await Promise.all(all));
}

export const fingerprintOf = (key: string): Promise<string> => sha256OfBytes(bytesOfBase64url(key));

/**
 * Who signed the list of a package's files.
 * @returns the fingerprint of a key that is trusted; null where nobody signed
 * @throws FailureError where the signature is of somebody unknown, or not of these bytes
 */
export async function signerOf(
  list: Uint8Array<ArrayBuffer>,
  signature: Uint8Array<ArrayBuffer> | undefined,
  keys: PublisherKeys,
): Promise<string | null> {
  if (!signature) return null;
  const [, fingerprint = '', signed = ''] = SIGNATURE.exec(new TextDecoder().decode(signature)) ?? [];
  if (signed === '') throw archiveRefusal('signatureForm');
  const raw = keys.get(fingerprint);
  if (raw === undefined) throw archiveRefusal('publisher', { fingerprint });
  const key = await crypto.subtle.importKey('raw', bytesOfBase64url(raw), 'Ed25519', false, ['verify']);
  if (!(await crypto.subtle.verify('Ed25519', key, bytesOfBase64url(signed), list))) throw archiveRefusal('signature');
  return fingerprint;
}

/** The text of `files.sig`. @param pkcs8 the private key, base64url */
export async function signList(list: Uint8Array<ArrayBuffer>, pkcs8: string): Promise<string> {
  const key = await privateKey(pkcs8);
  const signature = new Uint8Array(await crypto.subtle.sign('Ed25519', key, list));
  return `${await fingerprintOf(await publicKeyOf(pkcs8))}\n${base64url(signature)}\n`;
}

/** The public key that belongs to a private one: 32 bytes in base64url. */
export async function publicKeyOf(pkcs8: string): Promise<string> {
  const { x = '' } = await crypto.subtle.exportKey('jwk', await privateKey(pkcs8));
  return x;
}

const privateKey = (pkcs8: string): Promise<CryptoKey> =>
  crypto.subtle.importKey('pkcs8', bytesOfBase64url(pkcs8), 'Ed25519', true, ['sign']);
