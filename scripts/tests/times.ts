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

/** Whatever takes more begins before all others, whichever project it is of. */
const LONG_SECONDS = 20;

/**
 * Longest first. The long ones of all projects come first, since one of them begun last would keep a single core; the others come project by
 * project, so that a process which has read what the files of a project import goes on with the next one of it.
 */
export function inOrder<T extends { readonly project: string; readonly file: string }>(files: readonly T[], times: Times): readonly T[] {
  const secondsOf = ({ file }: T): number => recordedSeconds(times, file);
  const byLength = files.toSorted((one, other) => secondsOf(other) - secondsOf(one) || 0);
  const [long, short] = [byLength.filter((one) => secondsOf(one) >= LONG_SECONDS), byLength.filter((one) => secondsOf(one) < LONG_SECONDS)];
  return [...long, ...[...Map.groupBy(short, ({ project }) => project).values()].flat()];
}

/** What a run has shown, as `npm test -- --record` writes it down. */
export const timesOf = ({ files }: RunReport): Times =>
  Object.fromEntries(
    files
      .map(({ file, seconds }) => [file.replaceAll('\\', '/'), Math.round(seconds)] as const)
      .filter(([, seconds]) => seconds >= WORTH_RECORDING_SECONDS)
      .toSorted(([, one], [, other]) => other - one),
  );

export const writeTimes = (times: Times): void => writeFileSync(TIMES, `${JSON.stringify(times, null, 2)}\n`);
