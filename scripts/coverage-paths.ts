import { mkdirSync, writeFileSync } from 'node:fs';
import { PATH_REPORT_FORMAT, type PathReport } from '#domain/observe/path-report';
import { forgetWalkedPaths, readWalkedPaths } from '#tests/machines/support/path-coverage.ts';
import { pathReport, reportText, summary } from './paths/path-report.ts';
import { readLives, readMachines } from './paths/read-machines.ts';

/**
 * Writes what the last run has walked of every machine, and of the lives of shipped sections, into `coverage/paths.md` and `coverage/paths.json`; fails where a state or a
 * transition was walked by no test made from its machine. `npm run coverage:paths` runs the tests first.
 */
async function report(): Promise<void> {
  const { machines, missing } = pathReport([...(await readMachines()), ...(await readLives())], readWalkedPaths());
  const file: PathReport = { format: PATH_REPORT_FORMAT, measuredTime: Math.floor(Date.now() / 1000), machines };
  mkdirSync('coverage', { recursive: true });
  writeFileSync('coverage/paths.md', reportText(file));
  writeFileSync('coverage/paths.json', JSON.stringify(file));
  console.log(`${summary(file)}\ncoverage/paths.md says which.`);
  for (const missed of missing) console.error(`walked by no model test: ${missed}`);
  process.exitCode = missing.length > 0 ? 1 : 0;
}

if (process.argv[2] === 'forget') forgetWalkedPaths();
else await report();
