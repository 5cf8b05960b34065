import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { xlsxFile } from '#server/resources/files/xlsx-file';
import { rowsOfCsv, rowsOfXlsx } from '#tests/support/exported.ts';
import type { Visit } from '../support/browser.ts';
import { enter } from '../support/sign-in.ts';
import type { Stage } from '../support/stage.ts';
import { wordsOf } from '../support/words.ts';

const word = wordsOf('zh-cn');
const text = async (locator: Locator): Promise<string> => ((await locator.textContent()) ?? '').trim();

const PRICE = word('resources.goods.fields.price');

/** One column is called like its field, the others are not. */
const csv = (...stocks: readonly string[]) => ({
  name: 'teas.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from([`品名,类别,${PRICE},库房`, ...stocks.map((stock, index) => `导入的茶${index + 1},1,9.90,${stock}`)].join('\n')),
});
/** The same as spreadsheets save it. */
const workbook = (...stocks: readonly string[]): ReturnType<typeof csv> => {
  const [head = [], ...rows] = rowsOfCsv(Uint8Array.from(csv(...stocks).buffer).buffer);
  const file = xlsxFile(
    head.map((label) => ({ label, form: 'text' })),
    'teas',
  );
  return {
    name: 'teas.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: Buffer.concat([file.head(), file.rows(rows), file.foot()]),
  };
};

