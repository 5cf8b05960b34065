import type { BrowserContext, Page, Request, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { effort } from '#tests/support/effort.ts';
import { visit } from './support/browser.ts';
import { ADMIN_PASSWORD } from './support/server-process.ts';
import { openStage } from './support/stage.ts';
import { wordsOf } from './support/words.ts';

/** Three tabs of one browser whose access token runs out while all of them ask for things over a slow line. */
const stage = openStage({ entry: 'tests/support/start-test.ts' });
let context: BrowserContext;
let pages: readonly Page[];
let asked: string[] = [];
/** The access tokens that renewals have brought. */
let brought = new Set<unknown>();

const ADDRESSES = ['/admin/goods/goods', '/admin/goods/category', '/admin/goods/goods?order=price,asc'];
const ROUNDS = effort(2, 5);
const RENEWAL = '**/refreshToken';
const word = wordsOf('zh-cn');
const nameOf = (request: Request): string => new URL(request.url()).pathname.split('/').slice(-2).join('/').toLowerCase();
const isRefresh = (request: Request): boolean => nameOf(request) === 'common/refreshtoken';
const refreshes = (): number => asked.filter((name) => name === 'common/refreshtoken').length;
/**
 * A browser may hand on a lock sooner than what was stored under it, and a busy one does: then a tab asks for what another has been given,
 * and is given the same. So it is not requests that are counted here.
 */
async function isRenewed(times: number): Promise<void> {
  await expect.poll(() => brought.size).toBe(times);
}

async function post(
  path: string,
  body: object,
  token = '',
): Promise<{ readonly code: number; readonly data: Readonly<Record<string, unknown>> }> {
  const init = {
    method: 'POST',
    headers: { server: 'true', 'content-type': 'application/json', batoken: token },
    body: JSON.stringify(body),
  };
  return (await fetch(stage.server.url + path, init)).json() as Promise<{ code: number; data: Record<string, unknown> }>;
}

const stored = (page: Page): Promise<{ readonly token: string; readonly refreshToken: string } | null> =>
  page.evaluate(() => (JSON.parse(localStorage.getItem('adminInfo') ?? 'null') as { value: never } | null)?.value ?? null);

/** Every message that the page has shown so far, be it gone again. */
const told = (page: Page): Promise<string[]> => page.evaluate(() => (window as unknown as { told: string[] }).told);

async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('[data-busy="true"]') === null);
}
const isReady = async (page: Page): Promise<void> => {
  await page.locator('tbody [data-id]').first().waitFor();
  await settled(page);
};

/** Reads the list anew and opens a record with the choices of its form, all in one moment. */
const storm = (page: Page): Promise<void> =>
  page.evaluate((refresh) => {
    document.querySelector<HTMLElement>(`button[aria-label="${refresh}"]`)?.click();
    document.querySelector<HTMLElement>('tbody [data-id] [data-action="edit"]')?.click();
  }, word('resources.kit.table.refresh'));

async function isAnswered(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.locator('input:visible').first().waitFor();
  await settled(page);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await isReady(page);
}

/** The line is slow, and for no two calls alike. */
async function delay(route: Route): Promise<void> {
  const ms = (asked.length * 37) % 140;
  await new Promise((resolve) => setTimeout(resolve, ms));
  await route.fallback();
}

async function expire(): Promise<void> {
  const { token } = (await stored(pages[0]!))!;
  expect(await post('/test-controls/expire-token', { token })).toEqual({ expired: 1 });
}

/** Three tabs of a browser of their own, signed in, before the tests of the block that says so. */
function openTabs({ hasLocks = true } = {}): void {
  beforeAll(async () => {
    const first = await visit(stage.browser, stage.server.url);
    context = first.context;
    const { data } = await post('/api/admin/Index/login', { username: 'admin', password: ADMIN_PASSWORD, keep: true });
    const { token, refresh_token: refreshToken } = data['userInfo'] as { readonly token: string; readonly refresh_token: string };
    await first.page.goto('/');
    const slice = JSON.stringify({ version: 1, value: { id: 1, username: 'admin', token, refreshToken } });
    await first.page.evaluate((text) => localStorage.setItem('adminInfo', text), slice);
    await context.addInitScript(() => {
      const all: string[] = [];
      Object.assign(window, { told: all });
      new MutationObserver(() => {
        for (const notice of document.querySelectorAll('[data-kind]:has([role="alert"], [role="status"]):not([data-told])')) {
          notice.setAttribute('data-told', '');
          all.push(notice.querySelector('[role]')?.textContent ?? '');
        }
      }).observe(document, { subtree: true, childList: true });
    });
    if (!hasLocks) await context.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'locks'));
    pages = [first.page, await context.newPage(), await context.newPage()];
    await Promise.all(pages.map((page, index) => page.goto(ADDRESSES[index]!)));
    await Promise.all(pages.map(isReady));
    await context.route('**/api/**', delay);
    context.on('request', (request) => asked.push(nameOf(request)));
    context.on('response', async (response) => {
      if (!isRefresh(response.request())) return;
      const { data: renewed } = (await response.json()) as { readonly data: { readonly token?: unknown } | null };
      brought.add(renewed?.token);
    });
  });
  beforeEach(() => {
    asked = [];
    brought = new Set();
  });
  afterEach(() => context.unroute(RENEWAL));
  afterAll(() => context.close());
}

