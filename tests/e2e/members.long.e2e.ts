import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Visit } from './support/browser.ts';
import { spoken } from './support/languages.ts';
import { enter } from './support/sign-in.ts';
import { openStage } from './support/stage.ts';
import { wordsOf, type Language } from './support/words.ts';

/** A member from the first form to their balance: add them, lead from them to the ledger, book an entry, and see both change. */
const stage = openStage();

const NAMES: Readonly<Record<Language, string>> = { 'zh-cn': 'walker_zh', en: 'walker_en' };

describe.each<Language>(spoken('zh-cn'))('members in %s', (language) => {
  const word = wordsOf(language);
  const name = NAMES[language];
  let visited: Visit;
  let page: Page;

  beforeAll(async () => {
    visited = await enter(stage, '/admin/user/user', { language });
    ({ page } = visited);
    await page.locator('tbody [data-id]').first().waitFor();
  });
  afterAll(() => visited?.context.close());

  const field = (resource: string, key: string) =>
    page
      .getByRole('dialog')
      .getByLabel(word(`resources.${resource}.fields.${key}`))
      .first();
  const save = () =>
    page
      .getByRole('dialog')
      .getByRole('button', { name: word('resources.kit.form.save'), exact: true })
      .click();

  it('adds a member, who needs a password', async () => {
    await page.getByRole('button', { name: word('resources.kit.table.add'), exact: true }).click();
    await field('member', 'username').fill(name);
    await field('member', 'nickname').fill('Walker');
    await field('member', 'groupId').click();
    await page.getByRole('listbox').getByRole('option').first().click();
    await save();
    await page.getByRole('dialog').getByText(word('validation.required')).first().waitFor();
    await field('member', 'password').fill('green-tea-7');
    await save();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(() => page.getByRole('row').filter({ hasText: name }).count()).toBe(1);
  });

  it('leads from them to their ledger, and a form there names them', async () => {
    await page.getByRole('button', { name: word('resources.kit.table.viewRow', { title: name }) }).click();
    await page.getByRole('dialog').getByText('0.00').waitFor();
    await page
      .getByRole('dialog')
      .getByRole('link', { name: word('resources.member.adjust.money') })
      .click();
    await page.waitForURL(/\/admin\/user\/moneyLog\?user_id=\d+/u);
    await page
      .getByRole('main')
      .getByRole('button', { name: word('resources.kit.table.add'), exact: true })
      .click();
    await field('moneyLog', 'money').fill('-5');
    await field('moneyLog', 'memo').fill('too much');
    await expect.poll(() => field('moneyLog', 'userId').inputValue()).toBe(name);
    await expect.poll(() => field('moneyLog', 'userId').getAttribute('readonly')).not.toBe(null);
    await save();
    await page.getByRole('dialog').getByText(word('refusals.ledger.moneyShort')).first().waitFor();
    await field('moneyLog', 'money').fill('88.80');
    await field('moneyLog', 'memo').fill('welcome');
    await save();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const row = page.getByRole('row').filter({ hasText: 'welcome' });
    await row.waitFor();
    await expect.poll(() => row.getByText('88.80').count()).toBe(2);
    await expect.poll(() => row.getByText(name).count()).toBe(1);
  });

  it('shows the new balance in the list, and complains of nothing', async () => {
    await page.goto(`/admin/user/user?quickSearch=${name}`);
    const row = page.getByRole('row').filter({ hasText: name });
    await row.getByText('88.80').waitFor();
    expect(visited.complaints).toEqual([]);
  });
});
