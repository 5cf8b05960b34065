import { describe, expect, it } from 'vitest';
import { effort } from '#tests/support/effort.ts';
import { geometryFaults, geometryLine } from './support/geometry.ts';
import { phoneLists, topOf } from './support/phone-lists.ts';
import { openScene } from './support/stage.ts';

/** Lists on a phone: how high they begin, and what a card says before it is touched. */
const stage = openScene();

const { listAt } = phoneLists(stage);

describe('a list on a phone', () => {
  // Header, one line of tools, the list: whatever a section adds has its place in that line, or comes on request.
  it.each(
    effort(
      [['user/user'], ['routine/attachment']],
      [['goods/goods'], ['user/user'], ['user/moneyLog'], ['auth/rule'], ['routine/attachment']],
    ),
  )('begins as high in %s as in any other', async (path) => {
    const page = await listAt(path, 390);
    await expect.poll(() => topOf(page, 'main li[data-id]')).toBeLessThanOrEqual(130);
    expect((await geometryFaults(page)).map(geometryLine)).toEqual([]);
  });

  it('says of an entry of a ledger what it changed beside its name, in two lines', async () => {
    const page = await listAt('user/moneyLog', 320);
    const card = page.locator('main li[data-id]').first();
    const lines = await card.evaluate((element) => {
      const amount = [...element.querySelectorAll('[class*="change"]')].map((one) => one.getBoundingClientRect());
      const title = element.querySelector('strong')?.getBoundingClientRect();
      return { amounts: amount.length, isBeside: amount[0] && title ? Math.abs(amount[0].top - title.top) < 12 : false };
    });
    await expect
      .poll(async () => [lines, (await card.boundingBox())?.height])
      .toEqual([{ amounts: 1, isBeside: true }, expect.closeTo(76, -1)]);
  });

  it('does what is pressed in a card by the first press, and unfolds it behind that', async () => {
    const page = await listAt('goods/goods', 390);
    const card = page.locator('main li[data-id]').nth(2);
    const folded = (await card.boundingBox())?.height ?? 0;
    await card.locator('[data-field="@offers"]').click();
    await page.getByRole('menu').getByRole('menuitem').first().waitFor();
    await expect.poll(async () => (await card.boundingBox())?.height ?? 0).toBeGreaterThan(folded + 40);
    await page.keyboard.press('Escape');
  });
});
