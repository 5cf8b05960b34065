import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signIn, type AdminCalls } from './support/admin-calls.ts';
import { visit, type Visit } from './support/browser.ts';
import { ADMIN_PASSWORD } from './support/server-process.ts';
import { openStage } from './support/stage.ts';
import { wordsOf } from './support/words.ts';

/** Writes from a table: a switch in its cell, the same values for many records, and taking them back. */
const word = wordsOf('zh-cn');
const stage = openStage();
let visited: Visit;
let page: Page;
let calls: AdminCalls;

beforeAll(async () => {
  visited = await visit(stage.browser, stage.server.url);
  page = visited.page;
  calls = await signIn(stage.server.url);
  await page.goto('/admin/goods/category');
  await page.locator('input[name="username"]').fill('admin');
  await page.locator('input[name="password"]').fill(ADMIN_PASSWORD);
  await page.keyboard.press('Enter');
  await page.locator('tbody [data-id]').first().waitFor();
});
afterAll(async () => {
  await visited?.context.close();
});

const row = (id: number): Locator => page.locator(`tbody [data-id="${id}"]`);
const toggle = (id: number): Locator => row(id).getByRole('switch');
const undo = (): Locator =>
  page.getByRole('region', { name: word('common.notice.region') }).getByRole('button', { name: word('common.action.undo') });
const stored = async (controller: string, id: number): Promise<Readonly<Record<string, unknown>>> =>
  ((await calls.get(`${controller}/edit?id=${id}`)).data?.['row'] ?? {}) as Readonly<Record<string, unknown>>;
const isOn = async (id: number): Promise<unknown> => (await stored('goods.Category', id))['status'];

describe('a switch in a cell', () => {
  it('is thrown by keyboard, and its notice takes it back and throws it again', async () => {
    await toggle(1).focus();
    await page.keyboard.press('Space');
    await undo().waitFor();
    await expect.poll(() => toggle(1).getAttribute('aria-checked')).toBe('false');
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('switch');
    expect(await isOn(1)).toBe('0');
    await undo().click();
    await expect.poll(() => isOn(1)).toBe('1');
    await expect.poll(() => toggle(1).getAttribute('aria-checked')).toBe('true');
    await undo().click();
    await expect.poll(() => isOn(1)).toBe('0');
    await expect.poll(() => toggle(1).getAttribute('aria-checked')).toBe('false');
    await undo().click();
    await expect.poll(() => toggle(1).getAttribute('aria-checked')).toBe('true');
  });

  it('gives way to whoever was faster, and says so', async () => {
    await calls.post('goods.Category/edit', { id: 1, name_en: 'Faster' });
    await toggle(1).click();
    await page.getByRole('alert').getByText(word('refusals.conflict')).waitFor();
    await expect.poll(() => toggle(1).getAttribute('aria-checked')).toBe('true');
    expect(await stored('goods.Category', 1)).toMatchObject({ status: '1', name_en: 'Faster' });
  });
});

describe('many records', () => {
  it('get the same value at once, or say which are in the way; and it is taken back in one go', async () => {
    await page.goto('/admin/goods/goods');
    await row(1).waitFor();
    const before = [await stored('goods.Goods', 1), await stored('goods.Goods', 2)];
    for (const id of [1, 2]) await row(id).getByRole('checkbox').click();
    await page.getByRole('button', { name: word('resources.kit.table.bulkEdit') }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('checkbox', { name: word('resources.goods.fields.price'), exact: true }).click();
    const save = dialog.getByRole('button', { name: word('tables.bulk.start') });
    await save.click();
    await dialog.getByText(word('validation.required')).waitFor();
    const price = dialog.getByRole('textbox', { name: word('resources.goods.fields.price') });
    await price.fill('9999');
    await save.click();
    await dialog.getByRole('alert').getByRole('listitem').first().waitFor();
    expect([await stored('goods.Goods', 1), await stored('goods.Goods', 2)]).toEqual(before);
    await price.fill('1');
    await save.click();
    await dialog.waitFor({ state: 'hidden' });
    expect([await stored('goods.Goods', 1), await stored('goods.Goods', 2)].map((one) => one['price'])).toEqual(['1.00', '1.00']);
    await undo().click();
    await expect.poll(async () => (await stored('goods.Goods', 2))['price']).toBe(before[1]?.['price']);
    expect((await stored('goods.Goods', 1))['price']).toBe(before[0]?.['price']);
  });

  it('come back under their numbers after they were deleted', async () => {
    const before = await stored('goods.Goods', 3);
    await row(3)
      .getByRole('button', { name: new RegExp(`^${word('resources.kit.table.delete')}`, 'u') })
      .click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: word('resources.kit.confirm.accept') })
      .click();
    await row(3).waitFor({ state: 'detached' });
    await undo().click();
    await row(3).waitFor();
    expect(await stored('goods.Goods', 3)).toEqual(before);
    expect(visited.complaints).toEqual([]);
  });
});
