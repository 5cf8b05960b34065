import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { longFilesLeftOut } from './long-files.ts';
import { failedFiles, slowestFiles, verdictOf, type FileReport, type RunReport } from './run-report.ts';
import { timesOf, writeTimes } from './times.ts';

const SLOWEST = 10;
const REPORT = join('node_modules', '.cache', 'test-report.json');

const shell = process.platform === 'win32';
const run = (command: string, ...args: readonly string[]): number => spawnSync(command, args, { stdio: 'inherit', shell }).status ?? 1;

/** The parts of `npm run check`, the longest first. */
const CHECKS = ['check:lint', 'check:types', 'check:unused', 'check:format'];
/**
 * The compilers of types are written in Go, which spends a third of their time on giving back memory that they need again. On one core each reads
 * a type that many files share once, on two it is read on either; the other core is at work with something else anyway.
 */
const STEP_ENVIRONMENT = {
  ...process.env,
  // What nobody is served is compressed in less time.
  BUILD_FOR: 'tests',
  GOGC: process.env['GOGC'] ?? '400',
  GOMAXPROCS: process.env['GOMAXPROCS'] ?? '1',
};

const endOf = (child: ChildProcess): Promise<number> => new Promise((resolve) => child.once('close', (status) => resolve(status ?? 1)));

/** Beside others: each has parts that keep one core alone. What it says is told as a whole when it ends. */
async function runScript(name: string): Promise<number> {
  const child = spawn('npm', ['run', '--silent', name], { stdio: ['ignore', 'pipe', 'pipe'], shell, env: STEP_ENVIRONMENT });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  const code = await endOf(child);
  console.log(`${name}: ${code === 0 ? 'passed' : 'failed'}\n${said}`);
  return code;
}

/** @returns null where the runner itself failed */
async function runTests(...args: readonly string[]): Promise<RunReport | null> {
  rmSync(REPORT, { force: true });
  const reporters = ['--reporter=default', '--reporter=./scripts/tests/file-reporter.ts'];
  await endOf(spawn('npx', ['--no', 'vitest', 'run', ...reporters, ...args], { stdio: 'inherit', shell }));
  try {
    return JSON.parse(readFileSync(REPORT, 'utf8')) as RunReport;
  } catch {
    return null;
  }
}

process.env['TEST_REPORT'] = REPORT;
const isLong = process.argv.includes('--long');
if (isLong) process.env['TEST_EFFORT'] = 'long';

// The tests need the build; the checks go on beside them.
const build = runScript('build');
const checks = CHECKS.map(runScript);
await build;
// What its test looks at is never an older one.
const demo = isLong ? await runScript('build:demo') : 0;
const first = (await runTests()) ?? { files: [], strayErrors: 1 };
const steps = [demo, ...(await Promise.all([build, ...checks]))];
let failedSteps = steps.filter((code) => code !== 0).length;

// What no test made from a machine has walked counts as a failed step.
if (run(process.execPath, 'scripts/coverage-paths.ts') !== 0) failedSteps += 1;

// A file that fails among the others is run once more, alone: what passes then is told, and to be mended, but holds nobody up.
const again: FileReport[] = [];
for (const { project, file } of failedFiles(first))
  again.push(...((await runTests('--project', project, join(process.cwd(), file)))?.files ?? []));
const { passed, failed, flaky } = verdictOf(first, again);

console.log(`\nThe slowest files:\n${slowestFiles(first, SLOWEST).join('\n')}\n`);
if (process.argv.includes('--record')) writeTimes(timesOf(first));
const leftOut = longFilesLeftOut(process.cwd(), [], isLong);
if (leftOut.length > 0) console.log(`not in the short form: ${leftOut.length} files of tests, *.long.* (npm run test:long)`);
for (const file of flaky) console.log(`flaky: ${file}`);
console.log(`${passed} passed, ${failed + failedSteps} failed`);
process.exitCode = failed + failedSteps === 0 ? 0 : 1;
