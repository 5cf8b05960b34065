import { describe, expect, test } from 'vitest';
import { AREAS } from '../../scripts/bench/areas.ts';
import { filesOfPage, PAGE_BUDGETS } from '../../scripts/bench/page-budgets.ts';
import { ourPages } from '../../scripts/bench/pages.ts';
import { filesAtRest } from '../../scripts/bench/visit.ts';
import { effort } from '../support/effort.ts';
import { openStage } from './support/stage.ts';

describe('what a first visit weighs', () => {
  const stage = openStage();

  test('is what the build’s limits count: each page’s list names all that a browser fetches, and nothing else', async () => {
    const pages = await ourPages(stage.browser, stage.server.url);
    const listed = new Map(
      // A document carries its styles itself.
      PAGE_BUDGETS.map((page) => [
        page.name,
        filesOfPage('dist', page)
          .filter((file) => page.parts !== null || file.endsWith('.js'))
          .toSorted(),
      ]),
    );
    for (const page of pages) {
      const files = listed.get(page.name) ?? [];
      expect([page.name, (await filesAtRest(stage.browser, page, files)).toSorted()]).toEqual([page.name, files]);
    }
  });
});

// Pages are visited above. What the others cost, and why they are left to the long form, stands in performance.md "What each run costs".
const CHEAP = ['state', 'terminal', 'sessions'];
const WITHOUT_PAGES = Object.keys(AREAS).filter((area) => area !== 'pages');

test.each(effort(CHEAP, WITHOUT_PAGES))('`npm run bench -- %s` runs, and measures something in each of its cells', async (area) => {
  const report = await AREAS[area]?.run('short');
  expect(report).toContain('|');
  expect(report).not.toMatch(/NaN|undefined|Infinity/u);
});
