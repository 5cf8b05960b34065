import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signIn } from './support/admin-calls.ts';
import { barriers } from './support/barriers.ts';
import type { Visit } from './support/browser.ts';
import { spoken } from './support/languages.ts';
import { leadTo } from './support/lead-to.ts';
import { enter } from './support/sign-in.ts';
import { hasFocus } from './support/keys.ts';
import { openStage } from './support/stage.ts';
import { wordsOf, type Language } from './support/words.ts';

/** What a strip of tabs keeps, and how it is put in order. */
const stage = openStage();

const PAGES = [
  'goods/goods',
  'goods/category',
  'auth/rule',
  'auth/group',
  'auth/admin',
  'auth/adminLog',
  'routine/attachment',
  'routine/config',
];

describe.each<Language>(spoken('en'))('the strip of tabs in %s', (language) => {
  const word = wordsOf(language);
  const title = (name: string) => word(`menu.${name.replace('/', '.')}`);
  let visited: Visit;
  let page: Page;
  let strip: Locator;
  beforeAll(async () => {
    visited = await enter(stage, '/admin/dashboard', { language });
    page = visited.page;
    strip = page.getByRole('navigation', { name: word('admin.tabs.label') });
    // The strip is kept for the next visit once it has this tab.
    await tab('dashboard').waitFor();
  });
  afterAll(() => visited?.context.close());

  const tab = (name: string) => strip.locator(`a[href="/admin/${name}"], a[href^="/admin/${name}?"]`);
  const shown = async () =>
    (await strip.locator('a').evaluateAll((links) => links.map((link) => link.getAttribute('href')?.split('?')[0]))).map((href) =>
      href?.replace('/admin/', ''),
    );
  const open = async (name: string) => {
    await leadTo(page, `/admin/${name}`);
    await tab(name.split('?')[0] ?? '').waitFor();
  };
  const choose = async (name: string, item: string) => {
    await tab(name).click({ button: 'right' });
    await page.getByRole('menuitem', { name: word(item), exact: true }).click();
    await page.getByRole('menu').waitFor({ state: 'detached' });
  };
  /** To an open page by the list that stands for the strip on a phone. */
  const go = async (name: string) => {
    await page
      .getByRole('banner')
      .getByRole('button', { name: new RegExp(`^${word('admin.tabs.all')}`, 'u') })
      .click();
    const list = page.getByRole('dialog', { name: word('admin.tabs.all') });
    await list.locator(`a[href="/admin/${name}"], a[href^="/admin/${name}?"]`).click();
    await page.waitForURL(new RegExp(name, 'u'));
    await list.waitFor({ state: 'detached' });
  };
  const said = () => strip.locator('output').textContent();
  /** Drags a tab so that its middle comes to that of another, in steps as a hand does. */
  const drag = async (name: string, onto: string) => {
    const [from, to] = [await tab(name).boundingBox(), await tab(onto).boundingBox()];
    if (!from || !to) throw new Error('not in sight');
    const y = from.y + from.height / 2;
    await page.mouse.move(from.x + from.width / 2, y);
    await page.mouse.down();
    await page.mouse.move(to.x + to.width / 2, y, { steps: 8 });
    await page.mouse.up();
  };

  it('is put in order by pointer and by keyboard, which say where a tab has gone', async () => {
    for (const name of PAGES.slice(0, 2)) await open(name);
    // An address that the browser is given finds the strip as it was, and comes behind it.
    await page.goto(`/admin/${PAGES[2]}`);
    await tab(PAGES[2] ?? '').waitFor();
    await expect.poll(shown).toEqual(['dashboard', 'goods/goods', 'goods/category', 'auth/rule']);
    await drag('auth/rule', 'goods/goods');
    await expect.poll(shown).toEqual(['dashboard', 'auth/rule', 'goods/goods', 'goods/category']);
    await expect.poll(said).toBe(word('admin.tabs.saidMoved', { title: title('auth/rule'), position: 2, count: 4 }));
    // A drag is no click.
    await expect.poll(() => new URL(page.url()).pathname).toBe('/admin/auth/rule');
    await drag('goods/category', 'dashboard');
    await expect.poll(() => new URL(page.url()).pathname).toBe('/admin/auth/rule');
    await expect.poll(shown).toEqual(['goods/category', 'dashboard', 'auth/rule', 'goods/goods']);

    await tab('goods/category').focus();
    await page.keyboard.press('Alt+ArrowRight');
    await expect.poll(shown).toEqual(['dashboard', 'goods/category', 'auth/rule', 'goods/goods']);
    await expect.poll(() => tab('goods/category').evaluate((link) => link === document.activeElement)).toBe(true);
  });

  it('gives a drag up by Escape', async () => {
    const box = await tab('dashboard').boundingBox();
    await page.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + 10);
    await page.mouse.down();
    await page.mouse.move((box?.x ?? 0) + 320, (box?.y ?? 0) + 10, { steps: 5 });
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await expect.poll(shown).toEqual(['dashboard', 'goods/category', 'auth/rule', 'goods/goods']);
  });

  it('follows a finger that rested first, and scrolls below one that did not', async () => {
    const touch = await page.context().newCDPSession(page);
    const finger = async (name: string, byPx: number, isRested: boolean) => {
      const box = await tab(name).boundingBox();
      const [x, y] = [(box?.x ?? 0) + 20, (box?.y ?? 0) + 10];
      const events = [
        { type: 'touchStart', touchPoints: [{ x, y }] },
        ...[0.25, 0.5, 0.75, 1].map((part) => ({ type: 'touchMove', touchPoints: [{ x: x + byPx * part, y }] }) as const),
        { type: 'touchEnd', touchPoints: [] },
      ] as const;
      const send = (from: number, to?: number) =>
        Promise.all(
          events.slice(from, to).map((event) => touch.send('Input.dispatchTouchEvent', { ...event, touchPoints: [...event.touchPoints] })),
        );
      // Whoever does not rest waits for no answer in between, which on a busy machine is a rest.
      if (!isRested) return send(0);
      await send(0, 1);
      await page.locator('li[data-dragged]').waitFor();
      return send(1);
    };
    await finger('dashboard', 150, false);
    await expect.poll(shown).toEqual(['dashboard', 'goods/category', 'auth/rule', 'goods/goods']);
    await finger('dashboard', 150, true);
    await expect.poll(shown).toEqual(['goods/category', 'dashboard', 'auth/rule', 'goods/goods']);
    await finger('goods/category', 150, true);
    await expect.poll(shown).toEqual(['dashboard', 'goods/category', 'auth/rule', 'goods/goods']);
  });

  it('keeps pinned ones in front and open, over a reload too', async () => {
    await choose('goods/goods', 'admin.tabs.pin');
    await expect.poll(shown).toEqual(['goods/goods', 'dashboard', 'goods/category', 'auth/rule']);
    await expect.poll(said).toBe(word('admin.tabs.saidPinned', { title: title('goods/goods'), position: 1, count: 4 }));
    await expect.poll(async () => (await tab('goods/goods').boundingBox())?.width).toBe(36);
    await drag('auth/rule', 'goods/goods');
    await expect.poll(shown).toEqual(['goods/goods', 'auth/rule', 'dashboard', 'goods/category']);
    await page.reload();
    await expect.poll(shown).toEqual(['goods/goods', 'auth/rule', 'dashboard', 'goods/category']);
    expect(await page.getByRole('button', { name: word('admin.tabs.restoreYes') }).count()).toBe(0);
    await choose('dashboard', 'admin.tabs.closeOthers');
    await expect.poll(shown).toEqual(['goods/goods', 'dashboard']);
    await choose('dashboard', 'admin.tabs.closeAll');
    await expect.poll(shown).toEqual(['goods/goods']);
    await page.waitForURL(/\/admin\/goods\/goods/u);
    await choose('goods/goods', 'admin.tabs.unpin');
  });

  it('opens a closed one again where it stood, with its address, by menu and keys', async () => {
    await open('auth/rule');
    await open('auth/adminLog?quickSearch=login');
    await open('auth/group');
    await choose('auth/rule', 'admin.tabs.closeThis');
    await strip.getByRole('button', { name: word('admin.tabs.close', { title: title('auth/adminLog') }) }).click();
    await expect.poll(shown).toEqual(['goods/goods', 'auth/group']);
    await page.keyboard.press('Alt+Shift+T');
    await page.waitForURL(/adminLog\?quickSearch=login/u);
    await expect.poll(shown).toEqual(['goods/goods', 'auth/adminLog', 'auth/group']);
    await choose('auth/group', 'admin.tabs.reopen');
    await page.waitForURL(/auth\/rule$/u);
    await expect.poll(shown).toEqual(['goods/goods', 'auth/rule', 'auth/adminLog', 'auth/group']);
  });

  it('keeps how far a list is scrolled and what of a tree is open, and forgets it with the tab', async () => {
    // Of a long list the rows in sight are drawn alone.
    const count = async () => Number(await page.locator('table[aria-rowcount]').getAttribute('aria-rowcount'));
    const scroller = page.locator('[data-scroller]');
    const scrolled = () => scroller.evaluate((element) => element.scrollTop);
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

  it('lists what does not fit: found, opened and closed by keyboard', async () => {
    const more = strip.getByRole('button', { name: word('admin.tabs.all') });
    await page.setViewportSize({ width: 1024, height: 800 });
    for (const name of PAGES) await open(name);
    await more.click();
    const list = page.getByRole('dialog', { name: word('admin.tabs.all') });
    const lines = list.getByRole('list', { name: word('admin.tabs.label') }).getByRole('link');
    await expect.poll(() => lines.count()).toBe(8);
    await hasFocus(list.getByRole('textbox'));
    expect(await barriers(page, '[role="dialog"]')).toEqual([]);
    await page.keyboard.type(title('goods/category'));
    await expect.poll(() => lines.count()).toBe(1);
    await page.keyboard.press('Enter');
    await page.waitForURL(/goods\/category/u);
    await list.waitFor({ state: 'detached' });

    await more.focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => lines.count()).toBe(8);
    await hasFocus(list.getByRole('textbox'));
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await hasFocus(lines.nth(1));
    const second = await lines.nth(1).innerText();
    await page.keyboard.press('Delete');
    await expect.poll(() => lines.count()).toBe(7);
    await list
      .getByRole('list', { name: word('admin.tabs.closedLately') })
      .getByRole('button', { name: second.trim() })
      .waitFor();
    await page.keyboard.press('Escape');
    await list.waitFor({ state: 'detached' });
    await hasFocus(more);
    await page.setViewportSize({ width: 2400, height: 900 });
    await more.waitFor({ state: 'hidden' });
    expect(visited.complaints).toEqual([]);
  });
});
