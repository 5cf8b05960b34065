import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signIn } from './support/admin-calls.ts';
import { visit, type Visit } from './support/browser.ts';
import { spoken } from './support/languages.ts';
import { ADMIN_PASSWORD } from './support/server-process.ts';
import { hasFocus } from './support/keys.ts';
import { openStage } from './support/stage.ts';
import { wordsOf, type Language } from './support/words.ts';

/** The main job in a real browser: sign in, find goods, add, search, sort, edit, drag and delete; and after a restart it is all there. */
const stage = openStage();

const TITLES: Readonly<Record<Language, string>> = { 'zh-cn': '端到端测试壶', en: 'End-to-end kettle' };
const EDITED: Readonly<Record<Language, string>> = { 'zh-cn': '改过名字的壶', en: 'Renamed kettle' };

const rows = (page: Page) => page.locator('tbody [data-id]');
const titlesShown = async (page: Page): Promise<string[]> => {
  const labels = await page
    .locator('tbody [data-action="select"]')
    .evaluateAll((boxes) => boxes.map((box) => box.getAttribute('aria-label') ?? ''));
  return labels.map((label) => label.replace(/^[^:：]*[:：]\s*/u, ''));
};

/** Nothing is being read or written any more. */
async function settled(page: Page): Promise<void> {
  await expect.poll(() => page.locator('[data-busy="true"]').count()).toBe(0);
}

async function reachLogin(language: Language, target: string): Promise<Visit> {
  const visited = await visit(stage.browser, stage.server.url);
  const { page } = visited;
  await page.goto(target);
  await page.locator('input[name="username"]').waitFor();
  if (language === 'en') {
    await page.getByRole('button', { name: 'English' }).click();
    await page.getByRole('heading', { name: wordsOf('en')('admin.login.title') }).waitFor();
  }
  return visited;
}

async function passLogin(page: Page, password: string): Promise<void> {
  await page.locator('input[name="username"]').fill('admin');
  await page.locator('input[name="password"]').fill(password);
  await page.keyboard.press('Enter');
}

