import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { barriers } from './support/barriers.ts';
import { callsWith, signIn, signInReply, type AdminCalls } from './support/admin-calls.ts';
import { visit, type Visit } from './support/browser.ts';
import { spoken } from './support/languages.ts';
import { ADMIN_PASSWORD } from './support/server-process.ts';
import { openStage } from './support/stage.ts';
import { wordsOf, type Language } from './support/words.ts';

/** The safety of an account: a device signed out from afar, a second factor from its set-up to its end, and one that nobody gets in without. */
const stage = openStage();
let elsewhere: AdminCalls;

/** @param steps half minutes from now, since no code is taken twice */
const codeOf = (key: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) }).generate({ timestamp: Date.now() + steps * 30_000 });

/** Another super administrator, who has a second factor. */
async function withFactor(username: string): Promise<AdminCalls> {
  const account = { username, nickname: 'Keeper', password: ADMIN_PASSWORD, group_arr: [1], status: 1 };
  expect((await elsewhere.post('auth.Admin/add', account)).code).toBe(1);
  const calls = callsWith(stage.server.url, (await signInReply(stage.server.url, username, ADMIN_PASSWORD)).userInfo.token);
  const { data } = await calls.post('routine.AdminInfo/setUpTwoFactor', { password: ADMIN_PASSWORD });
  const confirmed = await calls.post('routine.AdminInfo/confirmTwoFactor', { factorCode: codeOf(String(data?.['secret'])) });
  expect(confirmed.code).toBe(1);
  return calls;
}

