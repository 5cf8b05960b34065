import { existsSync } from 'node:fs';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { leaveBrowser, sharedBrowser } from './support/browser.ts';
import { openStaticHost, type StaticHost } from './support/static-host.ts';

/** From the press to the sign-in on a machine with other work. */
const START_MS = 100_000;
const isBuilt = existsSync('dist-demo/index.html');

const signInOf = (one: Page) => one.locator('#root form input[type="password"]');
const bar = (one: Page) => one.locator('#demo details');

async function enter(one: Page): Promise<void> {
  await signInOf(one).waitFor({ timeout: START_MS });
  await one.locator('#root form button[type="submit"]').click();
  await one.waitForURL('**/try/admin/dashboard', { timeout: START_MS });
}

/** Static files and nothing else: the server, its database and the application in one browser. `npm run build:demo` comes first. */
describe.skipIf(!isBuilt)('in a browser alone', () => {
  let host: StaticHost;
  let context: BrowserContext;
  let page: Page;
  /** Whatever would leave the origin, or ask it for a call. */
  const outside: string[] = [];

  async function namesOf(one: Page): Promise<readonly string[]> {
    await one.goto(`${host.origin}/try/admin/goods/category`);
    await one.locator('#root [data-id]').first().waitFor({ timeout: START_MS });
    return one.locator('#root [data-id]').allInnerTexts();
  }

  beforeAll(async () => {
    host = await openStaticHost('dist-demo', '/try');
    context = await (await sharedBrowser()).newContext({ viewport: { width: 1440, height: 900 } });
    await context.route('**/*', (route) => {
      const { origin, pathname } = new URL(route.request().url());
      if (origin === host.origin && pathname.startsWith('/try/')) return route.continue();
      outside.push(route.request().url());
      return route.abort();
    });
    await context.addInitScript(() => localStorage.setItem('storeConfig', 'of a real session'));
    page = await context.newPage();
    await page.goto(`${host.origin}/try/`);
  });
  afterAll(async () => {
    await context?.close();
    await host?.close();
    await leaveBrowser();
  });

  it('says what is about to come, starts, and signs in with what is filled in', async () => {
    const begin = page.locator('#demo button');
    expect(await begin.innerText()).toMatch(/\d\.\d MB/u);
    await begin.click();
    await enter(page);
  });

  it('keeps what was written over a reload, sign-in and all', async () => {
    const before = await namesOf(page);
    expect(before.length).toBeGreaterThan(3);
    await expect.poll(() => bar(page).locator('output').innerText(), { timeout: 60_000 }).toMatch(/\d{2}:\d{2}/u);
    expect(await namesOf(page)).toEqual(before);
  });

  it('is joined by a second tab, which goes on when the first is closed', async () => {
    const before = await namesOf(page);
    const second = await context.newPage();
    expect(await namesOf(second)).toEqual(before);
    await page.close();
    page = second;
    await expect.poll(() => bar(page).locator('output').innerText(), { timeout: START_MS }).toMatch(/\d{2}:\d{2}/u);
    expect(await namesOf(page)).toEqual(before);
  });

  it('shows the public site as its server draws it', async () => {
    await bar(page).locator('summary').click();
    await bar(page).locator('section button').nth(6).click();
    const site = page.frameLocator('iframe.demo-site');
    await site.locator('h1').first().waitFor({ timeout: 60_000 });
    expect(await site.locator('a[href]').count()).toBeGreaterThan(5);
  });

  it('begins anew, signed out, and asks nobody outside for anything', async () => {
    await page.evaluate(() => document.querySelector('#demo details')?.setAttribute('open', ''));
    await bar(page).locator('section button').last().click();
    await enter(page);
    expect((await namesOf(page)).length).toBeGreaterThan(3);
    expect(await page.evaluate(() => localStorage.getItem('storeConfig'))).toBe('of a real session');
    expect([...outside, ...host.strays]).toEqual([]);
  });
});
