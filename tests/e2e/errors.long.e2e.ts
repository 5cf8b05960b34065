import { createServer } from 'node:http';
import type { Page } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installScenario, type BrowserLine } from '#tests/support/scenarios/browser-line.ts';
import { CATALOGUE_SCENARIOS } from '#tests/support/scenarios/catalogue-scenarios.ts';
import { ERROR_CATALOGUE, type RowName } from '#tests/support/scenarios/catalogue.ts';
import { envelope, status, type Scenario } from '#tests/support/scenarios/scenario.ts';
import { visit, type Visit } from './support/browser.ts';
import { spoken } from './support/languages.ts';
import { ADMIN_PASSWORD } from './support/server-process.ts';
import { enter } from './support/sign-in.ts';
import { openStage } from './support/stage.ts';
import { wordsOf, type Language } from './support/words.ts';

/** A dozen rows of the error catalogue as people see them, over connections that really break. The rest is met in process. */
const stage = openStage();

const WRITE = { method: 'POST', path: '/admin/goods.Goods/sortable' } as const;

const scenarioOf = (name: RowName, language: Language): Scenario => {
  // Rights cannot be taken away in this menu yet: the refusal comes as the server words it.
  if (name === 'code 401')
    return { name, rules: [{ on: WRITE, what: envelope({ code: 401, msg: ERROR_CATALOGUE[name][language], data: [] }) }] };
  const found = CATALOGUE_SCENARIOS.find((scenario) => scenario.name === name);
  if (!found) throw new Error(`no scenario for ${name}`);
  return found;
};

/** The messages on the screen as people read them: kind, words, and how often. */
const shown = (page: Page) =>
  page
    .locator('[data-kind]:has([role="alert"], [role="status"])')
    .evaluateAll((notices) =>
      notices.map((notice) => [
        notice.getAttribute('data-kind'),
        ...Array.from(notice.querySelectorAll('div > span:not([aria-hidden])'), (part) => part.textContent),
      ]),
    );

describe.each<Language>(spoken('zh-cn'))('errors in %s', (language) => {
  const word = wordsOf(language);
  let visited: Visit;
  let page: Page;
  let line: BrowserLine | null = null;

  beforeAll(async () => {
    visited = await visit(stage.browser, stage.server.url);
    page = visited.page;
    await page.goto('/admin/goods/goods');
    await page.locator('input[name="username"]').waitFor();
    if (language === 'en') {
      await page.getByRole('button', { name: 'English' }).click();
      await page.getByRole('heading', { name: word('admin.login.title') }).waitFor();
    }
    await page.locator('input[name="username"]').fill('admin');
    await page.locator('input[name="password"]').fill(ADMIN_PASSWORD);
    await page.keyboard.press('Enter');
    await page.locator('tbody [data-id]').first().waitFor();
  });
  afterAll(() => visited?.context.close());

  const play = async (scenario: Scenario): Promise<void> => {
    await line?.close();
    line = await installScenario(visited.context, stage.server.url, scenario);
  };
  const clean = async (): Promise<void> => {
    await line?.reconnect();
    for (const close of await page
      .locator('[data-kind]')
      .getByRole('button', { name: word('common.action.close') })
      .all())
      await close.click();
    await expect.poll(() => shown(page)).toEqual([]);
    await expect.poll(() => page.locator('[data-busy="true"]').count()).toBe(0);
  };
  /** Moves the first row down by keyboard: one write. */
  const move = async (): Promise<void> => {
    await expect.poll(() => page.locator('[data-busy="true"]').count()).toBe(0);
    await page.locator('tbody [data-id]').first().locator('[data-action="drag"]').press('ArrowDown');
  };

  it.each<RowName>([
    'status 500',
    'status 404',
    'status 302',
    'status 418',
    'offline',
    'no server',
    'a cut reply',
    'an HTML page',
    'truncated JSON',
    'an empty body',
    'code 0 with a message',
    'code 0 without a message',
    'code 401',
  ])('%s', async (name) => {
    await play(scenarioOf(name, language));
    await move();
    const row = ERROR_CATALOGUE[name];
    // What may pass is tried again for a while.
    await expect.poll(() => shown(page), { timeout: 40_000 }).toEqual([[row?.kind, row?.[language]]]);
    await clean();
  });

  it('says of a success, be its code a text, which thing was moved', async () => {
    await play(scenarioOf('code 1 as text', language));
    const titles = await page.locator('tbody [data-id]').first().locator('td').allTextContents();
    await move();
    await expect.poll(async () => (await shown(page)).map(([kind]) => kind)).toEqual(['success']);
    const [[, text] = []] = await shown(page);
    expect(titles.map((title) => word('changes.did.sortable', { title }))).toContain(text);
    await clean();
  });

  it('does what met a server that was away for a moment, and says nothing of that', async () => {
    await play({ name: 'twice status 503', rules: [1, 2].map((nth) => ({ on: { ...WRITE, nth }, what: status(503) })) });
    await move();
    await expect.poll(async () => (await shown(page)).map(([kind]) => kind)).toEqual(['success']);
    await clean();
  });

  it('says one cause once, with its number', async () => {
    await play({ name: 'three times status 500', rules: [{ on: WRITE, what: status(500) }] });
    const { kind, [language]: text } = ERROR_CATALOGUE['status 500'];
    await move();
    await expect.poll(() => shown(page)).toEqual([[kind, text]]);
    for (const times of [2, 3]) {
      await move();
      await expect.poll(() => shown(page)).toEqual([[kind, text, word('common.notice.times', { times })]]);
    }
    await clean();
  });

  it('says that the visitor is there already', async () => {
    const link = page
      .getByRole('navigation', { name: word('admin.shell.navigation') })
      .getByRole('link', { name: word('menu.goods.goods'), exact: true });
    await link.click();
    const { kind, [language]: text } = ERROR_CATALOGUE['already at the target'];
    await expect.poll(() => shown(page)).toEqual([[kind, text]]);
    await clean();
  });

  it('says that a page did not arrive, and stays', async () => {
    await visited.context.route('**/assets/*', (route) => route.abort());
    // A bookmark of the hash kind, put into the address bar.
    await page.evaluate(() => void (location.hash = '#/dev/journal'));
    const { kind, [language]: text } = ERROR_CATALOGUE['invalid route'];
    await expect.poll(() => shown(page)).toEqual([[kind, text]]);
    await expect.poll(() => new URL(page.url()).pathname).toBe('/admin/goods/goods');
    await visited.context.unroute('**/assets/*');
  });

  it('threw nothing on the way', () => {
    expect(visited.complaints.filter((text) => !text.includes('Failed to load resource'))).toEqual([]);
  });
});

