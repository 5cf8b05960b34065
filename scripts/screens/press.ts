import type { Locator, Page } from 'playwright-core';
import type { Word } from './screen.ts';

const WINDOW = ':is([role="dialog"], [role="alertdialog"], [role="menu"])';

/** Presses what opens a window, and waits for that. @returns false where it is not there */
export async function press(page: Page, control: Locator): Promise<boolean> {
  const seen = control.filter({ visible: true });
  if ((await seen.count()) === 0) return false;
  await seen.first().click();
  await page.locator(WINDOW).filter({ visible: true }).last().waitFor();
  return true;
}

/** What begins with a word, since some controls tell what they are about after it. */
export const control = (page: Page, within: string, text: string): Locator =>
  page.locator(within).getByRole('button', { name: new RegExp(`^${RegExp.escape(text)}`, 'u') });

/** Presses what is called so, and waits for what it opens. */
export const pressing =
  (within: string, key: string) =>
  (page: Page, word: Word): Promise<boolean> =>
    press(page, control(page, within, word(key)));
