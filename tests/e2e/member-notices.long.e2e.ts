import { beforeAll, describe, expect, it } from 'vitest';
import { signIn } from './support/admin-calls.ts';
import { barriers } from './support/barriers.ts';
import { visit, type Visit } from './support/browser.ts';
import { codesOf } from './support/codes.ts';
import { addSignedInMember } from './support/signed-in-member.ts';
import { openStage } from './support/stage.ts';
import { wordsOf } from './support/words.ts';
import { button } from './support/locators.ts';

/** What a member who is signed in reads and ends, and the member centre on a narrow screen. */
const stage = openStage({ entry: 'tests/support/start-test.ts' });
const word = wordsOf('zh-cn');
const PASSWORD = 'Morgentau7';

const { control } = codesOf(stage);

/** A sign-in of the member on another device. @returns what asks a page there, with the code of the reply */
async function signedInElsewhere(): Promise<() => Promise<number>> {
  const elsewhere = await fetch(`${stage.server.url}/api/user/checkIn`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', server: '1' },
    body: JSON.stringify({ tab: 'login', username: 'lin', password: PASSWORD, keep: true }),
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
  beforeAll(async () => {
    const { stored } = await addSignedInMember(stage.server.url, 'lin');
    visited = await visit(stage.browser, stage.server.url, { width: 1280, height: 860, stored });
  });

  it('sees the entries of balance and score, and their filter in the address', async () => {
    const { page } = visited;
    await page.goto('/user/account/balance?page=1&sign=plus');
    await page.getByText(word('memberPages.ledger.noneFound')).waitFor();
    await button(page, word('memberPages.ledger.clear')).click();
    await page.getByText(word('memberPages.ledger.empty')).waitFor();
    await expect.poll(() => new URL(page.url()).search).toBe('');
    await page.goto('/user/account/integral');
    await page.getByText(word('memberPages.ledger.empty')).waitFor();
  });

  it('reads a notice for members, which stands nowhere on the public site, and ends the other sign-ins from the first page', async () => {
    const { page } = visited;
    const calls = await signIn(stage.server.url);
    const said = { title: '会员日', body: '<p>周五双倍积分。</p>', status: 'on', audience: 'members' };
    expect((await calls.post('content.Notice/add', said)).code).toBe(1);
    expect(await (await fetch(`${stage.server.url}/notices`)).text()).not.toContain(said.title);
    await page.goto('/user/account/overview');
    await page.getByText(word('member.overview.unreadNotices', { count: 1 })).waitFor();
    await page.getByRole('link', { name: word('member.overview.toNotices') }).click();
    const main = page.getByRole('main');
    const opener = main.getByRole('button', { name: said.title });
    await opener.click();
    await main.getByText('周五双倍积分。').waitFor();
    await expect.poll(() => page.getByText(word('member.shell.unreadNotices', { count: 1 })).count()).toBe(0);
    expect([await opener.getAttribute('aria-expanded'), await barriers(page, 'main')]).toEqual(['true', []]);
    // Which is open stands in the address: a reload keeps it, going back closes it, going on opens it again.
    await expect.poll(() => new URL(page.url()).searchParams.get('notice')).not.toBe(null);
    await page.reload();
    await main.getByText('周五双倍积分。').waitFor();
    await page.goBack();
    await expect.poll(() => opener.getAttribute('aria-expanded')).toBe('false');
    await page.goForward();
    await expect.poll(() => opener.getAttribute('aria-expanded')).toBe('true');
    await page.goto('/user/account/overview');
    await page.getByText(word('member.overview.noUnreadNotices')).waitFor();

    await button(page, word('member.overview.wasNotMe')).click();
    const question = page.getByRole('alertdialog', { name: word('safety.security.notMeTitle') });
    await question.waitFor();
    const asStranger = await signedInElsewhere();
    await button(page, word('common.action.cancel')).click();
    await question.waitFor({ state: 'detached' });
    expect(await asStranger()).toBe(1);

    await button(page, word('member.overview.wasNotMe')).click();
    await question.getByRole('button', { name: word('safety.security.notMeConfirm') }).click();
    await page.getByText(word('safety.security.ended')).waitFor();
    expect(await asStranger()).not.toBe(1);
    await page
      .locator('main')
      .getByRole('link', { name: word('member.overview.changePassword') })
      .first()
      .click();
    await page.waitForURL('**/user/account/changePassword');
    await page.goto('/user/account/overview');
  });
});

describe('the member centre on a narrow screen', () => {
  it('is closed by the setting, and says so; open, each way in fits', async () => {
    await control('set-config', { name: 'open_member_center', value: '0' });
    const { page, context } = await visit(stage.browser, stage.server.url, { width: 320, height: 640 });
    await page.goto('/user');
    await page.getByRole('heading', { name: word('public.member.closedTitle') }).waitFor();
    await page.goto('/');
    await page.locator('main h1').waitFor();
    await expect.poll(() => page.locator('a[href="/user"]').count()).toBe(0);
    await control('set-config', { name: 'open_member_center', value: '1' });
    for (const [tab, field] of [
      ['signIn', 'username'],
      ['code', 'address'],
      ['register', 'address'],
    ] as const) {
      await page.goto(`/user/login?tab=${tab}`);
      await page.locator(`[role="tabpanel"]:not([hidden]) input[name="${field}"]`).waitFor();
      const [content, room] = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
      expect([tab, content]).toEqual([tab, room]);
    }
    await context.close();
  });
});
