import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Dialect } from '#api/contract/base/dialect';
import { effort } from '#tests/support/effort.ts';
import { startStockServer, type StockServer } from '#tests/support/stock/stock-server.ts';
import { barriers } from './support/barriers.ts';
import { leaveBrowser, sharedBrowser, visit, type Visit } from './support/browser.ts';
import { startServer, type ServerProcess } from './support/server-process.ts';
import { wordsOf } from './support/words.ts';
import { button } from './support/locators.ts';

/** The members' pages in front of a server of another maker (`SERVER_URL`): what it has works, and what it has not is not offered. */
const word = wordsOf('zh-cn');
const DIALECTS = effort<readonly Dialect[]>(['v2'], ['v2', 'v1']);
const [FIRST, SECOND] = ['Morgentau7', 'Abendrot88'];

describe.each(DIALECTS)('in front of a stock server of the dialect %s', (dialect) => {
  let stock: StockServer;
  let gateway: ServerProcess;
  let visited: Visit;
  let page: Page;
  beforeAll(async () => {
    stock = await startStockServer(dialect);
    gateway = await startServer({ env: { SERVER_URL: stock.url } });
    visited = await visit(await sharedBrowser(), gateway.url, { width: 1280, height: 860 });
    ({ page } = visited);
  });
  afterAll(async () => {
    await leaveBrowser();
    await gateway?.end('SIGTERM');
    await stock?.close();
  });
  const form = () => page.getByRole('tabpanel', { name: word('entry.tabs.signIn') });
  const sent = (name: string) => stock.calls.filter((call) => call.name.toLowerCase() === name.toLowerCase());
  /** Servers of the older dialect always ask for it. */
  const passCaptcha = async (): Promise<void> => {
    if (dialect === 'v2') return;
    const board = page.getByRole('application');
    await board.waitFor();
    const box = (await board.boundingBox())!;
    for (const part of [0.25, 0.75]) await page.mouse.click(box.x + box.width * part, box.y + box.height / 2);
  };
  async function signIn(password: string): Promise<void> {
    await form().locator('input[name="username"]').fill('stockmember');
    await form().locator('input[name="password"]').fill(password);
    await form().locator('input[name="keep"]').check();
    await page.keyboard.press('Enter');
    await passCaptcha();
  }

  it('a member is refused with a wrong password and signs in with the right one; no way is offered that the server has not', async () => {
    await page.goto('/user/login');
    await form().waitFor();
    await expect.poll(() => page.getByRole('tab').allTextContents()).toEqual([word('entry.tabs.signIn'), word('entry.tabs.register')]);
    await expect.poll(() => button(page, word('entry.passkey')).count()).toBe(0);
    await signIn(SECOND);
    await form().getByRole('alert').getByText('密码不正确').waitFor();
    await signIn(FIRST);
    await page.waitForURL('**/user/account/overview');
    expect(await barriers(page)).toEqual([]);
  });

  it('the overview tells its seven days, and the menu has no page that is ours alone', async () => {
    await page.getByRole('heading', { level: 1, name: '存量会员' }).waitFor();
    await page.getByText(word('member.overview.change', { days: 7 })).waitFor();
    await page.getByText('33.00').first().waitFor();
    await expect
      .poll(() => page.locator('aside nav a').evaluateAll((links) => links.map((link) => link.getAttribute('href'))))
      .toEqual(['overview', 'profile', 'changePassword', 'integral', 'balance'].map((name) => `/user/account/${name}`));
    await page.goto('/user/account/security');
    await page.getByText(word('member.shell.noPermissionTitle')).waitFor();
  });

  it('a change of the profile keeps what was not changed', async () => {
    await page.goto('/user/account/profile');
    await page.getByLabel(word('memberPages.profile.motto')).fill('山水之间');
    await button(page, word('memberPages.profile.save')).click();
    await page.getByRole('status').getByText(word('memberPages.profile.saved'), { exact: true }).waitFor();
    expect(stock.member).toMatchObject({
      motto: '山水之间',
      nickname: '存量会员',
      username: 'stockmember',
      birthday: '1994-04-12',
      gender: 1,
    });
    await page.reload();
    await expect.poll(() => page.getByLabel(word('memberPages.profile.motto')).inputValue()).toBe('山水之间');
  });

  it.each([
    ['balance', '+1.10'],
    ['integral', '−3'],
  ])('the entries of %s are listed page by page, with nothing that the server would pass over', async (name, amount) => {
    await page.goto(`/user/account/${name}`);
    await page.getByText('第 30 笔').first().waitFor();
    await expect.poll(() => page.getByText(amount).count()).toBeGreaterThan(0);
    await expect.poll(() => page.getByText(/NaN|Invalid|undefined/u).count()).toBe(0);
    expect(await button(page, word('memberPages.ledger.download')).count()).toBe(0);
    await expect.poll(() => page.locator('main input').count()).toBe(0);
    await button(page, word('memberPages.ledger.next')).click();
    await page.getByText('第 20 笔').first().waitFor();
    // An address that somebody has kept from elsewhere asks for nothing either.
    await page.goto(`/user/account/${name}?page=1&sign=minus`);
    await page.getByText('第 30 笔').first().waitFor();
    expect(sent(`GET /api/account/${name}`).filter(({ query }) => query.has('sign'))).toEqual([]);
  });

  it('a token that runs out is renewed once, and nobody sees it', async () => {
    stock.expireTokens();
    await page.goto('/user/account/balance');
    await page.getByText('第 30 笔').first().waitFor();
    expect(sent('POST /api/common/refreshToken')).toHaveLength(1);
  });

  it('the password is changed by the old one', async () => {
    await page.goto('/user/account/changePassword');
    await page.getByLabel(word('memberPages.password.old')).fill(SECOND);
    await page.getByLabel(word('memberPages.password.new'), { exact: true }).fill(SECOND + '7');
    await page.getByLabel(word('memberPages.password.repeat')).fill(SECOND + '7');
    await button(page, word('memberPages.password.submit')).click();
    await page.locator('main').getByText('旧密码错误').waitFor();
    await page.getByLabel(word('memberPages.password.old')).fill(FIRST);
    await page.getByLabel(word('memberPages.password.new'), { exact: true }).fill(SECOND);
    await page.getByLabel(word('memberPages.password.repeat')).fill(SECOND);
    await button(page, word('memberPages.password.submit')).click();
    // Who has to solve a captcha for it is led to the sign-in.
    if (dialect === 'v1') await form().waitFor();
    else await page.getByText(word('memberPages.password.done')).waitFor();
    expect(stock.member.password).toBe(SECOND);
  });

  it('nothing is said of what that server does not do, little is asked that it has not, and nothing breaks', async () => {
    if (dialect === 'v1') {
      await signIn(SECOND);
      await page.waitForURL('**/user/account/changePassword');
    }
    await page.goto('/user/account/profile');
    await button(page, word('memberPages.bind.emailTitle')).click();
    await page.getByRole('dialog', { name: word('memberPages.bind.emailTitle') }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: new RegExp(word('member.shell.account'), 'u') }).click();
    await page.getByRole('menuitem', { name: word('common.action.signOut') }).click();
    await page.waitForURL('**/user/login**');
    await page.getByRole('button', { name: word('entry.forgotten') }).click();
    await page
      .getByRole('dialog', { name: word('entryForms.reset.title') })
      .locator('input[name="address"]')
      .waitFor();
    await expect.poll(() => page.getByText(word('entryForms.undo.wayIn')).count()).toBe(0);
    // What stands for the one is there, seven days for thirty, and the other asks for a card that is left out; a call that is missing is a line in the browser's log.
    expect([...stock.missing].toSorted()).toEqual(['GET /api/account/chats', 'GET /api/account/summary']);
    expect(visited.complaints.filter((line) => !line.includes('404'))).toEqual([]);
  });
});
