import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunReport } from './run-report.ts';

/** Seconds by test file, of those that take some; the longest first. */
export type Times = Readonly<Record<string, number>>;

const TIMES = join(import.meta.dirname, 'times.json');
/** Whatever takes less may begin at any time. */
const WORTH_RECORDING_SECONDS = 5;

export const readTimes = (): Times => JSON.parse(readFileSync(TIMES, 'utf8')) as Times;

/** @returns for a browser test that nobody has recorded yet: longer than all others */
export const recordedSeconds = (times: Times, file: string): number => {
  const path = file.replaceAll('\\', '/');
  return times[path] ?? (path.endsWith('.e2e.ts') ? Infinity : 0);
};

/**
 * Whose files begin first. Those that have a process each come before all, since one of them begun last would keep a single core. What opens
 * databases has the most time, and runs beside the checks; the shortest files come last, and fill up the end.
 */
const PROJECTS = ['server-alone', 'dom-alone', 'server', 'e2e', 'dom', 'node'];

const placeOf = ({ project }: { readonly project: string }): number =>
  PROJECTS.includes(project) ? PROJECTS.indexOf(project) : PROJECTS.length;

/**
 * Project by project, the longest of each first. The runner keeps a process only where the next file is of the same project: each change of the
 * project costs one that reads everything anew.
 */
export const inOrder = <T extends { readonly project: string; readonly file: string }>(files: readonly T[], times: Times): readonly T[] =>
  files.toSorted(
    (one, other) => placeOf(one) - placeOf(other) || recordedSeconds(times, other.file) - recordedSeconds(times, one.file) || 0,
  );

/** What a run has shown, as `npm test -- --record` writes it down. */
export const timesOf = ({ files }: RunReport): Times =>
  Object.fromEntries(
    files
      .map(({ file, seconds }) => [file.replaceAll('\\', '/'), Math.round(seconds)] as const)
      .filter(([, seconds]) => seconds >= WORTH_RECORDING_SECONDS)
      .toSorted(([, one], [, other]) => other - one),
  );

export const writeTimes = (times: Times): void => writeFileSync(TIMES, `${JSON.stringify(times, null, 2)}\n`);
