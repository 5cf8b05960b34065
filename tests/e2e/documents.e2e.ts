import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { visit } from './support/browser.ts';
import { openScene } from './support/stage.ts';
import { wordsOf, type Language } from './support/words.ts';

/** Public pages as the server draws them, and what their script adds. */
const stage = openScene();

const heading = (page: Page) => page.locator('h1').innerText();
const taglineOf = (language: Language) => wordsOf(language)('site.home.tagline');
const plain = (text: string) => text.replaceAll(/\s/gu, '');
const schemeOf = (page: Page) => page.evaluate(() => document.documentElement.dataset['mantineColorScheme']);

describe('the home page', () => {
  it.each(['zh-cn', 'en'] as const)('can be read, and left by its links, without any script in %s', async (language) => {
    const context = await stage.browser.newContext({ javaScriptEnabled: false, baseURL: stage.server.url });
    const page = await context.newPage();
    // The browser says there what its policy has kept from a page, with or without a script of it.
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    await page.goto(language === 'en' ? '/en' : '/');
    const word = wordsOf(language);
    await expect.poll(async () => plain(await heading(page))).toBe(plain(taglineOf(language)));
    await expect.poll(() => page.title()).toBe(`${word('site.home.title')} - Troupe`);
    await expect.poll(() => page.getByRole('link', { name: word('site.home.enterAdmin') }).getAttribute('href')).toBe('/admin');
    const other = language === 'en' ? 'zh-cn' : 'en';
    await page
      .locator('header')
      .getByRole('link', { name: other === 'en' ? 'English' : '简体中文' })
      .click();
    await expect.poll(async () => plain(await heading(page))).toBe(plain(taglineOf(other)));

    const wordThere = wordsOf(other);
    await page
      .locator('header')
      .getByRole('link', { name: wordThere('site.goods.title') })
      .click();
    await page.getByRole('searchbox').fill('xyz');
    await page.getByRole('searchbox').press('Enter');
    await expect.poll(() => new URL(page.url()).search).toBe('?q=xyz');
    await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('xyz');
    await page.goto(other === 'en' ? '/en' : '/');
    await page.getByRole('textbox', { name: wordThere('site.home.question.label') }).fill('tea');
    await page.getByRole('textbox', { name: wordThere('site.home.question.label') }).press('Enter');
    // Of the application itself, which needs its script, nothing is asked.
    expect(complaints).toEqual([]);
    await expect.poll(() => new URL(page.url()).pathname + new URL(page.url()).search).toBe('/chat?q=tea');
    await context.close();
  });

  it.each(['light', 'dark'] as const)('follows the system in %s colours until somebody chooses', async (colorScheme) => {
    const { context, page, complaints } = await visit(stage.browser, stage.server.url);
    await page.emulateMedia({ colorScheme });
    await page.goto('/');
    const other = colorScheme === 'dark' ? 'light' : 'dark';
    await page.locator('html[data-script="begun"]').waitFor({ state: 'attached' });
    await page.getByRole('button', { name: wordsOf('zh-cn')(other === 'light' ? 'site.toLight' : 'site.toDark') }).click();
    await expect.poll(() => schemeOf(page)).toBe(other);
    // In the application, too.
    await page.goto('/admin/login');
    await page.locator('#root[data-mounted]').waitFor();
    await expect.poll(() => schemeOf(page)).toBe(other);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('does what was pressed before its script had come as soon as that has', async () => {
    const { context, page, complaints } = await visit(stage.browser, stage.server.url);
    const line = Promise.withResolvers<void>();
    await page.route('**/assets/documents-public-*.js', async (route) => {
      await line.promise;
      await route.continue();
    });
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto('/', { waitUntil: 'domcontentloaded' });
    const button = page.getByRole('button', { name: wordsOf('zh-cn')('site.toDark') });
    await button.click();
    await button.click();
    expect(await schemeOf(page)).toBe(undefined);
    line.resolve();
    await page.locator('html[data-script="begun"]').waitFor({ state: 'attached' });
    await expect.poll(() => schemeOf(page)).toBe('dark');
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('is painted before it asks for its script', async () => {
    const { context, page, complaints } = await visit(stage.browser, stage.server.url);
    await page.goto('/');
    await page.locator('html[data-script="begun"]').waitFor({ state: 'attached' });
    const [script, painted] = await page.evaluate(() => [
      performance.getEntriesByType('resource').find(({ name }) => name.endsWith('.js'))?.startTime,
      (performance.getEntriesByName('first-paint')[0]?.toJSON() as { readonly paintTime?: number } | undefined)?.paintTime,
    ]);
    expect(script).toBeGreaterThan(painted ?? Number.NaN);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('leads who has chosen a language to it before anything is seen, and the application follows', async () => {
    const { context, page, complaints } = await visit(stage.browser, stage.server.url);
    await page.goto('/');
    await page.locator('header').getByRole('link', { name: 'English' }).click();
    await page.waitForURL('**/en');
    await page.goto('/?a=1#points');
    await page.waitForURL('**/en?a=1#points');
    await expect.poll(() => heading(page)).toBe(taglineOf('en'));
    await page.getByRole('link', { name: wordsOf('en')('site.home.enterAdmin') }).click();
    await page.waitForURL('**/admin/login**');
    await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe('en');
    await page.goto('/en');
    await page.locator('header').getByRole('link', { name: '简体中文' }).click();
    await expect.poll(async () => plain(await heading(page))).toBe(plain(taglineOf('zh-cn')));
    await expect.poll(() => new URL(page.url()).pathname).toBe('/');
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('knows an old bookmark, and is where the application leads to', async () => {
    const { context, page } = await visit(stage.browser, stage.server.url);
    await page.goto('/#/admin/login');
    await page.locator('input[name="username"]').waitFor();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/admin/login');
    await page.goto('/401');
    await page.getByRole('link', { name: wordsOf('zh-cn')('common.action.home') }).click();
    await page.waitForURL(`${stage.server.url}/`);
    await expect.poll(async () => plain(await heading(page))).toBe(plain(taglineOf('zh-cn')));
    await context.close();
  });

  it('greets a member who is signed in, and nobody else', async () => {
    const stored = { userInfo: { id: 1, username: 'walker', nickname: '小林', token: 'x', avatar: '' } };
    const { context, page, complaints } = await visit(stage.browser, stage.server.url, { stored });
    await page.clock.setFixedTime(new Date(2026, 10, 23, 4, 59));
    await page.goto('/');
    await page.getByText(wordsOf('zh-cn')('site.greeting.lateNight', { name: '小林' })).waitFor();
    await expect.poll(() => page.locator('[data-account]').innerText()).toBe('小林');
    expect(complaints).toEqual([]);
    await context.close();
  });
});
