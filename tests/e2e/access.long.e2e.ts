import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SHIPPED_RULES } from '#server/db/seed/shipped-rules';
import { effort } from '#tests/support/effort.ts';
import { signIn } from './support/admin-calls.ts';
import { barriers, COLOUR_RULES } from './support/barriers.ts';
import type { Visit } from './support/browser.ts';
import { spoken } from './support/languages.ts';
import { leadTo } from './support/lead-to.ts';
import { outOfReach } from './support/out-of-reach.ts';
import { redress } from './support/redress.ts';
import { enter, reachSignIn } from './support/sign-in.ts';
import { openStage } from './support/stage.ts';
import { wordsOf, type Language } from './support/words.ts';

/** Whatever the menu leads to; a section that is added is looked at as well. */
const PAGES = SHIPPED_RULES.filter(({ type }) => type === 'menu').map(({ name, path }) => ({ name, path }));

const WINDOW = '[role="dialog"], [role="alertdialog"]';
const MENU = '[role="menu"]';
/** What opens a window of its own in a row, or a menu that leads to one. */
const ROW_BUTTONS = 'tbody :is([data-action="view"], [data-action="window"])';
/** What asks first, in the same window wherever it stands. */
const DELETE_BUTTON = 'tbody [data-action="delete"]';

/** Which of them do something that none before them does. */
function firstOfEachKind(buttons: readonly Element[]): readonly number[] {
  const kinds = buttons.map((button) => `${button.getAttribute('data-action')} ${button.getAttribute('data-field')}`);
  return [...new Set(kinds)].map((kind) => kinds.indexOf(kind));
}

/** What a wide window has no need of, since it has more room, and what a narrow one has none for, or folds away until it is asked for. */
const ELSEWHERE = {
  wide: '[class*="phoneOnly"], [data-chooses="page"], [class*="smallBrand"], [class*="narrow"]',
  narrow: '[class*="wideOnly"], [class*="beyondPhone"], [data-shown="false"]',
} as const;
/** The way past the frame is left out too: it shows itself to the keyboard alone. */
const elsewhere = (page: Page): string => `:is(.tp-skip-link, ${ELSEWHERE[(page.viewportSize()?.width ?? 0) < 700 ? 'narrow' : 'wide']})`;

/** Has the page drawn in a scheme, without anything that moves. */
async function dress(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor({ state: 'attached' });
  await page.waitForFunction(() => document.getAnimations().length === 0);
}

/** Nothing is on its way any more. */
async function settled(page: Page): Promise<void> {
  await expect.poll(() => page.locator('[data-busy="true"], [aria-busy="true"], .mantine-Skeleton-root').count()).toBe(0);
}

/** A record in each section that is empty at first and can be given one. */
async function addRecords(url: string): Promise<void> {
  const calls = await signIn(url);
  const add = async (controller: string, record: Readonly<Record<string, unknown>>): Promise<unknown> => {
    const { code, msg, data } = await calls.post(`${controller}/add`, record);
    if (code !== 1) throw new Error(`${controller}: ${msg}`);
    return data?.['id'];
  };
  const user_id = await add('user.User', { username: 'walker', nickname: 'Walker', password: 'green-tea-7', group_id: 1 });
  await add('user.MoneyLog', { user_id, memo: 'welcome', money: '8.80' });
  await add('user.ScoreLog', { user_id, memo: 'welcome', score: 8 });
  await add('auth.Project', { name: 'Shops', pid: 0, type: 1 });
  await add('routine.Classification', { name: 'Teas', pid: 0 });
}

/** Nothing shuts anybody out: looks at each page of the menu with its windows, at the frame around them, and at the pages before it. */
const stage = openStage({ entry: 'tests/support/start-test.ts' });
beforeAll(() => addRecords(stage.server.url));