describe('a first page', () => {
  it('has a block in its place while it is on its way', async () => {
    const { context, page } = await visit(stage.browser, stage.server.url);
    const held = Promise.withResolvers<void>();
    await context.route('**/assets/start-member-login-*.js', async (route) => {
      await held.promise;
      await route.continue();
    });
    // The sign-in itself comes with the page.
    await page.goto('/user/login?tab=register', { waitUntil: 'commit' });
    const block = page.getByRole('status').filter({ hasText: wordsOf('zh-cn')('common.state.loading') });
    await block.waitFor();
    held.resolve();
    await page.getByRole('tab', { name: wordsOf('zh-cn')('entry.tabs.register'), selected: true }).waitFor();
    expect(await block.count()).toBe(0);
    await context.close();
  });
});

describe('a wrong address', () => {
  const word = wordsOf('zh-cn');

  it.each(['by itself', 'by its button'] as const)('leads back %s to the page before, which another page load has shown', async (way) => {
    const { context, page } = await visit(stage.browser, stage.server.url);
    await page.goto('/user/login');
    await page.locator('#root[data-mounted]').waitFor();
    await page.goto('/wrong/address');
    await page.goto('/wrong/too');
    const back = page.getByRole('button', { name: word('common.action.back') });
    await back.waitFor();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/404');
    // The other wrong address lies between: each return goes one further.
    for (const at of ['/404', '/user/login']) {
      const arrived = page.waitForURL((url) => url.pathname === at, { waitUntil: 'commit', timeout: 20_000 });
      const moved = page.waitForEvent('framenavigated', { timeout: 20_000 });
      if (way === 'by its button') await back.click();
      await moved;
      await arrived;
      await page.locator('#root[data-mounted]').waitFor();
    }
    await context.close();
  });

  it('leads home where nothing lies behind', async () => {
    const { context, page } = await visit(stage.browser, stage.server.url);
    // A browser's own empty page is no page of ours.
    await page.goto('/wrong/address');
    await page.getByRole('button', { name: word('common.action.back') }).click();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/');
    await context.close();
  });
});

