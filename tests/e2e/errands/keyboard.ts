import { afterAll, describe, expect, it } from 'vitest';
import type { Visit } from '../support/browser.ts';
import { keepsKeyboard, lands, tabTo } from '../support/keys.ts';
import { spoken } from '../support/languages.ts';
import { reachSignIn } from '../support/sign-in.ts';
import { ADMIN_PASSWORD } from '../support/server-process.ts';
import type { Stage } from '../support/stage.ts';
import { wordsOf, type Language } from '../support/words.ts';

/** From the sign-in to a deleted record without a pointer; where the keyboard is can be seen all the way. */
export function byKeyboard(stage: Stage): void {
  describe.each<Language>(spoken('en'))('by keyboard alone, in %s', (language) => {
    const word = wordsOf(language);
    let visited: Visit;
    afterAll(() => visited?.context.close());

    it('a record is added, edited and deleted', async () => {
      visited = await reachSignIn(stage, '/admin/goods/category', { language });
      const { page } = visited;
      const name = `Keys ${language}`;
      const renamed = `More keys ${language}`;
      await tabTo(page, 'username');
      await page.keyboard.type('admin');
      await tabTo(page, 'password');
      await page.keyboard.type(ADMIN_PASSWORD);
      await page.keyboard.press('Enter');
      await page.locator('tbody [data-id]').first().waitFor();

      await tabTo(page, word('resources.kit.table.add'));
      await page.keyboard.press('Enter');
      const form = page.getByRole('dialog');
      await form.locator('input[name="name"]').waitFor();
      await keepsKeyboard(form);
      await tabTo(page, 'name');
      await page.keyboard.type(name);
      await tabTo(page, word('resources.kit.form.save'));
      await page.keyboard.press('Enter');
      await form.waitFor({ state: 'detached' });
      await lands(page, word('resources.kit.table.add'));

      await page.locator('tbody').getByText(name).waitFor();
      await tabTo(page, word('resources.kit.table.editRow', { title: name }));
      await page.keyboard.press('Enter');
      await form.locator('input[name="name"]').waitFor();
      await keepsKeyboard(form);
      await tabTo(page, 'name');
      await page.keyboard.press('Control+a');
      await page.keyboard.type(renamed);
      await page.keyboard.press('Control+Enter');
      await form.waitFor({ state: 'detached' });
      await lands(page, word('resources.kit.table.editRow', { title: renamed }));

      await tabTo(page, word('resources.kit.table.deleteRow', { title: renamed }));
      await page.keyboard.press('Enter');
      await lands(page, word('resources.kit.confirm.cancel'));
      // It can be given once it is known that no goods are in the category.
      await page.getByRole('button', { name: word('resources.kit.confirm.accept'), exact: true, disabled: false }).waitFor();
      await tabTo(page, word('resources.kit.confirm.accept'));
      await page.keyboard.press('Enter');
      await page.getByRole('alertdialog').waitFor({ state: 'detached' });
      await expect.poll(() => page.locator('tbody').getByText(renamed).count()).toBe(0);
      // It goes on among the records, not at the top of the page.
      await expect.poll(() => page.locator('tbody').evaluate((rows) => rows.contains(document.activeElement))).toBe(true);
      await page.keyboard.press('Tab');
      await expect.poll(() => page.locator('tbody').evaluate((rows) => rows.contains(document.activeElement))).toBe(true);
      expect(visited.complaints).toEqual([]);
    });

    it('whoever comes to a row reads what it cuts off, until Escape', async () => {
      const { page } = visited;
      await page.goto('/admin/goods/goods');
      const rows = page.locator('tbody [data-id]');
      await rows.first().waitFor();
      // Wide as the window may be, there is nothing that fits.
      await page.evaluate(() => {
        for (const clipped of document.querySelectorAll<HTMLElement>('tbody [data-clip]')) clipped.style.maxWidth = '8px';
      });
      await rows.first().focus();
      await page.keyboard.press('ArrowDown');
      const cut = await rows.nth(1).locator('[data-clip]').allInnerTexts();
      const tip = page.locator('[popover="manual"]:popover-open');
      await tip.waitFor();
      await expect.poll(async () => (await tip.innerText()).split('\n')).toEqual(cut.filter((text) => text !== ''));
      await page.keyboard.press('Escape');
      await tip.waitFor({ state: 'detached' });
    });
  });
}
