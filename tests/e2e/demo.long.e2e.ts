import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { DEMO_FOLDER, DEMO_PREFIX } from '#domain/demo/demo-words';
import { barriers } from './support/barriers.ts';
import { leaveBrowser, sharedBrowser } from './support/browser.ts';
import { buildDemo } from './support/demo-build.ts';
import { speakAtSignIn } from './support/sign-in.ts';
import { openStaticHost, type StaticHost } from './support/static-host.ts';
import { wordsOf } from './support/words.ts';
import { button } from './support/locators.ts';

/** Long enough for a machine with other work. */
const START_MS = 150_000;
const PATIENT = { timeout: START_MS };
const word = wordsOf('en');
vi.setConfig({ testTimeout: 600_000 });
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAIAAAA2iEnWAAAAE0lEQVR4nGP8z8DAwMDAAAUMDAAJEwEBmQwVUQAAAABJRU5ErkJggg==',
  'base64',
);
/** What a real session keeps on the origin. */
const REAL = { adminInfo: '{"token":"of a real session"}', storeConfig: 'of a real session', userInfo: 'a member' };

const signInOf = (page: Page) => page.locator('#root form input[type="password"]').first();
const bar = (page: Page) => page.locator('#demo details');
const rows = (page: Page) => page.locator('#root tbody [data-id]');
const site = (page: Page) => page.frameLocator('iframe.demo-site');

/** As a link of the product would. */
const lead = (page: Page, path: string): Promise<void> =>
  page.evaluate((href) => {
    const link = document.createElement('a');
    link.href = href;
    document.body.append(link);
    link.click();
    link.remove();
  }, path);

/** The sign-in is filled in. */
async function enter(page: Page, url = '**/try/admin/dashboard'): Promise<void> {
  await signInOf(page).waitFor(PATIENT);
  await expect.poll(() => signInOf(page).inputValue(), PATIENT).not.toBe('');
  await page.locator('#root form button[type="submit"]').first().click();
  await page.waitForURL(url, PATIENT);
}

async function inBar(page: Page, name: string): Promise<void> {
  await bar(page).locator('summary').click();
  await bar(page).getByRole('button', { name, exact: true }).click();
}

async function isSaved(page: Page): Promise<void> {
  await expect.poll(() => bar(page).locator('output').innerText(), PATIENT).toMatch(/\d{1,2}:\d{2}/u);
}

async function categories(page: Page): Promise<readonly string[]> {
  await lead(page, '/admin/goods/category');
  await rows(page).first().waitFor(PATIENT);
  return rows(page).allInnerTexts();
}

