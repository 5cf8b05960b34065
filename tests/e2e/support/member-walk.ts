import type { Page } from 'playwright-core';
import { lands, tabTo } from './keys.ts';
import type { wordsOf } from './words.ts';

type Word = ReturnType<typeof wordsOf>;

/** Ways through the member centre without a pointer. */
export function walkOf(page: () => Page, word: Word) {
  const press = (key: string): Promise<void> => page().keyboard.press(key);
  return {
    press,
    type: (text: string): Promise<void> => page().keyboard.type(text),

    /** Skips what stands beside the page. */
    toContent: async (): Promise<void> => {
      await page().locator('.tp-skip-link').focus();
      await press('Enter');
    },

    openByMenu: async (path: string): Promise<void> => {
      await page().locator('.tp-skip-link').focus();
      await tabTo(page(), page().locator(`aside nav a[href="${path}"]`));
      await press('Enter');
      await page().waitForURL(`**${path}`);
      await page().locator('main h1').waitFor();
    },

    /** Goes on to a button and presses it. */
    push: async (name: string): Promise<void> => {
      await tabTo(page(), name);
      await press('Enter');
    },

    signOut: async (): Promise<void> => {
      await page().locator('.tp-skip-link').focus();
      await tabTo(page(), page().getByRole('button', { name: new RegExp(word('member.shell.account'), 'u') }));
      await press('Enter');
      await page().getByRole('menuitem').first().waitFor();
      await press('ArrowUp');
      await lands(page(), word('common.action.signOut'));
      await press('Enter');
      await page().waitForURL('**/user/login**', { waitUntil: 'load' });
      await page()
        .getByRole('button', { name: word('entry.forgotten') })
        .waitFor();
    },
  };
}
