import { describe, expect, test } from 'vitest';
import { EVERY_GROUP, groupOf } from '#domain/shell/section-group';
import { builtFiles, readBuildManifest } from '#server/adapters/pages/build-manifest';
import { SHIPPED_RESOURCES } from '#server/base/shipped-resources';
import { filesOfPage, PAGE_BUDGETS } from '../../scripts/bench/page-budgets.ts';
import { ourPages } from '../../scripts/bench/pages.ts';
import { filesAtRest } from '../../scripts/bench/visit.ts';
import { openStage } from './support/stage.ts';

/**
 * What the application fetches once it is drawn, which nobody waits for: what paper needs, and in the back office the declarations of all
 * other sections, the logics of fields that offer records and, for a super administrator, the terminal.
 */
const ONCE_DRAWN = ['src/ui/app/once-drawn.ts'];
const IN_THE_BACK_OFFICE = [
  'src/actors/app/later-bundles.ts',
  'src/leaf-bundles.ts',
  'src/actors/fields/choice.bundle.ts',
  'src/actors/terminal/terminal.bundle.ts',
  ...[...new Set(SHIPPED_RESOURCES.map(groupOf))].map((group) => `src/sections/@menu-${group}.js`),
  `src/sections/@menu-${EVERY_GROUP}.zh-cn.js`,
];

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
    const manifest = readBuildManifest('dist') ?? {};
    for (const page of pages) {
      const files = listed.get(page.name) ?? [];
      const parts = PAGE_BUDGETS.find(({ name }) => name === page.name)?.parts ?? null;
      const later = [...ONCE_DRAWN, ...(parts === 'adminTable' ? IN_THE_BACK_OFFICE : [])];
      const all = new Set([...files, ...(parts ? builtFiles(manifest, later) : [])]);
      expect([page.name, (await filesAtRest(stage.browser, page, [...all])).toSorted()]).toEqual([page.name, [...all].toSorted()]);
    }
  });
});
