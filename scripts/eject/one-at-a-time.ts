import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Says which process writes sections of this project. Outside of it: inside it would be one of its files. */
export const lockOf = (project: string): string =>
  join(tmpdir(), `troupe-eject-${createHash('sha256').update(project).digest('hex').slice(0, 16)}.pid`);

function isAtWork(lock: string): boolean {
  const pid = Number(readFileSync(lock, 'utf8'));
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Two at once would take back what the other has written.
 * @returns false where another process is at work; otherwise it is this one until it ends
 */
export function isFirst(project: string): boolean {
  const lock = lockOf(project);
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    if (isAtWork(lock)) return false;
    // Left by one that was killed.
    rmSync(lock, { force: true });
    return isFirst(project);
  }
  process.once('exit', () => rmSync(lock, { force: true }));
  return true;
}
