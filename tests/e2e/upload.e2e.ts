import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { barriers } from './support/barriers.ts';
import type { Visit } from './support/browser.ts';
import { spoken } from './support/languages.ts';
import { enter } from './support/sign-in.ts';
import { openStage } from './support/stage.ts';
import { wordsOf, type Language } from './support/words.ts';

/** Files in a real browser: into goods, refused, cancelled; and the section that shows them all. */
const stage = openStage();

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAIAAAA2iEnWAAAAE0lEQVR4nGP8z8DAwMDAAAUMDAAJEwEBmQwVUQAAAABJRU5ErkJggg==',
  'base64',
);
/** Each picture has bytes of its own. */
const picture = (name: string) => ({ name, mimeType: 'image/png', buffer: Buffer.concat([PNG, Buffer.from(name)]) });

describe.each<Language>(spoken('en'))('files in %s', (language) => {
  const word = wordsOf(language);
  let visited: Visit;
  let page: Page;
  let title = '';

  beforeAll(async () => {
    visited = await enter(stage, '/admin/goods/goods', { language });
    ({ page } = visited);
    await page.locator('tbody', { hasText: language === 'en' ? 'West Lake Longjing' : '西湖龙井' }).waitFor();
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

  async function editFirst(): Promise<void> {
    await page.locator('tbody [data-action="edit"]').first().click();
    await pictures()
      .getByRole('button', { name: word('upload.choosePictures') })
      .waitFor();
    title = await form().locator('#field-goods-title').inputValue();
  }

  it('puts a picture among those of goods, where it is after saving', async () => {
    await editFirst();
    await chooseIn(pictures(), picture(`tea-${language}.png`));
    await expect.poll(() => stored().count()).toBe(1);
    expect(await barriers(page, '[role="dialog"]')).toEqual([]);
    await button('resources.kit.form.save').click();
    await form().waitFor({ state: 'detached' });
    await editFirst();
    await expect.poll(() => stored().first().getAttribute('src')).toContain(`/tea-${language}`);
    await expect
      .poll(() =>
        stored()
          .first()
          .evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
      )
      .toBe(2);
  });

  it('refuses what is not allowed with the product’s words', async () => {
    await chooseIn(pictures(), { ...picture('run.exe'), mimeType: 'application/x-msdownload' });
    await form().getByText(word('upload.typeNotAllowed'), { exact: true }).waitFor();
    await chooseIn(pictures(), { name: 'big.png', mimeType: 'image/png', buffer: Buffer.alloc(10_485_761) });
    await form().getByText(word('upload.tooLarge'), { exact: true }).waitFor();
    for (const name of ['run.exe', 'big.png']) await button('upload.dismiss', { name }).click();
    await expect.poll(() => form().getByText(word('upload.typeNotAllowed')).count()).toBe(0);
  });

  it('lets nobody save while a file is on its way, and stops it on request', async () => {
    const held: Route[] = [];
    await page.route('**/ajax/upload*', (route) => void held.push(route));
    const name = `slow-${language}.png`;
    await chooseIn(pictures(), picture(name));
    await expect.poll(() => held.length).toBe(1);
    await button('resources.kit.form.save').click();
    await form().getByText(word('upload.running'), { exact: true }).first().waitFor();
    await button('upload.cancel', { name }).click();
    await form().getByText(word('upload.phase.cancelled'), { exact: true }).waitFor();
    await expect.poll(() => form().getByText(word('upload.running')).count()).toBe(0);
    await page.unroute('**/ajax/upload*');
    await button('upload.retry', { name }).click();
    await expect.poll(() => stored().count()).toBe(2);
    await button('resources.kit.form.cancel').click();
    await button('resources.kit.form.discard').click();
    await form().waitFor({ state: 'detached' });
  });

  it('shows all of them, by family, in full size, with where each is used', async () => {
    await page.goto('/admin/routine/attachment');
    const rows = page.locator('tbody [data-id]');
    const ofTea = rows.filter({ hasText: `tea-${language}.png` });
    await page.getByText(word('upload.types.video'), { exact: true }).click();
    await expect.poll(() => rows.count()).toBe(0);
    await page.getByText(word('upload.types.image'), { exact: true }).click();
    await ofTea.waitFor();
    expect(await barriers(page, 'main')).toEqual([]);
    await ofTea.locator('[data-action="preview"]').click();
    await form()
      .getByText(word('upload.uses.record', { resource: word('resources.goods.label'), title }))
      .waitFor();
    await expect
      .poll(() =>
        form()
          .locator('img')
          .first()
          .evaluate((image: HTMLImageElement) => image.naturalWidth),
      )
      .toBe(2);
    await page.keyboard.press('Escape');
    await form().waitFor({ state: 'detached' });
  });

  it('warns before a used one is deleted, and deletes it when told so', async () => {
    const ofTea = page.locator('tbody [data-id]').filter({ hasText: `tea-${language}.png` });
    await ofTea.locator('[data-action="delete"]').click();
    const question = page.getByRole('alertdialog');
    await question.getByText(word('upload.uses.warning'), { exact: true }).waitFor();
    await question.getByRole('button', { name: word('resources.kit.confirm.accept') }).click();
    await expect.poll(() => ofTea.count()).toBe(0);
    // Goods whose picture was deleted ask for it in vain, as the question has said.
    expect(visited.complaints.filter((complaint) => !complaint.includes('status of 404'))).toEqual([]);
  });
});
