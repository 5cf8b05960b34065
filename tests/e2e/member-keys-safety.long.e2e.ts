import { Secret, TOTP } from 'otpauth';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signIn } from './support/admin-calls.ts';
import { visit, type Visit } from './support/browser.ts';
import { keepsKeyboard, lands, tabTo } from './support/keys.ts';
import { walkOf } from './support/member-walk.ts';
import { openStage } from './support/stage.ts';
import { wordsOf } from './support/words.ts';

/** What keeps an account safe and what belongs to it, without a pointer: whoever types sees where at each step, and is nowhere lost. */
const stage = openStage({ entry: 'tests/support/start-test.ts' });
const word = wordsOf('zh-cn');
const PASSWORD = 'Morgentau7';
const DEVICE = '我的手机';
/** Files are the same by what is in them. */
const pixel = (name: string): Buffer => Buffer.concat([PIXEL, Buffer.from(name)]);
const PIXEL = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
const AUTHENTICATOR = {
  protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: true,
} as const; // prettier-ignore

let visited: Visit;
let page: Page;
const { type, press, push, toContent, openByMenu, signOut } = walkOf(() => page, word);
const dialog = (name: string): Locator => page.getByRole('dialog', { name });
const question = (): Locator => page.getByRole('alertdialog');

/** A member with an entry in each ledger and two messages, in a browser with a place for passkeys. */
beforeAll(async () => {
  const calls = await signIn(stage.server.url);
  const added = await calls.post('user.User/add', { username: 'keys', nickname: 'Keys', password: PASSWORD, group_id: 1 });
  const user_id = added.data?.['id'];
  await calls.post('user.MoneyLog/add', { user_id, memo: 'welcome', money: '8.80' });
  await calls.post('user.ScoreLog/add', { user_id, memo: 'welcome', score: 8 });
  // Browsers make no passkey for an address of numbers.
  visited = await visit(stage.browser, stage.server.url.replace('127.0.0.1', 'localhost'), { width: 1280, height: 860 });
  ({ page } = visited);
  const device = await visited.context.newCDPSession(page);
  await device.send('WebAuthn.enable');
  await device.send('WebAuthn.addVirtualAuthenticator', { options: AUTHENTICATOR });
  await page.goto('/user/login');
  const form = page.getByRole('tabpanel', { name: word('entry.tabs.signIn') });
  await form.locator('input[name="username"]').focus();
  await type('keys');
  await press('Tab');
  await type(PASSWORD);
  await press('Enter');
  await page.waitForURL('**/user/account/overview');
});
afterAll(() => visited?.context.close());

/** Answers the question over everything else by the password. */
async function prove(): Promise<void> {
  await dialog(word('safety.proof.title')).waitFor();
  await lands(page, 'password');
  await type(PASSWORD);
  await press('Enter');
  await dialog(word('safety.proof.title')).waitFor({ state: 'detached' });
}

/** Says yes to a question whose safe answer has the keyboard. */
async function confirm(name: string): Promise<void> {
  await question().waitFor();
  await lands(page, word('common.action.cancel'));
  await press('Tab');
  await lands(page, name);
  await press('Enter');
}