/** What a list's tools leave behind: files, read back and held against what the page shows. */
export function filesOfTables(stage: Stage): void {
  let visited: Visit;
  let page: Page;

  beforeAll(async () => {
    visited = await enter(stage, '/admin/goods/goods?order=price,desc');
    page = visited.page;
    await page.locator('tbody [data-id]').first().waitFor();
  });
  afterAll(async () => {
    await visited?.context.close();
  });

  const button = (key: string): Locator => page.getByRole('dialog').getByRole('button', { name: word(key), exact: true });

  async function saved(): Promise<{ readonly name: string; readonly bytes: ArrayBuffer }> {
    const [download] = await Promise.all([page.waitForEvent('download'), button('tables.export.start').click()]);
    const file = await readFile(await download.path());
    return { name: download.suggestedFilename(), bytes: Uint8Array.from(file).buffer };
  }

  describe('the goods as files', () => {
    it('saves all that the list finds, with its columns, order and words', async () => {
      const heads = await page.locator('thead th').allTextContents();
      const titles = await page.locator('tbody tr').locator('td').nth(3).allTextContents();
      await page.getByRole('button', { name: word('resources.kit.table.export'), exact: true }).click();
      const { name, bytes } = await saved();
      const [head = [], ...rows] = rowsOfCsv(bytes);
      expect(name).toMatch(/^商品-\d{8}-\d{6}\.csv$/u);
      expect(heads.map((one) => one.trim())).toEqual(expect.arrayContaining(head));
      expect(rows.length).toBeGreaterThan(10);
      const price = head.indexOf(word('resources.goods.fields.price'));
      const prices = rows.map((row) => Number(row[price]));
      expect(prices).toEqual(prices.toSorted((one, other) => other - one));
      expect(rows[0]?.[head.indexOf(word('resources.goods.fields.title'))]).toBe(titles[0]?.trim());
      await expect.poll(() => text(page.getByRole('dialog'))).toContain(word('tables.export.saved', { file: name }));
    });

    it('saves the chosen records in a workbook, and gives the focus back', async () => {
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      const opener = page.getByRole('button', { name: word('resources.kit.table.export'), exact: true });
      await expect.poll(() => opener.evaluate((element) => element === document.activeElement)).toBe(true);
      const picked = page.locator('tbody tr').nth(1);
      const id = await picked.getAttribute('data-id');
      await picked.locator('[data-action="select"]').click();
      await opener.click();
      await page
        .getByRole('dialog')
        .getByRole('radio', { name: word('tables.export.xlsx') })
        .check();
      const { name, bytes } = await saved();
      const [head = [], ...rows] = rowsOfXlsx(bytes);
      expect(name).toMatch(/\.xlsx$/u);
      expect(rows.map((row) => row[head.indexOf('ID')])).toEqual([id]);
      expect(visited.complaints).toEqual([]);
    });
  });

  const dialog = (): Locator => page.getByRole('dialog');
  const imported = (): Locator => page.locator('tbody tr', { hasText: '导入的茶' });

  const take = (file: ReturnType<typeof csv>) => dialog().locator('input[type="file"]').setInputFiles(file);
  const fieldOf = (column: string): Locator => dialog().getByLabel(word('tables.import.fieldOf', { column }), { exact: true });

  /** Says which fields the columns fill, and has the file checked. */
  async function match(): Promise<void> {
    await fieldOf('品名').selectOption('title');
    await fieldOf('类别').selectOption('categoryId');
    await fieldOf('库房').selectOption('stock');
    await button('tables.import.check').click();
  }

  describe('records from a file', () => {
    it('are refused as a whole, with the cell that is wrong', async () => {
      await page.keyboard.press('Escape');
      await dialog().waitFor({ state: 'detached' });
      await page.goto('/admin/goods/goods');
      await page.getByRole('button', { name: word('resources.kit.table.import'), exact: true }).click();
      await take(csv('12', 'many'));
      // What is called like its field is matched at once.
      await expect.poll(() => fieldOf(PRICE).inputValue()).toBe('price');
      await match();
      const problems = dialog().getByRole('alert').getByRole('listitem');
      await problems.first().waitFor();
      await expect.poll(() => problems.allTextContents()).toEqual([expect.stringContaining(word('tables.import.line', { line: 3 }))]);
      await expect.poll(() => text(problems.first())).toContain(`${word('resources.goods.fields.stock')}“many”`);
      await expect.poll(() => imported().count()).toBe(0);
      // Which row it is stands beside what is wrong there, in a column of its own.
      const [row, reason] = await problems.first().evaluate((item) => {
        const words = document.createRange();
        words.setStartAfter(item.querySelector('strong') ?? item);
        words.setEndAfter(item.lastChild ?? item);
        return [item.querySelector('strong')?.getBoundingClientRect(), words.getBoundingClientRect()].map((box) => ({
          left: box?.left ?? 0,
          right: box?.right ?? 0,
        }));
      });
      expect((reason?.left ?? 0) - (row?.right ?? 0)).toBeGreaterThanOrEqual(8);
      const [file] = await Promise.all([page.waitForEvent('download'), button('tables.import.saveRefused').click()]);
      expect(file.suggestedFilename()).toBe(`${word('tables.import.refusedName', { name: word('resources.goods.label') })}.csv`);
      const [head, refused, ...more] = rowsOfCsv(Uint8Array.from(await readFile(await file.path())).buffer);
      expect([head?.at(-1), refused?.slice(0, 4), more]).toEqual([word('tables.import.reason'), ['导入的茶2', '1', '9.90', 'many'], []]);
    });

    it('are taken in once the file is mended, as a workbook, and taken back', async () => {
      await take(workbook('12', '34'));
      await match();
      await dialog()
        .getByRole('button', { name: word('tables.import.start', { count: 2 }) })
        .click();
      await dialog()
        .getByText(word('tables.import.done', { count: 2 }))
        .waitFor();
      await dialog()
        .getByRole('button', { name: word('tables.import.close') })
        .last()
        .click();
      await dialog().waitFor({ state: 'detached' });
      await expect.poll(() => imported().count()).toBe(2);
      await page
        .getByRole('region', { name: word('common.notice.region') })
        .getByRole('button', { name: word('common.action.undo') })
        .click();
      await expect.poll(() => imported().count()).toBe(0);
      // What is done is not shown once more: the next opening begins anew.
      await page.getByRole('button', { name: word('resources.kit.table.import'), exact: true }).click();
      await dialog().getByText(word('tables.import.choose')).waitFor();
      await page.keyboard.press('Escape');
      await dialog().waitFor({ state: 'detached' });
      expect(visited.complaints).toEqual([]);
    });
  });
}
