import { hash } from 'node:crypto';

const hex = (bytes: ArrayBuffer): string => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** Longer texts are hashed in a thread of their own; for a token, handing it over would take longer than the work. */
const SHORT_LENGTH = 16_384;

/** SHA-256 in hexadecimal. */
export const sha256 = async (text: string): Promise<string> =>
  text.length <= SHORT_LENGTH ? hash('sha256', text) : hex(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));

/** The same of bytes. */
export const sha256OfBytes = async (bytes: Uint8Array<ArrayBuffer>): Promise<string> => hex(await crypto.subtle.digest('SHA-256', bytes));

/** Text of a URL-safe alphabet without padding, of any number of bytes. */
export const base64url = (bytes: Uint8Array): string => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64url');

export const bytesOfBase64url = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(Buffer.from(text, 'base64url'));
