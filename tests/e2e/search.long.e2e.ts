import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { signIn } from './support/admin-calls.ts';
import { spoken } from './support/languages.ts';
import { enter } from './support/sign-in.ts';
import { openStage } from './support/stage.ts';
import { wordsOf, type Language } from './support/words.ts';

/** Filters with other comparisons, periods that are words, and groups of which any may hold: in the panel, the address and the list. */
const stage = openStage();

const paramsOf = (page: Page) => [...new URL(page.url()).searchParams].toSorted(([a], [b]) => (a < b ? -1 : 1));
const ids = (page: Page) => page.locator('tbody [data-id]').evaluateAll((rows) => rows.map((row) => Number(row.getAttribute('data-id'))));

interface Goods {
  readonly id: number;
  readonly title: string;
  readonly title_en: string;
  readonly status: string;
}

describe.each<Language>(spoken('zh-cn'))('the filters of goods in %s', (language) => {
  const word = wordsOf(language);
  const TEA = language === 'en' ? 'tea' : '茶';
  /** Titles are compared as they are shown. */
  const isTea = ({ title, title_en: titleEn }: Goods): boolean => ((language === 'en' && titleEn) || title).toLowerCase().includes(TEA);
  it('compare as they are told, and find what fits any of their groups', async () => {
    const { list = [] } = ((await (await signIn(stage.server.url)).get('goods.Goods/index?limit=1000')).data ?? {}) as {
      readonly list?: readonly Goods[];
    };
    const wanted = list.filter((one) => !isTea(one) || one.status === 'off').map(({ id }) => id);
    expect(wanted.length).toBeLessThan(list.length);
    const { page, context } = await enter(stage, '/admin/goods/goods?limit=100', { language });
    const filters = page.getByRole('button', { name: word('resources.kit.table.filters'), exact: true });
    await filters.click();
    const form = page.getByRole('form', { name: word('resources.kit.search.title') });
    const how = (name: string) => form.getByRole('combobox', { name: word('search.operator', { name }), exact: true });
    const title = word('resources.goods.fields.title');
    // What was typed stays where only the comparison changes.
    await form.getByRole('textbox', { name: title, exact: true }).fill(TEA);
    await how(title).selectOption(word('search.operators.containsNot'));
    await form.getByRole('combobox', { name: word('search.addGroup') }).selectOption(word('resources.goods.fields.status'));
    const group = form.getByRole('group', { name: word('search.group', { number: 2 }) });
    await group.getByRole('combobox', { name: word('resources.goods.fields.status'), exact: true }).click();
    await page.getByRole('option', { name: word('resources.goods.options.status.off') }).click();
    await form.getByRole('button', { name: word('resources.kit.search.apply') }).click();
    await expect.poll(() => ids(page)).toEqual(wanted);
    await expect
      .poll(() => paramsOf(page))
      .toEqual([
        ['2.status', 'off'],
        ['limit', '100'],
        ['title.NOT LIKE', TEA],
      ]);
    const chips = page.getByRole('list', { name: word('resources.kit.search.active') });
    await expect
      .poll(() => chips.getByRole('listitem').allInnerTexts())
      .toEqual([
        expect.stringContaining(word('search.operators.containsNot')),
        word('search.or'),
        expect.stringContaining(word('resources.goods.options.status.off')),
        word('resources.kit.states.clearFilters'),
      ]);
    // A link says all of it.
    await page.reload();
    await expect.poll(() => ids(page)).toEqual(wanted);
    // The panel is left as it was: open.
    await form.waitFor();
    await expect.poll(() => how(title).inputValue()).toBe('NOT LIKE');
    // One group goes with its last condition.
    await chips.getByRole('button').first().click();
    await expect.poll(() => ids(page)).toEqual(list.filter(({ status }) => status === 'off').map(({ id }) => id));
    await expect
      .poll(() => paramsOf(page))
      .toEqual([
        ['limit', '100'],
        ['status', 'off'],
      ]);
    // A period stays a word.
    await form.getByRole('button', { name: word('resources.kit.search.reset') }).click();
    const created = word('resources.goods.fields.createTime');
    await how(created).selectOption(word('search.operators.during'));
    await form.getByRole('combobox', { name: created, exact: true }).selectOption(word('search.periods.thisYear'));
    await form.getByRole('button', { name: word('resources.kit.search.apply') }).click();
    await expect.poll(() => paramsOf(page)).toContainEqual(['create_time.DURING', 'thisYear']);
    await expect.poll(() => ids(page)).toEqual(list.map(({ id }) => id));
    await context.close();
  });
});

