import { pathToFileURL } from 'node:url';
import { Stryker } from '@stryker-mutator/core';
import { unitsOf, type MutationUnit } from './mutate/areas.ts';
import { areaScores, digestOf, keepScores, unmeasuredOf, worstFiles, type FileScore } from './mutate/scores.ts';

/**
 * `npm run mutate [area | path …]`: plants one fault after the other and runs the tests that reach it. Says for each file how many were
 * noticed and where the others stand, and keeps the figures in `docs/mutation-scores.json`, so that an area can be measured in pieces:
 * what was measured with the same code and tests is not measured again, unless by `--again`. `--report` prints the figures of each area, and fails below the floor. Without a name every area is tried, which takes hours.
 *
 * Stryker's own memory of earlier runs is not used: for what is evaluated once, when a module is loaded, it keeps that no test noticed it although
 * a new one does.
 */
const FLOOR_PERCENT = 85;
const WORST = 10;

type Results = Awaited<ReturnType<Stryker['runMutationTest']>>;

const wanted = process.argv.slice(2).filter((name) => !name.startsWith('--'));
if (process.argv.includes('--report')) report();
else {
  for (const unit of unitsOf(wanted)) {
    const left = process.argv.includes('--again') ? unit : unmeasuredOf(unit);
    if (left.files.length === 0) continue;
    // A room whose tests fail beforehand does not keep the others from being measured.
    await measure(left).catch((error: unknown) => {
      console.error(`${unit.area} ${unit.name}: ${String(error)}`);
      process.exitCode = 1;
    });
  }
}

async function measure(unit: MutationUnit): Promise<void> {
  const started = Date.now();
  process.env['MUTATION_TESTS'] = unit.tests.join(',');
  const results = await new Stryker({
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner', pathToFileURL('scripts/mutate/ignore.ts').href],
    ignorers: ['words'],
    vitest: { configFile: 'scripts/mutate/vitest.config.ts', related: false },
    mutate: [...unit.files],
    coverageAnalysis: 'perTest',
    concurrency: 1,
    reporters: ['json'],
    jsonReporter: { fileName: `coverage/mutation/${unit.area}-${unit.name}.json` },
    warnings: false,
    ignorePatterns: ['dist', 'dist-server', 'data', 'coverage', 'docs/*.png', 'public'],
    // Not below node_modules, where Node strips no types: the embedded database runs in a worker of its own.
    tempDirName: 'coverage/mutation-sandbox',
    // The configuration of the compiler is not asked for: the runner strips types.
    tsconfigFile: 'none',
    allowEmpty: true,
  }).runMutationTest();
  const seconds = (Date.now() - started) / 1000;
  const tests = digestOf(unit.tests);
  const scores = Object.fromEntries(unit.files.map((path) => [path, { ...scoreOf(path, results, seconds), tests }]));
  keepScores(scores);
  for (const [path, { noticed, missed }] of Object.entries(scores))
    if (noticed + missed > 0) console.log(`${path}: ${noticed} of ${noticed + missed}`);
}

/** Says which faults of a file nobody noticed, and counts the others. */
function scoreOf(path: string, results: Results, seconds: number): Omit<FileScore, 'tests'> {
  const own = results.filter(({ fileName }) => fileName.endsWith(path));
  const noticed = own.filter(({ status }) => status === 'Killed' || status === 'Timeout').length;
  const survivors = own.filter(({ status }) => status === 'Survived' || status === 'NoCoverage');
  for (const { location, replacement, status, mutatorName } of survivors) {
    const { line, column } = location.start;
    const short = (replacement ?? '').replace(/\s+/gu, ' ').slice(0, 100);
    console.log(`${path}:${line + 1}:${column + 1} ${status === 'NoCoverage' ? 'not run' : 'not noticed'} (${mutatorName}): ${short}`);
  }
  const share = own.length / Math.max(results.length, 1);
  return { digest: digestOf([path]), noticed, missed: survivors.length, seconds: Math.round(seconds * share) };
}

function report(): void {
  for (const { area, percent, faults, minutes, files, changed, unmeasured } of areaScores()) {
    const measured = `${files - unmeasured.length} of ${files} files, ${faults} faults, ${Math.round(minutes)} minutes`;
    console.log(`${area}: ${percent.toFixed(1)} % (${measured}${changed.length > 0 ? `; ${changed.length} files changed since` : ''})`);
    for (const [path, { noticed, missed }] of worstFiles(area, WORST))
      console.log(`  ${path}: ${missed} of ${noticed + missed} not noticed`);
    if (unmeasured.length > 0) console.log(`  not measured: ${unmeasured.join(', ')}`);
    if (percent < FLOOR_PERCENT) process.exitCode = 1;
  }
}
