import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

const UNFINISHED = /^troupe-[\w-]+\.unfinished$/u;
/** Who makes a backup is done, or dead, by then. */
export const UNFINISHED_MS = 86_400_000;

/** A folder in which a backup is put together, or looked at, and which is no backup by its name. */
export async function openUnfinished(place: string, name: string): Promise<string> {
  const folder = join(place, `${name}-${randomBytes(4).toString('hex')}.unfinished`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return folder;
}

/** What a process that was killed has left takes the room of the next one. */
export async function clearUnfinished(place: string, nowMs: number): Promise<void> {
  for (const name of existsSync(place) ? readdirSync(place) : []) {
    const path = join(place, name);
    if (UNFINISHED.test(name) && Math.abs(nowMs - statSync(path).mtimeMs) > UNFINISHED_MS) await rm(path, { recursive: true, force: true });
  }
}
