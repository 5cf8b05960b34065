import { writeFileSync } from 'node:fs';
import { MACHINES_README, machinesReadme } from './paths/machines-readme.ts';
import { readMachines } from './paths/read-machines.ts';

/** `npm run docs:machines`: draws every machine into `src/machines/README.md`. */
const files = await readMachines();
writeFileSync(MACHINES_README, machinesReadme(files));
console.log(`${MACHINES_README}: ${files.length} machines`);
