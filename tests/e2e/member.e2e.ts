import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { signIn } from './support/admin-calls.ts';
import { barriers } from './support/barriers.ts';
import { visit, type Visit } from './support/browser.ts';
import { codesOf } from './support/codes.ts';
import { signMemberOut, submitSignIn } from './support/sign-in.ts';
import { openStage } from './support/stage.ts';
import { wordsOf } from './support/words.ts';
import { button } from './support/locators.ts';

/** A member's whole life in one browser, beside an administrator who is signed in there all the time. */
const stage = openStage({ entry: 'tests/support/start-test.ts' });
const word = wordsOf('zh-cn');
const MAIL = 'lin@example.com';
const [FIRST, SECOND, THIRD] = ['Morgentau7', 'Abendrot88', 'Nachtwind9'];

const { drawing, solve, codeSent } = codesOf(stage);
const stored = (page: Page, key: string): Promise<string | null> => page.evaluate((name) => localStorage.getItem(name), key);
const greeting = (page: Page) => page.getByRole('heading', { level: 1, name: 'lin' });

/** A sign-in of the member on another device. @returns what asks a page there, with the code of the reply */
async function signedInElsewhere(): Promise<() => Promise<number>> {
  const elsewhere = await fetch(`${stage.server.url}/api/user/checkIn`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', server: '1' },
    body: JSON.stringify({ tab: 'login', username: 'lin', password: SECOND, keep: true }),
  });
  const { data } = (await elsewhere.json()) as { readonly data: { readonly userInfo: { readonly token: string } } };
  return async () => {
    const headers = { 'ba-user-token': data.userInfo.token, server: '1' };
    const reply = await fetch(`${stage.server.url}/api/account/overview`, { headers });
    return ((await reply.json()) as { readonly code: number }).code;
  };
}

