/** So many at once become a text: each is an argument of a call. */
const PIECE = 8192;

/** Each byte as one character. */
function charactersOf(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += PIECE) text += String.fromCharCode(...bytes.subarray(at, at + PIECE));
  return text;
}

/** Two digits a byte. */
export const hexOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

export const base64Of = (bytes: Uint8Array): string => btoa(charactersOf(bytes));

/** Of either alphabet. What is no digit is left out, and so is what is no whole byte at its end: strangers write it. */
export function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> {
  const digits = text
    .replaceAll('-', '+')
    .replaceAll('_', '/')
    .replaceAll(/[^A-Za-z0-9+/]/gu, '');
  const whole = digits.length % 4 === 1 ? digits.slice(0, -1) : digits;
  return Uint8Array.from(atob(whole), (letter) => letter.codePointAt(0) ?? 0);
}

const URL_DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Text of a URL-safe alphabet without padding, of any number of bytes. By hand: each call has a number of nine bytes, for which `btoa` takes ten times as long. */
export function base64url(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const three = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
    text += URL_DIGITS.charAt(three >> 18) + URL_DIGITS.charAt((three >> 12) & 63);
    if (at + 1 < bytes.length) text += URL_DIGITS.charAt((three >> 6) & 63);
    if (at + 2 < bytes.length) text += URL_DIGITS.charAt(three & 63);
  }
  return text;
}
