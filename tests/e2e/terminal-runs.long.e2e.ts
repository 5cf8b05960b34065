import { describe, expect, it } from 'vitest';
import { spoken } from './support/languages.ts';
import { enter } from './support/sign-in.ts';
import { openStage } from './support/stage.ts';
import { terminalOf } from './support/terminal.ts';
import { wordsOf, type Language } from './support/words.ts';

/** The pages on which runs of the terminal are kept, and what clears caches. */
const stage = openStage({ entry: 'tests/support/start-test.ts' });

describe.each<Language>(spoken('zh-cn'))('the terminal in %s', (language) => {
  const word = wordsOf(language);

  const { add, button, goOn, panelOn } = terminalOf(stage, language);

  it('keeps each run on a page, which is followed while it goes on, and to which the terminal leads and back', async () => {
    const { context, page, complaints } = await enter(stage, '/admin', { language });
    const run = (id?: number) =>
      page.getByRole('dialog', { name: word('resources.terminalRun.run.title', { id: id ?? '' }), exact: id !== undefined });
    const said = () => page.getByRole('dialog').getByRole('log').locator('[data-index] > div').allTextContents();
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
    const { context, page, complaints } = await enter(stage, '/admin', { language });
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