describe('a member', () => {
  let visited: Visit;
  let admin: string | null = null;
  /** Codes for when the authenticator app is lost; each counts once. */
  const recovery: string[] = [];

  async function passSecondStep(page: Page): Promise<void> {
    await page.locator('input[name="factorCode"]').fill(recovery.pop() ?? 'no code is left');
    await page.keyboard.press('Enter');
  }

  it('registers with a code, whose countdown outlives a reload, beside an administrator', async () => {
    visited = await visit(stage.browser, stage.server.url, { width: 1280, height: 860 });
    const { page } = visited;
    await page.goto('/admin/login');
    await submitSignIn(page);
    await page.waitForURL(/\/admin\/(?!login)/u);
    await page.getByRole('navigation').first().waitFor();
    admin = await stored(page, 'adminInfo');
    expect(admin).not.toBeNull();

    const calls = await signIn(stage.server.url);
    const pages = (await calls.get('content.Page/index')).data?.['list'] as readonly { readonly id: number; readonly slug: string }[];
    const idOf = (wanted: string) => pages.find(({ slug }) => slug === wanted)?.id;
    expect((await calls.post('content.Page/edit', { id: idOf('terms'), status: 'on' })).code).toBe(1);
    expect((await calls.post('content.Page/edit', { id: idOf('privacy'), status: 'draft' })).code).toBe(1);
    await page.goto('/user/login?tab=register');
    const form = page.getByRole('tabpanel', { name: word('entry.tabs.register') });
    // What one agrees to is read beside the form, which stays as it is.
    const agreements = form.getByRole('link', { name: '服务条款' });
    const [agreement] = await Promise.all([page.context().waitForEvent('page'), agreements.click()]);
    await agreement.getByRole('heading', { level: 1, name: '服务条款' }).waitFor();
    await agreement.close();
    await expect.poll(() => form.getByRole('link').filter({ hasText: '隐私' }).count()).toBe(0);
    const fill = async () => {
      await form.locator('input[name="username"]').fill('lin');
      await form.locator('input[name="address"]').fill(MAIL);
      await form.locator('input[name="password"]').fill(FIRST);
    };
    await fill();
    const picture = drawing(page);
    await form.getByRole('button', { name: word('entryForms.code.send') }).click();
    await solve(page, picture);
    await page.getByText(word('entryForms.code.kept')).waitFor();
    await page.reload();
    await form.locator('button[aria-disabled="true"]', { hasText: /\d+ 秒/u }).waitFor();
    await fill();
    await form.locator('input[name="code"]').fill(await codeSent());
    await form.getByRole('button', { name: word('entryForms.register.submit'), exact: true }).click();
    await page.waitForURL('**/user/account/overview');
    await greeting(page).waitFor();
    // What keeps the account safe leads to where it is done.
    const factor = page.getByRole('listitem').filter({ hasText: word('member.overview.factorOff') });
    await expect.poll(() => factor.getByRole('link').getAttribute('href')).toBe('/user/account/security');
    await expect.poll(() => page.title()).toMatch(/ - /u);
  });

  it('changes the profile, and is asked before unsaved work is left', async () => {
    const { page } = visited;
    await page.goto('/user/account/profile');
    const nickname = page.getByLabel(word('memberPages.profile.nickname'));
    await nickname.fill('林间');
    await page.getByRole('link', { name: '账户概览' }).first().click();
    await button(page, word('leaving.stay')).click();
    await button(page, word('memberPages.profile.save')).click();
    // What is read aloud of it says more.
    await page.getByRole('status').getByText(word('memberPages.profile.saved'), { exact: true }).waitFor();
    await expect.poll(() => page.getByRole('button', { name: `${word('member.shell.account')} 林间` }).count()).toBe(1);
  });

  it('is disabled in the middle of the form: what was typed can be copied, and is there again after signing in', async () => {
    const { page } = visited;
    const calls = await signIn(stage.server.url);
    const lists = (await calls.get('user.User/index')).data?.['list'] as readonly { readonly id: number; readonly username: string }[];
    const id = lists.find(({ username }) => username === 'lin')?.id;
    await page.getByLabel(word('memberPages.profile.motto')).fill('水边的茶');
    expect((await calls.post('user.User/edit', { id, status: 'disable' })).code).toBe(1);
    await button(page, word('memberPages.profile.save')).click();
    await page.getByText(word('entryForms.kept.waiting')).click();
    await expect
      .poll(() => page.getByLabel(word('entryForms.kept.typed')).inputValue())
      .toBe(`${word('memberPages.profile.motto')}: 水边的茶`);
    expect(await barriers(page, 'main')).toEqual([]);
    await calls.post('user.User/edit', { id, status: 'enable' });
    const form = page.getByRole('tabpanel', { name: word('entry.tabs.signIn') });
    await form.locator('input[name="username"]').fill('lin');
    await form.locator('input[name="password"]').fill(FIRST);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/user/account/profile');
    await page.getByLabel(word('memberPages.profile.motto')).waitFor();
    await expect.poll(() => page.getByLabel(word('memberPages.profile.motto')).inputValue()).toBe('水边的茶');
    await button(page, word('memberPages.profile.reset')).click();
  });

  it('changes the password and stays signed in', async () => {
    const { page } = visited;
    await page.goto('/user/account/changePassword');
    await page.getByLabel(word('memberPages.password.old')).fill(FIRST);
    await page.getByLabel(word('memberPages.password.new'), { exact: true }).fill(SECOND);
    await page.getByLabel(word('memberPages.password.repeat')).fill(SECOND);
    await button(page, word('memberPages.password.submit')).click();
    await page.getByText(word('memberPages.password.done')).waitFor();
    await page.goto('/user/account/messages');
    await page.getByRole('heading', { level: 2, name: '密码已修改' }).waitFor();
    await page
      .getByText(word('member.shell.unreadMessages', { count: 1 }))
      .first()
      .waitFor({ state: 'attached' });
    await button(page, word('memberPages.messages.readAll')).click();
    await expect.poll(() => page.getByText(word('member.shell.unreadMessages', { count: 1 })).count()).toBe(0);
    await page.getByRole('button', { name: word('memberPages.messages.removeThis', { title: '密码已修改' }) }).click();
    await page.getByText(word('memberPages.messages.empty')).waitFor();
    await page.goto('/user');
    await page.waitForURL('**/user/account/overview');
    await expect.poll(() => stored(page, 'adminInfo')).toBe(admin);
  });

  it('sets up a second factor and ends it behind one proof, and puts out who signed in elsewhere', async () => {
    const { page } = visited;
    const asStranger = await signedInElsewhere();
    expect(await asStranger()).toBe(1);

    await page.goto('/user/account/security');
    const others = page.getByRole('button', { name: word('account.sessions.endOthers') });
    await expect.poll(() => others.isEnabled()).toBe(true);
    await button(page, word('account.factor.switchOn')).click();
    await button(page, word('account.factor.goOn')).click();
    const proof = page.getByRole('dialog', { name: word('safety.proof.title') });
    await proof.locator('input[name="password"]').fill(FIRST);
    await page.keyboard.press('Enter');
    await proof.getByText(word('safety.proof.checking')).waitFor({ state: 'detached' });
    await expect.poll(() => proof.isVisible()).toBe(true);
    await proof.locator('input[name="password"]').fill(SECOND);
    await page.keyboard.press('Enter');
    await page.getByRole('img', { name: word('account.factor.qr') }).waitFor();
    const key = ((await page.locator('form code').textContent()) ?? '').replaceAll(' ', '');
    await page.getByLabel(word('account.factor.code')).fill(new TOTP({ secret: Secret.fromBase32(key) }).generate());
    await button(page, word('account.factor.confirm')).click();
    await button(page, word('account.factor.kept')).click();
    // The list of devices is read anew by itself.
    await expect.poll(() => others.count()).toBe(0);
    await page.getByText(word('account.factor.on'), { exact: true }).waitFor();
    // A factor that is new ends every session that began without it.
    await expect.poll(asStranger).not.toBe(1);

    await button(page, word('account.factor.renewCodes')).click();
    await button(page, word('account.factor.goOn')).click();
    const codes = page.getByRole('dialog', { name: word('account.factor.renewCodes') }).locator('li');
    await codes.first().waitFor();
    recovery.push(...new Set((await codes.allTextContents()).map((text) => text.trim())));
    await button(page, word('account.factor.kept')).click();
    await expect.poll(() => proof.count()).toBe(0);

    await button(page, word('safety.security.notMe')).click();
    await button(page, word('safety.security.notMeConfirm')).click();
    await page.getByText(word('safety.security.ended')).waitFor();
    await page
      .locator('main')
      .getByRole('link', { name: word('member.overview.changePassword') })
      .click();
    await page.waitForURL('**/user/account/changePassword');
    // Where the next test signs out is where it comes back to.
    await page.goto('/user/account/overview');
    await greeting(page)
      .or(page.getByRole('heading', { level: 1 }))
      .first()
      .waitFor();
  });

  it('signs out without the administrator noticing, retrieves the password over a reload, and signs in with the second factor', async () => {
    const { page } = visited;
    await signMemberOut(page);
    await expect.poll(async () => [await stored(page, 'userInfo'), await stored(page, 'adminInfo')]).toEqual([null, admin]);

    await page.getByRole('button', { name: word('entry.forgotten') }).click();
    const dialog = page.getByRole('dialog', { name: word('entryForms.reset.title') });
    await dialog.locator('input[name="address"]').fill(MAIL);
    const picture = drawing(page);
    await dialog.getByRole('button', { name: word('entryForms.code.send') }).click();
    await solve(page, picture);
    const code = dialog.getByLabel(word('entryForms.code.label'));
    await code.waitFor();
    await page.reload();
    await code.waitFor();
    await dialog.locator('button[aria-disabled="true"]', { hasText: /\d+ 秒/u }).waitFor();
    const sent = await codeSent();
    await code.fill(`${sent.slice(0, 3)} ${sent.slice(3)}`);
    await dialog.getByRole('button', { name: word('entryForms.reset.next') }).click();
    await dialog.getByLabel(word('entryForms.reset.newPassword')).fill(THIRD);
    await dialog.getByRole('button', { name: word('entryForms.reset.submit') }).click();
    await dialog.getByRole('button', { name: word('entryForms.reset.toSignIn') }).click();
    const form = page.getByRole('tabpanel', { name: word('entry.tabs.signIn') });
    await form.locator('input[name="username"]').fill(MAIL);
    await form.locator('input[name="password"]').fill(THIRD);
    await page.keyboard.press('Enter');
    await passSecondStep(page);
    await page.waitForURL('**/user/account/overview');
  });

  it('signs in with a code and the second factor; a reload finds the address again', async () => {
    const { page, complaints, context } = visited;
    await signMemberOut(page);
    await page.getByRole('tab', { name: word('entry.tabs.code') }).click();
    const form = page.getByRole('tabpanel', { name: word('entry.tabs.code') });
    const address = form.locator('input[name="address"]');
    await address.fill(MAIL);
    const picture = drawing(page);
    await form.getByRole('button', { name: word('entryForms.code.send') }).click();
    await solve(page, picture);
    await page.getByText(word('entryForms.code.kept')).waitFor();
    await page.reload();
    await form.locator('button[aria-disabled="true"]', { hasText: /\d+ 秒/u }).waitFor();
    await expect.poll(() => address.inputValue()).toBe(MAIL);
    await form.locator('input[name="code"]').fill(await codeSent());
    await page.keyboard.press('Enter');
    await passSecondStep(page);
    await page.waitForURL('**/user/account/overview');

    await page.goto('/admin');
    await page.waitForURL(/\/admin\/(?!login|loading)/u);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
