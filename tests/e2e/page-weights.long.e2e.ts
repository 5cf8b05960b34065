import { describe, expect, test } from 'vitest';
import { filesOfPage, PAGE_BUDGETS } from '../../scripts/bench/page-budgets.ts';
import { ourPages } from '../../scripts/bench/pages.ts';
import { filesAtRest } from '../../scripts/bench/visit.ts';
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
