import { readFile } from 'node:fs/promises';
import type { Download, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { readJournal } from '#domain/observe/journal-file';
import { barriers } from './support/barriers.ts';
import { visit } from './support/browser.ts';
import { ADMIN_PASSWORD } from './support/server-process.ts';
import { openStage } from './support/stage.ts';
import { wordsOf, type Language } from './support/words.ts';

/** A problem on its way from whoever meets it to whoever looks after it, in the built client under its own policies. */
const stage = openStage({ env: { LOG_LEVEL: 'info' } });

/** What somebody types who mistakes one field for another; nothing of it may leave the stage.browser. */
const PLANTED = { password: 'Plant3d-Passw0rd', mobile: '13912345678', code: '480917' };
const SENTENCE = '点击“保存”后没有任何反应';
const PHONE = { width: 390, height: 844 };

type Word = ReturnType<typeof wordsOf>;

const textOf = async (download: Download): Promise<string> => readFile(await download.path(), 'utf8');

async function downloaded(page: Page, button: string): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: button }).click()]);
  return textOf(download);
}

const tokensIn = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => [...JSON.stringify(Object.values(localStorage)).matchAll(/[\w-]{32,}/gu)].map(([token]) => token));

async function begin(language: Language, path: string, size = { width: 1440, height: 900 }) {
  const one = await visit(stage.browser, stage.server.url, size);
  await one.page.goto(path);
  if (language === 'en') await one.page.getByRole('button', { name: 'English' }).click();
  await one.page.getByRole('button', { name: language === 'en' ? '简体中文' : 'English' }).waitFor();
  return { ...one, word: wordsOf(language) };
}

async function signIn(page: Page): Promise<void> {
  await page.locator('input[name="username"]').fill('admin');
  await page.locator('input[name="password"]').fill(ADMIN_PASSWORD);
  await page.keyboard.press('Enter');
}

async function openFromMenu(page: Page, word: Word): Promise<void> {
  await page.getByRole('button', { name: new RegExp(word('admin.shell.account'), 'u') }).click();
  await page.getByRole('menuitem', { name: word('common.action.report') }).click();
}

/** Sends the report that is open, and answers its number. */
async function send(page: Page, word: Word): Promise<string> {
  await page.getByRole('button', { name: word('problem.send') }).click();
  await page.getByText(word('problem.sentTitle')).waitFor();
  return page.getByRole('dialog').locator('code').innerText();
}

describe('a problem', () => {
  let number: string;
  let tokens: readonly string[];

  it('is reported from the menu in Chinese, and told by a number', async () => {
    const { page, word, context, complaints } = await begin('zh-cn', '/admin/user/user');
    await page.locator('input[name="username"]').fill('admin');
    await page.locator('input[name="password"]').fill(PLANTED.password);
    await page.keyboard.press('Enter');
    await page.getByRole('alert').first().waitFor();
    await signIn(page);
    await page.getByRole('button', { name: new RegExp(word('admin.shell.account'), 'u') }).waitFor();
    await page.getByRole('searchbox').first().fill(`${PLANTED.mobile} ${PLANTED.code}`);
    await page.keyboard.press('Enter');
    await page.getByText(word('resources.kit.states.filteredHint')).waitFor();

    await openFromMenu(page, word);
    const dialog = page.getByRole('dialog', { name: word('problem.title') });
    const box = dialog.getByRole('textbox');
    await expect.poll(() => box.evaluate((one) => one === document.activeElement)).toBe(true);
    await box.fill(SENTENCE);
    await dialog.getByText(word('problem.what')).click();
    await dialog.getByText('/admin/user/user', { exact: true }).waitFor();
    await dialog.getByText(word('problem.preview')).click();
    const preview = await dialog.getByLabel(word('problem.previewLabel')).innerText();
    expect(preview).toMatch(/^\{"journal":1,/u);
    expect(await barriers(page)).toEqual([]);
    number = await send(page, word);
    expect(number).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/u);
    expect(await barriers(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(stage.server.output()).toContain(`"number":"${number}"`);
    tokens = await tokensIn(page);
    expect(tokens.length).toBeGreaterThan(0);
    expect(complaints.filter((one) => !one.includes('401'))).toEqual([]);
    await context.close();
  });

  it('is found in the section in English, read, played and taken as a file that names nobody', async () => {
    const { page, word, context, complaints } = await begin('en', '/admin/login');
    await page.emulateMedia({ colorScheme: 'dark' });
    await signIn(page);
    await page.getByRole('button', { name: new RegExp(word('admin.shell.account'), 'u') }).waitFor();
    await page.goto('/admin/routine/problemReport');
    const row = page.getByRole('row').filter({ hasText: number });
    await row.getByText(SENTENCE).waitFor();
    await row.getByText(word('resources.problemReport.options.status.new')).waitFor();
    await row.getByRole('button', { name: word('resources.kit.table.viewRow', { title: number }) }).click();
    const details = page.getByRole('dialog', { name: number });
    await details.getByText(SENTENCE).waitFor();
    await details.getByText('/admin/user/user', { exact: true }).waitFor();
    expect(await barriers(page)).toEqual([]);
    const text = await downloaded(page, word('problem.download'));
    const { header, entries } = readJournal(text);
    expect([header.language, header.anonymous]).toEqual(['zh-cn', true]);
    expect(entries.length).toBeGreaterThan(50);
    expect([...Object.values(PLANTED), ADMIN_PASSWORD, ...tokens].filter((planted) => text.includes(planted))).toEqual([]);
    await page.keyboard.press('Escape');
    await details.waitFor({ state: 'detached' });

    await row.getByRole('button', { name: word('resources.problemReport.windows.journalRow', { title: number }) }).click();
    const recording = page.getByRole('dialog', { name: word('problem.recordingOf', { number }) });
    await recording.locator('input[type="range"]').waitFor();
    await expect.poll(() => recording.locator('input[type="range"]').getAttribute('max')).toBe(String(entries.length));
    expect(await barriers(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('is reported on a telephone without a line: saved, kept, and sent when the line is back', async () => {
    const { page, word, context } = await begin('en', '/user/login', PHONE);
    await page.getByRole('button', { name: word('common.action.report') }).click();
    const dialog = page.getByRole('dialog', { name: word('problem.title') });
    await dialog.getByText(word('problem.what')).click();
    await dialog.getByRole('textbox').fill('No line.');
    await context.setOffline(true);
    await page.getByRole('button', { name: word('problem.send') }).click();
    await dialog
      .getByRole('alert')
      .filter({ hasText: word('problem.failed') })
      .waitFor();
    expect(readJournal(await downloaded(page, word('problem.save'))).header.anonymous).toBe(true);
    await expect.poll(() => dialog.getByRole('textbox').inputValue()).toBe('No line.');
    expect(await barriers(page)).toEqual([]);
    const small = await dialog
      .locator('button:visible, summary:visible')
      .evaluateAll((all) => all.filter((one) => one.getBoundingClientRect().height < 43.5).map((one) => one.textContent));
    expect(small).toEqual([]);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
    await context.setOffline(false);
    expect(await send(page, word)).not.toBe(number);
    await context.close();
  });
});
