import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Visit } from '../support/browser.ts';
import { spoken } from '../support/languages.ts';
import { enter } from '../support/sign-in.ts';
import type { Stage } from '../support/stage.ts';
import { wordsOf, type Language } from '../support/words.ts';

/** A record has an address over its list. */
export function addressesOfRecords(stage: Stage): void {
  describe.each<Language>(spoken('en'))('the address of a record in %s', (language) => {
    const word = wordsOf(language);
    const list = '/admin/goods/goods?order=id%2Casc';
    let visited: Visit;
    let page: Page;
    beforeAll(async () => {
      visited = await enter(stage, list, { language });
      page = visited.page;
      await page.locator('tr[data-id="3"]').waitFor();
    });
    afterAll(() => visited?.context.close());

    const address = () => decodeURIComponent(page.url().slice(page.url().indexOf('/admin')));
    const form = () => page.getByRole('dialog');
    const open = (id: number) => page.locator(`tr[data-id="${id}"] [data-action="open"]`).click();
    const step = (key: string) => form().getByRole('button', { name: word(key), exact: true });
    const closed = () => form().waitFor({ state: 'detached' });
    const ALONE = '/admin/goods/goods?order=id,asc';
    const record = (id: number) => `${ALONE}&record=${id}`;
    const nameBox = () => form().locator('[name="title"]');

    it('is there with one press, goes with the window, and is taken back by the browser', async () => {
      await open(3);
      await nameBox().waitFor();
      await expect.poll(address).toBe(record(3));
      await page.goBack();
      await closed();
      await expect.poll(address).toBe(ALONE);
      await page.goForward();
      await nameBox().waitFor();
      await expect.poll(address).toBe(record(3));
      await page.keyboard.press('Escape');
      await closed();
      await expect.poll(address).toBe(ALONE);
    });

    it('leads to the records beside it, and lives through a reload', async () => {
      await open(3);
      await step('resources.kit.form.next').click();
      await expect.poll(address).toBe(record(4));
      await expect.poll(() => nameBox().inputValue()).not.toBe('');
      const fourth = await nameBox().inputValue();
      await page.reload();
      await expect.poll(() => nameBox().inputValue()).toBe(fourth);
      await expect.poll(address).toBe(record(4));
      await step('resources.kit.form.previous').click();
      await expect.poll(address).toBe(record(3));
      await expect.poll(() => nameBox().inputValue()).not.toBe(fourth);
    });

    it('asks before what was typed goes, by the browser too', async () => {
      await nameBox().fill('Half');
      await expect.poll(() => step('resources.kit.form.next').isDisabled()).toBe(true);
      await page.goBack();
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: word('resources.kit.form.discard') })
        .click();
      await closed();
      await expect.poll(address).toBe(ALONE);
    });

    it('opens by itself where it is sent to somebody, and closes after saving', async () => {
      await page.goto('/admin/goods/goods?record=5');
      await nameBox().waitFor();
      await nameBox().fill('Renamed');
      // By which of its names the list calls it is up to the reader's language.
      await form().locator('[name="titleEn"]').fill('Renamed');
      await page.keyboard.press('Control+Enter');
      await closed();
      await expect.poll(address).toBe('/admin/goods/goods');
      await expect.poll(() => page.locator('tr[data-id="5"]').textContent()).toContain('Renamed');
    });
  });
}