describe.each<Language>(spoken('en'))('an account in %s', (language) => {
  const word = wordsOf(language);
  let visited: Visit;
  let page: Page;

  const button = (key: string, params: Readonly<Record<string, string>> = {}) =>
    page.getByRole('button', { name: word(key, params), exact: true });

  /** A fresh browser at the sign-in, the password typed. */
  async function arrive(): Promise<void> {
    await visited?.context.close();
    visited = await visit(stage.browser, stage.server.url);
    ({ page } = visited);
    await page.goto('/admin/routine/adminInfo');
    await page.locator('input[name="username"]').waitFor();
    if (language === 'en') {
      await page.getByRole('button', { name: 'English' }).click();
      await page.getByRole('heading', { name: word('admin.login.title') }).waitFor();
    }
    await page.locator('input[name="username"]').fill('admin');
    await page.locator('input[name="password"]').fill(ADMIN_PASSWORD);
    await page.keyboard.press('Enter');
  }

  /** Reads the key, types its code, keeps the recovery codes. */
  async function enrol(
    end: 'confirm' | 'replaceNow' = 'confirm',
    look: () => Promise<void> = async () => {},
  ): Promise<{ readonly key: string; readonly codes: readonly string[] }> {
    await page.getByRole('img', { name: word('account.factor.qr') }).waitFor();
    const key = (await page.locator('form code').textContent()) ?? '';
    await page.locator('input[name="factorCode"]').fill(codeOf(key));
    await button(`account.factor.${end}`).click();
    await button('account.factor.kept').waitFor();
    const codes = await page.locator('li > code').allTextContents();
    await look();
    await button('account.factor.kept').click();
    return { key, codes };
  }

  /** Whether the browser asks before the page is left. */
  const holdsPage = (): Promise<boolean> => page.evaluate(() => window.onbeforeunload !== null);

  async function prove(answer: 'goOn' | 'switchOffNow'): Promise<void> {
    await page.getByRole('dialog').locator('input[name="password"]').fill(ADMIN_PASSWORD);
    await button(`account.factor.${answer}`).click();
  }

  const atProfile = () => page.getByRole('heading', { name: word('account.sessions.title') }).waitFor();

  afterAll(() => visited?.context.close());

  it('sees where it is signed in, and ends it there', async () => {
    elsewhere = await signIn(stage.server.url);
    await arrive();
    await atProfile();
    await page.getByText(word('account.sessions.current')).waitFor();
    await page
      .locator('li', { hasText: word('account.sessions.unknownDevice') })
      .getByRole('button')
      .click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: word('account.sessions.confirm'), exact: true })
      .click();
    await page.locator('li', { hasText: word('account.sessions.unknownDevice') }).waitFor({ state: 'detached' });
    expect((await elsewhere.get('Index/index')).code).toBe(303);
  });

  it('takes a second factor, asks for its code, and lets it be switched off', async () => {
    await button('account.factor.switchOn').click();
    await prove('goOn');
    const { key, codes } = await enrol();
    expect(codes).toHaveLength(10);
    await page.getByText(word('account.factor.on'), { exact: true }).waitFor();
    expect(await barriers(page, 'main')).toEqual([]);

    await arrive();
    const field = () => page.locator('input[name="factorCode"]');
    await field().fill('000000');
    await page.keyboard.press('Enter');
    await page.getByText(word('refusals.account.codeWrong')).waitFor();
    await expect.poll(() => field().getAttribute('aria-invalid')).toBe('true');
    expect(await barriers(page, 'main')).toEqual([]);
    await field().fill(codeOf(key, 1));
    await page.keyboard.press('Enter');
    await atProfile();
    expect(visited.complaints).toEqual([]);

    await arrive();
    await field().fill(codes[3] ?? '');
    await page.keyboard.press('Enter');
    await atProfile();

    // Another phone: the old one is shown to be held, and the new one counts once its first code has come.
    await button('account.factor.replace').click();
    const dialog = page.getByRole('dialog');
    await dialog.locator('input[name="password"]').fill(ADMIN_PASSWORD);
    await field().fill('000000');
    await button('account.factor.goOn').click();
    await page.getByText(word('refusals.account.codeWrong')).waitFor();
    // What was typed beside it is still there.
    expect(await dialog.locator('input[name="password"]').inputValue()).toBe(ADMIN_PASSWORD);
    await field().fill(codes[4] ?? '');
    await button('account.factor.goOn').click();
    const fresh = await enrol('replaceNow', async () => {
      expect(await holdsPage()).toBe(true);
      await button('account.factor.copy').waitFor();
      await dialog.getByRole('link', { name: word('account.factor.download') }).click();
      await expect.poll(holdsPage).toBe(false);
    });
    expect(fresh.key).not.toBe(key);
    await atProfile();
    expect(await holdsPage()).toBe(false);
    await arrive();
    await field().fill(codes[5] ?? '');
    await page.keyboard.press('Enter');
    await page.getByText(word('refusals.account.codeWrong')).waitFor();
    await field().fill(fresh.codes[0] ?? '');
    await page.keyboard.press('Enter');
    await atProfile();

    await button('account.factor.switchOff').click();
    await prove('switchOffNow');
    await page.getByText(word('account.factor.off'), { exact: true }).waitFor();
    expect(visited.complaints).toEqual([]);
  });

  it('is let in without one no more where the site says so', async () => {
    elsewhere = await signIn(stage.server.url);
    // Who has none asks nobody for one.
    expect((await elsewhere.post('routine.Config/edit', { admin_two_factor: 1 })).code).toBe(0);
    const keeper = await withFactor(language === 'en' ? 'keeper_en' : 'keeper_zh');
    expect((await keeper.post('routine.Config/edit', { admin_two_factor: 1 })).code).toBe(1);
    await arrive();
    await page.getByText(word('account.login.enrolment')).waitFor();
    const { codes } = await enrol('confirm', async () => expect(await holdsPage()).toBe(true));
    expect(codes).toHaveLength(10);
    await atProfile();
    expect(await holdsPage()).toBe(false);
    expect(visited.complaints).toEqual([]);
    await page.getByText(word('account.factor.keptBySite')).waitFor();
    expect(await button('account.factor.switchOff').count()).toBe(0);
    await keeper.post('routine.Config/edit', { admin_two_factor: 0 });
    await page.reload();
    await button('account.factor.switchOff').click();
    await prove('switchOffNow');
    await page.getByText(word('account.factor.off'), { exact: true }).waitFor();
    await elsewhere.post('Index/logout', {});
  });
});