describe('an access token that runs out in three tabs', () => {
  openTabs();

  it('is renewed once for all of them, time and again, and nobody sees it', async () => {
    const tokens = new Set<string>();
    for (let round = 1; round <= ROUNDS; round += 1) {
      await expire();
      await Promise.all(pages.map(storm));
      await Promise.all(pages.map(isAnswered));
      await isRenewed(round);
      tokens.add((await stored(pages[2]!))!.token);
    }
    expect(tokens.size).toBe(ROUNDS);
    expect(await Promise.all(pages.map(told))).toEqual([[], [], []]);
    await expect.poll(() => pages.map((page) => new URL(page.url()).pathname)).toEqual(ADDRESSES.map((address) => address.split('?')[0]));
  });

  it('is renewed although the reply is lost after the server has renewed', async () => {
    let lost = 0;
    await context.route(RENEWAL, async (route) => {
      if (lost > 0) return route.fallback();
      lost += 1;
      expect((await route.fetch()).status()).toBe(200);
      return route.abort('connectionreset');
    });
    await expire();
    const { refreshToken } = (await stored(pages[0]!))!;
    await Promise.all(pages.map(storm));
    await Promise.all(pages.map(isAnswered));
    expect([lost, refreshes()]).toEqual([1, 2]);
    expect((await stored(pages[1]!))!.refreshToken).not.toBe(refreshToken);
    expect(await Promise.all(pages.map(told))).toEqual([[], [], []]);
    // The session lives on: the next renewal is an ordinary one.
    await expire();
    await storm(pages[1]!);
    await isAnswered(pages[1]!);
    expect(refreshes()).toBe(3);
  });

  it('leads each tab to the login page once, with one message, where the session has ended', async () => {
    const refused = new Set<Page>();
    context.on('response', (response) => {
      if (response.url().includes('/api/')) refused.add(response.frame().page());
    });
    await context.route(RENEWAL, async (route) => {
      // The family ends while its renewal is on the way, and every tab has been told that it needs one.
      await expect.poll(() => refused.size).toBe(pages.length);
      await post('/api/admin/Index/logout', {}, (await stored(pages[0]!))!.token);
      await route.fallback();
    });
    await expire();
    await Promise.all(pages.map(storm));
    await Promise.all(pages.map((page) => page.locator('input[name="username"]').waitFor()));
    expect(refreshes()).toBe(1);
    // The one whose renewal was refused asks for a sign-in, or says why the server ended it; the others say that it happened there.
    const elsewhere = word('leaving.signedOutElsewhere');
    const kinds = async () => (await Promise.all(pages.map(told))).map((all) => all.join(' + ').replace(elsewhere, 'elsewhere'));
    const [asks, says] = [word('errors.needLogin'), word('refusals.endedElsewhere')].map((text) =>
      ['elsewhere', 'elsewhere', text].toSorted(),
    );
    await expect.poll(async () => [asks, says].map(String).includes(String((await kinds()).toSorted()))).toBe(true);
    await expect.poll(() => stored(pages[0]!)).toBeNull();
    // The way back is in the address, and it is not a loop.
    const ways = pages.map((page) => new URL(page.url()));
    expect(ways.map(({ pathname }) => pathname)).toEqual(['/admin/login', '/admin/login', '/admin/login']);
    expect(ways.map(({ searchParams }) => (JSON.parse(searchParams.get('to') ?? 'null') as { readonly path: string }).path)).toEqual(
      ADDRESSES.map((address) => address.split('?')[0]),
    );
  });
});

describe('an access token that runs out in three tabs of a browser without locks', () => {
  openTabs({ hasLocks: false });

  it('is renewed once, as by plain http', async () => {
    await expect.poll(() => pages[0]!.evaluate(() => 'locks' in navigator)).toBe(false);
    for (let round = 1; round <= ROUNDS; round += 1) {
      await expire();
      await Promise.all(pages.map(storm));
      await Promise.all(pages.map(isAnswered));
      await isRenewed(round);
    }
    expect(await Promise.all(pages.map(told))).toEqual([[], [], []]);
  });
});

describe('an access token that has run out in three tabs', () => {
  openTabs();

  it('is not renewed by anybody once one tab has signed out', async () => {
    await expire();
    const before = (await stored(pages[0]!))!;
    await pages[0]!.evaluate(() => localStorage.removeItem('adminInfo'));
    // What asks by itself may have done so between the two; nobody may from now on.
    asked = [];
    await Promise.all(pages.slice(1).map((page) => page.locator('input[name="username"]').waitFor()));
    expect([refreshes(), before.token.length]).toEqual([0, 43]);
  });
});
