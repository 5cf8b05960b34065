import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signIn, type AdminCalls } from './support/admin-calls.ts';
import { barriers } from './support/barriers.ts';
import type { Visit } from './support/browser.ts';
import { spoken } from './support/languages.ts';
import { enter } from './support/sign-in.ts';
import { openStage } from './support/stage.ts';
import { wordsOf } from './support/words.ts';

/** Goods led from state to state: from the list, many at once, from the form, and on the board by keys and by pointer, while somebody else does so too. */
const stage = openStage();
const SHAPES = { 'zh-cn': { width: 1440, height: 900 }, en: { width: 1100, height: 800 } } as const;

describe.each(spoken('en'))('goods by their states in %s', (language) => {
  const word = wordsOf(language);
  const events = { publish: { 'zh-cn': '上架', en: 'Put on sale' }, takeOff: { 'zh-cn': '下架', en: 'Take off sale' } } as const;
  const publish = events.publish[language];
  const takeOff = events.takeOff[language];
  const whole = { category_id: 1, price: '1.00', stock: 1, status: 'draft', images: ['/static/images/avatar.png'] };
  let visited: Visit;
  let page: Page;
  let calls: AdminCalls;
  const ids: Record<string, number> = {};
  const rowOf = async (title: string) =>
    (await calls.get(`goods.Goods/edit?id=${ids[title]}`)).data?.['row'] as Readonly<Record<string, unknown>>;
  const stateOf = async (title: string): Promise<unknown> => (await rowOf(title))['status'];
  const add = async (title: string, more: object = {}) => {
    const { data } = await calls.post('goods.Goods/add', { ...whole, title: `${language} ${title}`, ...more });
    ids[title] = Number(data?.['id']);
  };
  const badge = (title: string) => page.locator(`tbody [data-id="${ids[title]}"] [data-field="@offers"]`);
  const refreshed = () => page.getByRole('button', { name: word('resources.kit.table.refresh'), exact: true }).click();

  beforeAll(async () => {
    calls = await signIn(stage.server.url);
    for (const title of ['Walk one', 'Walk two', 'Walk three']) await add(title);
    await add('Walk bare', { images: [] });
    visited = await enter(stage, `/admin/goods/goods?quickSearch=${language}%20Walk`, { language, ...SHAPES[language] });
    page = visited.page;
    await badge('Walk one').waitFor();
  });
  afterAll(() => visited?.context.close());

  it('leads one on from its menu, which says why another may not go', async () => {
    await badge('Walk bare').click();
    const refused = page.getByRole('menuitem', { name: new RegExp(`^${publish}`, 'u') });
    await refused.waitFor();
    await expect.poll(() => refused.getAttribute('aria-disabled')).toBe('true');
    expect(await barriers(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await badge('Walk one').click();
    await page.getByRole('menuitem', { name: publish, exact: true }).click();
    await expect.poll(() => stateOf('Walk one')).toBe('on');
  });

  it('tells whoever comes second, and does nothing', async () => {
    await refreshed();
    await badge('Walk two').click();
    const item = page.getByRole('menuitem', { name: publish, exact: true });
    await item.waitFor();
    await calls.post('goods.Goods/publish', { ids: [ids['Walk two']] });
    await item.click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(word('recordLife.overtaken')).waitFor();
    await dialog.getByRole('button', { name: word('recordLife.understood') }).click();
    expect((await rowOf('Walk two'))['version']).toBe(2);
  });

  it('leads those of many on that may go, and names the others', async () => {
    await page.getByRole('checkbox', { name: word('resources.kit.table.selectAll') }).click();
    await page.getByRole('button', { name: word('resources.kit.table.nextSteps') }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: word('recordLife.someOf', { event: takeOff, open: 4, count: 4 }) }).waitFor();
    const some = dialog.getByRole('button', { name: word('recordLife.someOf', { event: publish, open: 1, count: 4 }) });
    await dialog.getByText(word('recordLife.notThese', { count: 3 })).click();
    expect(await barriers(page)).toEqual([]);
    await some.click();
    await expect.poll(() => stateOf('Walk three')).toBe('on');
    await page.getByRole('button', { name: word('resources.kit.table.clearSelection') }).click();
  });

  it('saves a form and leads on together', async () => {
    await page.locator(`tbody [data-id="${ids['Walk one']}"] [data-action="edit"]`).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: word('recordLife.saveAnd') }).click();
    await page.getByRole('menuitem', { name: takeOff, exact: true }).click();
    await dialog.getByLabel(word('recordLife.whyOptional')).fill('sold out');
    expect(await barriers(page)).toEqual([]);
    await dialog.getByRole('button', { name: word('recordLife.saveAndDo', { event: takeOff }) }).click();
    await expect.poll(() => stateOf('Walk one')).toBe('off');
  });

  it('shows whoever saves second what somebody else has changed, the state too, and keeps both', async () => {
    await add('Walk twice');
    await refreshed();
    await page.locator(`tbody [data-id="${ids['Walk twice']}"] [data-action="edit"]`).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(word('resources.goods.fields.subtitle')).fill('mine');
    await calls.post('goods.Goods/publish', { ids: [ids['Walk twice']] });
    await calls.post('goods.Goods/edit', { id: ids['Walk twice'], price: '9.00' });
    await dialog.getByRole('button', { name: word('resources.kit.form.save'), exact: true }).click();
    const theirs = dialog.getByRole('region', { name: word('resources.kit.form.conflictTheirs') });
    await theirs.getByText(word('resources.goods.options.status.on')).waitFor();
    await theirs.getByText('¥9.00').waitFor();
    expect(await barriers(page)).toEqual([]);
    await dialog.getByRole('button', { name: word('resources.kit.form.conflictSave') }).click();
    await expect.poll(() => rowOf('Walk twice')).toMatchObject({ subtitle: 'mine', price: '9.00', status: 'on' });
  });

  it('takes a step back where it is told of', async () => {
    await badge('Walk twice').click();
    await page.getByRole('menuitem', { name: takeOff, exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: takeOff, exact: true }).click();
    await expect.poll(() => stateOf('Walk twice')).toBe('off');
    await page
      .getByRole('button', { name: word('common.action.undo'), exact: true })
      .last()
      .click();
    await expect.poll(() => stateOf('Walk twice')).toBe('on');
    await badge('Walk twice').getByText(word('resources.goods.options.status.on')).waitFor();
  });

  it('finds what was typed for a step when another page was looked at, and marks its tab', async () => {
    const links = page.getByRole('navigation');
    await links.getByRole('link', { name: word('menu.goods.category') }).click();
    await page.locator('tbody [data-id]').first().waitFor();
    await links
      .getByRole('link', { name: word('menu.goods.goods') })
      .first()
      .click();
    await badge('Walk twice').click();
    await page.getByRole('menuitem', { name: word('recordLife.open') }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: takeOff, exact: true }).click();
    await dialog.getByLabel(word('recordLife.whyOptional')).fill('no more of it');
    await page.goBack();
    await page.getByRole('heading', { name: word('menu.goods.category'), level: 1 }).waitFor();
    await page.getByTitle(word('admin.tabs.unsaved')).waitFor();
    await page.goForward();
    await expect.poll(() => dialog.getByLabel(word('recordLife.whyOptional')).inputValue()).toBe('no more of it');
    await dialog.getByRole('form').getByRole('button', { name: takeOff, exact: true }).click();
    await expect.poll(() => stateOf('Walk twice')).toBe('off');
    await dialog.getByText('no more of it').waitFor();
    await dialog.getByRole('button', { name: word('resources.kit.form.close') }).click();
  });

  it('carries cards over the board by keys and by pointer', async () => {
    await page.getByRole('button', { name: word('resources.kit.table.asBoard') }).click();
    const card = (title: string) => page.locator(`[data-board] [data-id="${ids[title]}"]`);
    await card('Walk one').waitFor();
    expect(await barriers(page)).toEqual([]);
    await card('Walk one').locator('[data-action="carry"]').focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    await expect.poll(() => stateOf('Walk one')).toBe('on');
    await page.locator(`[data-state="on"] [data-id="${ids['Walk one']}"]`).waitFor();

    const { height } = (await card('Walk one').boundingBox())!;
    // Waits until the card rests, below nothing else.
    await card('Walk one').hover({ position: { x: 20, y: height - 6 } });
    await page.mouse.down();
    const to = (await page.locator('[data-board] [data-state="draft"]').boundingBox())!;
    await page.mouse.move(to.x + to.width / 2, to.y + 120, { steps: 8 });
    await page.mouse.up();
    await expect.poll(() => stateOf('Walk one')).toBe('draft');
  });

  it('tells how long they stayed', async () => {
    await page.getByRole('button', { name: word('resources.kit.table.asReport') }).click();
    await page.getByRole('heading', { name: word('recordLife.report.byState') }).waitFor();
    await page.getByRole('table').first().waitFor();
    expect(await barriers(page)).toEqual([]);
    await page.getByRole('button', { name: word('resources.kit.table.asList') }).click();
    await badge('Walk one').waitFor();
  });
});
