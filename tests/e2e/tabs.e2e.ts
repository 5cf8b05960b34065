import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { barriers } from './support/barriers.ts';
import { spoken } from './support/languages.ts';
import { hasFocus } from './support/keys.ts';
import { openScene } from './support/stage.ts';
import { tabStrip } from './support/tab-strip.ts';
import { wordsOf, type Language } from './support/words.ts';

/** What a strip of tabs keeps, and how it is put in order. */
const stage = openScene();
/** From here on a finger on a tab has rested (`HOLD_MS` of the strip), less what its page may be late to say so. */
const RESTED_MS = 250;

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
  const opened = tabStrip(stage, language);
  const { choose, open, said, shown, tab, title, drag } = opened;
  let page: Page;
  let strip: Locator;
  beforeAll(() => {
    ({ page, strip } = opened);
  });

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
    const UNMOVED = ['dashboard', 'goods/category', 'auth/rule', 'goods/goods'];
    // A busy machine may hand on the finger's first move so late that it has rested: then the tab goes back, and another finger comes.
    for (let tried = 1; tried <= 5; tried += 1) {
      const restedMs = page.evaluate(
        () =>
          new Promise<number>((resolve) => {
            const options = { capture: true, once: true };
            const end = (from: number) => () => resolve(performance.now() - from);
            const begin = () => {
              for (const type of ['pointermove', 'pointercancel', 'pointerup']) addEventListener(type, end(performance.now()), options);
            };
            addEventListener('pointerdown', begin, options);
          }),
      );
      await finger('dashboard', 150, false);
      if ((await restedMs) < RESTED_MS || (await shown())[0] === 'dashboard') break;
      await finger('goods/category', 150, true);
    }
    await expect.poll(shown).toEqual(UNMOVED);
    await finger('dashboard', 150, true);
    await expect.poll(shown).toEqual(['goods/category', 'dashboard', 'auth/rule', 'goods/goods']);
    await finger('goods/category', 150, true);
    await expect.poll(shown).toEqual(UNMOVED);
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
    expect(opened.complaints).toEqual([]);
  });
});
