import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { syncToDisk } from './data-dir.ts';
import { base64url, bytesOfBase64url } from './services/digest.ts';
import { SEALING_KEY_BYTES } from './services/sealer.ts';

const EXISTS = 'EEXIST';

/** The 32 bytes that a text of the URL-safe alphabet stands for; undefined where it stands for anything else. */
export function sealingKeyOf(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[\w-]{43}$/u.test(text)) return undefined;
  return bytesOfBase64url(text);
}

/**
 * The key of this data directory, made with the first start; readable by its owner only.
 * @throws where the file holds anything else: a new key would make everything sealed unreadable
 */
export function readSecretKey(file: string): Uint8Array<ArrayBuffer> {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  createOnce(file);
  const key = sealingKeyOf(readFileSync(file, 'utf8').trim());
  if (!key) throw new Error(`${file} is no key. Put the right file back, or remove it: two-factor sign-in must then be set up anew.`);
  return key;
}

function createOnce(file: string): void {
  let handle: number;
  try {
    handle = openSync(file, 'wx', 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === EXISTS) return;
    throw error;
  }
  try {
    writeSync(handle, `${base64url(randomBytes(SEALING_KEY_BYTES))}\n`);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  syncToDisk(dirname(file));
}
