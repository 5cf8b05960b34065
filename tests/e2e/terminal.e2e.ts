import { describe, expect, it } from 'vitest';
import { spoken } from './support/languages.ts';
import { enter } from './support/sign-in.ts';
import { openStage } from './support/stage.ts';
import { terminalOf } from './support/terminal.ts';
import { wordsOf, type Language } from './support/words.ts';

/** The terminal with real commands on the real server, in a real browser. */
const stage = openStage({ entry: 'tests/support/start-test.ts' });

describe.each<Language>(spoken('zh-cn'))('the terminal in %s', (language) => {
  const word = wordsOf(language);

  const { add, button, goOn, panelOn, statusesOn } = terminalOf(stage, language);

  it('runs a command, shows its output, survives a reload, and is the same in a second tab', async () => {
    const { context, page, complaints } = await enter(stage, '/admin', { language });
    await button(page).click();
    await panelOn(page).waitFor();

    await add(page, 'version.node');
    await expect.poll(() => statusesOn(page)).toEqual(['success']);
    await expect.poll(() => page.getByRole('log').textContent()).toMatch(/v\d+\.\d+\.\d+/u);

    await page.reload();
    await button(page).click();
    await expect.poll(() => statusesOn(page)).toEqual(['success']);
    await expect.poll(() => page.getByRole('log').textContent()).toMatch(/v\d+\.\d+\.\d+/u);

    // This server has no such manager: what needs it is there with the reason, and cannot be chosen.
    await page.getByRole('button', { name: word('terminal.manager') }).click();
    const managers = page.getByRole('dialog', { name: word('terminal.managers.title') });
    await managers.locator('select').selectOption('ni');
    await managers.getByRole('button', { name: word('terminal.managers.submit') }).click();
    await page.getByRole('button', { name: word('terminal.add') }).click();
    const form = page.getByRole('dialog', { name: word('terminal.adding.title') });
    const select = form.locator('select');
    const first = select.locator('option').first();
    const missing = word('terminal.adding.missing', { program: 'ni' });
    await expect.poll(() => first.textContent()).toBe(`${word('terminal.deed.version')}  ·  ni --version  ·  ${missing}`);
    expect(await first.isDisabled()).toBe(true);
    await expect.poll(() => select.evaluate((element) => element === document.activeElement)).toBe(true);
    // Adding removes what has succeeded; what fails blocks the next.
    await select.selectOption('test.failing');
    await form.getByRole('button', { name: word('terminal.adding.submit') }).click();
    await expect.poll(() => statusesOn(page)).toEqual(['failed']);
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
    const { context, page, complaints } = await enter(stage, '/admin', { language });
    const unseen = page.locator('header').getByRole('button', { name: word('admin.terminal.unseen') });
    const linesShown = () => page.getByRole('log').locator('[data-index] > div').allTextContents();
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
    // How a run ends may be told before its last lines are drawn.
    await expect
      .poll(async () => (await linesShown()).map((line) => line.replace(/^process \d+$/u, 'process')))
      .toEqual(['> count and halt', 'process', ...Array.from({ length: 12 }, (_, index) => `step ${index + 1}`), 'exitCode: 0']);

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
});