describe('rows that go to another page', () => {
  const word = wordsOf('en');
  it('go by the pager, by a number and by the keyboard, and come back', async () => {
    const { page, context } = await enter(stage, '/admin/goods/goods', { language: 'en' });
    const order = async (): Promise<readonly number[]> => {
      const { data } = await (await signIn(stage.server.url)).get('goods.Goods/index?limit=1000');
      return ((data?.['list'] ?? []) as readonly Goods[]).map(({ id }) => id);
    };
    const before = await order();
    await expect.poll(() => ids(page)).toEqual(before.slice(0, 10));
    const handle = (id: number) => page.locator(`tbody [data-id="${id}"] [data-action="drag"]`);
    const moved = (id: number, position: number) => before.filter((one) => one !== id).toSpliced(position - 1, 0, id);
    const [first = 0, second = 0] = before;
    // Dropped on the next page it is the first there.
    const [from, onto] = await Promise.all([
      handle(first).boundingBox(),
      page.getByRole('button', { name: word('resources.kit.table.next') }).boundingBox(),
    ]);
    if (!from || !onto) throw new Error('there is nothing to drag or nowhere to drop it');
    await page.mouse.move(from.x + 5, from.y + 5);
    await page.mouse.down();
    await page.mouse.move(onto.x - 30, onto.y + 5, { steps: 4 });
    await page.mouse.move(onto.x + onto.width / 2, onto.y + onto.height / 2, { steps: 4 });
    await page.mouse.up();
    await expect.poll(order).toEqual(moved(first, 11));
    await expect.poll(() => ids(page)).toEqual(before.slice(1, 11));
    await page.getByRole('button', { name: word('common.action.undo') }).click();
    await expect.poll(order).toEqual(before);
    await expect.poll(() => ids(page)).toEqual(before.slice(0, 10));
    // By the keyboard alone: pressed, the handle asks where to.
    await handle(second).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: word('tables.move.position') }).fill('23');
    await page.keyboard.press('Enter');
    await expect.poll(order).toEqual(moved(second, 23));
    await page
      .getByRole('button', { name: word('common.action.undo') })
      .last()
      .click();
    await expect.poll(order).toEqual(before);
    // A step over the edge of a page goes on, and the list with it.
    await expect.poll(() => ids(page)).toEqual(before.slice(0, 10));
    const tenth = before[9] ?? 0;
    await handle(tenth).focus();
    await page.keyboard.press('ArrowDown');
    await expect.poll(order).toEqual(moved(tenth, 11));
    await expect.poll(() => new URL(page.url()).searchParams.get('page')).toBe('2');
    await expect.poll(() => handle(tenth).evaluate((one) => one === document.activeElement)).toBe(true);
    await context.close();
  });
});

describe('what is chosen level by level', () => {
  const word = wordsOf('en');
  it('is found by its name among all there is, and chosen as a whole', async () => {
    const admin = await signIn(stage.server.url);
    const add = async (name: string, pid: number) => {
      const reply = await admin.post('auth.Project/add', { name, pid, type: 1, status: '1' });
      expect(reply).toMatchObject({ code: 1 });
      return Number(reply.data?.['id']);
    };
    const top = await add('Spring harvest', 0);
    const low = await add('Longjing launch', top);
    const { page, context } = await enter(stage, '/admin/dashboard', { language: 'en' });
    const box = page.locator('#project-1');
    await box.focus();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('treeitem', { name: 'Spring harvest' }).waitFor();
    await page.keyboard.type('longj');
    const option = page.getByRole('option', { name: 'Spring harvest / Longjing launch' });
    await option.waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => box.innerText()).toBe('Spring harvest / Longjing launch');
    await expect.poll(() => box.evaluate((one) => one === document.activeElement)).toBe(true);
    expect((await admin.get('auth.project/getProject?type=1&lv=2')).data).toEqual([top, low]);
    await box.click();
    await page.getByRole('combobox', { name: word('cascade.search') }).fill('nonsense');
    await page.getByText(word('cascade.notFound', { text: 'nonsense' })).waitFor();
    await context.close();
  });
});
