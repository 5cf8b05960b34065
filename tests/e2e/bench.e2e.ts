import { expect, test } from 'vitest';
import { AREAS } from '../../scripts/bench/areas.ts';
import { effort } from '../support/effort.ts';

// Pages are visited by `page-weights`. What the others cost, and why they are left to the long form, stands in performance.md "What each run costs".
const CHEAP = ['state'];
const WITHOUT_PAGES = Object.keys(AREAS).filter((area) => area !== 'pages');

test.each(effort(CHEAP, WITHOUT_PAGES))('`npm run bench -- %s` runs, and measures something in each of its cells', async (area) => {
  const report = await AREAS[area]?.run('short');
  expect(report).toContain('|');
  expect(report).not.toMatch(/NaN|undefined|Infinity/u);
});
