import { describe, expect, it } from 'vitest';
import { geometryFaults, geometryLine } from './support/geometry.ts';
import { phoneLists, settled, topOf } from './support/phone-lists.ts';
import { enter } from './support/sign-in.ts';
import { openScene } from './support/stage.ts';
import { wordsOf } from './support/words.ts';

/** Lists on a phone: what a card says before it is touched, and what stands beside the tools. */
const stage = openScene();

const { listAt, pageAt } = phoneLists(stage);

describe('a list on a phone', () => {
  // Header, one line of tools, the list: whatever a section adds has its place in that line, or comes on request.
  it('names its page in full at the smallest width, with help and the terminal in the menu of the account', async () => {
    // In a browser of its own, as the number of what is open takes room beside the name.
    const { page, context } = await enter(stage, '/admin/user/moneyLog', { language: 'en', width: 320, height: 844 });
    await settled(page);
    const word = wordsOf('en');
    const [shown, needed] = await page
      .locator('header ol [aria-current="page"]')
      .evaluate((element) => [element.clientWidth, element.scrollWidth] as const);
    expect(shown).toBe(needed);
    await page.getByRole('button', { name: new RegExp(word('admin.shell.account'), 'u') }).click();
    await page.getByRole('menuitem', { name: word('admin.terminal.open') }).waitFor();
    await page.getByRole('menuitem', { name: word('common.action.help') }).click();
    await page.getByRole('dialog', { name: word('help.title') }).waitFor();
    await context.close();
  });

  it('keeps what is about the section as a whole among the tools that come on request', async () => {
    const page = await listAt('user/user', 390);
    const letter = page.getByRole('button', { name: wordsOf('en')('account.letter.open') });
    await expect.poll(() => letter.isVisible()).toBe(false);
    const more = page.getByRole('button', { name: wordsOf('en')('resources.kit.table.moreTools') });
    const before = await more.boundingBox();
    await more.click();
    await letter.waitFor();
    // What was pressed is still below the finger.
    await expect.poll(() => more.boundingBox()).toEqual(before);
  });

  it('gives the place of the search to the filters, in words, where nothing can be searched', async () => {
    const page = await listAt('chat/quota', 320);
    const filters = await page.getByRole('button', { name: wordsOf('en')('resources.kit.table.filters') }).evaluate((element) => {
      const word = element.querySelector('[class*="word"]')?.getBoundingClientRect();
      const { left, width } = element.getBoundingClientRect();
      return { left, width, word: word?.width ?? 0 };
    });
    const add = await page.getByRole('button', { name: wordsOf('en')('resources.kit.table.add'), exact: true }).boundingBox();
    expect(filters.left).toBeLessThan(24);
    expect(filters.width).toBeGreaterThan(160);
    expect(filters.word).toBeGreaterThan(24);
    expect(add?.x).toBeGreaterThan(filters.left + filters.width);
    expect((await geometryFaults(page)).map(geometryLine)).toEqual([]);
  });

  it('says below a list what is to be known of it', async () => {
    const page = await pageAt('security/dataRecycleLog', 390);
    const note = page.getByText(wordsOf('en')('changes.bin.keptDays', { count: 90 }));
    await note.waitFor();
    await page.getByRole('heading', { name: wordsOf('en')('emptyLists.titles.dataRecycleLog') }).waitFor();
    await expect.poll(() => topOf(page, 'main [data-whole]')).toBeLessThan(80);
    expect((await note.boundingBox())?.y).toBeGreaterThan(await topOf(page, 'main section'));
  });

  it('has what can be switched in one place of all cards, whatever else they say', async () => {
    const page = await listAt('auth/group', 390);
    const switches = await page.locator('main li[data-id]').evaluateAll((cards) =>
      cards.map((card) => {
        const fact = card.querySelector('[data-named]')?.getBoundingClientRect();
        const title = card.querySelector('strong')?.getBoundingClientRect();
        const { bottom } = card.getBoundingClientRect();
        return fact && title ? { aside: Math.round(fact.left - title.left), isSeen: fact.bottom <= bottom } : null;
      }),
    );
    expect(switches.length).toBeGreaterThan(2);
    expect(switches).toEqual(switches.map(() => ({ aside: 0, isSeen: true })));
  });

  it('says what fits of a record of many figures in two lines', async () => {
    const page = await listAt('chat/quota', 390);
    const highs = await page.locator('main li[data-id]').evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().height));
    expect(highs.length).toBeGreaterThan(2);
    expect(Math.max(...highs)).toBeLessThanOrEqual(80);
  });
});

describe('tools of a section', () => {
  it.each([
    ['security/sensitiveDataLog', 390],
    ['routine/attachment', 1440],
  ])('are in one line with those of the list: %s at %i px', async (path, width) => {
    const page = await pageAt(path, width);
    await page.getByRole('button', { name: wordsOf('en')('resources.kit.table.filters') }).waitFor();
    await page.locator('main :is([role="combobox"], fieldset, input[aria-haspopup])').first().waitFor({ state: 'attached' });
    await page.waitForLoadState('networkidle');
    const middles = await page
      .locator('main [data-whole]')
      .evaluate((line) =>
        [...line.querySelectorAll('button, input:not([type="file"], [type="radio"])')]
          .filter((one) => one.checkVisibility() && one.getBoundingClientRect().height > 2)
          .map((one) => Math.round((one.getBoundingClientRect().top + one.getBoundingClientRect().bottom) / 20)),
      );
    expect(middles.length).toBeGreaterThan(2);
    expect(new Set(middles).size).toBe(1);
  });
});

describe('a list on a tablet', () => {
  it('cuts no figure by the buttons that stay, and where more is pinned than half of it keeps the title alone', async () => {
    const page = await pageAt('goods/goods', 820);
    const row = page.locator('main tr[data-id]').first();
    await row.waitFor();
    await page.waitForLoadState('networkidle');
    expect((await geometryFaults(page, 'main')).map(geometryLine)).toEqual([]);
    const inEnglish = wordsOf('en');
    await page.getByRole('button', { name: new RegExp(`^${inEnglish('resources.kit.table.columns')}`, 'u') }).click();
    for (const field of ['ID', 'Pictures', 'Name'])
      await page.getByRole('button', { name: inEnglish('tables.columns.pin', { field }) }).click();
    await page.keyboard.press('Escape');
    const scroller = page.locator('[data-scroller]:has(table)');
    const lefts = (): Promise<readonly number[]> =>
      row.evaluate((element) => [...element.children].slice(0, 5).map((cell) => Math.round(cell.getBoundingClientRect().left)));
    const [box = 0, id = 0, , title = 0, other = 0] = await lefts();
    await scroller.evaluate((element) => (element.scrollLeft = 220));
    const scrolled = await lefts();
    expect([scrolled[0], scrolled[1], scrolled[3]]).toEqual([box, id - 220, box + 44]);
    expect(scrolled[4]).toBe(other - 220);
    expect(title).toBeGreaterThan(box + 44);
    // Where there is room, all of them stay.
    await page.setViewportSize({ width: 1440, height: 844 });
    // The menu stands beside the list then.
    await expect.poll(async () => (await lefts())[0]).toBeGreaterThan(190);
    const wide = await lefts();
    await scroller.evaluate((element) => (element.scrollLeft = 0));
    expect((await lefts()).slice(0, 4)).toEqual(wide.slice(0, 4));
  });
});
