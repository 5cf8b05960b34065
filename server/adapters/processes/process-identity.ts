import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { promisify } from 'node:util';
import type { ProcessIdentity } from '../../db/columns/run-columns.ts';

/** Variable in the environment of a command and of whatever it starts. */
export const MARK_NAME = 'TROUPE_TERMINAL_RUN';

const IS_LINUX = process.platform === 'linux';
/** In `/proc/<pid>/stat`, counted behind the name. */
const STAT_START = 19;

/** Where a number means the same process: this machine since it was switched on, and on Linux this container. */
export function machineName(): string {
  if (!IS_LINUX) return hostname();
  return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${readlinkSync('/proc/self/ns/pid')}`;
}

/** When a process was started, in the words of the system; null when there is none, or the system does not tell. */
export async function startOf(pid: number): Promise<string | null> {
  if (IS_LINUX) return statOf(pid)?.[STAT_START] ?? null;
  try {
    const { stdout } = await promisify(execFile)('ps', ['-o', 'lstart=', '-p', String(pid)], {
      env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' },
    });
    return stdout.trim() || null;
  } catch {
    return null;
  }
}

/**
 * Whether anything of what was started then is left. A group keeps its number as long as one of it lives, but a number that has become
 * free goes to a stranger: the first of the group must have started at the same moment or, where it has ended, another process must
 * bear the mark.
 */
export async function isStillThere({ pid, start, mark }: ProcessIdentity): Promise<boolean> {
  if (start !== null && (await startOf(pid)) === start) return true;
  return markedProcesses(mark).length > 0;
}

/** All that a command has started, in its group or in a session of their own; only Linux tells. */
export function markedProcesses(mark: string): readonly number[] {
  if (!IS_LINUX) return [];
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && bearsMark(pid, mark));
}

/** The fields behind the name, which may hold anything. */
function statOf(pid: number): readonly string[] | null {
  const stat = textOf(`/proc/${pid}/stat`);
  return stat === null ? null : stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

const bearsMark = (pid: number, mark: string): boolean =>
  textOf(`/proc/${pid}/environ`)?.split('\0').includes(`${MARK_NAME}=${mark}`) ?? false;

/** Null where the process has just ended, or is not ours to look at. */
function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
