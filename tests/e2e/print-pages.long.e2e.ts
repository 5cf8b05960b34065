import type { Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import type { Visit } from './support/browser.ts';
import { cutOff, pressed, print } from './support/paper.ts';
import { enter } from './support/sign-in.ts';
import { openScene } from './support/stage.ts';

/** Records, the dashboard and long pages on paper. */
const stage = openScene();

let visited: Visit | undefined;
afterEach(async () => {
  await visited?.context.close();
  visited = undefined;
});

async function open(path: string): Promise<Page> {
  visited = await enter(stage, path, { language: 'en', width: 1440, height: 900 });
  await visited.page.waitForLoadState('networkidle');
  // Only once the page stands does it hear of another scheme.
  await visited.page.emulateMedia({ colorScheme: 'dark' });
  return visited.page;
}

describe('on paper', () => {
  it.each([['dashboard'], ['user/moneyLog'], ['routine/system']])('%s goes on over as many sheets as it needs', async (path) => {
    const page = await open(`/admin/${path}`);
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
    const page = await open('/admin/goods/goods');
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
