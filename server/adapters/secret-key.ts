import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { syncToDisk } from '../base/data-dir.ts';
import { base64url, bytesOfBase64url } from '../base/digest.ts';
import { ENCRYPTION_KEY_BYTES } from '../base/encryptor.ts';

export type SecretKey = Uint8Array<ArrayBuffer>;

/** The 32 bytes that a text of the URL-safe alphabet stands for; undefined where it stands for anything else. */
export function encryptionKeyOf(text: string): SecretKey | undefined {
  if (!/^[\w-]{43}$/u.test(text)) return undefined;
  return bytesOfBase64url(text);
}

/** What the file holds: a key, nothing, or something that is none. */
export function readSecretKey(file: string): SecretKey | 'missing' | 'unusable' {
  try {
    return encryptionKeyOf(readFileSync(file, 'utf8').trim()) ?? 'unusable';
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'missing';
    throw error;
  }
}

/**
 * Makes a key for this data directory, readable by its owner only. The file is there as a whole or not at all, and is never replaced:
 * where another process was quicker, its key counts. What lay there and is no key is kept under another name.
 */
export function makeSecretKey(file: string): SecretKey {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  if (readSecretKey(file) === 'unusable') renameSync(file, `${file}.unusable-${base64url(randomBytes(6))}`);
  const unfinished = `${file}.${base64url(randomBytes(6))}.unfinished`;
  try {
    const handle = openSync(unfinished, 'wx', 0o600);
    try {
      writeSync(handle, `${base64url(randomBytes(ENCRYPTION_KEY_BYTES))}\n`);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    putInPlace(unfinished, file);
    syncToDisk(dirname(file));
  } finally {
    rmSync(unfinished, { force: true });
  }
  const key = readSecretKey(file);
  if (typeof key === 'string') throw new Error(`${file} could not be made: it is ${key} although it was written.`);
  return key;
}

/** Unlike a rename, a link never takes the place of a file that is there. */
function putInPlace(unfinished: string, file: string): void {
  try {
    linkSync(unfinished, file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return;
    // A file system without links.
    renameSync(unfinished, file);
  }
}
