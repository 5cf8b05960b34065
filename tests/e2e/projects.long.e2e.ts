import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { barriers } from './support/barriers.ts';
import { signIn } from './support/admin-calls.ts';
import { visit, type Visit } from './support/browser.ts';
import { ADMIN_PASSWORD } from './support/server-process.ts';
import { openStage } from './support/stage.ts';
import { wordsOf } from './support/words.ts';

/** The first page with its figures, and the project an administrator works on, as they use them. */
const word = wordsOf('zh-cn');
const stage = openStage();
let visited: Visit;
let page: Page;

beforeAll(async () => {
  const calls = await signIn(stage.server.url);
  const add = async (name: string, pid: unknown, status = '1') =>
    (await calls.post('auth.Project/add', { name, pid, status, type: 1 })).data?.['id'];
  const shops = await add('门店', 0);
  await add('西湖店', shops);
  await add('已关闭门店', shops, '0');
  visited = await visit(stage.browser, stage.server.url);
  ({ page } = visited);
  await page.goto('/admin/dashboard');
  await page.locator('input[name="username"]').fill('admin');
  await page.locator('input[name="password"]').fill(ADMIN_PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('region', { name: word('dashboard.figures') }).waitFor();
});

const box = () => page.getByRole('combobox', { name: word('cascade.project') });
const option = (name: string) => page.getByRole('treeitem', { name });

describe('the project selector', () => {
  it('is 300 pixels wide and chosen from by keyboard alone, what is switched off left out', async () => {
    await box().waitFor();
    await expect.poll(async () => (await box().boundingBox())?.width).toBe(300);
    await box().focus();
    await page.keyboard.press('ArrowDown');
    await option('门店').waitFor();
    await page.keyboard.press('ArrowRight');
    await option('已关闭门店').waitFor();
    // The newest stands first; the keyboard begins where something can be chosen.
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.locator('[role="treeitem"][aria-disabled="true"][data-active]').waitFor();
    expect(await barriers(page)).toEqual([]);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('tree').waitFor({ state: 'detached' });
    await expect.poll(() => box().textContent()).toBe('门店 / 西湖店');
  });

  it('gives way to tabs and account where there is no room for all of it', async () => {
    const usual = page.viewportSize()!;
    await page.setViewportSize({ ...usual, width: 1030 });
    await expect.poll(async () => (await box().boundingBox())?.width).toBe(160);
    const header = page.locator('header').first();
    expect(await header.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    await page.setViewportSize(usual);
    await expect.poll(async () => (await box().boundingBox())?.width).toBe(300);
  });

  it('is remembered by the server', async () => {
    await page.reload();
    await page.getByRole('combobox', { name: `${word('cascade.project')}: 门店 / 西湖店` }).waitFor();
    expect(visited.complaints).toEqual([]);
  });
});

describe('the figures of the first page', () => {
  it('count what the list they lead to shows', async () => {
    const card = page.getByRole('link', { name: word('dashboard.waits.goodsSoldOut', { count: '', limit: '' }) });
    const count = await card.locator('strong').textContent();
    expect(Number(count)).toBeGreaterThan(0);
    expect(await barriers(page)).toEqual([]);
    await card.click();
    await page.getByText(word('resources.kit.table.total', { count: count ?? '' })).waitFor();
    await expect.poll(() => page.locator('tbody [data-id]').count()).toBe(Number(count));
    expect(visited.complaints).toEqual([]);
  });
});
