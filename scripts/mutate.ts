import { globSync, mkdirSync, rmSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Stryker } from '@stryker-mutator/core';
import { parseArgs } from 'node:util';
import { roomsOf, unitsOf, type MutationUnit } from './mutate/areas.ts';
import { NOT_DRAWN, tellSample } from './mutate/sample.ts';
import { keepSample, sampleLines, samplePercent } from './mutate/samples.ts';
import { areaScores, digestOf, keepScores, unmeasuredOf, worstFiles, type FileScore } from './mutate/scores.ts';

/**
 * `npm run mutate [area | path …]`: plants one fault after the other and runs the tests that reach it. Says for each file how many were
 * noticed and where the others stand, and keeps the figures in `docs/mutation-scores.json`, so that an area can be measured in pieces:
 * what was measured with the same code and tests is not measured again, unless by `--again`. `--report` prints the figures of each area, and fails below the floor. Without a name every area is tried, which takes hours.
 *
 * `--sample 60` draws so many of the faults of each room that is named, and tries each with the tests nearest to it: tests of services open a
 * database, so that all faults of a room would take a day. `--seed` draws others, `--near` runs more tests for each, `--tests` names other files of tests than those of the room. What became of each
 * stands in `coverage/mutation` as soon as it is known; the figures are kept in `docs/mutation-samples.json`.
 *
 * Stryker's own memory of earlier runs is not used: for what is evaluated once, when a module is loaded, it keeps that no test noticed it although
 * a new one does.
 */
const FLOOR_PERCENT = 85;
const WORST = 10;

type Results = Awaited<ReturnType<Stryker['runMutationTest']>>;

/** Tests that are run for a fault of a sample, unless told otherwise. */
const NEAR = '20';

const { values: options, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: {
    report: { type: 'boolean', default: false },
    again: { type: 'boolean', default: false },
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    near: { type: 'string', default: NEAR },
    tests: { type: 'string' },
  },
});
if (options.report) report();
else if (options.sample !== undefined)
  for (const room of roomsOf(wanted)) await orTell(room, () => measureSample(room, Number(options.sample)));
else {
  for (const unit of unitsOf(wanted)) {
    const left = options.again ? unit : unmeasuredOf(unit);
    if (left.files.length > 0) await orTell(left, () => measure(left));
  }
}

/** A room whose tests fail beforehand does not keep the others from being measured. */
async function orTell({ area, name }: MutationUnit, measured: () => Promise<void>): Promise<void> {
  await measured().catch((error: unknown) => {
    console.error(`${area} ${name}: ${String(error)}`);
    process.exitCode = 1;
  });
}

async function measureSample(whole: MutationUnit, most: number): Promise<void> {
  const started = Date.now();
  const room = options.tests === undefined ? whole : { ...whole, tests: globSync(options.tests.split(' ')).sort() };
  const logFile = `coverage/mutation/${fileNameOf(room)}.log`;
  const reachedFile = `coverage/mutation/${fileNameOf(room)}.reached.json`;
  mkdirSync('coverage/mutation', { recursive: true });
  for (const file of [logFile, reachedFile]) rmSync(file, { force: true });
  tellSample(
    { most, seed: options.seed, near: Number(options.near), logFile: resolve(logFile), reachedFile: resolve(reachedFile) },
    process.env,
  );
  // What takes long beside other work is no fault that hangs; nor is the first run, of all tests of the room one after the other.
  const results = await plant(room, { testRunner: 'near', timeoutMS: 120_000, dryRunTimeoutMinutes: 20 });
  const tried = results.filter((result) => isNoticed(result) || isMissed(result));
  for (const result of tried) if (isMissed(result)) console.log(lineOf(result));
  const notRun = tried.filter(({ status }) => status === 'NoCoverage').length;
  const drawn = tried.length - notRun;
  const noticed = tried.filter(isNoticed).length;
  const undrawn = results.filter(({ statusReason }) => statusReason === NOT_DRAWN).length;
  const score = { faults: tried.length + undrawn, notRun, drawn, noticed };
  const date = new Date().toISOString().slice(0, 10);
  const seconds = Math.round((Date.now() - started) / 1000);
  keepSample(room.name, {
    date,
    files: room.files.length,
    tests: room.tests.length,
    digest: digestOf(room.files),
    ...score,
    seed: options.seed,
    seconds,
  });
  console.log(
    `${room.name}: ${samplePercent(score).toFixed(1)} %: ${noticed} of ${drawn} drawn, from ${score.faults} of which no test runs ${notRun}`,
  );
}

