import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Visit } from './support/browser.ts';
import { enter } from './support/sign-in.ts';
import { openStage } from './support/stage.ts';
import { wordsOf } from './support/words.ts';

/** Views that are kept, and open again. */
const word = wordsOf('zh-cn');
const stage = openStage();
let visited: Visit;
let page: Page;

beforeAll(async () => {
  visited = await enter(stage, '/admin/goods/goods');
  page = visited.page;
});
afterAll(() => visited?.context.close());

describe('a view of the goods', () => {
  it('is kept, and opens the section the next time', async () => {
    await page.goto('/admin/goods/goods?order=price,desc');
    await page.locator('thead [aria-sort="descending"]').waitFor();
    const shown = await page.locator('tbody tr').count();
    await page.getByRole('button', { name: word('savedViews.title'), exact: true }).click();
    await page.getByLabel(word('savedViews.name'), { exact: true }).fill('贵的在前');
    await page.getByLabel(word('savedViews.isDefault')).check();
    await page.getByRole('button', { name: word('savedViews.save') }).click();
    await page
      .getByRole('list', { name: word('savedViews.title') })
      .getByRole('button', { name: /^贵的在前/u })
      .waitFor();
    await page.goto('/admin/goods/goods');
    await page.getByRole('button', { name: '贵的在前' }).waitFor();
    await page.waitForURL((url) => url.searchParams.get('order') === 'price,desc');
    await page.locator('thead [aria-sort="descending"]').waitFor();
    await expect.poll(() => page.locator('tbody tr').count()).toBe(shown);
    expect(visited.complaints).toEqual([]);
  });

  it('keeps groups of conditions, of which any may hold', async () => {
    const shown = () => page.locator('tbody [data-id]').evaluateAll((rows) => rows.map((row) => row.getAttribute('data-id')));
    const params = () => [...new URL(page.url()).searchParams].toSorted(([a], [b]) => (a < b ? -1 : 1));
    const groups = { '2.status': 'off', limit: '100', 'title.NOT LIKE': '茶' };
    const some = page.getByRole('list', { name: word('resources.kit.search.active') }).getByText(word('search.or'), { exact: true });
    await page.goto(`/admin/goods/goods?${new URLSearchParams(groups)}`);
    await some.waitFor();
    await page.locator('tbody [data-id]').first().waitFor();
    const wanted = await shown();
    const views = page.getByRole('button', { name: word('savedViews.title'), exact: true });
    const list = page.getByRole('list', { name: word('savedViews.title') });
    await views.click();
    await page.getByLabel(word('savedViews.name'), { exact: true }).fill('非茶或下架');
    await page.getByRole('button', { name: word('savedViews.save') }).click();
    await list.getByRole('button', { name: /^非茶或下架/u }).waitFor();
    await page.goto('/admin/goods/goods?id=1');
    await expect.poll(shown).toEqual(['1']);
    await views.click();
    await list.getByRole('button', { name: /^非茶或下架/u }).click();
    await some.waitFor();
    await expect.poll(params).toEqual(Object.entries(groups));
    await expect.poll(shown).toEqual(wanted);
    expect(visited.complaints).toEqual([]);
  });
});
