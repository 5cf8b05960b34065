// `npm test`: installs what is missing, checks, builds and runs every test, the browser's included. Ends with "N passed, N failed".
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { chromiumPath } from './chromium.mjs';
import { installWhatIsMissing, pinnedNode, root } from './install.mjs';

installWhatIsMissing();
process.env.CHROMIUM_PATH = chromiumPath();

const report = join(root, 'node_modules', '.cache', 'test-report.json');
rmSync(report, { force: true });
rmSync(join(root, 'node_modules', '.cache', 'troupe', 'paths'), { recursive: true, force: true });
const npx = (...args) =>
  spawnSync('npx', ['--no', ...args], { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' }).status ?? 1;
const run = (script) =>
  spawnSync('npm', ['run', '--silent', script], { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' }).status ?? 1;

let failedSteps = 0;
for (const script of ['check', 'build']) if (run(script) !== 0) failedSteps += 1;
const status = npx('vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`);

// What no test made from a machine has walked counts as a failed step.
if (spawnSync(pinnedNode(), ['scripts/coverage-paths.ts'], { cwd: root, stdio: 'inherit' }).status !== 0) failedSteps += 1;

let passed = 0;
let failed = failedSteps;
try {
  const { numPassedTests, numFailedTests, numFailedTestSuites } = JSON.parse(readFileSync(report, 'utf8'));
  passed = numPassedTests;
  failed += numFailedTests || (status === 0 ? 0 : Math.max(1, numFailedTestSuites));
} catch {
  failed += 1;
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 && status === 0 ? 0 : 1);
