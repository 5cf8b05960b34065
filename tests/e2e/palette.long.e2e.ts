import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Visit } from './support/browser.ts';
import { spoken } from './support/languages.ts';
import { enter } from './support/sign-in.ts';
import { openStage } from './support/stage.ts';
import { wordsOf, type Language } from './support/words.ts';

/** The command palette and the choice of icons by keyboard; and an icon font of another host. */
const stage = openStage();

async function enterCategories(language: Language, width?: number): Promise<Visit> {
  const visited = await enter(stage, '/admin/goods/category', { language, ...(width !== undefined && { width, height: 844 }) });
  await visited.page.locator('[data-id]').first().waitFor();
  return visited;
}

async function focus(page: Page, role: 'combobox' | 'searchbox' | 'listbox'): Promise<void> {
  const element = page.getByRole('dialog').getByRole(role);
  await expect.poll(() => element.evaluateAll((elements) => elements.includes(document.activeElement as HTMLElement))).toBe(true);
}

describe.each<Language>(spoken('en'))('in %s', (language) => {
  const word = wordsOf(language);
  let visited: Visit;
  let page: Page;
  beforeAll(async () => {
    visited = await enterCategories(language);
    page = visited.page;
  });
  afterAll(() => visited?.context.close());

  const open = async (text: string) => {
    await page.keyboard.press('Control+k');
    await focus(page, 'combobox');
    if (text !== '') await page.getByRole('dialog').getByRole('combobox').fill(text);
  };
  /** What adding a record is called. */
  const adding = (resource: string) => {
    const label = word(`resources.${resource}.label`);
    return word('palette.actions.add', { name: language === 'en' ? label.charAt(0).toLowerCase() + label.slice(1) : label });
  };
  /** Takes the first that is offered, once it is the one that is meant: others stand there until then. */
  const take = async (name: string) => {
    const first = page.getByRole('dialog').getByRole('option').first();
    await expect.poll(async () => (await first.innerText()).split('\n')[0]).toBe(name);
    await page.keyboard.press('Enter');
  };
  const path = () => decodeURIComponent(new URL(page.url()).pathname + new URL(page.url()).search);

  it('takes what is typed right behind its keys, and searches tables that nobody has opened', async () => {
    const fresh = await enter(stage, '/admin/dashboard', { language });
    await fresh.page.getByRole('heading', { level: 1 }).waitFor();
    const text = language === 'en' ? 'longjing' : '龙井';
    await fresh.page.keyboard.press('Control+k');
    await fresh.page.getByRole('dialog').getByRole('combobox').waitFor();
    await fresh.page.keyboard.insertText(text);
    expect(await fresh.page.getByRole('dialog').getByRole('combobox').inputValue()).toBe(text);
    await fresh.page
      .getByRole('group', { name: word('menu.goods.goods') })
      .getByRole('option')
      .first()
      .waitFor();
    await fresh.context.close();
  });

  it('finds a page, a record and an action, and remembers what was chosen', async () => {
    await open(word('menu.auth.adminLog'));
    await take(word('menu.auth.adminLog'));
    await expect.poll(path).toBe('/admin/auth/adminLog');

    await open(language === 'en' ? 'Green tea' : '绿茶');
    const group = page.getByRole('group', { name: word('menu.goods.category') });
    await group.getByRole('option').first().click();
    await expect.poll(path).toMatch(/^\/admin\/goods\/category\?(?:id=|quickSearch=)/u);

    await open('sign out');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').getByRole('combobox').waitFor({ state: 'detached' });
    await open(adding('goods'));
    await take(adding('goods'));
    await expect.poll(path).toBe('/admin/goods/goods');
    const dialog = page.getByRole('dialog');
    await dialog.getByText(word('resources.goods.fields.stock')).first().waitFor();
    await expect.poll(() => dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    await open('');
    const recent = page.getByRole('group', { name: word('palette.groups.recent') }).getByRole('option');
    await expect
      .poll(async () => (await recent.allInnerTexts()).map((text) => text.split('\n')[0]))
      .toEqual([adding('goods'), word('menu.auth.adminLog')]);
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').waitFor({ state: 'detached' });
    expect(visited.complaints).toEqual([]);
  });

  it('opens by its keys over a maximised page too', async () => {
    await open(word('palette.actions.maximize'));
    await take(word('palette.actions.maximize'));
    const restore = page.getByRole('button', { name: word('admin.tabs.exitFullScreen'), exact: true });
    await restore.waitFor();
    await open('');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await restore.click();
    await restore.waitFor({ state: 'detached' });
    expect(visited.complaints).toEqual([]);
  });

  it('chooses an icon by keyboard, and the field has the focus again', async () => {
    await open(adding('goodsCategory'));
    await take(adding('goodsCategory'));
    const button = page.getByRole('button', { name: word('resources.kit.fields.chooseIcon') });
    await button.focus();
    await page.keyboard.press('Enter');
    await focus(page, 'searchbox');
    await page.getByRole('tab', { name: 'Font Awesome' }).click();
    await page.getByRole('searchbox').last().fill('rocket');
    await page.getByRole('option', { name: 'rocket', exact: true }).waitFor();
    await page.keyboard.press('ArrowDown');
    await focus(page, 'listbox');
    await page.keyboard.press('Enter');
    await page.getByRole('listbox').waitFor({ state: 'detached' });
    await expect.poll(() => page.locator('input[name="icon"]').inputValue()).toBe('fa fa-rocket');
    await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(visited.complaints).toEqual([]);
  });
});

describe('an icon font of another host', () => {
  let host: Server;
  beforeAll(async () => {
    host = createServer((_, response) =>
      response
        .writeHead(200, { 'content-type': 'text/css', 'access-control-allow-origin': '*' })
        .end('.icon-teapot::before { content: "t" } .icon-leaf-2::before { content: "l" }'),
    );
    await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => host.close());

  it('is offered by the picker once its sheet is named in the settings', async () => {
    const word = wordsOf('zh-cn');
    const visited = await enterCategories('zh-cn', 390);
    const { page } = visited;
    const origin = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
    visited.allow(origin);
    const list = async () => {
      await page
        .getByRole('button', { name: word('resources.kit.table.add') })
        .first()
        .click();
      await page.getByRole('button', { name: word('resources.kit.fields.chooseIcon') }).click();
      await page.getByRole('tab', { name: 'Iconfont' }).click();
    };
    await list();
    await page.getByText(word('icons.none.iconfont')).waitFor();

    await page.goto('/admin/routine/config');
    await page.getByLabel(word('settings.titles.Outside style sheets')).fill(`${origin}/font.css`);
    await page.getByRole('button', { name: word('settings.page.save') }).click();
    await expect
      .poll(async () => (await fetch(`${stage.server.url}/admin`)).headers.get('content-security-policy'))
      .toContain(`font-src 'self' data: ${origin}`);
    await page.goto('/admin/goods/category');
    await page.locator('link[data-outside]').waitFor({ state: 'attached' });
    await page.locator('[data-id]').first().waitFor();
    await list();
    await page.getByRole('dialog').getByRole('option').first().waitFor();
    await expect
      .poll(() =>
        page
          .getByRole('dialog')
          .getByRole('option')
          .evaluateAll((options) => options.map((option) => option.getAttribute('title'))),
      )
      .toEqual(['iconfont icon-teapot', 'iconfont icon-leaf-2']);
    await visited.context.close();
  });
});
