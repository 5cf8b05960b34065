import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signIn, type AdminCalls } from './support/admin-calls.ts';
import type { Visit } from './support/browser.ts';
import { spoken } from './support/languages.ts';
import { enter } from './support/sign-in.ts';
import { openStage } from './support/stage.ts';
import { wordsOf, type Language } from './support/words.ts';

/** Rights that change while somebody works: another session takes them away and gives them back, and the open page follows. */
const stage = openStage();
let boss: AdminCalls;

const PASSWORD = 'horse-7-battery';
const LOOK = ['dashboard', 'dashboard/index', 'goods', 'goods/goods', 'goods/goods/index', 'auth', 'auth/admin', 'auth/admin/index'];
const WORK = [...LOOK, 'goods/goods/add', 'goods/goods/edit', 'goods/goods/del'];

interface Rule {
  readonly id: number;
  readonly name: string;
  readonly children?: readonly Rule[];
}
const ruleIds = new Map<string, number>();
const groups = new Map<Language, number>();
const namedRules = (rules: readonly Rule[]): void =>
  rules.forEach(({ id, name, children }) => {
    ruleIds.set(name, id);
    namedRules(children ?? []);
  });
const idsOf = (names: readonly string[]) => names.map((name) => String(ruleIds.get(name)));
const grant = (language: Language, names: readonly string[]) =>
  boss.post('auth.Group/edit', { id: groups.get(language), rules: idsOf(names) });

beforeAll(async () => {
  boss = await signIn(stage.server.url);
  namedRules((await boss.get('auth.Rule/index')).data?.['list'] as readonly Rule[]);
  for (const language of ['zh-cn', 'en'] as const) {
    const { data } = await boss.post('auth.Group/add', { pid: 1, name: `clerks ${language}`, rules: idsOf(WORK) });
    groups.set(language, data?.['id'] as number);
    const account = { username: `clerk_${language.slice(0, 2)}`, nickname: 'Clerk', password: PASSWORD, group_arr: [data?.['id']] };
    await boss.post('auth.Admin/add', account);
  }
});

describe.each<Language>(spoken('en'))('rights in %s', (language) => {
  const word = wordsOf(language);
  const username = `clerk_${language.slice(0, 2)}`;
  let visited: Visit;
  let page: Page;

  beforeAll(async () => {
    visited = await enter(stage, '/admin/goods/goods', { language, username, password: PASSWORD });
    ({ page } = visited);
    await page.locator('tbody [data-id]').first().waitFor();
  });
  afterAll(() => visited?.context.close());

  const main = () => page.getByRole('main');
  const save = () => page.getByRole('dialog').getByRole('button', { name: word('resources.kit.form.save'), exact: true });

  it('takes the buttons away after a refused save, says why, and keeps what was typed', async () => {
    await page.locator('tbody [data-action="edit"]').first().click();
    const title = page.getByRole('dialog').getByLabel(word('resources.goods.fields.subtitle'));
    await title.fill(`half a subtitle ${language}`);
    expect((await grant(language, LOOK)).code).toBe(1);
    await save().click();
    await page.getByRole('dialog').getByText(word('errors.http.401')).waitFor();
    await page.getByRole('dialog').getByText(word('resources.kit.form.forbidden')).waitFor();
    await expect.poll(async () => [await save().isDisabled(), await title.inputValue()]).toEqual([true, `half a subtitle ${language}`]);
    await expect.poll(() => page.locator('tbody [data-action="edit"], tbody [data-action="delete"]').count()).toBe(0);
    await expect
      .poll(() =>
        main()
          .getByRole('button', { name: word('resources.kit.table.add'), exact: true })
          .count(),
      )
      .toBe(0);
  });

  it('lets the form be saved once the right is back, without a reload', async () => {
    await grant(language, WORK);
    // Whoever looks away for more than a minute and back sees what is now: the window is told so, the clock with it.
    await page.evaluate(() => {
      const state = { hidden: true };
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => (state.hidden ? 'hidden' : 'visible') });
      document.dispatchEvent(new Event('visibilitychange'));
      const now = Date.now;
      Date.now = () => now() + 90_000;
      state.hidden = false;
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await page.getByRole('dialog').getByText(word('resources.kit.form.forbidden')).waitFor({ state: 'detached' });
    await save().click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.locator('tbody [data-action="edit"]').first().waitFor();
    await expect.poll(() => page.locator('tbody').getByText(`half a subtitle ${language}`).count()).toBeLessThan(2);
  });

  it('says of the open page that its right is gone, and shortens the menu', async () => {
    await grant(language, ['dashboard', 'dashboard/index']);
    await main()
      .getByRole('button', { name: word('resources.kit.table.refresh') })
      .click();
    await page.getByRole('heading', { name: word('missing.noPermission.title') }).waitFor();
    await main()
      .getByText(word('missing.noPermission.body', { right: word('menu.goods.goods') }))
      .waitFor();
    await expect.poll(() => page.locator('a[href="/admin/auth/admin"]').count()).toBe(0);
    await page.getByLabel(word('admin.tabs.gone')).waitFor();
    await grant(language, WORK);
    await page.getByRole('button', { name: word('missing.notFound.first') }).click();
    await page.waitForURL('/admin/dashboard');
  });

  it('says of a page of super administrators whose it is', async () => {
    await page.goto('/admin/moduleStore');
    await main().getByText(word('missing.noPermission.superOnly')).waitFor();
    expect(await main().getByText('moduleStore”').count()).toBe(0);
  });

  it('explains why somebody may do something, or not', async () => {
    await page.goto('/admin/auth/admin');
    const row = page.getByRole('row').filter({ hasText: username });
    await row.getByRole('button', { name: word('resources.admin.windows.explainRow', { title: username }) }).click();
    const dialog = page.getByRole('dialog', { name: word('rights.explain.title', { name: username }) });
    const choice = dialog.getByRole('combobox');
    await choice.waitFor();
    await expect.poll(() => choice.isEnabled()).toBe(true);
    await choice.focus();
    const options = page.getByRole('listbox').getByRole('option');
    await options.first().waitFor();
    await options.filter({ hasText: 'goods/goods/edit' }).click();
    const rule = word('menu.action.edit');
    await dialog.getByText(word('rights.explain.allowed', { name: username, rule })).waitFor();
    await dialog.getByText(`clerks ${language}`).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(visited.complaints).toEqual([]);
  });
});
