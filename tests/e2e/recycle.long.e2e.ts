import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signIn, type AdminCalls } from './support/admin-calls.ts';
import { barriers } from './support/barriers.ts';
import type { Visit } from './support/browser.ts';
import { enter } from './support/sign-in.ts';
import { openStage } from './support/stage.ts';
import { wordsOf } from './support/words.ts';

/** From many deleted records to the bin and back, with a value that somebody else has taken meanwhile; without a pointer. */
const word = wordsOf('zh-cn');
const stage = openStage();
let visited: Visit;
let page: Page;
let calls: AdminCalls;

beforeAll(async () => {
  calls = await signIn(stage.server.url);
  for (const username of ['binone', 'bintwo', 'binthree']) await add(username);
  visited = await enter(stage, '/admin/user/user?quickSearch=bin');
  page = visited.page;
  await page.locator('tbody [data-id]').nth(2).waitFor();
});
afterAll(() => visited?.context.close());

const add = (username: string) => calls.post('user.User/add', { username, nickname: 'Bin', password: 'secret99x', group_id: 1 });
const listed = async (): Promise<readonly string[]> => {
  const { data } = await calls.get('user.User/index?quickSearch=bin&order=username,asc');
  return ((data?.['list'] ?? []) as readonly { readonly username: string }[]).map(({ username }) => username);
};

/** Puts the keyboard there, and presses. */
async function press(
  name: string,
  role: 'button' | 'checkbox',
  key: string,
  within: 'main' | 'dialog' | 'alertdialog' = 'main',
): Promise<void> {
  const target = page.getByRole(within).getByRole(role, { name, exact: true }).first();
  await target.focus();
  await page.keyboard.press(key);
}

describe('records that were deleted together', () => {
  it('stand together in the bin', async () => {
    await press(word('resources.kit.table.selectAll'), 'checkbox', 'Space');
    await press(word('resources.kit.table.deleteSelected'), 'button', 'Enter');
    await press(word('resources.kit.confirm.accept'), 'button', 'Enter', 'alertdialog');
    await page.locator('tbody [data-id]').first().waitFor({ state: 'detached' });
    await expect.poll(listed).toEqual([]);
    await add('bintwo');
    await page.goto('/admin/security/dataRecycleLog');
    await page.getByText(word('changes.bin.group', { count: 3 })).waitFor();
    expect(await barriers(page)).toEqual([]);
  });

  it('come back together, one of them with another name where its own is taken', async () => {
    await press(word('changes.bin.selectGroup', { count: 3 }), 'checkbox', 'Space');
    await press(word('changes.bin.restoreSelected', { count: 3 }), 'button', 'Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByText(word('changes.bin.newValue')).waitFor();
    await expect.poll(listed).toEqual(['bintwo']);
    expect(await barriers(page, '[role="dialog"]')).toEqual([]);
    await dialog.getByRole('textbox', { name: word('resources.member.fields.username') }).focus();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('binfour');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await page.getByText(word('changes.bin.group', { count: 3 })).waitFor({ state: 'detached' });
    await expect.poll(listed).toEqual(['binfour', 'binone', 'binthree', 'bintwo']);
    await page.goto('/admin/user/user?quickSearch=bin');
    await expect.poll(() => page.locator('tbody [data-id]').count()).toBe(4);
    expect(visited.complaints).toEqual([]);
  });
});
