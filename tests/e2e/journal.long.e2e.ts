import { readFile } from 'node:fs/promises';
import type { Download, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { readJournal } from '#domain/observe/journal-file';
import { barriers } from './support/barriers.ts';
import { visit, type Visit } from './support/browser.ts';
import { ADMIN_PASSWORD } from './support/server-process.ts';
import { openStage } from './support/stage.ts';
import { wordsOf, type Language } from './support/words.ts';

/** The journal of a page, in the built client under its own policies. */
const stage = openStage({ entry: 'tests/support/start-test.ts' });

/** What somebody types who mistakes one field for another; nothing of it may leave the stage.browser. */
const PLANTED = { password: 'Plant3d-Passw0rd', mobile: '13912345678', code: '480917' };

const slider = (page: Page) => page.locator('input[type="range"]');
const actor = (page: Page, key: string) => page.locator(`[role="treeitem"][data-key="${key}"]`);
const lit = (page: Page) =>
  page.locator('g[data-state][data-lit]').evaluateAll((found) => found.map((one) => (one as SVGElement).dataset['state'] ?? ''));

/** Signs in, wrongly at first, looks for somebody, and opens the journal without a reload. */
async function arrive({ page }: Visit, word: ReturnType<typeof wordsOf>): Promise<void> {
  await page.locator('input[name="username"]').fill('admin');
  await page.locator('input[name="password"]').fill(PLANTED.password);
  await page.keyboard.press('Enter');
  await page.getByRole('alert').first().waitFor();
  await page.locator('input[name="password"]').fill(ADMIN_PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: new RegExp(word('admin.shell.account'), 'u') }).click();
  await page.getByRole('menuitem', { name: word('admin.shell.flows') }).click();
  await page.getByRole('link', { name: word('flows.panel.journal') }).click();
  await slider(page).waitFor();
}

/** Goes to the first entry whose type is this one. */
async function goTo(page: Page, word: ReturnType<typeof wordsOf>, type: string): Promise<void> {
  await page.getByRole('searchbox', { name: word('journal.filter.event') }).fill(type);
  await page.getByRole('option').filter({ hasText: type }).first().click();
}

