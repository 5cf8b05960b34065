import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { visit } from './support/browser.ts';
import { openStage } from './support/stage.ts';
import { wordsOf, type Language } from './support/words.ts';

/** The home page as the server draws it, and as the script takes it over. */
const stage = openStage();

const heading = (page: Page) => page.locator('h1').innerText();
const taglineOf = (language: Language) => wordsOf(language)('public.home.tagline');
const plain = (text: string) => text.replaceAll(/\s/gu, '');

describe('the home page', () => {
  it('can be read, and left by its links, without any script', async () => {
    const context = await stage.browser.newContext({ javaScriptEnabled: false, baseURL: stage.server.url });
    const page = await context.newPage();
    await page.goto('/');
    expect(plain(await heading(page))).toBe(plain(taglineOf('zh-cn')));
    expect(await page.title()).toBe(`${wordsOf('zh-cn')('common.title.home')} - Troupe`);
    expect(await page.getByRole('link', { name: wordsOf('zh-cn')('public.home.enterAdmin') }).getAttribute('href')).toBe('/admin');
    await context.close();
  });

  it.each(['light', 'dark'] as const)('is taken over by the script as it stands, in %s colours', async (colorScheme) => {
    const { context, page, complaints } = await visit(stage.browser, stage.server.url);
    await page.emulateMedia({ colorScheme });
    await page.goto('/');
    await page.locator('#root[data-mounted]').waitFor();
    expect(await page.locator('h1').count()).toBe(1);
    await page
      .getByRole('button', { name: wordsOf('zh-cn')(colorScheme === 'dark' ? 'common.theme.toLight' : 'common.theme.toDark') })
      .click();
    await expect
      .poll(() => page.evaluate(() => document.documentElement.dataset['mantineColorScheme']))
      .toBe(colorScheme === 'dark' ? 'light' : 'dark');
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('never shows its Chinese words to who has chosen English', async () => {
    const { context, page, complaints } = await visit(stage.browser, stage.server.url);
    await page.goto('/');
    await page.getByRole('button', { name: 'English' }).click();
    await expect.poll(() => heading(page)).toBe(taglineOf('en'));
    // The script is held back: what the server has drawn stays invisible.
    const held = Promise.withResolvers<undefined>();
    await page.route('**/assets/*.js', async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.reload({ waitUntil: 'commit' });
    await page.locator('#root h1').waitFor({ state: 'attached' });
    expect(await page.locator('h1').isVisible()).toBe(false);
    held.resolve(undefined);
    await page.locator('#root[data-mounted]').waitFor();
    expect(await heading(page)).toBe(taglineOf('en'));
    expect(complaints).toEqual([]);
    await context.close();
  });
});