describe('by keyboard alone a member', () => {
  it('adds a passkey behind one proof, calls it otherwise, and removes it again', async () => {
    await openByMenu('/user/account/security');
    await toContent();
    await push(word('safety.passkeys.add'));
    await dialog(word('safety.passkeys.add')).waitFor();
    await lands(page, 'name');
    await press('Control+A');
    await type(DEVICE);
    await press('Enter');
    await prove();
    await page.getByRole('button', { name: word('safety.passkeys.removeThis', { name: DEVICE }) }).waitFor();
    await lands(page, word('safety.passkeys.add'));

    await push(word('safety.passkeys.renameThis', { name: DEVICE }));
    await lands(page, 'name');
    await press('Control+A');
    await type('工作电脑');
    await press('Enter');
    await lands(page, word('safety.passkeys.renameThis', { name: '工作电脑' }));

    await push(word('safety.passkeys.removeThis', { name: '工作电脑' }));
    await confirm(word('safety.passkeys.remove'));
    await page.getByText(word('safety.passkeys.none')).waitFor();
    await keepsKeyboard(page.getByRole('main'));
    // It goes on beside what is gone.
    await press('Tab');
    await lands(page, word('safety.passkeys.add'));
    expect(visited.complaints).toEqual([]);
  });

  it('sets up a second factor, renews its codes, proves presence by one of them, and ends it', async () => {
    await toContent();
    await push(word('account.factor.switchOn'));
    await confirm(word('account.factor.goOn'));
    await lands(page, 'factorCode');
    const key = ((await dialog(word('account.factor.switchOn')).locator('code').textContent()) ?? '').replaceAll(' ', '');
    await type(new TOTP({ secret: Secret.fromBase32(key) }).generate());
    await press('Enter');
    await page.getByRole('list', { name: word('account.factor.codesTitle') }).waitFor();
    await keepsKeyboard(dialog(word('account.factor.switchOn')));
    await push(word('account.factor.kept'));
    await page.getByText(word('account.factor.on'), { exact: true }).waitFor();
    await keepsKeyboard(page.getByRole('main'));

    await toContent();
    await push(word('account.factor.renewCodes'));
    await confirm(word('account.factor.goOn'));
    const codes = dialog(word('account.factor.renewCodes')).locator('li');
    await codes.first().waitFor();
    const [code = ''] = await codes.allTextContents();
    await push(word('account.factor.kept'));
    await lands(page, word('account.factor.renewCodes'));

    // A sign-in anew has proved nothing yet.
    await signOut();
    await page
      .getByRole('tabpanel', { name: word('entry.tabs.signIn') })
      .locator('input[name="username"]')
      .focus();
    await press('Control+A');
    await type('keys');
    await press('Tab');
    await type(PASSWORD);
    await press('Enter');
    await lands(page, 'factorCode');
    await type(code.trim());
    await press('Enter');
    await page.waitForURL('**/user/account/security');
    await page.locator('main h1').waitFor();
    await toContent();
    await push(word('account.factor.switchOff'));
    await confirm(word('account.factor.switchOffNow'));
    await prove();
    await page.getByText(word('account.factor.off'), { exact: true }).waitFor();
    await keepsKeyboard(page.getByRole('main'));
    expect(visited.complaints).toEqual([]);
  });

  it('puts out whoever is signed in elsewhere', async () => {
    await toContent();
    await push(word('safety.security.notMe'));
    await confirm(word('safety.security.notMeConfirm'));
    await page.getByText(word('safety.security.ended')).waitFor();
    await keepsKeyboard(page.getByRole('main'));
    await tabTo(page, word('member.overview.changePassword'));
    expect(visited.complaints).toEqual([]);
  });

  it('adds files and deletes one', async () => {
    await openByMenu('/user/account/files');
    await toContent();
    const chooser = page.waitForEvent('filechooser');
    await push(word('upload.chooseFiles'));
    await (await chooser).setFiles(['one', 'two'].map((name) => ({ name: `${name}.png`, mimeType: 'image/png', buffer: pixel(name) })));
    await page.getByRole('listitem').filter({ hasText: 'two.png' }).waitFor();
    await tabTo(page, word('safety.files.open', { name: 'one.png' }));
    await tabTo(page, word('safety.files.removeThis', { name: 'one.png' }));
    await press('Enter');
    await confirm(word('safety.files.remove'));
    await page.getByRole('listitem').filter({ hasText: 'one.png' }).waitFor({ state: 'detached' });
    await keepsKeyboard(page.getByRole('main'));
    expect(visited.complaints).toEqual([]);
  });

  it('reads messages, deletes them, and chooses which come', async () => {
    await openByMenu('/user/account/messages');
    await toContent();
    const unread = page.locator('main li[data-unread]');
    await unread.first().waitFor();
    const before = await unread.count();
    const all = await page.locator('main li').count();
    expect(before).toBeGreaterThan(1);
    await tabTo(page, page.locator('main li').first().getByRole('button').first());
    await press('Enter');
    await expect.poll(() => unread.count()).toBe(before - 1);
    await keepsKeyboard(page.getByRole('main'));
    await toContent();
    await tabTo(page, page.locator('main li').first().getByRole('button').last());
    await press('Enter');
    await expect.poll(() => page.locator('main li').count()).toBe(all - 1);
    await keepsKeyboard(page.getByRole('main'));
    const box = page.getByRole('checkbox', { disabled: false }).first();
    await toContent();
    await tabTo(page, box);
    await press('Space');
    await expect.poll(() => box.isChecked()).toBe(false);
    expect(visited.complaints).toEqual([]);
  });

  it.each(['balance', 'integral'])('chooses entries of %s, asks for more on a page, and saves them as a file', async (name) => {
    await openByMenu(`/user/account/${name}`);
    await toContent();
    await tabTo(page, page.getByRole('radio', { name: word('memberPages.ledger.all') }));
    await press('ArrowRight');
    await page.waitForURL('**sign=plus');
    await page.getByText('welcome').first().waitFor();
    await keepsKeyboard(page.getByRole('main'));
    // A year is typed digit by digit: the first of them is a year already, and the field stays under the fingers.
    const from = page.getByLabel(word('memberPages.ledger.from'));
    await tabTo(page, from);
    await type('03042025');
    await page.waitForURL('**from=2025-03-04');
    await expect.poll(() => from.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.getByText('welcome').first().waitFor();
    // Half a day is put back when the field is left; one that was emptied is no bound any more.
    const part = () => press('Backspace');
    await part();
    await tabTo(page, page.getByLabel(word('memberPages.ledger.to')));
    await expect
      .poll(async () => [await from.inputValue(), page.url()])
      .toEqual(['2025-03-04', expect.stringContaining('from=2025-03-04')]);
    await from.focus();
    await press('ArrowRight');
    await press('ArrowRight');
    for (const _ of [1, 2, 3]) {
      await part();
      await press('ArrowLeft');
    }
    await tabTo(page, page.getByLabel(word('memberPages.ledger.perPage')));
    await page.waitForURL((url) => !url.search.includes('from='));
    // The first key opens the list of the select.
    await press('ArrowDown');
    await press('ArrowDown');
    await press('Enter');
    await page.waitForURL('**limit=20**');
    const download = page.waitForEvent('download');
    await push(word('memberPages.ledger.download'));
    expect((await download).suggestedFilename()).toMatch(/\.csv$/u);
    expect(visited.complaints).toEqual([]);
  });

  it('asks for the own data, for the end of the account, and keeps it', async () => {
    await openByMenu('/user/account/data');
    await toContent();
    await push(word('safety.export.request'));
    // Proved a moment ago, for the second factor.
    await page.getByText(new RegExp(word('safety.export.until', { time: '.*' }), 'u')).waitFor({ timeout: 60_000 });
    await keepsKeyboard(page.getByRole('main'));
    const download = page.waitForEvent('download');
    await push(word('safety.export.fetch'));
    expect((await download).suggestedFilename()).toMatch(/\.zip$/u);

    await push(word('safety.deletion.start'));
    await confirm(word('safety.deletion.confirm'));
    const keep = page.getByRole('main').getByRole('button', { name: word('safety.deletion.keep') });
    await keep.first().waitFor();
    await keepsKeyboard(page.getByRole('main'));
    await toContent();
    await push(word('safety.deletion.keep'));
    await page.getByText(word('safety.deletion.kept')).waitFor();
    await keepsKeyboard(page.getByRole('main'));

    // And from the notice above another page.
    await push(word('safety.deletion.start'));
    await confirm(word('safety.deletion.confirm'));
    await keep.first().waitFor();
    await openByMenu('/user/account/overview');
    await toContent();
    await push(word('safety.deletion.keep'));
    await keep.first().waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN');
    expect(visited.complaints).toEqual([]);
  });

  it('comes from the overview to the other pages', async () => {
    await page.goto('/user/account/overview');
    await page.locator('main h1').waitFor();
    await toContent();
    await tabTo(page, word('member.overview.details'));
    await press('Enter');
    await page.waitForURL('**/user/account/balance');
    expect(visited.complaints).toEqual([]);
  });
});
