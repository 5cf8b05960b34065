import type { Page } from 'playwright-core';
import { afterEach, expect, it } from 'vitest';
import { memberOf } from '../../scripts/screens/people.ts';
import { visit, type Visit } from './support/browser.ts';
import { geometryFaults, geometryLine } from './support/geometry.ts';
import { enter } from './support/sign-in.ts';
import { openScene } from './support/stage.ts';
import { wordsOf } from './support/words.ts';

/** How high pages of other kinds than lists begin on a phone, and how much of them is in sight. */
const stage = openScene();
const word = wordsOf('en');

let visited: Visit | undefined;
afterEach(async () => {
  await visited?.context.close();
  visited = undefined;
});

async function pageAt(path: string, width: number, ready: (page: Page) => Promise<unknown>): Promise<Page> {
  visited = await enter(stage, path, { language: 'en', width, height: 844 });
  await ready(visited.page);
  await visited.page.waitForLoadState('networkidle');
  return visited.page;
}

const topOf = (page: Page, selector: string): Promise<number> =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => element.getBoundingClientRect().top);

it('the settings begin below their two buttons, whose line says nothing twice', async () => {
  const page = await pageAt('/admin/routine/config', 320, (one) => one.locator('main form').first().waitFor());
  const search = page.getByPlaceholder(word('settings.page.search'));
  await expect.poll(async () => (await search.boundingBox())?.y).toBeLessThanOrEqual(125);
  // Whoever does not see the header hears the title all the same.
  await expect.poll(() => page.getByRole('heading', { level: 1, name: word('menu.routine.config') }).count()).toBe(1);
  expect((await geometryFaults(page)).map(geometryLine)).toEqual([]);
});

it('a card of a board is as high as what it says, with buttons as large as a thumb', async () => {
  const page = await pageAt('/admin/goods/goods', 390, (one) => one.locator('main li[data-id]').first().waitFor());
  await page.getByRole('button', { name: word('resources.kit.table.moreTools') }).click();
  await page.getByRole('button', { name: word('resources.kit.table.asBoard') }).click();
  const title = page.getByText('Mint leaves, 40 g', { exact: true });
  await title.waitFor();
  const card = await page
    .getByRole('listitem')
    .filter({ has: title })
    .last()
    .evaluate((element) => ({
      height: element.getBoundingClientRect().height,
      buttons: [...element.querySelectorAll('button')].map((one) => one.getBoundingClientRect()).filter(({ width }) => width < 60),
    }));
  // A title of one line, and two facts.
  expect(card.height).toBeLessThanOrEqual(104);
  expect(card.buttons.length).toBeGreaterThan(0);
  expect(Math.min(...card.buttons.map(({ width, height }) => Math.min(width, height)))).toBeGreaterThanOrEqual(40);
});

it('a statement of a member begins in sight below two lines of filters, and turns no pages where there is one', async () => {
  const { userInfo } = await memberOf(stage.server.url);
  visited = await visit(stage.browser, stage.server.url, {
    width: 390,
    height: 844,
    stored: { userInfo, storeConfig: { language: 'en' } },
  });
  const { page } = visited;
  await page.goto('/user/account/balance');
  await page.locator('main tbody tr').first().waitFor();
  await expect.poll(() => topOf(page, 'main tbody tr')).toBeLessThanOrEqual(320);
  const [from, to] = await page
    .locator('main input[type="date"]')
    .evaluateAll((inputs) => inputs.map((one) => one.getBoundingClientRect().top));
  expect(from).toBe(to);
  await expect.poll(() => page.getByRole('button', { name: word('memberPages.ledger.next') }).count()).toBe(0);
  expect((await geometryFaults(page)).map(geometryLine)).toEqual([]);
});
