import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { signIn } from './support/admin-calls.ts';
import { visit } from './support/browser.ts';
import { answerButton, answers, ask, box } from './support/chat-page.ts';
import { openStage } from './support/stage.ts';
import { wordsOf } from './support/words.ts';

/** What is quoted of an answer, and what helps to ask, with the answerer that needs no key. */
const stage = openStage({ entry: 'tests/support/start-test.ts' });
const word = wordsOf('zh-cn');

const isFocused = (page: Page): Promise<boolean> => box(page).evaluate((element) => element === document.activeElement);

/** Selects words of the last answer as a pointer does, from one end to the other. */
const select = (page: Page, words: string) =>
  answers(page)
    .last()
    .evaluate((article, wanted) => {
      const walker = document.createTreeWalker(article, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const at = node.textContent?.indexOf(wanted) ?? -1;
        if (at === -1) continue;
        node.parentElement?.scrollIntoView({ block: 'center' });
        document.getSelection()?.setBaseAndExtent(node, at, node, at + wanted.length);
        return;
      }
      throw new Error('no such words');
    }, words);

it('quotes what is selected of an answer, beside it or by its button, and else how the answer begins', async () => {
  const { context, page, complaints } = await visit(stage.browser, stage.server.url);
  await page.goto('/chat');
  await ask(page, '/sample');
  const selected = '茶壶';
  await select(page, selected);
  const beside = page.getByRole('button', { name: word('chatThread.message.quote'), exact: true }).last();
  await expect.poll(() => beside.evaluate((element) => element.parentElement === document.body)).toBe(true);
  await beside.click();
  await expect.poll(async () => [await box(page).inputValue(), await isFocused(page)]).toEqual([`> ${selected}\n\n`, true]);
  // It is gone with what was selected.
  await page.locator('body > button').waitFor({ state: 'detached' });
  await page.keyboard.type('说明？');

  // Behind what is typed, from the keyboard: nothing is selected now.
  await answerButton(page, 'quote').focus();
  await page.keyboard.press('Enter');
  const typed = await box(page).inputValue();
  expect(typed.startsWith(`> ${selected}\n\n说明？\n\n> `)).toBe(true);
  expect(typed.length).toBeLessThan(600);
  await expect.poll(() => isFocused(page)).toBe(true);

  // A selection that leaves the answer is not quoted: what was offered for one within it goes.
  await select(page, selected);
  await page.locator('body > button').waitFor();
  await page.evaluate(() => {
    const [first, last] = [document.querySelector('article')!, document.querySelector('[data-answer]')!];
    document.getSelection()?.setBaseAndExtent(first, 0, last, 1);
  });
  await page.locator('body > button').waitFor({ state: 'detached' });
  expect(complaints).toEqual([]);
  await context.close();
});

it('offers prompts behind a slash, takes one by keys or a press, and leaves the box alone otherwise', async () => {
  const calls = await signIn(stage.server.url);
  const add = (name: string, body: string, audience: string, weigh: number) =>
    calls.post('chat.Prompt/add', { kind: 'command', name, body, audience, status: '1', weigh });
  for (const [name, body, audience] of [
    ['三句话', '请用三句话概括：', 'all'],
    ['给同事', '写给同事的说明：', 'admin'],
  ] as const)
    expect((await add(name, body, audience, 1)).code).toBe(1);
  const { context, page, complaints } = await visit(stage.browser, stage.server.url);
  await page.goto('/chat');
  await page.getByPlaceholder(word('chatPage.composer.placeholderWithPrompts')).waitFor();
  const list = page.getByRole('listbox', { name: word('chatWindows.prompts.label') });
  const names = async () => (await list.getByRole('option').allInnerTexts()).map((text) => text.split('\n')[0]);
  await box(page).focus();
  await page.keyboard.type('/');
  await list.waitFor();
  await expect.poll(names).toEqual(['/sample', '/who', '三句话']);
  const pointed = () =>
    box(page).evaluate((element) => document.getElementById(element.getAttribute('aria-activedescendant') ?? '')?.textContent ?? '');
  await expect.poll(pointed).toContain('/sample');
  await page.keyboard.press('ArrowUp');
  await expect.poll(pointed).toContain('三句话');
  await page.keyboard.press('Enter');
  await list.waitFor({ state: 'detached' });
  await expect
    .poll(async () => [await box(page).inputValue(), await isFocused(page), await answers(page).count()])
    .toEqual(['请用三句话概括：', true, 0]);
  await expect.poll(() => box(page).getAttribute('aria-activedescendant')).toBeNull();

  await box(page).fill('/s');
  await list.waitFor();
  await expect.poll(names).toEqual(['/sample']);
  await page.keyboard.press('Escape');
  await list.waitFor({ state: 'detached' });
  await expect.poll(() => box(page).inputValue()).toBe('/s');
  // Nothing is offered: the key is the box's again.
  await box(page).fill('');
  await box(page).fill('/w');
  await list.getByRole('option').first().click();
  await expect.poll(() => box(page).inputValue()).toBe('/who');
  await page.keyboard.press('Enter');
  await answers(page).first().waitFor();
  await page.setViewportSize({ width: 320, height: 640 });
  await box(page).fill('/');
  await list.waitFor();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  // A finger presses without having pointed.
  await list.getByRole('option').nth(2).dispatchEvent('click');
  await expect.poll(() => box(page).inputValue()).toBe('请用三句话概括：');
  expect(complaints).toEqual([]);
  await context.close();
});
