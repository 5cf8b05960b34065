import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signIn, type AdminCalls } from './support/admin-calls.ts';
import type { Visit } from './support/browser.ts';
import { enter } from './support/sign-in.ts';
import { openStage } from './support/stage.ts';
import { wordsOf } from './support/words.ts';

/** What hands do in forms: amounts are typed over, commas are typed as at home, and arrows are pressed where they are seen. */
const stage = openStage();
const word = wordsOf('en');
let visited: Visit;
let page: Page;
let calls: AdminCalls;

beforeAll(async () => {
  calls = await signIn(stage.server.url);
  visited = await enter(stage, '/admin/goods/goods', { language: 'en' });
  ({ page } = visited);
  await page.locator('tbody [data-id]').first().waitFor();
});
afterAll(() => visited?.context.close());

const field = (key: string): Locator => page.locator(`#field-goods-${key}`);

async function goods1(): Promise<void> {
  await page.goto('/admin/goods/goods?record=1');
  await field('price').waitFor();
}

/** Over what is in it, by the keys alone. */
async function typeInto(key: string, text: string): Promise<void> {
  await field(key).focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.type(text);
  await page.keyboard.press('Tab');
}

/** Typed and left. */
const UNDERSTOOD = [
  ['0,10', '0.10'],
  ['1,5', '1.50'],
  ['1234,56', '1234.56'],
  ['1.234,56', '1234.56'],
  ['1,234.5', '1234.50'],
  ['0。5', '0.50'],
  ['１２．５', '12.50'],
] as const;
const REFUSED = [
  ['price', '12.345', 'validation.amount'],
  ['stock', '1,5', 'validation.integer'],
  ['stock', '1.5', 'validation.integer'],
] as const;

describe('an amount', () => {
  it('is typed over by whoever comes to it with Tab, and saved as it was typed', async () => {
    await goods1();
    await typeInto('price', '400');
    await expect.poll(() => field('price').inputValue()).toBe('400.00');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: word('resources.kit.form.save'), exact: true })
      .click();
    await expect.poll(async () => (await calls.get('goods.Goods/edit?id=1')).data?.['row']).toMatchObject({ price: '400.00' });
  });

  it('is all of it chosen by a double press, and read as whoever typed it meant it, or refused at its field', async () => {
    await goods1();
    await field('price').dblclick();
    await page.keyboard.type('5');
    expect(await field('price').inputValue()).toBe('5');
    for (const [typed, shown] of UNDERSTOOD) {
      await typeInto('price', typed);
      await expect.poll(() => field('price').inputValue()).toBe(shown);
      await expect.poll(() => field('price').getAttribute('aria-invalid')).not.toBe('true');
    }
    for (const [key, typed, issue] of REFUSED) {
      await typeInto(key, typed);
      await expect.poll(() => page.locator(`#field-goods-${key}-error`).textContent()).toBe(word(issue));
      expect(await field(key).inputValue()).toBe(typed);
      await typeInto(key, '1');
      await expect.poll(() => field(key).getAttribute('aria-invalid')).not.toBe('true');
    }
  });
});

/** What is met inside its round corners and in the middle of each arrow. */
const metAt = (arrows: Locator) =>
  arrows.evaluateAll((all) =>
    all.flatMap((arrow) => {
      arrow.scrollIntoView({ block: 'center' });
      const { left, top, width, height } = arrow.getBoundingClientRect();
      const places = [0.2, 0.5, 0.8].flatMap((x) => [0.2, 0.5, 0.8].map((y) => [left + width * x, top + height * y] as const));
      return places.map(([x, y]) => (arrow.contains(document.elementFromPoint(x, y)) ? 'arrow' : arrow.getAttribute('aria-label')));
    }),
  );

describe('the tree of rights', () => {
  it.each(['auth/group', 'auth/apiToken'])('opens its branches by their arrows in %s', async (path) => {
    await page.goto(`/admin/${path}`);
    await page
      .getByRole('main')
      .getByRole('button', { name: word('resources.kit.table.add'), exact: true })
      .click();
    const tree = page.getByRole('dialog').locator('[id^="field-"][tabindex="-1"]').last();
    const arrows = tree.locator('button[aria-expanded]');
    await arrows.first().waitFor();
    const count = await arrows.count();
    expect(count).toBeGreaterThan(5);
    expect([...new Set(await metAt(arrows))]).toEqual(['arrow']);
    const given = await tree.locator('input:checked').count();
    await arrows.first().click();
    await expect.poll(() => arrows.first().getAttribute('aria-expanded')).toBe('true');
    expect(await tree.locator('input:checked').count()).toBe(given);
  });
});