describe.each<Language>(spoken('zh-cn'))('goods in %s', (language) => {
  const word = wordsOf(language);
  let visited: Visit;
  let page: Page;

  beforeAll(async () => {
    visited = await reachLogin(language, '/admin/goods/goods?quickSearch=50%25%20off');
    page = visited.page;
  });
  afterAll(() => visited?.context.close());

  it('says at the field what is wrong before anything is sent', async () => {
    await page.locator('input[name="username"]').fill('1a');
    await page.locator('input[name="password"]').fill('short');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByText(word('validation.account')).isVisible()).toBe(true);
    await expect.poll(() => page.getByText(word('validation.password')).isVisible()).toBe(true);
  });

  it('refuses a wrong password, keeps the form, and comes back to the page asked for with its query', async () => {
    await passLogin(page, 'wrong-password');
    await page.getByRole('alert').getByText(/\S/u).first().waitFor();
    await expect.poll(() => page.locator('input[name="username"]').inputValue()).toBe('admin');
    await passLogin(page, ADMIN_PASSWORD);
    await page.waitForURL(/\/admin\/goods\/goods/u);
    await page.getByText(word('resources.kit.states.filteredTitle', { name: word('resources.goods.label') })).waitFor();
    await expect.poll(() => new URL(page.url()).searchParams.get('quickSearch')).toBe('50% off');
    await expect.poll(() => page.title()).toBe(`${word('menu.goods.goods')} - Troupe`);
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe(language === 'en' ? 'en' : 'zh-CN');
    await page
      .getByRole('main')
      .getByRole('button', { name: word('resources.kit.states.clearFilters') })
      .last()
      .click();
    await rows(page).first().waitFor();
    await expect.poll(() => rows(page).count()).toBe(10);
  });

  it('adds a record, with messages at the fields first', async () => {
    await page.getByRole('button', { name: word('resources.kit.table.add'), exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: word('resources.kit.form.save'), exact: true }).click();
    await dialog.getByText(word('validation.required')).first().waitFor();
    await dialog.getByLabel(word('resources.goods.fields.title')).first().fill(TITLES[language]);
    await dialog.getByLabel(word('resources.goods.fields.categoryId')).first().click();
    await page.getByRole('listbox').getByRole('option').nth(1).click();
    await dialog.getByLabel(word('resources.goods.fields.price')).first().fill('12.30');
    await page.keyboard.press('Control+Enter');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(async () => (await titlesShown(page))[0]).toBe(TITLES[language]);
  });

  it('finds it by quick search, and the address carries the search', async () => {
    await page.getByRole('searchbox').or(page.locator('input[type="search"]')).first().fill(TITLES[language]);
    await expect.poll(() => titlesShown(page)).toEqual([TITLES[language]]);
    await expect.poll(() => new URL(page.url()).searchParams.get('quickSearch')).toBe(TITLES[language]);
    await expect.poll(() => page.getByText('12.30').count()).toBe(1);
  });

  it('edits it', async () => {
    await page.getByRole('button', { name: word('resources.kit.table.editRow', { title: TITLES[language] }) }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(word('resources.goods.fields.title')).first().fill(EDITED[language]);
    await dialog.getByRole('button', { name: word('resources.kit.form.save'), exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.locator('input[type="search"]').first().fill(EDITED[language]);
    await expect.poll(() => titlesShown(page)).toEqual([EDITED[language]]);
  });

  it('deletes it after the question of the specification', async () => {
    await page.getByRole('button', { name: word('resources.kit.table.deleteRow', { title: EDITED[language] }) }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByText(language === 'zh-cn' ? '确定删除选中记录？' : 'Delete the selected record?').waitFor();
    await dialog.getByRole('button', { name: word('resources.kit.confirm.accept') }).click();
    await page.getByText(word('resources.kit.states.filteredTitle', { name: word('resources.goods.label') })).waitFor();
    await page.locator('input[type="search"]').first().fill('');
    await expect.poll(() => rows(page).count()).toBe(10);
  });

  it('sorts by a column and back', async () => {
    const header = page.getByRole('columnheader', { name: word('resources.goods.fields.price') });
    await header.getByRole('button').click();
    await expect.poll(() => header.getAttribute('aria-sort')).toBe('ascending');
    await expect.poll(() => new URL(page.url()).searchParams.get('order')).toBe('price,asc');
    await header.getByRole('button').click();
    await expect.poll(() => header.getAttribute('aria-sort')).toBe('descending');
    await header.getByRole('button').click();
    await expect.poll(() => new URL(page.url()).searchParams.get('order')).toBe(null);
  });

  it('moves a row by keyboard: it takes the place and the rows between shift', async () => {
    await settled(page);
    const [first, second, third, ...rest] = await titlesShown(page);
    const handle = page.getByRole('button', { name: word('resources.kit.table.drag', { title: first ?? '' }) });
    await handle.focus();
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => titlesShown(page)).toEqual([second, first, third, ...rest]);
    await hasFocus(handle);
    await settled(page);
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => titlesShown(page)).toEqual([second, third, first, ...rest]);
    // Shown before it is stored.
    await settled(page);
    await page.reload();
    await expect.poll(() => titlesShown(page)).toEqual([second, third, first, ...rest]);
  });

  it('keeps a half-filled form while another tab is looked at, and asks before it is thrown away', async () => {
    const menu = page.getByRole('navigation', { name: word('admin.shell.navigation') });
    const title = page.getByRole('dialog').getByLabel(word('resources.goods.fields.title')).first();
    await menu.getByRole('link', { name: word('menu.dashboard') }).click();
    await page.waitForURL(/\/admin\/dashboard/u);
    await menu.getByRole('button', { name: word('menu.goods'), exact: true }).click();
    await menu.getByRole('link', { name: word('menu.goods.goods'), exact: true }).click();
    await page.waitForURL(/\/admin\/goods\/goods/u);
    await page.getByRole('button', { name: word('resources.kit.table.add'), exact: true }).click();
    await title.fill('draft');
    await page.goBack();
    await page.waitForURL(/\/admin\/dashboard/u);
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    await page.goForward();
    await expect.poll(() => title.inputValue()).toBe('draft');
    await title.click();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: word('resources.kit.form.discard') }).click();
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  });

  it('opens its menus from the keyboard, and gives the focus back', async () => {
    const focusedName = () =>
      page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent);
    const account = page.getByRole('button', { name: word('admin.shell.account') });
    const columns = page.getByRole('button', { name: `${word('resources.kit.table.columns')}, ${word('resources.kit.table.density')}` });
    const cases = [
      { button: account, popup: page.getByRole('menu') },
      { button: columns, popup: page.getByRole('dialog') },
    ];
    // The first time the menu's code has to come, the second time it is there.
    for (const { button, popup } of [...cases, ...cases]) {
      await button.press('Enter');
      await popup.waitFor();
      await expect.poll(() => popup.evaluate((element) => element.contains(document.activeElement))).toBe(true);
      expect(await button.getAttribute('aria-controls')).toBe(await popup.getAttribute('id'));
      await page.keyboard.press('Escape');
      await popup.waitFor({ state: 'detached' });
      await expect.poll(focusedName).toBe(await button.getAttribute('aria-label'));
      await button.click();
      await popup.waitFor();
      await button.click();
      await popup.waitFor({ state: 'detached' });
    }
    await account.press('Enter');
    await expect.poll(focusedName).toBe(word('menu.routine.adminInfo'));
    await page.keyboard.press('ArrowDown');
    await expect.poll(focusedName).toBe(word('admin.shell.home'));
    await page.keyboard.press('ArrowDown');
    await expect.poll(focusedName).toBe(language === 'en' ? '简体中文' : 'English');
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
  });

  it('opens a group of the collapsed menu beside it', async () => {
    await page.getByRole('button', { name: word('admin.shell.collapse') }).click();
    await page.locator('aside button[aria-haspopup="menu"]').first().click();
    const group = page.getByRole('menu');
    await expect.poll(() => group.getByRole('menuitem').count()).toBeGreaterThan(0);
    await expect.poll(() => group.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    await page.keyboard.press('Escape');
    await group.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: word('admin.shell.expand') }).click();
  });

  it('signs out', async () => {
    await page.getByRole('button', { name: word('admin.shell.account') }).click();
    await page.getByRole('menuitem', { name: word('common.action.signOut') }).click();
    await page.locator('input[name="username"]').waitFor();
    await page.goto('/admin/goods/goods');
    await page.locator('input[name="username"]').waitFor();
    await expect.poll(() => rows(page).count()).toBe(0);
  });

  it('broke nothing on the way', () => {
    expect(visited.complaints).toEqual([]);
  });
});

describe('after a restart', () => {
  it('still has what was saved', async () => {
    const admin = await signIn(stage.server.url);
    expect(await admin.post('goods.Goods/add', { title: 'Kept', category_id: 1, price: '1.00', stock: 1, status: 'draft' })).toMatchObject({
      code: 1,
    });
    expect(await stage.server.end('SIGTERM')).toBe(0);
    await stage.startAgain();
    const { data } = await (await signIn(stage.server.url)).get('goods.Goods/index?quickSearch=Kept');
    expect(data).toMatchObject({ total: 1, list: [{ title: 'Kept', price: '1.00' }] });
  });
});
