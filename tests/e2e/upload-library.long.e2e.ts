import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { barriers } from './support/barriers.ts';
import type { Visit } from './support/browser.ts';
import { spoken } from './support/languages.ts';
import { enter } from './support/sign-in.ts';
import { openStage } from './support/stage.ts';
import { wordsOf, type Language } from './support/words.ts';

/** Files behind another tab, chosen from those that are stored, and their fingerprints in a worker. */
const stage = openStage();

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAIAAAA2iEnWAAAAE0lEQVR4nGP8z8DAwMDAAAUMDAAJEwEBmQwVUQAAAABJRU5ErkJggg==',
  'base64',
);
/** Each picture has bytes of its own. */
const picture = (name: string) => ({ name, mimeType: 'image/png', buffer: Buffer.concat([PNG, Buffer.from(name)]) });

const isWorker = (url: URL) => url.pathname.includes('.worker-');

describe.each<Language>(spoken('en'))('files in %s', (language) => {
  const word = wordsOf(language);
  let visited: Visit;
  let page: Page;

  beforeAll(async () => {
    visited = await enter(stage, '/admin/goods/category', { language });
    ({ page } = visited);
    await page.locator('tbody [data-id]').first().waitFor();
    await page.locator('nav a[href="/admin/goods/goods"]').click();
    await page.locator('tbody', { hasText: language === 'en' ? 'West Lake Longjing' : '西湖龙井' }).waitFor();
    await page.locator('tbody [data-action="edit"]').first().click();
    await pictures()
      .getByRole('button', { name: word('upload.choosePictures') })
      .waitFor();
    await chooseIn(pictures(), picture(`slow-${language}.png`));
    await stored().waitFor();
  });
  afterAll(() => visited?.context.close());

  const form = () => page.getByRole('dialog');
  /** Where the pictures of goods are added; its description takes pictures of its own. */
  const pictures = () => form().locator('div:has(> div > #field-goods-images-upload)');
  const button = (key: string, params: Readonly<Record<string, string>> = {}) =>
    page.getByRole('button', { name: word(key, params), exact: true });
  const stored = () => form().locator(`figure img[src^="/storage/"][src*="${language}"]`);
  const chooseIn = (root: ReturnType<typeof form>, ...files: ReturnType<typeof picture>[]) =>
    root.locator('input[type="file"]').setInputFiles(files);

  it('goes on with a file while another tab is shown', async () => {
    const held: Route[] = [];
    await page.route('**/ajax/upload*', (route) => void held.push(route));
    await chooseIn(pictures(), picture(`apart-${language}.png`));
    await expect.poll(() => held.length).toBe(1);
    // No open window covers the browser's own way back. One step would close the record, after a question; behind its list lies another page.
    await page.evaluate(() => history.go(-2));
    await form().waitFor({ state: 'detached' });
    await held[0]?.continue();
    await page.unroute('**/ajax/upload*');
    await page.evaluate(() => history.go(2));
    await expect.poll(() => stored().count()).toBe(2);
  });

  it('offers the stored pictures, the newest first', async () => {
    await pictures()
      .getByRole('button', { name: word('upload.library') })
      .click();
    const window = page.getByRole('dialog', { name: word('upload.picker.titlePicture') });
    const tile = window.getByRole('button', { name: word('upload.picker.choose', { name: `slow-${language}.png` }) });
    await tile.waitFor();
    expect(await barriers(page, '[role="dialog"]:last-of-type')).toEqual([]);
    await tile.click();
    await window.waitFor({ state: 'detached' });
    // It is there already, and nothing is there twice.
    await expect.poll(() => stored().count()).toBe(2);
    await button('resources.kit.form.cancel').click();
    await button('resources.kit.form.discard').click();
    await form().waitFor({ state: 'detached' });
  });

  it('computes fingerprints in a worker that may run WebAssembly, and without it where it may not', async () => {
    const policies: string[] = [];
    await visited.context.route(isWorker, async (route) => {
      const response = await route.fetch();
      policies.push(response.headers()['content-security-policy'] ?? '');
      await route.fulfill({
        response,
        headers: { ...response.headers(), 'content-security-policy': "default-src 'none'; script-src 'self'" },
      });
    });
    await page.goto('/admin/routine/attachment');
    await chooseIn(page.locator('main'), picture(`script-${language}.png`));
    await page.locator('tbody', { hasText: `script-${language}.png` }).waitFor();
    expect(policies).toEqual(["default-src 'none'; script-src 'self' 'wasm-unsafe-eval'"]);
    await visited.context.unroute(isWorker);
  });
});
