import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { AdminCalls } from './support/admin-calls.ts';
import { barriers } from './support/barriers.ts';
import { goodsWalk } from './support/goods-walk.ts';
import { spoken } from './support/languages.ts';
import { openStage } from './support/stage.ts';

/** Goods led from state to state: many at once, while somebody else saves, back again, and with what was typed for a step kept. */
const stage = openStage();

describe.each(spoken('en'))('goods by their states in %s', (language) => {
  const walk = goodsWalk(stage, language);
  const { word, publish, takeOff, ids, rowOf, stateOf, add, badge, refreshed } = walk;
  let page: Page;
  let calls: AdminCalls;
  beforeAll(async () => {
    ({ page, calls } = walk);
    await calls.post('goods.Goods/publish', { ids: [ids['Walk one'], ids['Walk two']] });
    await refreshed();
    await badge('Walk two').getByText(word('resources.goods.options.status.on')).waitFor();
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

  it('tells how long they stayed', async () => {
    await page.getByRole('button', { name: word('resources.kit.table.asReport') }).click();
    await page.getByRole('heading', { name: word('recordLife.report.byState') }).waitFor();
    await page.getByRole('table').first().waitFor();
    expect(await barriers(page)).toEqual([]);
    await page.getByRole('button', { name: word('resources.kit.table.asList') }).click();
    await badge('Walk one').waitFor();
  });
});
