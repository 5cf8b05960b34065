import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { MACHINES_README, machinesReadme } from '../../scripts/paths/machines-readme.ts';
import { readMachines } from '../../scripts/paths/read-machines.ts';

it('the drawings for readers are those of the machines', async () => {
  const written = readFileSync(MACHINES_README, 'utf8');
  expect(written === machinesReadme(await readMachines()), `${MACHINES_README} is out of date: run \`npm run docs:machines\``).toBe(true);
});
