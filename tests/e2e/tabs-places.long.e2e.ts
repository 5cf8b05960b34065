import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { signIn } from './support/admin-calls.ts';
import { barriers } from './support/barriers.ts';
import { spoken } from './support/languages.ts';
import { openStage } from './support/stage.ts';
import { tabStrip } from './support/tab-strip.ts';
import { wordsOf, type Language } from './support/words.ts';

/** What a strip of tabs keeps of the pages it leads to, and what becomes of it on a phone. */
const stage = openStage();

const PAGES = ['goods/category', 'goods/goods', 'auth/rule', 'auth/adminLog', 'auth/group'];

describe.each<Language>(spoken('en'))('the strip of tabs in %s', (language) => {
  const word = wordsOf(language);
  const opened = tabStrip(stage, language);
  const { choose, go, open, shown, tab, title } = opened;
  let page: Page;
  let strip: Locator;
  beforeAll(async () => {
    ({ page, strip } = opened);
    for (const name of PAGES) await open(name);
  });

  it('gives a drag up by Escape', async () => {
    const box = await tab('dashboard').boundingBox();
    await page.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + 10);
    await page.mouse.down();
    await page.mouse.move((box?.x ?? 0) + 320, (box?.y ?? 0) + 10, { steps: 5 });
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await expect.poll(shown).toEqual(['dashboard', ...PAGES]);
  });

  it('keeps how far a list is scrolled and what of a tree is open, and forgets it with the tab', async () => {
    // Of a long list the rows in sight are drawn alone.
    const count = async () => Number(await page.locator('table[aria-rowcount]').getAttribute('aria-rowcount'));
    const scroller = page.locator('[data-scroller]');
    const scrolled = () => scroller.evaluate((element) => element.scrollTop);
    await tab('auth/rule').click();
    await page.waitForURL(/auth\/rule/u);
    await page.locator('tbody [data-id]').first().waitFor();
    const closedUp = await count();
    await page.getByRole('button', { name: word('resources.kit.table.expandAll') }).click();
    await expect.poll(count).toBeGreaterThan(closedUp + 10);
    const all = await count();
    await scroller.evaluate((element) => element.scrollTo(0, 400));
    await tab('goods/goods').click();
    await page.waitForURL(/goods\/goods/u);
    await expect.poll(scrolled).toBe(0);
    await tab('auth/rule').click();
    await page.waitForURL(/auth\/rule/u);
    await expect.poll(count).toBe(all);
    await expect.poll(scrolled).toBe(400);

    await strip.getByRole('button', { name: word('admin.tabs.close', { title: title('auth/rule') }) }).click();
    await page.waitForURL(/adminLog/u);
    await page.keyboard.press('Alt+Shift+T');
    await page.waitForURL(/auth\/rule/u);
    await expect.poll(count).toBe(closedUp);
    await expect.poll(scrolled).toBe(0);
  });

  it('keeps how far a page is scrolled', async () => {
    await page.setViewportSize({ width: 390, height: 700 });
    const box = page.locator('#content');
    const scrolled = () => box.evaluate((element) => element.scrollTop);
    await go('goods/goods');
    await page.locator('li[data-id]').nth(5).waitFor();
    await box.evaluate((element) => element.scrollTo(0, 120));
    await go('auth/group');
    await expect.poll(scrolled).toBe(0);
    await go('goods/goods');
    await expect.poll(scrolled).toBe(120);
    await page.setViewportSize({ width: 800, height: 700 });
    await box.evaluate((element) => element.scrollTo(0, 40));
    await choose('goods/goods', 'admin.tabs.refresh');
    await expect.poll(scrolled).toBe(0);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it('leaves a phone its room: their number leads to the list, and the first record begins at 130 pixels', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await go('goods/goods');
    const first = page.locator('li[data-id]').first();
    await first.waitFor();
    const [box, next] = [await first.boundingBox(), await page.locator('li[data-id]').nth(1).boundingBox()];
    await expect.poll(() => strip.isVisible()).toBe(false);
    expect(box?.y).toBeLessThanOrEqual(130);
    expect((next?.y ?? 0) - (box?.y ?? 0)).toBeLessThan(110);
    expect(await barriers(page, 'header')).toEqual([]);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it('cuts a very long name on a phone after two lines, and shows all of it once the record is touched', async () => {
    const calls = await signIn(stage.server.url);
    const listed = (await calls.get('goods.Goods/index?limit=1')).data?.['list'] as readonly { readonly id: number }[];
    const id = listed[0]?.id;
    const long = { title: '一个很长的名字'.repeat(14), title_en: 'A cup with a long name '.repeat(4).trim() };
    expect((await calls.post('goods.Goods/edit', { id, ...long })).code).toBe(1);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/admin/goods/goods');
    const card = page.locator(`li[data-id="${id}"]`);
    const name = card.locator('[data-clip="lines"]');
    const lines = () =>
      name.evaluate((element) => Math.round(element.getBoundingClientRect().height / parseFloat(getComputedStyle(element).lineHeight)));
    await name.getByText(language === 'en' ? long.title_en : long.title).waitFor();
    await expect.poll(lines).toBe(2);
    await expect.poll(() => name.evaluate(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight)).toBe(true);
    await card.focus();
    await expect.poll(lines).toBeGreaterThan(2);
    await expect.poll(() => name.evaluate(({ scrollHeight, clientHeight }) => scrollHeight <= clientHeight + 1)).toBe(true);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it('is led by the breadcrumb, whose directories open what stands below them', async () => {
    await open('auth/group');
    await page.setViewportSize({ width: 390, height: 700 });
    const trail = page.getByRole('navigation', { name: word('admin.shell.breadcrumb') });
    await expect.poll(() => trail.locator('[aria-current="page"]').innerText()).toBe(title('auth/group'));
    await trail.getByRole('button', { name: word('menu.auth') }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: title('auth/admin'), exact: true }).click();
    await page.waitForURL(/auth\/admin$/u);
    await expect.poll(() => trail.locator('[aria-current="page"]').innerText()).toBe(title('auth/admin'));
    expect(await barriers(page, 'header')).toEqual([]);
    await page.setViewportSize({ width: 1440, height: 900 });
  });
});
