/** What one run of test files came to, as `file-reporter.ts` writes it down. */
export interface RunReport {
  readonly files: readonly FileReport[];
  /** Errors that belong to no file: a process of the runner that ended, for one. */
  readonly strayErrors: number;
}

export interface FileReport {
  /** The project of `vite.config.ts` that it belongs to. */
  readonly project: string;
  /** Seen from the root of the repository. */
  readonly file: string;
  /** From loading it to the end of its last hook. */
  readonly seconds: number;
  readonly passed: number;
  readonly failed: number;
  /** False as well where no test failed, but a hook or the loading did. */
  readonly isPassed: boolean;
}

export interface Verdict {
  readonly passed: number;
  readonly failed: number;
  /** Files that failed among the others and passed alone. */
  readonly flaky: readonly string[];
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

export const failedFiles = ({ files }: RunReport): readonly FileReport[] => files.filter(({ isPassed }) => !isPassed);

/** @param again how the files that failed did when each was run alone; one that is missing there did not run at all */
export function verdictOf(first: RunReport, again: readonly FileReport[]): Verdict {
  const last = (one: FileReport): FileReport => again.find(({ project, file }) => project === one.project && file === one.file) ?? one;
  const files = first.files.map(last);
  // A file that fails outside of its tests still counts as one failure.
  const failures = files.map(({ isPassed, failed }) => (isPassed ? 0 : Math.max(failed, 1)));
  return {
    passed: sum(files.map(({ passed }) => passed)),
    failed: sum(failures) + first.strayErrors,
    flaky: first.files.filter((one) => !one.isPassed && last(one).isPassed).map(({ file }) => file),
  };
}

/** One line for each of the slowest, the slowest first. */
export const slowestFiles = ({ files }: RunReport, count: number): readonly string[] =>
  files
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, count)
    .map(({ seconds, file }) => `${seconds.toFixed(1).padStart(7)} s  ${file}`);
