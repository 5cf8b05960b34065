import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, visit } from './support/browser.ts';
import { ADMIN_PASSWORD, removeDataDir, startServer, type ServerProcess } from './support/server-process.ts';
import { wordsOf, type Language } from './support/words.ts';

/** The terminal with real commands on the real server, in a real browser. */
let server: ServerProcess;
let browser: Browser;

beforeAll(async () => {
  server = await startServer();
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await server?.end('SIGTERM');
  removeDataDir(server.dataDir);
});

const statusesOn = (page: Page) => page.locator('[data-task]').evaluateAll((rows) => rows.map((row) => row.getAttribute('data-status')));

describe.each<Language>(['zh-cn', 'en'])('the terminal in %s', (language) => {
  const word = wordsOf(language);

  it('runs a command, shows its output, survives a reload, and is the same in a second tab', async () => {
    const { context, page, complaints } = await visit(browser, server.url);
    const add = async (command: string) => {
      await page.getByRole('button', { name: word('terminal.add') }).click();
      const form = page.getByRole('dialog', { name: word('terminal.adding.title') });
      await form.locator('select').selectOption(command);
      await form.getByRole('button', { name: word('terminal.adding.submit') }).click();
    };
    const panelOn = (one: Page) => one.getByRole('dialog', { name: word('terminal.title'), exact: true });
    const button = (one: Page) => one.locator('header').getByRole('button', { name: word('admin.terminal.open') });

    await page.goto('/admin');
    await page.locator('input[name="username"]').waitFor();
    if (language === 'en') await page.getByRole('button', { name: 'English' }).click();
    await page.getByRole('heading', { name: word('admin.login.title') }).waitFor();
    await page.locator('input[name="username"]').fill('admin');
    await page.locator('input[name="password"]').fill(ADMIN_PASSWORD);
    await page.keyboard.press('Enter');
    await button(page).click();
    await panelOn(page).waitFor();

    await add('version.node');
    await expect.poll(() => statusesOn(page)).toEqual(['success']);
    await expect.poll(() => page.getByRole('log').textContent()).toMatch(/v\d+\.\d+\.\d+/u);

    await page.reload();
    await button(page).click();
    await expect.poll(() => statusesOn(page)).toEqual(['success']);
    expect(await page.getByRole('log').textContent()).toMatch(/v\d+\.\d+\.\d+/u);

    // Adding removes what has succeeded; this server has no such manager, so the task fails and blocks the next.
    await add('version.ni');
    await expect.poll(() => statusesOn(page)).toEqual(['failed']);
    await add('version.node');
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
});
