import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readMachines } from '../../scripts/paths/read-machines.ts';

it('there is an approved graph for every machine, and none beside them', async () => {
  const approved = readdirSync(join(import.meta.dirname, 'graphs')).sort();
  const machines = (await readMachines()).map(({ machine }) => `${machine.id}.graph.json`).sort();
  expect(approved).toEqual(machines);
});
