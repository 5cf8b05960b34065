import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The tests that put something else in the place of a module: nobody may have read it before them, so they need a process of their own.
 * @param root the folder that the pattern is seen from
 * @returns paths seen from there
 */
export const moduleChangers = (root: string, pattern: string): readonly string[] =>
  globSync(pattern, { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /\bvi\.(?:doMock|mock|resetModules)\(/u.test(readFileSync(join(root, path), 'utf8')))
    .toSorted();
