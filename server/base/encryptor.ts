import { hexOf } from './platform/bytes.ts';
import { base64url, bytesOfBase64url } from './digest.ts';

/** Encrypts what must be read again, but not by whoever comes by a copy of the database. */
export interface Encryptor {
  /** @param about what is encrypted and whose it is; the same must be said to decrypt it */
  encrypt(text: string, about: string): Promise<string>;
  /** @throws when it was encrypted with another key, for something else, or was changed */
  decrypt(encrypted: string, about: string): Promise<string>;
  /** A fingerprint that nobody without the key can make, so that it tells nothing of a text that could be guessed: 64 hexadecimal digits. */
  fingerprint(text: string, about: string): Promise<string>;
}

export const ENCRYPTION_KEY_BYTES = 32;
const NONCE_BYTES = 12;

const parameters = (nonce: Uint8Array<ArrayBuffer>, about: string) => ({
  name: 'AES-GCM',
  iv: nonce,
  additionalData: new TextEncoder().encode(about),
});

/** @param key 32 bytes that are kept apart from the database */
export function createEncryptor(key: Uint8Array<ArrayBuffer>, randomBytes: (count: number) => Uint8Array<ArrayBuffer>): Encryptor {
  const imported = crypto.subtle.importKey('raw', key, 'AES-GCM', false, ['encrypt', 'decrypt']);
  // A key of its own: none serves two purposes.
  const signing = crypto.subtle
    .importKey('raw', key, 'HKDF', false, ['deriveKey'])
    .then((base) =>
      crypto.subtle.deriveKey(
        { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: new TextEncoder().encode('fingerprint') },
        base,
        { name: 'HMAC', hash: 'SHA-256' },
        false,
        ['sign'],
      ),
    );
  return {
    async fingerprint(text, about) {
      const signed = await crypto.subtle.sign('HMAC', await signing, new TextEncoder().encode(`${about}\n${text}`));
      return hexOf(new Uint8Array(signed));
    },

    async encrypt(text, about) {
      const nonce = randomBytes(NONCE_BYTES);
      const encrypted = await crypto.subtle.encrypt(parameters(nonce, about), await imported, new TextEncoder().encode(text));
      return `${base64url(nonce)}.${base64url(new Uint8Array(encrypted))}`;
    },

    async decrypt(encrypted, about) {
      const [nonce = '', text = ''] = encrypted.split('.');
      const decrypted = await crypto.subtle.decrypt(parameters(bytesOfBase64url(nonce), about), await imported, bytesOfBase64url(text));
      return new TextDecoder().decode(decrypted);
    },
  };
}
