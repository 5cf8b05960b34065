import { base64url, bytesOfBase64url } from './digest.ts';

/** Encrypts what must be read again, but not by whoever comes by a copy of the database. */
export interface Sealer {
  /** @param about what is sealed and whose it is; the same must be said to open it */
  seal(text: string, about: string): Promise<string>;
  /** @throws when it was sealed with another key, for something else, or was changed */
  open(sealed: string, about: string): Promise<string>;
}

export const SEALING_KEY_BYTES = 32;
const NONCE_BYTES = 12;

const parameters = (nonce: Uint8Array<ArrayBuffer>, about: string) => ({
  name: 'AES-GCM',
  iv: nonce,
  additionalData: new TextEncoder().encode(about),
});

/** @param key 32 bytes that are kept apart from the database */
export function createSealer(key: Uint8Array<ArrayBuffer>, randomBytes: (count: number) => Uint8Array<ArrayBuffer>): Sealer {
  const imported = crypto.subtle.importKey('raw', key, 'AES-GCM', false, ['encrypt', 'decrypt']);
  return {
    async seal(text, about) {
      const nonce = randomBytes(NONCE_BYTES);
      const sealed = await crypto.subtle.encrypt(parameters(nonce, about), await imported, new TextEncoder().encode(text));
      return `${base64url(nonce)}.${base64url(new Uint8Array(sealed))}`;
    },

    async open(sealed, about) {
      const [nonce = '', text = ''] = sealed.split('.');
      const opened = await crypto.subtle.decrypt(parameters(bytesOfBase64url(nonce), about), await imported, bytesOfBase64url(text));
      return new TextDecoder().decode(opened);
    },
  };
}