async function saved(page: Page, word: ReturnType<typeof wordsOf>, button: string, name: string): Promise<string> {
  await page.getByRole('button', { name: word(button) }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill(name);
  const save = dialog.getByRole('button', { name: word('journal.save.save') });
  const [download] = await Promise.all([page.waitForEvent('download'), save.click()]);
  expect(download.suggestedFilename()).toBe(`${name}.jsonl`);
  await dialog.getByRole('button', { name: word('journal.save.close') }).click();
  await dialog.waitFor({ state: 'detached' });
  return textOf(download);
}

const textOf = async (download: Download): Promise<string> => readFile(await download.path(), 'utf8');

const bring = (page: Page, name: string, text: string) =>
  page.locator('input[type="file"]').setInputFiles({ name, mimeType: 'application/jsonl', buffer: Buffer.from(text) });

async function begin(language: Language, size: { readonly width: number; readonly height: number }) {
  const one = await visit(stage.browser, stage.server.url, size);
  await one.page.goto('/admin/login');
  if (language === 'en') await one.page.getByRole('button', { name: 'English' }).click();
  const word = wordsOf(language);
  await one.page.getByRole('button', { name: language === 'en' ? '简体中文' : 'English' }).waitFor();
  return { ...one, word };
}

describe('the journal of a page', () => {
  it('leads to the moment before the sign-in, and into a file and back without anything that was typed', async () => {
    const session = await begin('zh-cn', { width: 1440, height: 900 });
    const { page, word, context, complaints } = session;
    await arrive(session, word);
    // At the end: whoever signed in is inside.
    await actor(page, 'app/adminSession').click();
    await page.locator('g[data-state="session.signedIn.settled"][data-lit]').waitFor();

    // The answer that let somebody in, and one entry before the first attempt.
    await goTo(page, word, 'session.signInRequested');
    await page.locator('g[data-state="session.readingLogin"][data-lit]').waitFor();
    await expect
      .poll(() => page.locator('[data-marked]').first().getAttribute('data-edge'))
      .toBe('session.signedOut | session.signInRequested | 1');
    await page.getByRole('button', { name: word('journal.player.back') }).click();
    await page.locator('g[data-state="session.signedOut"][data-lit]').waitFor();
    await expect.poll(() => lit(page)).toEqual(['session', 'session.signedOut']);
    await expect.poll(() => actor(page, 'app/adminShell').count()).toBe(0);
    // By keyboard, to the very beginning and to the end.
    await slider(page).focus();
    await page.keyboard.press('Home');
    await expect.poll(() => slider(page).getAttribute('aria-valuetext')).toBe(word('journal.player.before'));
    await expect.poll(() => page.getByRole('treeitem').count()).toBe(0);
    await page.keyboard.press('End');
    await actor(page, 'app/adminShell').waitFor();
    expect(await barriers(page)).toEqual([]);

    // The live journal goes on while somebody looks at a moment of it, who stays there.
    const moment = await slider(page).getAttribute('aria-valuetext');
    const before = Number(await slider(page).getAttribute('max'));
    await page.getByRole('button', { name: word('common.theme.toDark') }).click();
    await expect.poll(async () => Number(await slider(page).getAttribute('max'))).toBeGreaterThan(before);
    await expect.poll(() => slider(page).getAttribute('aria-valuetext')).toBe(moment);

    const text = await saved(page, word, 'journal.viewer.export', 'a-sign-in');
    const file = readJournal(text);
    const typed = [...Object.values(PLANTED), ADMIN_PASSWORD];
    expect(typed.filter((value) => text.includes(value))).toEqual([]);
    const kept = await page.evaluate(() => JSON.stringify(Object.values(localStorage)));
    const tokens = [...kept.matchAll(/[\w-]{32,}/gu)].map(([token]) => token);
    expect(tokens.length).toBeGreaterThan(0);
    expect(tokens.filter((token) => text.includes(token))).toEqual([]);

    // Brought back, it is the same list; a broken one is refused by line and reason, and takes nothing away.
    await bring(page, 'a-sign-in.jsonl', text.replace(/"session":"[\da-f]{8}"/u, '"session":"00000000"'));
    await page.getByText(word('journal.viewer.changed', { machines: 'session' })).waitFor();
    await expect.poll(() => slider(page).getAttribute('max')).toBe(String(file.entries.length));
    await page.getByRole('listbox').focus();
    await page.keyboard.press('Home');
    const listed: string[] = [];
    for (const { seq, event } of file.entries.slice(0, 12)) {
      const chosen = page.locator(`[role="option"][aria-selected="true"][data-seq="${seq}"]`);
      listed.push(`${(await chosen.locator('span').first().innerText()).trim()} ${event.type}`);
      await page.keyboard.press('ArrowDown');
    }
    expect(listed).toEqual(file.entries.slice(0, 12).map(({ event }) => `${event.type} ${event.type}`));
    await bring(page, 'broken.jsonl', `${text.split('\n')[0]}\n{"seq":1,"at":0,"to":"app","event":{}}`);
    await page.getByRole('alert').filter({ hasText: '第 2 行' }).waitFor();
    await expect.poll(() => slider(page).getAttribute('max')).toBe(String(file.entries.length));

    // As a test it ends with the states that it leads to.
    const replay = readJournal(await saved(page, word, 'journal.viewer.test', 'sign-in-from-the-journal'));
    expect(replay.states.find(({ path }) => path === 'app/adminSession')?.value).toEqual({ signedIn: 'settled' });
    await page.getByRole('button', { name: word('journal.viewer.back') }).click();
    await page.getByText(word('journal.viewer.live')).waitFor();
    expect(complaints.filter((one) => !one.includes('401'))).toEqual([]);
    await context.close();
  });

  it('stands in English, in the dark and on a telephone, and is played as it was told', async () => {
    const session = await begin('en', { width: 390, height: 844 });
    const { page, word, context, complaints } = session;
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.evaluate((path) => {
      history.pushState({}, '', path);
      dispatchEvent(new PopStateEvent('popstate'));
    }, '/dev/journal');
    await slider(page).waitFor();
    await page.getByRole('combobox', { name: word('journal.player.speed') }).selectOption('4');
    await page.getByRole('checkbox', { name: word('journal.filter.deeds') }).check();
    await page.getByRole('button', { name: word('journal.player.play') }).click();
    await page.getByRole('button', { name: word('journal.player.follow'), pressed: true }).waitFor();
    await page.getByRole('button', { name: word('journal.player.previous') }).click();
    for (const part of ['actors', 'chart', 'details', 'entries']) {
      await page.getByRole('tab', { name: word(`journal.parts.${part}`) }).click();
      await page.getByRole('region', { name: word(`journal.parts.${part}`) }).waitFor();
    }
    await page.getByRole('button', { name: word('journal.viewer.test') }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill('../No Slug');
    await dialog.getByRole('button', { name: word('journal.save.save') }).click();
    await dialog.getByText(word('journal.save.nameInvalid')).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await barriers(page)).toEqual([]);
    const small = await page
      .locator('button:visible, select:visible')
      .evaluateAll((all) =>
        all.filter((one) => one.getBoundingClientRect().height < 43.5).map((one) => one.getAttribute('aria-label') ?? one.textContent),
      );
    expect(small).toEqual([]);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
