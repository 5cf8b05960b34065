import { describe, expect, test } from 'vitest';
import { builtFiles, readBuildManifest } from '#server/adapters/pages/build-manifest';
import { filesOfPage, PAGE_BUDGETS } from '../../scripts/bench/page-budgets.ts';
import { ourPages } from '../../scripts/bench/pages.ts';
import { filesAtRest } from '../../scripts/bench/visit.ts';
import { openStage } from './support/stage.ts';

/** What the application fetches once it is drawn, which nobody waits for: what paper needs. */
const ONCE_DRAWN = ['src/ui/app/print.ts'];

describe('what a first visit weighs', () => {
  const stage = openStage();

  test('is what the build’s limits count: each page’s list names all that a browser fetches until it is drawn, and nothing else', async () => {
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
    const later = builtFiles(readBuildManifest('dist') ?? {}, ONCE_DRAWN);
    for (const page of pages) {
      const files = listed.get(page.name) ?? [];
      const isDrawnByItself = PAGE_BUDGETS.find(({ name }) => name === page.name)?.parts !== null;
      const all = new Set([...files, ...(isDrawnByItself ? later : [])]);
      expect([page.name, (await filesAtRest(stage.browser, page, [...all])).toSorted()]).toEqual([page.name, [...all].toSorted()]);
    }
  });
});
