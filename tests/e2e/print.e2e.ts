import type { Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import type { Visit } from './support/browser.ts';
import { spoken } from './support/languages.ts';
import { cutOff, pressed, print, SHEET } from './support/paper.ts';
import { enter } from './support/sign-in.ts';
import { openScene } from './support/stage.ts';
import { wordsOf, type Language } from './support/words.ts';

/** A list on paper. */
const stage = openScene();

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
});
