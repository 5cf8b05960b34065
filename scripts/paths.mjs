// `npm run coverage:paths`: runs the tests made from machines and lives, those of their views and those in a browser, and writes the report.
import { prepareTests, reportPaths, runScript, runTests } from './test-run.mjs';

await prepareTests();
const steps = [
  () => runScript('build:client'),
  () => runTests('tests/machines', 'tests/ui', 'tests/replays', 'tests/e2e', 'tests/server/life/shipped-lives'),
  () => reportPaths(),
];
process.exitCode = Math.max(...steps.map((step) => step()));
