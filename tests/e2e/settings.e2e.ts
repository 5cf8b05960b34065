import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signIn } from './support/admin-calls.ts';
import { barriers } from './support/barriers.ts';
import type { Visit } from './support/browser.ts';
import { spoken } from './support/languages.ts';
import { ADMIN_PASSWORD } from './support/server-process.ts';
import { enter } from './support/sign-in.ts';
import { openStage } from './support/stage.ts';
import { wordsOf, type Language } from './support/words.ts';

/** The site's settings, the own profile and the log of the back office, as an administrator uses them. */
const stage = openStage();

describe.each<Language>(spoken('zh-cn'))('settings in %s', (language) => {
  const word = wordsOf(language);
  let visited: Visit;
  let page: Page;

  beforeAll(async () => {
    visited = await enter(stage, '/admin/routine/config', { language });
    ({ page } = visited);
    await page.getByRole('heading', { name: word('settings.page.title') }).waitFor();
  });
  afterAll(() => visited?.context.close());

  const button = (key: string, params: Readonly<Record<string, string>> = {}) =>
    page.getByRole('button', { name: word(key, params), exact: true });
  const field = (name: string) => page.locator(`#field-setting-${name}`);
  const saved = () => page.getByRole('main').getByText(word('settings.page.unsaved')).waitFor({ state: 'hidden' });
  const tab = (title: string) => page.getByRole('tab', { name: word(`settings.titles.${title}`), exact: true });

  it('takes a new name of the site at once, in the title and in the frame', async () => {
    const name = `Tea ${language}`;
    await field('site_name').fill('');
    await button('settings.page.save').click();
    await page.getByText(word('validation.required')).waitFor();
    await field('site_name').fill(name);
    await button('settings.page.save').click();
    await page.waitForFunction((wanted) => document.title.endsWith(wanted), name);
    await saved();
    expect(await barriers(page, 'main')).toEqual([]);
  });

  it('shows where a file would be stored while the template is typed', async () => {
    await tab('Upload').click();
    const preview = page.getByText(word('settings.page.savedAs', { name: '雨前龙井 tea.png' })).locator('code');
    await field('upload_save_name').fill('pictures/{year}-{mon}/{filename}{.suffix}');
    await expect.poll(() => preview.textContent()).toBe('/pictures/2026-01/雨前龙井tea.png');
    await field('upload_save_name').fill('../{FileSha1}/');
    await expect
      .poll(() => preview.textContent())
      .toMatch(/^\/2fd4e1c67a2d28fced849ee1bb76e7391b93eb12\/2fd4e1c67a2d28fced849ee1bb76e7391b93eb12\.png$/u);
    await button('settings.page.reset').click();
    await saved();
    await tab('Basics').click();
  });

  it('asks before changes are left behind, and keeps secrets to itself', async () => {
    await tab('Mail').click();
    await field('smtp_pass').fill('mail-secret');
    await tab('Basics').click();
    await button('settings.page.stay').click();
    await button('settings.page.save').click();
    await saved();
    await page.getByText(word('settings.page.secretSet')).waitFor();
    expect(await field('smtp_pass').inputValue()).toBe('');
    expect(await barriers(page, 'main')).toEqual([]);
  });

  it('keeps what was typed behind another tab, and has the browser ask before the page goes with it', async () => {
    const strip = page.getByRole('navigation', { name: word('admin.tabs.label') });
    const wouldAsk = () => page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })));
    await field('smtp_user').fill('shop');
    await page
      .getByRole('navigation', { name: word('admin.shell.navigation') })
      .getByRole('link', { name: word('menu.dashboard') })
      .click();
    await page.waitForURL(/\/admin\/dashboard/u);
    expect(await wouldAsk()).toBe(true);
    await strip.getByRole('link', { name: word('menu.routine.config') }).click();
    await field('smtp_user').waitFor();
    await expect.poll(() => field('smtp_user').inputValue()).toBe('shop');
    await button('settings.page.reset').click();
    await saved();
    expect(await wouldAsk()).toBe(false);
  });

  it('says at its field what the server refuses', async () => {
    await field('smtp_port').fill('70000');
    await button('settings.page.save').click();
    await page.getByText(word('validation.integer')).waitFor();
    await button('settings.page.reset').click();
    await button('settings.page.testMail.send').click();
    await page.locator('#settings-test-mail-error').waitFor();
    await expect.poll(() => field('smtp_port').inputValue()).toBe('465');
  });

  it('gives back what was typed when the session is ended from afar', async () => {
    await field('smtp_user').fill('shop');
    await (await signIn(stage.server.url)).post('routine.AdminInfo/endOtherSessions', {});
    await button('settings.page.save').click();
    await page.locator('input[name="username"]').fill('admin');
    await page.locator('input[name="password"]').fill(ADMIN_PASSWORD);
    await page.keyboard.press('Enter');
    await field('smtp_user').waitFor();
    await expect.poll(() => field('smtp_user').inputValue()).toBe('shop');
    await page.getByText(word('admin.drafts.restored')).waitFor();
    await button('settings.page.reset').click();
    await saved();
  });

  it('adds a setting and deletes it again', async () => {
    await tab('Basics').click();
    await button('settings.page.add').click();
    // By the name that the page has for the group, not by the one that programs have.
    await expect.poll(() => page.locator('#field-configItem-group').inputValue()).toBe(word('settings.titles.Basics'));
    await page.locator('#field-configItem-name').fill(`season_${language.slice(0, 2)}`);
    await page.locator('#field-configItem-title').fill('Season');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: word('resources.kit.form.save'), exact: true })
      .click();
    await button('settings.page.remove', { title: 'Season' }).click();
    await button('settings.page.confirmRemove').click();
    await button('settings.page.remove', { title: 'Season' }).waitFor({ state: 'detached' });
    expect(visited.complaints).toEqual([]);
  });

  it('changes the own profile, shown in the header at once', async () => {
    await page.goto('/admin/routine/adminInfo');
    await field('nickname').fill(`Boss ${language}`);
    await field('email').fill('x');
    await button('settings.page.save').click();
    await page.getByText(word('validation.email')).waitFor();
    await field('email').fill('boss@example.org');
    // Another address is told of what concerns the account's safety.
    await field('oldPassword').fill(ADMIN_PASSWORD);
    await button('settings.page.save').click();
    await page.getByRole('button', { name: `${word('admin.shell.account')} Boss ${language}` }).waitFor();
    expect(await barriers(page, 'main')).toEqual([]);
  });

  it('lists all of it in the log, with what was sent and no secret', async () => {
    await page.goto('/admin/auth/adminLog');
    await page.locator('tbody [data-id]').first().waitFor();
    await page.locator('tbody [data-action="view"]').first().click();
    const details = page.getByRole('dialog').locator('pre');
    await details.waitFor();
    await expect
      .poll(async () => JSON.parse((await details.textContent()) ?? ''))
      .toMatchObject({ nickname: `Boss ${language}`, email: 'boss@example.org' });
    await page.keyboard.press('Escape');
    expect(await page.locator('tbody').textContent()).not.toContain('mail-secret');
    expect(visited.complaints).toEqual([]);
  });
});
