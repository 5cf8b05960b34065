import { AREAS } from './bench/areas.ts';
import type { Effort } from './bench/effort.ts';

/**
 * `npm run bench`: our figures beside their floors and budgets; `npm run bench -- pages tables` for some areas only. With `--short` it
 * says nothing worth reading, but shows in seconds that everything runs.
 */
const given = process.argv.slice(2);
const effort: Effort = given.includes('--short') ? 'short' : 'whole';
const wanted = given.filter((name) => name !== '--short');
const unknown = wanted.filter((name) => !AREAS[name]);
if (unknown.length > 0) {
  console.error(`unknown area ${unknown.join(', ')}; there are ${Object.keys(AREAS).join(', ')}`);
  process.exit(1);
}
for (const [name, { title, run }] of Object.entries(AREAS)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const start = performance.now();
  console.log(`\n## ${title}\n\n${await run(effort)}\n\n(${Math.round((performance.now() - start) / 1000)} s)`);
}
