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

const NARROWEST = 320;
const LOOKS: Readonly<Record<string, BrowserContextOptions>> = {
  'light, wide': { colorScheme: 'light', viewport: { width: 1440, height: 900 } },
  'dark, on a phone': { colorScheme: 'dark', viewport: { width: 390, height: 844 } },
  'forced colours, at 320 px': { forcedColors: 'active', viewport: { width: NARROWEST, height: 640 } },
};

const sideways = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** By turns the pages of one language and of the other are asked: only their words differ. The long form asks both. */
const isAsked = (address: string, turn: number): boolean => effort(address.startsWith('/en') === (turn % 2 === 1), true);

describe.each(Object.entries(LOOKS).map(([name, look], turn) => ({ name, look, turn })))('in $name', ({ look, turn }) => {
  it('public pages have no barrier, nothing out of reach and nothing at the side', async () => {
    const context = await stage.browser.newContext({ ...look, reducedMotion: 'reduce', baseURL: stage.server.url });
    const page = await context.newPage();
    const found: string[] = [];
    // Where there is the least room, words of each language are tried for it.
    for (const address of addresses.filter((one) => look.viewport?.width === NARROWEST || isAsked(one, turn))) {
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

const PICTURES = /\.(?:webp|svg|png|jpe?g)$/u;

interface Placed {
  readonly node: Element;
  /** Pixels from the top of the document. */
  readonly top: number;
}
type Marked = typeof globalThis & { placed?: readonly Placed[] };

/** Remembers where everything stands. @returns how many things that are */
const markPlaces = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const nodes = [...document.querySelectorAll('main *:not(svg *), footer')];
    const placed = nodes.map((node) => ({ node, top: node.getBoundingClientRect().top + globalThis.scrollY }));
    return ((globalThis as Marked).placed = placed).length;
  });

/** What stands elsewhere than it did, of all that is still there. */
const movedSince = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    ((globalThis as Marked).placed ?? []).flatMap(({ node, top }) => {
      const now = node.getBoundingClientRect().top + globalThis.scrollY;
      return !node.isConnected || Math.abs(now - top) < 1 ? [] : [`${node.tagName} ${Math.round(top)} became ${Math.round(now)}`];
    }),
  );

/** Its words are there and drawn, in their own letters. */
const painted = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await document.fonts.ready;
    for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
  });

/** Each picture has come, or will not, those further down too. */
const arrived = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const pictures = [...document.images];
    for (const picture of pictures) picture.loading = 'eager';
    await Promise.allSettled(pictures.map((picture) => picture.decode()));
  });

/** What stands elsewhere once the pictures are there than it stood before the first of them; they are held until all else is drawn. */
async function movedByPictures(page: Page, address: string, hasPictures: boolean): Promise<readonly string[]> {
  const { promise: drawn, resolve: release } = Promise.withResolvers<void>();
  await page.route(PICTURES, async (route) => {
    await drawn;
    await (hasPictures ? route.continue() : route.abort());
  });
  await page.goto(address, { waitUntil: 'domcontentloaded' });
  await painted(page);
  await expect.poll(() => markPlaces(page)).toBeGreaterThan(5);
  release();
  await arrived(page);
  await painted(page);
  const moved = await movedSince(page);
  await page.unroute(PICTURES);
  return moved.map((one) => `${address}: ${one}`);
}

describe('public pages', () => {
  it.each([true, false])('do not jump while pictures come (%s) or fail to', async (hasPictures) => {
    const stored = { userInfo: { id: 1, username: 'walker', nickname: '小林', token: 'x', avatar: '' } };
    const { context, page } = await visit(stage.browser, stage.server.url, { width: 390, height: 844, stored });
    await page.addInitScript(watchShifts);
    for (const address of addresses.filter((one) => isAsked(one, Number(hasPictures)))) {
      expect(await movedByPictures(page, address, hasPictures)).toEqual([]);
      await page.mouse.wheel(0, 4000);
      await page.waitForLoadState('networkidle');
      const shifts = await page.evaluate(() => (globalThis as { shifts?: number }).shifts ?? 0);
      expect([address, shifts <= 0.02, shifts]).toEqual([address, true, shifts]);
    }
    await context.close();
  });

  it.each(['/', '/goods'])('would be seen to jump at %s, had pictures no sizes', async (address) => {
    const context = await stage.browser.newContext({ baseURL: stage.server.url, bypassCSP: true, viewport: { width: 390, height: 844 } });
    const page = await context.newPage();
    await page.route(address, async (route) => {
      const reply = await route.fetch();
      const bare = (await reply.text())
        .replaceAll(/(<img[^>]*?)((?: (?:width|height)="\d+")+)/gu, '$1')
        .replaceAll(/aspect-ratio:[^;}]+;?/gu, '');
      await route.fulfill({ response: reply, body: bare });
    });
    expect((await movedByPictures(page, address, true)).length).toBeGreaterThan(0);
    await context.close();
  });

  it('are walked by the keyboard, in the order they are read', async () => {
    const { context, page } = await visit(stage.browser, stage.server.url);
    await page.goto('/en');
    await page.keyboard.press('Tab');
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('href'))).toBe('#content');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);
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
    await page.locator('html[data-script="begun"]').waitFor({ state: 'attached' });
    const lit = () =>
      page.locator('[data-state][data-on]').evaluateAll((nodes) => nodes.map((node) => (node as SVGElement).dataset['state']));
    const choices = page.locator('[data-chart] button:visible');
    await expect.poll(lit).toEqual(['signedOut']);
    await choices.first().press('Enter');
    await expect.poll(lit).toEqual(['readingLogin']);
    await page.keyboard.press('Enter');
    await expect.poll(lit).toEqual(['captchaAsked']);
    await expect.poll(() => page.locator('[data-now]').innerText()).toBe('Captcha');
    expect(complaints).toEqual([]);
    await context.close();
    const still = await stage.browser.newContext({ javaScriptEnabled: false, baseURL: stage.server.url });
    const quiet = await still.newPage();
    await quiet.goto('/en');
    await expect
      .poll(async () => [await quiet.locator('[data-chart] svg').isVisible(), await quiet.locator('[data-chart] button:visible').count()])
      .toEqual([true, 0]);
    await still.close();
  });
});
