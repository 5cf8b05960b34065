import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Visit } from '../support/browser.ts';
import { geometryFaults, geometryLine } from '../support/geometry.ts';
import { spoken } from '../support/languages.ts';
import { enter } from '../support/sign-in.ts';
import type { Stage } from '../support/stage.ts';
import { wordsOf, type Language } from '../support/words.ts';

const SAMPLES = 42;

const pricesOn = (page: Page): Promise<string[]> =>
  page.locator('tbody tr[data-id]').evaluateAll((rows) => rows.map((row) => /[¥￥][\d,]+\.\d\d/u.exec(row.textContent)?.[0] ?? ''));

/** All records that a list finds, those of its other pages too: prices by percent with a rehearsal, a step, and one undo for each. */
export function allThatMatch(stage: Stage): void {
  describe.each<Language>(spoken('zh-cn'))('all that match in %s', (language) => {
    const word = wordsOf(language);
    let visited: Visit;
    let page: Page;
    beforeAll(async () => {
      visited = await enter(stage, '/admin/goods/goods', { language });
      page = visited.page;
      await page.locator('tbody tr[data-id]').first().waitFor();
    });
    afterAll(() => visited?.context.close());

    const begin = async (): Promise<void> => {
      await page.locator('thead input[type="checkbox"]').check();
      await page.getByRole('button', { name: word('resources.kit.table.matching', { count: SAMPLES }), exact: true }).click();
    };
    const press = (key: string, params?: Readonly<Record<string, string | number>>) =>
      page
        .getByRole('dialog')
        .getByRole('button', { name: word(key, params), exact: true })
        .click();
    const shows = (key: string, params?: Readonly<Record<string, string | number>>) =>
      page.getByRole('dialog').getByText(word(key, params), { exact: true }).waitFor();

    it('change by percent as it was shown before, and are as they were by one undo', async () => {
      const before = await pricesOn(page);
      await begin();
      await press('resources.kit.table.bulkEdit');
      const price = word('resources.goods.fields.price');
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('checkbox', { name: price, exact: true }).check();
      await dialog.getByText(word('tables.percent.byPercent'), { exact: true }).click();
      await dialog.getByRole('textbox', { name: word('tables.percent.label', { field: price }) }).fill('ten');
      await press('tables.percent.next');
      await dialog.getByText(word('tables.percent.wrong')).waitFor();
      await dialog.getByRole('textbox', { name: word('tables.percent.label', { field: price }) }).fill('-10');
      await press('tables.percent.next');
      await dialog.getByText(word('tables.percent.caption')).waitFor();
      expect((await geometryFaults(page)).map(geometryLine)).toEqual([]);
      await expect.poll(() => pricesOn(page)).toEqual(before);
      // What was typed is still there on the way back.
      await press('tables.matching.back');
      await expect
        .poll(() => dialog.getByRole('textbox', { name: word('tables.percent.label', { field: price }) }).inputValue())
        .toBe('-10');
      await press('tables.percent.next');
      await press('tables.matching.changeAll', { count: SAMPLES });
      await shows('tables.matching.outcomes.edit', { count: SAMPLES });
      await expect.poll(() => pricesOn(page)).not.toEqual(before);
      await press('tables.matching.undo');
      await shows('tables.matching.undone');
      await press('tables.matching.finish');
      await expect.poll(() => pricesOn(page)).toEqual(before);
    });

    it('are deleted on every page, and come back', async () => {
      await begin();
      await press('tables.matching.delete');
      await press('tables.matching.deleteAll', { count: SAMPLES });
      await shows('tables.matching.outcomes.delete', { count: SAMPLES });
      await expect.poll(() => page.locator('tbody tr[data-id]').count()).toBe(0);
      await press('tables.matching.undo');
      await shows('tables.matching.undone');
      await press('tables.matching.finish');
      await expect.poll(() => page.locator('tbody tr[data-id]').count()).toBe(10);
    });
  });
}
