import { globSync } from 'node:fs';
import { basename } from 'node:path';

const FILES = 'tests/**/*.long.{test.ts,test.tsx,e2e.ts}';

/** Options of vitest that are followed by a value, which names no file. */
const WITH_VALUE = new Set(['--project', '--reporter', '-t', '--testNamePattern', '--maxWorkers', '--config', '-c', '--root']);

/**
 * The test files that only `npm run test:long` runs, unless somebody names one: `vitest run ledger-killed`.
 * @param root the folder of the project
 * @param args what the runner was called with
 * @param isLong whether everything is asked for
 * @returns the files to leave out, as paths seen from the root; a folder of tests that is named does not name those in it
 */
export function longFilesLeftOut(root: string, args: readonly string[], isLong: boolean): readonly string[] {
  if (isLong) return [];
  const named = args
    .filter((arg, index) => !arg.startsWith('-') && !WITH_VALUE.has(args[index - 1] ?? ''))
    .map((arg) => basename(arg.replaceAll('\\', '/')).split('.')[0]!)
    .filter((name) => name !== '');
  return globSync(FILES, { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !named.some((name) => basename(path).startsWith(name)))
    .toSorted();
}
