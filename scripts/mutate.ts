import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import { areaOf, MUTATION_AREAS } from './mutate/areas.ts';

/**
 * `npm run mutate [area | path …]`: plants one fault after the other and runs the tests that reach it. Prints for each area how many of
 * a hundred faults were noticed, and where the others stand; fails below the floor. Without a name every area is tried, which takes hours.
 */
const FLOOR_PERCENT = 85;
const REPORT = 'coverage/mutation';

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in MUTATION_AREAS) && areaOf(name) === undefined);
if (unknown.length > 0) {
  console.error(
    `nothing to plant faults in: ${unknown.join(', ')}; there are ${Object.keys(MUTATION_AREAS).join(', ')}, and files in them`,
  );
  process.exit(1);
}

for (const [area, { files }] of Object.entries(MUTATION_AREAS)) {
  const paths = wanted.filter((name) => areaOf(name) === area);
  if (wanted.length > 0 && !wanted.includes(area) && paths.length === 0) continue;
  const score = await mutate(area, wanted.includes(area) || paths.length === 0 ? files : paths);
  console.log(`${area}: ${score.toFixed(1)} %`);
  if (score < FLOOR_PERCENT) process.exitCode = 1;
}

/** @returns how many of a hundred faults were noticed */
async function mutate(area: string, files: readonly string[]): Promise<number> {
  process.env['MUTATION_AREA'] = area;
  const only = ownTests(files);
  if (only.length > 0) process.env['MUTATION_TESTS'] = only.join(',');
  else delete process.env['MUTATION_TESTS'];
  const report = join(REPORT, `${area}.json`);
  const results = await new Stryker({
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'scripts/mutate/vitest.config.ts', related: false },
    mutate: [...files],
    coverageAnalysis: 'perTest',
    reporters: ['clear-text', 'json'],
    jsonReporter: { fileName: report },
    clearTextReporter: { allowColor: false, logTests: false },
    ignorePatterns: ['dist', 'dist-server', 'data', 'coverage', 'docs', 'public'],
    tempDirName: 'node_modules/.cache/mutation',
    // The configuration of the compiler is not asked for: the runner strips types.
    tsconfigFile: 'none',
    allowEmpty: true,
  }).runMutationTest();
  const noticed = results.filter(({ status }) => status === 'Killed' || status === 'Timeout').length;
  const counted = results.filter(({ status }) => status !== 'Ignored' && status !== 'CompileError' && status !== 'RuntimeError').length;
  return counted === 0 ? 100 : (100 * noticed) / counted;
}

/** The tests that bear the names of the files: where every file has some, the others are not run. */
function ownTests(files: readonly string[]): readonly string[] {
  const stems = files.map((file) => basename(file).replace(/\..*$/u, ''));
  const own = stems.map((stem) => globSync(`tests/**/${stem}.*test.{ts,tsx}`).filter((path) => !path.includes('/ui/')));
  return own.every((paths) => paths.length > 0) ? own.flat() : [];
}