/** Static files and nothing else: the server, its database and the application in one browser. Built here where that was not done yet. */
describe('in a browser alone', () => {
  let host: StaticHost;
  let context: BrowserContext;
  let page: Page;
  let atFirst: readonly string[];
  /** Whatever would leave the origin, or ask it for a call. */
  const outside: string[] = [];
  const faults: string[] = [];

  async function open(): Promise<Page> {
    const opened = await context.newPage();
    opened.setDefaultTimeout(120_000);
    opened.on('pageerror', (error) => faults.push(String(error)));
    opened.on('console', (message) => {
      if (message.type() === 'error') faults.push(`${message.text()} ${message.location().url}`);
    });
    return opened;
  }
  /** All that is kept beside what the demo calls its own. */
  const keptByOthers = () =>
    page.evaluate(
      async ([prefix, folder]) => {
        const others = (storage: Storage) => Object.fromEntries(Object.entries(storage).filter(([key]) => !key.startsWith(prefix)));
        const folders: string[] = [];
        for await (const name of (await navigator.storage.getDirectory()).keys()) if (name !== folder) folders.push(name);
        const caches = (await globalThis.caches.keys()).filter((name) => !name.startsWith(prefix));
        const databases = (await indexedDB.databases()).map(({ name }) => name);
        return { local: others(localStorage), tab: others(sessionStorage), folders, caches, databases, cookies: document.cookie };
      },
      [DEMO_PREFIX, DEMO_FOLDER] as const,
    );

  beforeAll(async () => {
    await buildDemo();
    host = await openStaticHost('dist-demo', '/try');
    context = await (await sharedBrowser()).newContext({ viewport: { width: 1440, height: 900 } });
    // Requests are watched, not held: the browser finds no host by its name, and this one answers nothing but files. What pages ask of the
    // service worker is told here too, whoever answers it; what gets as far as the host counts there.
    context.on('request', (request) => {
      const { origin, pathname, protocol } = new URL(request.url());
      if (protocol.startsWith('http') && (origin !== host.origin || pathname.startsWith('/api'))) outside.push(request.url());
    });
    page = await open();
    await page.goto(`${host.origin}/try/favicon.svg`);
    await page.evaluate((kept) => Object.entries(kept).forEach(([key, text]) => localStorage.setItem(key, text)), REAL);
    await page.goto(`${host.origin}/try/`);
  }, 900_000);
  afterAll(async () => {
    await context?.close();
    await host?.close();
    await leaveBrowser();
  });

  it('says what is about to come, shows it coming, and signs in with what is filled in', async () => {
    const begin = page.locator('#demo button');
    await expect.poll(() => begin.innerText()).toMatch(/\d\.\d MB/u);
    expect(await barriers(page)).toEqual([]);
    await begin.click();
    await page.locator('#demo progress').waitFor();
    await page.locator('#root input[name="username"]').waitFor(PATIENT);
    await speakAtSignIn(page, 'en');
    await enter(page);
    atFirst = await categories(page);
    expect(atFirst.length).toBeGreaterThan(1);
  });

  it('adds, edits and deletes, and takes back what was deleted', async () => {
    await button(page, word('resources.kit.table.add')).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(word('resources.goodsCategory.fields.name')).first().fill('Oolong');
    await button(page, word('resources.kit.form.save')).click();
    await dialog.waitFor({ state: 'detached' });
    await button(page, word('resources.kit.table.editRow', { title: 'Oolong' })).click();
    await dialog.getByLabel(word('resources.goodsCategory.fields.name')).first().fill('Blue tea');
    await button(page, word('resources.kit.form.save')).click();
    await dialog.waitFor({ state: 'detached' });
    await button(page, word('resources.kit.table.deleteRow', { title: 'Blue tea' })).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: word('resources.kit.confirm.accept') })
      .click();
    await expect.poll(async () => (await rows(page).allInnerTexts()).join()).not.toContain('Blue tea');
    await page
      .getByRole('region', { name: word('common.notice.region') })
      .getByRole('button', { name: word('common.action.undo') })
      .click();
    await expect.poll(async () => (await rows(page).allInnerTexts()).join()).toContain('Blue tea');
  });

  it('keeps a picture, and shows it', async () => {
    await lead(page, '/admin/goods/goods');
    await page.locator('tbody [data-action="edit"]').first().click();
    const form = page.getByRole('dialog');
    await form
      .locator('div:has(> div > #field-goods-images-upload)')
      .locator('input[type="file"]')
      .setInputFiles({ name: 'tea.png', mimeType: 'image/png', buffer: PNG });
    const picture = form.locator('figure img[src^="/storage/"][src*="tea"]').first();
    await picture.waitFor();
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(2);
    await button(page, word('resources.kit.form.save')).click();
    await form.waitFor({ state: 'detached' });
  });

  it('plays commands of the terminal, and says that they are recorded', async () => {
    const status = () => page.locator('[data-task]').evaluateAll((all) => all.map((row) => row.getAttribute('data-status')));
    const add = async (command: string): Promise<void> => {
      await button(page, word('terminal.add')).click();
      const form = page.getByRole('dialog', { name: word('terminal.adding.title') });
      await form.locator('select').selectOption(command);
      await button(page, word('terminal.adding.submit')).click();
    };
    await page
      .locator('header')
      .getByRole('button', { name: word('admin.terminal.open') })
      .click();
    await add('version.node');
    await expect.poll(status).toEqual(['success']);
    await expect.poll(() => page.getByRole('log').textContent()).toMatch(/recorded run.*v\d+\.\d+\.\d+/su);
    await page.keyboard.press('Escape');
  });

  it('publishes a section, which is there at once', async () => {
    await lead(page, '/admin/crud/crud');
    await button(page, word('designer.start.new')).click();
    await page.getByLabel(word('designer.ask.new.english')).fill('Cups');
    await button(page, word('designer.ask.new.confirm')).click();
    await button(page, word('designer.pieces.integer')).click();
    await page.getByLabel(word('designer.field.label')).first().fill('Size');
    await button(page, word('designer.desk.review')).click();
    await button(page, word('designer.review.publish')).click();
    await button(page, word('designer.published.open', { name: 'Cups' })).click();
    await button(page, word('resources.kit.table.add')).first().click();
    await page.getByRole('dialog').getByLabel('Name').first().fill('Blue cup');
    await button(page, word('resources.kit.form.save')).click();
    await expect.poll(() => rows(page).count()).toBe(1);
  });

  it('installs a module, whose public page the site then has', async () => {
    await lead(page, '/admin/moduleStore');
    await page.getByRole('tabpanel').getByRole('button', { name: 'Articles', exact: true }).click();
    await button(page, word('modules.begin.install')).click();
    const apply = button(page, word('modules.confirm.install'));
    await apply.waitFor();
    for (const box of await page.getByRole('checkbox').all()) await box.check();
    await apply.click();
    await page.getByText(word('modules.done.title', { name: 'Articles', version: '1.0.0' })).waitFor();
    await lead(page, '/en/p/articles');
    await expect.poll(() => site(page).locator('h1').first().innerText()).toBe('Articles');
  });

  it('draws the public site, and answers in its chat', async () => {
    await lead(page, '/en');
    await expect.poll(() => site(page).locator('h1').first().innerText(), PATIENT).not.toBe('Articles');
    await expect.poll(() => site(page).locator('a[href]').count(), PATIENT).toBeGreaterThan(5);
    // Below it the application has come to rest.
    expect(await page.locator('#root progress').count()).toBe(0);
    await lead(page, '/en/goods');
    await expect
      .poll(() =>
        site(page)
          .locator('img')
          .evaluateAll((all) => all.filter((one) => (one as HTMLImageElement).naturalWidth > 0).length),
      )
      .toBeGreaterThan(2);
    await lead(page, '/chat');
    const box = page.getByRole('textbox', { name: word('chatPage.composer.label') });
    await box.fill('How do I change my password?');
    await box.press('Enter');
    await page
      .getByRole('list', { name: word('chatThread.message.sources') })
      .getByRole('link')
      .first()
      .waitFor();
  });

  it('signs members in, and draws and takes the security check of a new one', async () => {
    await inBar(page, word('demo.roles.member'));
    await enter(page, '**/try/user/account/**');
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await lead(page, '/user/account/messages');
    await page.waitForURL('**/try/user/account/messages');
    await inBar(page, word('demo.roles.member'));
    await signInOf(page).waitFor();
    await page.getByRole('tab', { name: word('entry.tabs.register') }).click();
    const form = page.getByRole('tabpanel', { name: word('entry.tabs.register') });
    await form.locator('input[name="username"]').fill('lin');
    await form.locator('input[name="address"]').fill('lin@example.com');
    await form.locator('input[name="password"]').fill('secret-99');
    await form.getByRole('button', { name: word('entryForms.code.send') }).click();
    const board = page.getByRole('application');
    await board.waitFor();
    await expect.poll(() => board.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100);
    await button(page, word('captcha.work.other')).click();
    await board.waitFor({ state: 'detached', ...PATIENT });
  });

  it('lets a reader read and an editor edit, and no more', async () => {
    await inBar(page, word('demo.roles.reader'));
    await enter(page, '**/try/admin/**');
    await lead(page, '/admin/goods/category');
    await rows(page).first().waitFor();
    await expect.poll(() => button(page, word('resources.kit.table.add')).count()).toBe(0);
    await inBar(page, word('demo.roles.editor'));
    await enter(page, '**/try/admin/**');
    await lead(page, '/admin/goods/category');
    await button(page, word('resources.kit.table.add')).first().waitFor();
    await expect.poll(() => page.locator('nav a[href="/admin/auth/admin"]').count()).toBe(0);
  });

  it('leads through the tour, which goes on by itself when something is written', async () => {
    const tour = page.getByRole('complementary', { name: word('demo.tour.label') });
    const next = () => tour.getByRole('button', { name: word('demo.tour.next') }).click();
    await inBar(page, word('demo.tour.chart.title'));
    const chart = page.getByRole('complementary', { name: word('flows.panel.label') });
    await chart.locator('g[data-state="session.signedOut"][data-lit]').waitFor();
    expect(await barriers(page, '#demo')).toEqual([]);
    await enter(page, '**/try/admin/**');
    await chart.locator('g[data-state="session.signedIn"][data-lit]').waitFor();
    await next();
    await chart.waitFor({ state: 'detached' });
    await rows(page).first().getByRole('switch').click();
    await tour.getByRole('heading', { name: word('demo.tour.undo.title') }).waitFor();
    await tour.getByRole('button', { name: word('demo.tour.place') }).click();
    await page.waitForURL('**/try/admin/security/change**');
    await next();
    await button(page, word('designer.start.new')).waitFor();
    await next();
    await page.waitForURL('**/try/dev/journal');
    await next();
    await tour.getByRole('button', { name: word('demo.tour.done') }).click();
    await tour.waitFor({ state: 'detached' });
  });

  it('keeps what was written over a reload, sign-in and all', async () => {
    const before = await categories(page);
    expect(before.join()).toContain('Blue tea');
    await isSaved(page);
    await page.reload();
    await bar(page).waitFor(PATIENT);
    await expect.poll(() => categories(page)).toEqual(before);
  });

  it('is joined by a second tab, which goes on when the first is closed', async () => {
    const before = await categories(page);
    await isSaved(page);
    const second = await open();
    await second.goto(`${host.origin}/try/admin/goods/category`);
    await rows(second).first().waitFor(PATIENT);
    await expect.poll(() => rows(second).allInnerTexts()).toEqual(before);
    await expect.poll(() => bar(second).locator('output').innerText()).toBe(word('demo.bar.joined'));
    await page.close();
    page = second;
    await isSaved(page);
    await button(page, word('resources.kit.table.refresh')).click();
    await expect.poll(() => categories(page)).toEqual(before);
  });

  it('begins anew as at first', async () => {
    await inBar(page, word('demo.bar.reset'));
    await page.locator('#root input[name="username"]').waitFor(PATIENT);
    await speakAtSignIn(page, 'en');
    await enter(page);
    await expect.poll(() => categories(page)).toEqual(atFirst);
  });

  it('begins anew where it cannot start', async () => {
    await rows(page).first().getByRole('switch').click();
    await isSaved(page);
    // What was kept is spoilt while no server runs.
    await page.goto(`${host.origin}/try/favicon.svg`);
    await page.evaluate(async (name) => {
      const folder = await (await (await navigator.storage.getDirectory()).getDirectoryHandle(name)).getDirectoryHandle('snapshots');
      for await (const own of folder.keys()) {
        const writable = await (await folder.getFileHandle(own)).createWritable();
        await writable.write('no archive of a database');
        await writable.close();
      }
    }, DEMO_FOLDER);
    await page.goto(`${host.origin}/try/admin`);
    const alert = page.locator('#demo [role="alert"]');
    await alert.waitFor(PATIENT);
    expect(await barriers(page)).toEqual([]);
    await alert.getByRole('button').last().click();
    await page.locator('#root input[name="username"]').waitFor(PATIENT);
    await speakAtSignIn(page, 'en');
    await enter(page);
    await expect.poll(() => categories(page)).toEqual(atFirst);
  });

  it('has asked nobody outside for anything, and left a real session as it was', async () => {
    expect({ outside, strays: host.strays }).toEqual({ outside: [], strays: [] });
    expect(await keptByOthers()).toEqual({ local: REAL, tab: {}, folders: [], caches: [], databases: [], cookies: '' });
    expect(faults).toEqual([]);
  });
});
