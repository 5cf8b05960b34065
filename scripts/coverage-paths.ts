import { mkdirSync, writeFileSync } from 'node:fs';
import { PATH_REPORT_FORMAT, type PathReport } from '#domain/path-report';
import { readWalkedPaths } from '#tests/support/path-coverage.ts';
import { pathReport, reportText, summary } from './paths/path-report.ts';
import { readMachines } from './paths/read-machines.ts';

/**
 * Writes what the last run has walked of every machine into `coverage/paths.md` and `coverage/paths.json`; fails where a state or a
 * transition was walked by no test made from its machine. `npm run coverage:paths` runs the tests first.
 */
const report = pathReport(await readMachines(), readWalkedPaths());
mkdirSync('coverage', { recursive: true });
writeFileSync('coverage/paths.md', reportText(report));
const { machines } = report;
const file: PathReport = { format: PATH_REPORT_FORMAT, measuredTime: Math.floor(Date.now() / 1000), machines };
writeFileSync('coverage/paths.json', JSON.stringify(file));
console.log(`${summary(report)}\ncoverage/paths.md says which.`);
for (const missed of report.missing) console.error(`walked by no model test: ${missed}`);
process.exitCode = report.missing.length > 0 ? 1 : 0;
