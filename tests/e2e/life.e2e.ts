import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { AdminCalls } from './support/admin-calls.ts';
import { barriers } from './support/barriers.ts';
import { goodsWalk } from './support/goods-walk.ts';
import { spoken } from './support/languages.ts';
import { openStage } from './support/stage.ts';

/** Goods led from state to state: from the list, from the form, and on the board by keys and by pointer, while somebody else does so too. */
const stage = openStage();

describe.each(spoken('en'))('goods by their states in %s', (language) => {
  const walk = goodsWalk(stage, language);
  const { word, publish, takeOff, ids, rowOf, stateOf, badge, refreshed } = walk;
  let page: Page;
  let calls: AdminCalls;
  beforeAll(() => {
    ({ page, calls } = walk);
  });

  it('shows what was asked of a second person for the record that an address names, and nothing once it is closed', async () => {
    const list = page.url();
    const asked = new URL(list);
    asked.searchParams.set('record.requests', String(ids['Walk one']));
    await page.goto(asked.href);
    const dialog = page.getByRole('dialog', { name: word('recordLife.requests.title') });
    await dialog.getByText(word('recordLife.requests.no.record')).waitFor();
    expect(await barriers(page)).toEqual([]);
    await dialog.getByRole('button', { name: word('resources.kit.form.close') }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => page.url()).toBe(list);
    await badge('Walk one').waitFor();
  });

  it('leads one on from its menu, which says why another may not go', async () => {
    await badge('Walk bare').click();
    const refused = page.getByRole('menuitem', { name: new RegExp(`^${publish}`, 'u') });
    await refused.waitFor();
    await expect.poll(() => refused.getAttribute('aria-disabled')).toBe('true');
    expect(await barriers(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await badge('Walk one').click();
    await page.getByRole('menuitem', { name: publish, exact: true }).click();
    await expect.poll(() => stateOf('Walk one')).toBe('on');
  });

  it('tells whoever comes second, and does nothing', async () => {
    await refreshed();
    await badge('Walk two').click();
    const item = page.getByRole('menuitem', { name: publish, exact: true });
    await item.waitFor();
    await calls.post('goods.Goods/publish', { ids: [ids['Walk two']] });
    await item.click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(word('recordLife.overtaken')).waitFor();
    await dialog.getByRole('button', { name: word('recordLife.understood') }).click();
    expect((await rowOf('Walk two'))['version']).toBe(2);
  });

  it('saves a form and leads on together', async () => {
    await page.locator(`tbody [data-id="${ids['Walk one']}"] [data-action="edit"]`).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: word('recordLife.saveAnd') }).click();
    await page.getByRole('menuitem', { name: takeOff, exact: true }).click();
    await dialog.getByLabel(word('recordLife.whyOptional')).fill('sold out');
    expect(await barriers(page)).toEqual([]);
    await dialog.getByRole('button', { name: word('recordLife.saveAndDo', { event: takeOff }) }).click();
    await expect.poll(() => stateOf('Walk one')).toBe('off');
  });

  it('carries cards over the board by keys and by pointer', async () => {
    await page.getByRole('button', { name: word('resources.kit.table.asBoard') }).click();
    const card = (title: string) => page.locator(`[data-board] [data-id="${ids[title]}"]`);
    await card('Walk one').waitFor();
    expect(await barriers(page)).toEqual([]);
    await card('Walk one').locator('[data-action="carry"]').focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    await expect.poll(() => stateOf('Walk one')).toBe('on');
    await page.locator(`[data-state="on"] [data-id="${ids['Walk one']}"]`).waitFor();

    const { height } = (await card('Walk one').boundingBox())!;
    // Waits until the card rests, below nothing else.
    await card('Walk one').hover({ position: { x: 20, y: height - 6 } });
    await page.mouse.down();
    const to = (await page.locator('[data-board] [data-state="draft"]').boundingBox())!;
    await page.mouse.move(to.x + to.width / 2, to.y + 120, { steps: 8 });
    await page.mouse.up();
    await expect.poll(() => stateOf('Walk one')).toBe('draft');
  });
});
