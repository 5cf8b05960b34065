// `npm test`: installs what is missing, checks, builds and runs every test, the browser's included. Ends with "N passed, N failed".
// `npm run test:long`: the same, with every repetition that a test knows; see tests/support/effort.ts.
import { prepareTests, runPinned } from './test-run.mjs';

await prepareTests();
process.exitCode = runPinned('scripts/tests/whole-run.ts', ...process.argv.slice(2));
