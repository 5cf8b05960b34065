import type { Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import type { Visit } from './support/browser.ts';
import { geometryFaults, geometryLine } from './support/geometry.ts';
import { spoken } from './support/languages.ts';
import { enter } from './support/sign-in.ts';
import { openStage } from './support/stage.ts';
import { wordsOf, type Language } from './support/words.ts';

/** Lists, records and the dashboard on paper. */
const stage = openStage();

/** What is left of an upright sheet of A4 between its margins. */
const SHEET = { width: 718, height: 1000 };

let visited: Visit | undefined;
afterEach(async () => {
  await visited?.context.close();
  visited = undefined;
});

async function open(path: string, language: Language): Promise<Page> {
  visited = await enter(stage, path, { language, width: 1440, height: 900 });
  await visited.page.waitForLoadState('networkidle');
  // Only once the page stands does it hear of another scheme.
  await visited.page.emulateMedia({ colorScheme: 'dark' });
  return visited.page;
}

/** As the browser lays a page out when it is printed. */
async function print(page: Page): Promise<void> {
  await page.locator('html[data-mantine-color-scheme="dark"]').waitFor();
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize(SHEET);
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
}

/** Whatever on the sheet would have to be pressed. */
const pressed = (page: Page): Promise<string[]> =>
  page
    .locator('body')
    .evaluate((body) =>
      [
        ...body.querySelectorAll(
          'input[type="checkbox"]:not([role="switch"]), .mantine-Button-root, .mantine-ActionIcon-root, select, [data-action="edit"]',
        ),
      ]
        .filter((one) => one.checkVisibility() && one.getClientRects().length > 0)
        .map((one) => `${one.tagName} ${one.getAttribute('aria-label') ?? one.textContent}`),
    );

const cutOff = async (page: Page): Promise<string[]> =>
  (await geometryFaults(page)).filter(({ kind }) => kind === 'sideways' || kind === 'cut').map(geometryLine);

describe('on paper', () => {
  it.each(spoken('en'))('a list has its title, the moment, what was asked for and every column, in %s', async (language) => {
    const word = wordsOf(language);
    const page = await open('/admin/goods/goods?quickSearch=1&status=1', language);
    const headings = page.getByRole('columnheader');
    const columns = (await headings.allTextContents()).map((text) => text.trim()).filter(Boolean);
    await print(page);

    await expect.poll(() => page.locator('#tp-printed').innerText()).toMatch(/^Troupe\s+\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC/u);
    await expect.poll(() => page.getByRole('heading', { level: 1 }).isVisible()).toBe(true);
    await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('1');
    await expect.poll(() => page.getByRole('searchbox').isVisible()).toBe(true);
    await expect.poll(() => page.getByRole('list', { name: word('resources.kit.search.active') }).isVisible()).toBe(true);

    const shown = (await headings.filter({ visible: true }).allTextContents()).map((text) => text.trim());
    // All but what can be done with a record.
    expect(shown).toEqual(columns.filter((text) => text !== word('resources.kit.table.actions')));
    const beyond = await page.locator('th, td').evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().right));
    expect(Math.max(...beyond)).toBeLessThanOrEqual(SHEET.width);

    await expect.poll(() => pressed(page)).toEqual([]);
    await expect.poll(() => cutOff(page)).toEqual([]);
    await expect.poll(() => page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('light');
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
    await expect.poll(() => page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('dark');
    await expect.poll(() => page.locator('#tp-printed').count()).toBe(0);
  });

  it.each([['dashboard'], ['user/moneyLog'], ['routine/system']])('%s goes on over as many sheets as it needs', async (path) => {
    const page = await open(`/admin/${path}`, 'en');
    await print(page);
    await expect.poll(() => pressed(page)).toEqual([]);
    await expect.poll(() => cutOff(page)).toEqual([]);
    // The frame scrolls on a screen; on paper all of it has a height of its own.
    await expect.poll(() => page.locator('main').evaluate((main) => main.scrollHeight - main.clientHeight)).toBeLessThanOrEqual(1);
    await expect
      .poll(() =>
        page
          .locator('header, aside')
          .filter({ visible: true, has: page.getByRole('button') })
          .count(),
      )
      .toBe(0);
  });

  it('an open record is printed instead of the list below it', async () => {
    const page = await open('/admin/goods/goods', 'en');
    await page.locator('main [data-action="edit"]').first().click();
    await page.getByRole('dialog').getByRole('textbox').first().waitFor();
    await print(page);
    await expect.poll(() => page.locator('main').isVisible()).toBe(false);
    await expect.poll(() => pressed(page)).toEqual([]);
    const sheet = await page.getByRole('dialog').evaluate((dialog) => [dialog.scrollHeight - dialog.clientHeight, dialog.clientHeight]);
    expect(sheet[0]).toBeLessThanOrEqual(1);
    expect(sheet[1]).toBeGreaterThan(900);
  });
});
