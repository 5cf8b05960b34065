import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { effort } from '#tests/support/effort.ts';
import { barriers } from './support/barriers.ts';
import { visit } from './support/browser.ts';
import { outOfReach } from './support/out-of-reach.ts';
import { openStage } from './support/stage.ts';

/** Public pages shut nobody out, and nothing in them jumps. */
const stage = openStage();

const PLACES = [
  '',
  '/goods',
  '/goods/1',
  '/goods/category/1',
  '/notices',
  '/notices/1',
  '/pages/terms',
  '/help',
  '/help/register',
  '/goods/5',
];
const addresses = PLACES.flatMap((place) => [place || '/', `/en${place}`]);

const LOOKS: Readonly<Record<string, BrowserContextOptions>> = {
  'light, wide': { colorScheme: 'light', viewport: { width: 1440, height: 900 } },
  'dark, on a phone': { colorScheme: 'dark', viewport: { width: 390, height: 844 } },
  'forced colours, at 320 px': { forcedColors: 'active', viewport: { width: 320, height: 640 } },
};

const sideways = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** By turns the pages of one language and of the other are asked for barriers: only their words differ. The long form asks both. */
const isAsked = (address: string, turn: number): boolean => effort(address.startsWith('/en') === (turn % 2 === 1), true);

describe.each(Object.entries(LOOKS).map(([name, look], turn) => ({ name, look, turn })))('in $name', ({ look, turn }) => {
  it('public pages have no barrier, nothing out of reach and nothing at the side', async () => {
    const context = await stage.browser.newContext({ ...look, reducedMotion: 'reduce', baseURL: stage.server.url });
    const page = await context.newPage();
    const found: string[] = [];
    for (const address of addresses) {
      await page.goto(address);
      if (isAsked(address, turn)) found.push(...(await barriers(page, 'body')).map((barrier) => `${address}: ${barrier}`));
      found.push(...(await outOfReach(page, 'main', '[hidden]')).map((trouble) => `${address}: ${trouble}`));
      if ((await sideways(page)) > 0) found.push(`${address}: goes sideways`);
    }
    expect(found).toEqual([]);
    await context.close();
  });
});

/** What has moved by itself, summed as browsers sum it. */
function watchShifts(): void {
  const marks = globalThis as { shifts?: number };
  marks.shifts = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { readonly value: number; readonly hadRecentInput: boolean })[])
      if (!entry.hadRecentInput) marks.shifts = (marks.shifts ?? 0) + entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
}

describe('public pages', () => {
  it.each([true, false])('do not jump while pictures come (%s) or fail to', async (hasPictures) => {
    const stored = { userInfo: { id: 1, username: 'walker', nickname: '小林', token: 'x', avatar: '' } };
    const { context, page } = await visit(stage.browser, stage.server.url, { width: 390, height: 844, stored });
    await page.addInitScript(watchShifts);
    if (!hasPictures) await page.route(/\.(?:webp|svg|png)$/u, (route) => route.abort());
    for (const address of addresses.filter((one) => isAsked(one, Number(hasPictures)))) {
      await page.goto(address, { waitUntil: 'networkidle' });
      await page.mouse.wheel(0, 4000);
      await page.waitForLoadState('networkidle');
      const shifts = await page.evaluate(() => (globalThis as { shifts?: number }).shifts ?? 0);
      expect([address, shifts <= 0.02, shifts]).toEqual([address, true, shifts]);
    }
    await context.close();
  });

  it('are walked by the keyboard, in the order they are read', async () => {
    const { context, page } = await visit(stage.browser, stage.server.url);
    await page.goto('/en');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('href'))).toBe('#content');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);
    const seen: string[] = [];
    for (let presses = 0; presses < 60; presses++) {
      seen.push(
        await page.evaluate(() => (document.activeElement?.closest('footer') ? 'footer' : (document.activeElement?.tagName ?? ''))),
      );
      if (seen.at(-1) === 'footer') break;
      await page.keyboard.press('Tab');
    }
    expect(seen.at(-1)).toBe('footer');
    await context.close();
  });

  it('play the chart of the sign-in by its ways, by keyboard too, and show a picture without script', async () => {
    const { context, page, complaints } = await visit(stage.browser, stage.server.url);
    await page.goto('/en');
    const lit = () =>
      page.locator('[data-state][data-on]').evaluateAll((nodes) => nodes.map((node) => (node as SVGElement).dataset['state']));
    const choices = page.locator('[data-chart] button:visible');
    expect(await lit()).toEqual(['signedOut']);
    await choices.first().press('Enter');
    expect(await lit()).toEqual(['readingLogin']);
    await page.keyboard.press('Enter');
    expect(await lit()).toEqual(['captchaAsked']);
    expect(await page.locator('[data-now]').innerText()).toBe('Captcha');
    expect(complaints).toEqual([]);
    await context.close();
    const still = await stage.browser.newContext({ javaScriptEnabled: false, baseURL: stage.server.url });
    const quiet = await still.newPage();
    await quiet.goto('/en');
    expect([await quiet.locator('[data-chart] svg').isVisible(), await quiet.locator('[data-chart] button:visible').count()]).toEqual([
      true,
      0,
    ]);
    await still.close();
  });
});
