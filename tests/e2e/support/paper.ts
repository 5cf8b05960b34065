import type { Page } from 'playwright-core';
import { geometryFaults, geometryLine } from './geometry.ts';

/** What is left of an upright sheet of A4 between its margins. */
export const SHEET = { width: 718, height: 1000 };

/** As the browser lays a page out when it is printed that is seen in the dark. */
export async function print(page: Page): Promise<void> {
  await page.locator('html[data-mantine-color-scheme="dark"]').waitFor();
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize(SHEET);
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
}

/** Whatever on the sheet would have to be pressed. */
export const pressed = (page: Page): Promise<string[]> =>
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

export const cutOff = async (page: Page): Promise<string[]> =>
  (await geometryFaults(page)).filter(({ kind }) => kind === 'sideways' || kind === 'cut').map(geometryLine);
