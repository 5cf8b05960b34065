import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signIn, type AdminCalls } from './support/admin-calls.ts';
import { barriers } from './support/barriers.ts';
import type { Visit } from './support/browser.ts';
import { keepsKeyboard, tabTo } from './support/keys.ts';
import { enter } from './support/sign-in.ts';
import { openStage } from './support/stage.ts';
import { wordsOf } from './support/words.ts';

/** The ways back: to an earlier version of a record, from the timeline with what came later, from a notice, and of a watched field. */
const word = wordsOf('zh-cn');
const stage = openStage();
let visited: Visit;
let page: Page;
let calls: AdminCalls;
let before: unknown;

beforeAll(async () => {
  calls = await signIn(stage.server.url);
  // What each test takes back was written before the browser comes.
  for (const name of ['First', 'Second']) await calls.post('goods.Category/edit', { id: 1, name_en: name });
  for (const name of ['Early', 'Late']) await calls.post('goods.Category/edit', { id: 2, name_en: name });
  before = (await stored('user.User', 1))['mobile'];
  await calls.post('user.User/edit', { id: 1, mobile: '13900001111' });
  visited = await enter(stage, '/admin/goods/category');
  page = visited.page;
  await page.locator('tbody [data-id]').first().waitFor();
});
afterAll(() => visited?.context.close());

const stored = async (controller: string, id: number): Promise<Readonly<Record<string, unknown>>> =>
  ((await calls.get(`${controller}/edit?id=${id}`)).data?.['row'] ?? {}) as Readonly<Record<string, unknown>>;
/** From here on the keyboard is in the page, behind the menu. */
const skip = async (): Promise<void> => {
  await page.locator('.tp-skip-link').focus();
  await page.keyboard.press('Enter');
};
const dialogOf = (title: string): Locator => page.getByRole('dialog').filter({ hasText: title });

describe('what was written', () => {
  it('to a record is its history, and an earlier version comes back, by keys alone', async () => {
    const { name } = await stored('goods.Category', 1);
    await skip();
    await tabTo(page, word('resources.kit.table.editRow', { title: String(name) }));
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByRole('tab', { selected: true }));
    await page.keyboard.press('ArrowRight');
    const versions = page.getByRole('list', { name: word('changes.history.label') }).getByRole('listitem');
    await expect.poll(() => versions.count()).toBe(2);
    // What an open version offers beside itself can be asked for by what stands on it.
    await tabTo(page, versions.first().getByRole('button', { expanded: false }));
    await page.keyboard.press('Enter');
    await versions
      .nth(1)
      .getByRole('button', { name: new RegExp(word('changes.history.compareLabel', { at: '.+' }), 'u') })
      .waitFor();
    expect(await barriers(page, '[role="dialog"]')).toEqual([]);
    await tabTo(page, versions.nth(1).getByRole('button', { name: new RegExp(word('changes.history.restoreLabel', { at: '.+' }), 'u') }));
    await page.keyboard.press('Enter');
    const plan = dialogOf(word('changes.plan.restoreTitle'));
    await plan.getByText('Second').waitFor();
    await tabTo(page, plan.getByRole('button', { name: word('changes.plan.restore'), exact: true }));
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await stored('goods.Category', 1))['name_en']).toBe('First');
    await expect.poll(() => versions.count()).toBe(3);
  });

  it('is taken back from the timeline together with what came later, by keys alone', async () => {
    await page.goto('/admin/security/change');
    const { name } = await stored('goods.Category', 2);
    const undo = page.getByRole('button', {
      name: new RegExp(`^${word('changes.timeline.undoLabel', { title: String(name), at: '' })}`, 'u'),
    });
    await undo.nth(1).waitFor();
    await expect.poll(() => undo.count()).toBe(2);
    await skip();
    await tabTo(page, undo.last());
    await page.keyboard.press('Enter');
    const plan = dialogOf(word('changes.plan.undoTitle'));
    await plan.getByText(word('changes.plan.dependents')).waitFor();
    const confirm = plan.getByRole('button', { name: word('changes.plan.undo'), exact: true });
    await expect.poll(() => confirm.count()).toBe(0);
    await keepsKeyboard(plan);
    await tabTo(page, plan.getByRole('button', { name: word('changes.plan.includeDependents') }));
    await page.keyboard.press('Enter');
    await confirm.waitFor();
    expect((await stored('goods.Category', 2))['name_en']).toBe('Late');
    await keepsKeyboard(plan);
    await tabTo(page, confirm);
    await page.keyboard.press('Enter');
    await plan.waitFor({ state: 'detached' });
    expect((await stored('goods.Category', 2))['name_en']).not.toMatch(/Early|Late/u);
    // The notice says so too.
    const marks = page.getByRole('main').getByText(word('changes.undone'), { exact: true });
    await expect.poll(() => marks.count()).toBe(2);
  });

  it('is taken back from its notice, and leaves nothing in the bin', async () => {
    await calls.post('goods.Category/add', { name: 'Noticed', pid: 0 });
    await page.goto('/admin/goods/category?quickSearch=Noticed');
    const row = page.locator('tbody [data-id]');
    await row.first().waitFor();
    await page.getByRole('button', { name: word('resources.kit.table.deleteRow', { title: 'Noticed' }) }).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: word('resources.kit.confirm.accept') })
      .click();
    await row.first().waitFor({ state: 'detached' });
    const inBin = async (): Promise<unknown> => (await calls.get('security.DataRecycleLog/index?quickSearch=Noticed')).data?.['total'];
    expect(await inBin()).toBe(1);
    await page
      .getByRole('region', { name: word('common.notice.region') })
      .getByRole('button', { name: word('common.action.undo') })
      .click();
    await row.first().waitFor();
    expect(await inBin()).toBe(0);
  });
});

describe('a watched field', () => {
  it('is shown to whoever asks, and rolled back', async () => {
    const { username } = await stored('user.User', 1);
    const title = String(username);
    const field = word('resources.member.fields.mobile');
    await page.goto('/admin/security/sensitiveDataLog');
    const item = page.getByRole('listitem').filter({ hasText: title });
    await item.getByText('13***11').waitFor();
    await expect.poll(() => item.getByText('13900001111').count()).toBe(0);
    await item.getByRole('button', { name: word('changes.sensitive.revealLabel', { title, field }) }).click();
    await item.getByText('13900001111').waitFor();
    await item.getByRole('button', { name: word('changes.sensitive.rollBackLabel', { title, field }) }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: word('changes.sensitive.rollBack'), exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    expect((await stored('user.User', 1))['mobile']).toBe(before);
    expect(visited.complaints).toEqual([]);
  });
});
