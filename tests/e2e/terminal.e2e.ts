import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { visit } from './support/browser.ts';
import { spoken } from './support/languages.ts';
import { speakAtSignIn, submitSignIn } from './support/sign-in.ts';
import { openStage } from './support/stage.ts';
import { wordsOf, type Language } from './support/words.ts';

/** The terminal with real commands on the real server, in a real stage.browser. */
const stage = openStage({ entry: 'tests/support/start-test.ts' });

/** Lets the command go on that halts in the middle. */
const goOn = (): Promise<Response> => fetch(`${stage.server.url}/test-controls/go-on`, { method: 'POST', body: '{}' });

const statusesOn = (page: Page) => page.locator('[data-task]').evaluateAll((rows) => rows.map((row) => row.getAttribute('data-status')));

describe.each<Language>(spoken('zh-cn'))('the terminal in %s', (language) => {
  const word = wordsOf(language);

  const add = async (page: Page, command: string) => {
    await page.getByRole('button', { name: word('terminal.add') }).click();
    const form = page.getByRole('dialog', { name: word('terminal.adding.title') });
    await form.locator('select').selectOption(command);
    await form.getByRole('button', { name: word('terminal.adding.submit') }).click();
  };
  const panelOn = (page: Page) => page.getByRole('dialog', { name: word('terminal.title'), exact: true });
  const button = (page: Page) => page.locator('header').getByRole('button', { name: word('admin.terminal.open') });
  const signIn = async (page: Page) => {
    await page.goto('/admin');
    await speakAtSignIn(page, language);
    await submitSignIn(page);
  };

  it('runs a command, shows its output, survives a reload, and is the same in a second tab', async () => {
    const { context, page, complaints } = await visit(stage.browser, stage.server.url);
    await signIn(page);
    await button(page).click();
    await panelOn(page).waitFor();

    await add(page, 'version.node');
    await expect.poll(() => statusesOn(page)).toEqual(['success']);
    await expect.poll(() => page.getByRole('log').textContent()).toMatch(/v\d+\.\d+\.\d+/u);

    await page.reload();
    await button(page).click();
    await expect.poll(() => statusesOn(page)).toEqual(['success']);
    await expect.poll(() => page.getByRole('log').textContent()).toMatch(/v\d+\.\d+\.\d+/u);

    // Adding removes what has succeeded; this server has no such manager, so its task fails and blocks the next.
    await page.getByRole('button', { name: word('terminal.manager') }).click();
    const managers = page.getByRole('dialog', { name: word('terminal.managers.title') });
    await managers.locator('select').selectOption('ni');
    await managers.getByRole('button', { name: word('terminal.managers.submit') }).click();
    await page.getByRole('button', { name: word('terminal.add') }).click();
    const form = page.getByRole('dialog', { name: word('terminal.adding.title') });
    // What is offered first is the version of the chosen manager.
    const select = form.locator('select');
    await expect.poll(() => select.inputValue()).toBe('version');
    await expect.poll(() => select.locator('option:checked').textContent()).toBe(`${word('terminal.deed.version')}  ·  ni --version`);
    await expect.poll(() => select.evaluate((element) => element === document.activeElement)).toBe(true);
    await form.getByRole('button', { name: word('terminal.adding.submit') }).click();
    await expect.poll(() => statusesOn(page)).toEqual(['failed']);
    await expect.poll(() => page.getByText('version.ni').count()).toBeGreaterThan(0);
    await add(page, 'version.node');
    await expect.poll(() => page.getByText(word('admin.terminal.blocked')).count()).toBe(1);

    const second = await context.newPage();
    await second.goto('/admin');
    await button(second).click();
    await expect.poll(() => statusesOn(second)).toEqual(['failed', 'waiting']);

    // Deleting the failure in one tab lets the other's task run; both show how it ended.
    await second
      .getByRole('button', { name: word('terminal.task.delete') })
      .first()
      .click();
    await expect.poll(() => statusesOn(second)).toEqual(['success']);
    await expect.poll(() => statusesOn(page)).toEqual(['success']);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('goes on with a run over a reload, without a second process, and tells of output nobody has seen', async () => {
    const { context, page, complaints } = await visit(stage.browser, stage.server.url);
    const unseen = page.locator('header').getByRole('button', { name: word('admin.terminal.unseen') });
    const linesShown = () => page.getByRole('log').locator('[data-index] > div').allTextContents();
    await signIn(page);
    await button(page).click();
    await add(page, 'test.halting');
    await expect.poll(linesShown).toContain('step 2');

    await page.reload();
    await button(page).waitFor();
    await goOn();
    await unseen.waitFor();
    await unseen.click();
    await panelOn(page).waitFor();
    await expect.poll(() => page.locator('header [data-dot]').count()).toBe(0);
    await expect.poll(() => statusesOn(page)).toEqual(['success']);
    const lines = await linesShown();
    expect(lines.map((line) => line.replace(/^process \d+$/u, 'process'))).toEqual([
      '> count and halt',
      'process',
      ...Array.from({ length: 12 }, (_, index) => `step ${index + 1}`),
      'exitCode: 0',
    ]);

    // What was seen leaves no dot; the same command again, with the panel closed, does.
    await page.keyboard.press('Escape');
    await button(page).waitFor();
    await button(page).click();
    await add(page, 'test.halting');
    await expect.poll(linesShown).toContain('step 2');
    await page.keyboard.press('Escape');
    await panelOn(page).waitFor({ state: 'detached' });
    await goOn();
    await unseen.waitFor();
    await unseen.click();
    await expect.poll(() => statusesOn(page)).toEqual(['success']);
    await expect.poll(async () => (await linesShown()).filter((line) => line.startsWith('process '))).toHaveLength(1);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('keeps each run on a page, which is followed while it goes on, and to which the terminal leads and back', async () => {
    const { context, page, complaints } = await visit(stage.browser, stage.server.url);
    const run = (id?: number) =>
      page.getByRole('dialog', { name: word('resources.terminalRun.run.title', { id: id ?? '' }), exact: id !== undefined });
    const said = () => page.getByRole('dialog').getByRole('log').locator('[data-index] > div').allTextContents();
    await signIn(page);
    await button(page).click();
    await add(page, 'test.halting');
    await expect.poll(() => page.getByRole('log').locator('[data-index] > div').allTextContents()).toContain('step 2');
    await page.getByRole('link', { name: word('terminal.task.kept') }).click();
    await panelOn(page).waitFor({ state: 'detached' });
    await run().waitFor();
    await expect.poll(said).toContain('step 2');
    await page.getByText(word('resources.terminalRun.run.following'), { exact: true }).waitFor();
    await goOn();
    await expect.poll(said).toContain('exitCode: 0');
    await expect.poll(() => page.getByText(word('resources.terminalRun.run.following'), { exact: true }).count()).toBe(0);
    await page.getByRole('dialog').getByRole('searchbox').fill('step 12');
    await page
      .getByRole('dialog')
      .getByText(word('terminal.output.count', { current: 1, count: 1 }), { exact: true })
      .waitFor();
    const file = page.waitForEvent('download');
    await page.getByRole('button', { name: word('resources.terminalRun.run.download') }).click();
    expect((await file).suggestedFilename()).toMatch(/^terminal-run-\d+\.txt$/u);

    await page.keyboard.press('Escape');
    await run().waitFor({ state: 'detached' });
    await expect.poll(() => new URL(page.url()).search).toBe('');
    await page.locator('tr[data-id] a').first().click();
    await run().waitFor();
    await expect.poll(() => page.url()).toMatch(/[?&]record=\d+$/u);
    await page.reload();
    await run().waitFor();
    await expect.poll(said).toContain('exitCode: 0');
    await page.getByRole('button', { name: word('resources.terminalRun.run.terminal') }).click();
    await panelOn(page).waitFor();
    await run().waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('clears caches from the header, and from the account menu of a phone, and signs nobody out', async () => {
    const { context, page, complaints } = await visit(stage.browser, stage.server.url);
    await signIn(page);
    const cleared = page.waitForResponse((response) => response.url().includes('/clearCache'));
    await page
      .locator('header')
      .getByRole('button', { name: word('admin.cache.label') })
      .click();
    await page.getByRole('menuitem', { name: word('admin.cache.server') }).click();
    expect(((await (await cleared).json()) as { readonly code: number }).code).toBe(1);
    await page.getByText(word('admin.cache.serverCleared'), { exact: true }).waitFor();

    await page.setViewportSize({ width: 390, height: 844 });
    const account = page.locator('header').getByRole('button', { name: word('admin.shell.account') });
    await account.click();
    await page.getByRole('menuitem', { name: word('admin.cache.browser') }).click();
    await page.getByText(word('admin.cache.browserCleared'), { exact: true }).waitFor();
    await page.reload();
    await account.waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });
});
