// `npm test`: installs what is missing, checks, builds and runs every test, the browser's included. Ends with "N passed, N failed".
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './install.mjs';
import { prepareTests, reportPaths, runScript, runTests } from './test-run.mjs';

prepareTests();

const report = join(root, 'node_modules', '.cache', 'test-report.json');
rmSync(report, { force: true });

let failedSteps = 0;
for (const script of ['check', 'build']) if (runScript(script) !== 0) failedSteps += 1;
const status = runTests('--reporter=default', '--reporter=json', `--outputFile.json=${report}`);

// What no test made from a machine has walked counts as a failed step.
if (reportPaths() !== 0) failedSteps += 1;

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