describe('code that does not arrive', () => {
  const word = wordsOf('zh-cn');
  let visited: Visit;
  beforeAll(async () => {
    visited = await enter(stage, '/admin/goods/goods');
    await visited.page.locator('tbody [data-id]').first().waitFor();
  });
  afterAll(() => visited?.context.close());

  /** Refuses what is asked for from now on, until the line is there again. */
  const cutCode = async () => {
    const { context } = visited;
    await context.route('**/assets/*', (route) => route.abort());
    return () => context.unroute('**/assets/*');
  };

  it('says so where a menu would open, and the menu comes when it is asked for again', async () => {
    const { page } = visited;
    const mend = await cutCode();
    await page.getByRole('button', { name: word('admin.shell.account') }).click();
    const lost = page
      .getByRole('banner')
      .getByRole('alert')
      .filter({ hasText: word('common.lazy.failed') });
    await lost.waitFor();
    await expect.poll(() => page.locator('tbody [data-id]').count()).toBeGreaterThan(0);
    await mend();
    await lost.getByRole('button', { name: word('common.action.retry') }).click();
    await page.getByRole('menuitem', { name: word('admin.shell.home') }).waitFor();
    await expect.poll(() => lost.count()).toBe(0);
    await page.keyboard.press('Escape');
  });

  it('leaves one on the old page where a section was wanted, and brings it the next time', async () => {
    const { page } = visited;
    const link = page
      .getByRole('navigation', { name: word('admin.shell.navigation') })
      .getByRole('link', { name: word('menu.routine.config'), exact: true });
    await page.getByRole('button', { name: word('menu.routine') }).click();
    const mend = await cutCode();
    await link.click();
    await expect.poll(() => shown(page)).toEqual([['failure', ERROR_CATALOGUE['invalid route']['zh-cn']]]);
    await expect.poll(() => new URL(page.url()).pathname).toBe('/admin/goods/goods');
    await mend();
    await link.click();
    await page.waitForURL((url) => url.pathname === '/admin/routine/config');
    await page.getByRole('tab').first().waitFor();
  });
});

/** The transport as one script, since no call of the product sets a time-out yet that a visitor could meet. */
async function transportScript(): Promise<string> {
  const lib = { entry: 'tests/e2e/support/transport-in-page.ts', formats: ['iife' as const], name: 'transport' };
  const [built] = [
    await build({
      configFile: false,
      logLevel: 'silent',
      build: { write: false, lib, rolldownOptions: { output: { codeSplitting: false } } },
    }),
  ].flat();
  if (!built || !('output' in built)) throw new Error('nothing was built');
  return built.output[0].code;
}

it.each([
  ['written', { method: 'POST', path: '/admin/ping/add' }],
  ['read', { method: 'GET', path: '/admin/ping/index' }],
] as const)('knows a time-out from a broken line and from a lost connection where something is %s', async (_what, on) => {
  const { context, page } = await visit(stage.browser, stage.server.url);
  await page.goto('/');
  await page.evaluate(await transportScript());
  const line = await installScenario(context, stage.server.url, {
    name: 'a slow and a broken call',
    rules: [
      { on: { ...on, nth: 1 }, when: { held: 'for ever' } },
      { on: { ...on, nth: 2 }, what: { kind: 'requestLost' } },
      { on: { ...on, nth: 3 }, what: { kind: 'offline' } },
    ],
  });
  expect(await page.evaluate((method) => failureWithin(method, 100), on.method)).toEqual({ kind: 'timeout' });
  expect(await page.evaluate((method) => failureWithin(method, 60_000), on.method)).toEqual({ kind: 'unreachable', online: true });
  expect(await page.evaluate((method) => failureWithin(method, 60_000), on.method)).toEqual({ kind: 'unreachable', online: false });
  expect(line.sent).toHaveLength(3);
  await line.close();
  await context.close();
});

describe('an event stream in a browser', () => {
  it.each([0, 1, 2, 3])('arrives up to message %i and breaks there', async (afterMessages) => {
    const sent = ['one', 'two', 'three'];
    const source = createServer((_request, reply) => {
      reply.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const text of sent) reply.write(`data: ${text}\n\n`);
    });
    await new Promise<void>((resolve) => source.listen(0, '127.0.0.1', resolve));
    const { port } = source.address() as { readonly port: number };
    const { context, page } = await visit(stage.browser, stage.server.url);
    await page.goto('/');
    const scenario: Scenario = { name: 'a cut stream', rules: [{ on: { path: '/stream' }, what: { kind: 'streamCut', afterMessages } }] };
    const line = await installScenario(context, stage.server.url, scenario, `http://127.0.0.1:${port}`);
    const heard = await page.evaluate(
      () =>
        new Promise<readonly string[]>((resolve) => {
          const messages: string[] = [];
          const stream = new EventSource('/api/stream');
          stream.addEventListener('message', ({ data }) => messages.push(String(data)));
          stream.addEventListener('error', () => {
            stream.close();
            resolve(messages);
          });
        }),
    );
    expect([heard, line.handled]).toEqual([sent.slice(0, afterMessages), ['GET /stream']]);
    await line.close();
    await context.close();
    source.closeAllConnections();
    source.close();
  });
});