function fileNameOf({ area, name }: MutationUnit): string {
  return `${area}-${name.replaceAll(/[^\w.-]+/gu, '-')}`;
}

async function measure(unit: MutationUnit): Promise<void> {
  const started = Date.now();
  const results = await plant(unit, { testRunner: 'vitest' });
  const seconds = (Date.now() - started) / 1000;
  const tests = digestOf(unit.tests);
  const scores = Object.fromEntries(unit.files.map((path) => [path, { ...scoreOf(path, results, seconds), tests }]));
  keepScores(scores);
  for (const [path, { noticed, missed }] of Object.entries(scores))
    if (noticed + missed > 0) console.log(`${path}: ${noticed} of ${noticed + missed}`);
}

/** Plants the faults of a unit, one after the other, and runs its tests. */
function plant(
  unit: MutationUnit,
  settings: { readonly testRunner: string; readonly timeoutMS?: number; readonly dryRunTimeoutMinutes?: number },
): Promise<Results> {
  process.env['MUTATION_TESTS'] = unit.tests.join(',');
  process.env['MUTATION_ISOLATE'] = unit.files[0]?.startsWith('server/') === true ? 'no' : 'yes';
  return new Stryker({
    ...settings,
    plugins: [
      '@stryker-mutator/vitest-runner',
      ...['ignore.ts', 'near-runner.ts'].map((file) => pathToFileURL(`scripts/mutate/${file}`).href),
    ],
    ignorers: ['words'],
    vitest: { configFile: 'scripts/mutate/vitest.config.ts', related: false },
    mutate: [...unit.files],
    coverageAnalysis: 'perTest',
    concurrency: 1,
    reporters: ['json'],
    jsonReporter: { fileName: `coverage/mutation/${fileNameOf(unit)}.json` },
    warnings: false,
    ignorePatterns: ['/dist', '/dist-next', '/dist-server', '/data', '/coverage', '/docs/*.png', '/public'],
    // Not below node_modules, where Node strips no types: the embedded database runs in a worker of its own.
    tempDirName: 'coverage/mutation-sandbox',
    // The configuration of the compiler is not asked for: the runner strips types.
    tsconfigFile: 'none',
    allowEmpty: true,
  }).runMutationTest();
}

/** Says which faults of a file nobody noticed, and counts the others. */
function scoreOf(path: string, results: Results, seconds: number): Omit<FileScore, 'tests'> {
  const own = results.filter(({ fileName }) => fileName.endsWith(path));
  const survivors = own.filter(isMissed);
  for (const survivor of survivors) console.log(lineOf(survivor));
  const share = own.length / Math.max(results.length, 1);
  return {
    digest: digestOf([path]),
    noticed: own.filter(isNoticed).length,
    missed: survivors.length,
    seconds: Math.round(seconds * share),
  };
}

function isNoticed({ status }: Results[number]): boolean {
  return status === 'Killed' || status === 'Timeout';
}

function isMissed({ status }: Results[number]): boolean {
  return status === 'Survived' || status === 'NoCoverage';
}

function lineOf({ fileName, location, replacement, status, mutatorName }: Results[number]): string {
  const { line, column } = location.start;
  const short = (replacement ?? '').replace(/\s+/gu, ' ').slice(0, 100);
  const what = status === 'NoCoverage' ? 'not run' : 'not noticed';
  return `${relative('', fileName)}:${line}:${column} ${what} (${mutatorName}): ${short}`;
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
  for (const line of sampleLines((name) => roomsOf([name]).flatMap(({ files }) => files))) console.log(line);
}