describe.each<Language>(spoken('en'))('in %s, light and dark', (language) => {
  const word = wordsOf(language);
  let visited: Visit;
  let page: Page;
  let found: string[];
  /** Whether the question before something is deleted was looked at; once is enough but in the long form. */
  let isAsked = false;

  /** Looks for everything in light, and in the dark for what depends on colours. */
  const look = async (place: string, within: string): Promise<void> => {
    await settled(page);
    found.push(...(await barriers(page, within)).map((barrier) => `${place}: ${barrier}`));
    found.push(...(await outOfReach(page, within, elsewhere(page))).map((trouble) => `${place}: ${trouble}`));
    await redress(page, 'dark');
    found.push(...(await barriers(page, within, COLOUR_RULES)).map((barrier) => `${place}, dark: ${barrier}`));
    await redress(page, 'light');
  };
  const openWindow = () => page.locator(WINDOW).filter({ visible: true }).last();
  /** Looks at the window that is opened, and closes it. */
  async function lookAtWindow(place: string): Promise<void> {
    await openWindow().waitFor();
    await look(place, WINDOW);
    await page.keyboard.press('Escape');
    await openWindow().waitFor({ state: 'hidden' });
  }

  /** What opens a menu first leads on to its window by the last entry. */
  async function throughMenu(): Promise<void> {
    await page.locator(`:is(${WINDOW}, ${MENU})`).filter({ visible: true }).last().waitFor();
    if ((await page.locator(MENU).filter({ visible: true }).count()) === 0) return;
    await look('the menu', MENU);
    await page.getByRole('menuitem').last().click();
    await page.locator(MENU).filter({ visible: true }).waitFor({ state: 'hidden' });
  }

  beforeAll(async () => {
    visited = await enter(stage, '/admin/dashboard', { language });
    ({ page } = visited);
    await page.getByRole('region', { name: word('dashboard.figures') }).waitFor();
    await dress(page, 'light');
  });
  afterAll(() => visited?.context.close());

  it.each(PAGES)('$name', async ({ name, path }) => {
    found = [];
    await leadTo(page, `/admin/${path}`);
    await expect.poll(() => page.title()).toBe(`${word(`menu.${name.replace('/', '.')}`)} - Troupe`);
    await page.locator('main :is(h1, h2, table, form)').first().waitFor();
    await look('the page', 'main');
    const add = page.getByRole('main').getByRole('button', { name: word('resources.kit.table.add'), exact: true });
    if ((await add.count()) > 0) {
      await add.first().click();
      await lookAtWindow('the form');
    }
    const buttons = page.locator(isAsked ? ROW_BUTTONS : `:is(${ROW_BUTTONS}, ${DELETE_BUTTON})`);
    isAsked ||= effort((await page.locator(DELETE_BUTTON).count()) > 0, false);
    for (const index of await buttons.evaluateAll(firstOfEachKind)) {
      await buttons.nth(index).click();
      await throughMenu();
      await lookAtWindow(`the window of ${await buttons.nth(index).getAttribute('aria-label')}`);
    }
    expect(found).toEqual([]);
  });

  it('the frame', async () => {
    found = [];
    await page.goto('/admin/goods/goods');
    await page.locator('tbody [data-id]').first().waitFor();
    await look('the whole page', 'body');
    const header = page.locator('header');
    for (const name of ['admin.terminal.open', 'admin.shell.layout', 'admin.shell.palette']) {
      await header.getByRole('button', { name: word(name), exact: true }).click();
      await lookAtWindow(word(name));
    }
    for (const name of ['admin.shell.account', 'admin.cache.label']) {
      await header.getByRole('button', { name: word(name) }).click();
      await page.getByRole('menu').waitFor();
      await look(word(name), '[role="menu"]');
      await page.keyboard.press('Escape');
      await page.getByRole('menu').waitFor({ state: 'hidden' });
    }
    expect(found).toEqual([]);
  });

  it('the tools of a list', async () => {
    found = [];
    const main = page.getByRole('main');
    await main.getByRole('button', { name: word('resources.kit.table.filters') }).click();
    await main.getByRole('button', { name: word('resources.kit.search.apply') }).waitFor();
    // Views are of the whole list: what may be done with chosen records takes their place.
    await main.getByRole('button', { name: word('savedViews.title'), exact: true }).click();
    await lookAtWindow(word('savedViews.title'));
    await page.locator('tbody [data-action="select"]').first().click();
    await look('with its filters, something chosen', 'main');
    for (const name of ['resources.kit.table.bulkEdit', 'resources.kit.table.import', 'resources.kit.table.export']) {
      await main.getByRole('button', { name: word(name), exact: true }).click();
      await lookAtWindow(word(name));
    }
    await main.getByRole('button', { name: `${word('resources.kit.table.columns')}, ${word('resources.kit.table.density')}` }).click();
    await lookAtWindow(word('resources.kit.table.columns'));
    expect(found).toEqual([]);
  });

  it('a list, its menu and its form on a phone', async () => {
    found = [];
    await page.setViewportSize({ width: 390, height: 844 });
    await page.locator('main ul [data-action="select"]').first().waitFor();
    await look('the cards', 'body');
    await page.getByRole('button', { name: word('admin.shell.openMenu') }).click();
    const menu = page.getByRole('dialog', { name: word('admin.shell.navigation') });
    await expect.poll(async () => (await menu.boundingBox())?.width).toBe(190);
    await lookAtWindow('the menu');
    await page.getByRole('button', { name: word('resources.kit.table.add'), exact: true }).click();
    await lookAtWindow('the form');
    await page.setViewportSize({ width: 1440, height: 900 });
    expect(found).toEqual([]);
  });

  it('the pages for who is not signed in', async () => {
    found = [];
    await visited.context.close();
    visited = await reachSignIn(stage, '/admin/login', { language });
    ({ page } = visited);
    await dress(page, 'light');
    await look('/admin/login', 'body');
    // The public site is made of documents, which tests/e2e/documents.e2e.ts looks at.
    for (const path of ['/user/login', '/404', '/401', '/dev/fields']) {
      await page.goto(path);
      await page.locator('h1').waitFor();
      await look(path, 'body');
    }
    expect(found).toEqual([]);
  });
});
