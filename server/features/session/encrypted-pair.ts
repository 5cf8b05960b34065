import { base64url, bytesOfBase64url } from '../../base/digest.ts';

export interface IssuedPair {
  readonly token: string;
  readonly refreshToken: string;
}

/** The key comes from the spent refresh token itself: only who holds it can decrypt what replaced it. */
async function keyFrom(spentToken: string): Promise<CryptoKey> {
  const material = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`successor of ${spentToken}`));
  return crypto.subtle.importKey('raw', material, 'AES-GCM', false, ['encrypt', 'decrypt']);
}

/** Encrypts the pair that replaced a refresh token, for a request repeated within the grace time. Source: security.md rule 2. */
export async function encryptPair(pair: IssuedPair, spentToken: string, nonce: Uint8Array<ArrayBuffer>): Promise<string> {
  const text = new TextEncoder().encode(JSON.stringify(pair));
  const encrypted = await crypto.subtle.encrypt({ name: 'AES-GCM', iv: nonce }, await keyFrom(spentToken), text);
  return `${base64url(nonce)}.${base64url(new Uint8Array(encrypted))}`;
}

export async function decryptPair(encrypted: string, spentToken: string): Promise<IssuedPair> {
  const [nonce = '', text = ''] = encrypted.split('.');
  const decrypted = await crypto.subtle.decrypt(
    { name: 'AES-GCM', iv: bytesOfBase64url(nonce) },
    await keyFrom(spentToken),
    bytesOfBase64url(text),
  );
  return JSON.parse(new TextDecoder().decode(decrypted)) as IssuedPair;
}
