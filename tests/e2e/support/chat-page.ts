import type { Locator, Page } from 'playwright-core';
import { wordsOf } from './words.ts';

/** The page of the chat in Chinese, as tests ask and read there. */
const word = wordsOf('zh-cn');

export const box = (page: Page): Locator => page.getByRole('textbox', { name: word('chatPage.composer.label') });
export const answers = (page: Page): Locator => page.getByRole('article', { name: word('chatThread.message.answer') });
/** A button of an answer, of the last one unless another is named. */
export const answerButton = (page: Page, key: string, turn = -1): Locator =>
  answers(page)
    .nth(turn)
    .getByRole('button', { name: word(`chatThread.message.${key}`), exact: true });

/** Asks, and waits until the answer is whole. */
export async function ask(page: Page, question: string): Promise<void> {
  const before = await answers(page).count();
  await box(page).fill(question);
  await box(page).press('Enter');
  await answers(page).nth(before).waitFor();
  await page.getByRole('button', { name: word('chatPage.composer.send') }).waitFor();
  await answerButton(page, 'copy').waitFor();
}
