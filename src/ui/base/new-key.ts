const KEY_BYTES = 16;

/** A key that makes a write safe to repeat. `crypto.randomUUID` is missing on a plain-http address, so the bytes are asked for. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(KEY_BYTES)), (byte) => byte.toString(16).padStart(2, '0')).join('');
