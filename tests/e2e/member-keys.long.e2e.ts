import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { visit, type Visit } from './support/browser.ts';
import { codesOf } from './support/codes.ts';
import { keepsKeyboard, lands, tabTo } from './support/keys.ts';
import { walkOf } from './support/member-walk.ts';
import { openStage } from './support/stage.ts';
import { wordsOf } from './support/words.ts';

/** Each form of the member centre without a pointer, and at each step whoever types sees where. */
const stage = openStage({ entry: 'tests/support/start-test.ts' });
const word = wordsOf('zh-cn');
const { drawing, solve, solveByKeys, codeSent } = codesOf(stage);
const MAIL = 'keys@example.com';
const OTHER_MAIL = 'more-keys@example.com';
const [FIRST, SECOND, THIRD] = ['Morgentau7', 'Abendrot88', 'Nachtwind9'];

let visited: Visit;
let page: Page;
beforeAll(async () => {
  visited = await visit(stage.browser, stage.server.url, { width: 1280, height: 860 });
  ({ page } = visited);
});
afterAll(() => visited?.context.close());

const { type, press, toContent, openByMenu, signOut } = walkOf(() => page, word);
const panel = (tab: string): Locator => page.getByRole('tabpanel', { name: word(`entry.tabs.${tab}`) });
const field = (within: Locator, name: string): Locator => within.locator(`input[name="${name}"]`);
async function fill(within: Locator, name: string, text: string): Promise<void> {
  await tabTo(page, field(within, name));
  await press('Control+A');
  await type(text);
}

/** Wants a code by the button that follows, and is where it was when the picture is solved. @param told what is said of the code */
async function wantCode(within: Locator, solved: typeof solve, told: 'kept' | 'made'): Promise<string> {
  const picture = drawing(page);
  await tabTo(page, word('entryForms.code.send'));
  await press('Enter');
  await solved(page, picture);
  await within.getByText(word(`entryForms.code.${told}`)).waitFor();
  await keepsKeyboard(within);
  return codeSent();
}

async function signIn(name: string, password: string): Promise<void> {
  await fill(panel('signIn'), 'username', name);
  await fill(panel('signIn'), 'password', password);
  await press('Enter');
}

describe('by keyboard alone a member', () => {
  it('registers, with the captcha and the code', async () => {
    await page.goto('/user/login');
    await tabTo(page, page.getByRole('tab', { name: word('entry.tabs.signIn') }));
    await press('ArrowLeft');
    const form = panel('register');
    await field(form, 'username').waitFor();
    await lands(page, word('entry.tabs.register'));
    await fill(form, 'username', 'keys');
    await fill(form, 'address', MAIL);
    const code = await wantCode(form, solveByKeys, 'kept');
    // It goes back from the button to the field that it stands in.
    await press('Shift+Tab');
    await lands(page, 'code');
    await type(code);
    await fill(form, 'password', FIRST);
    await press('Enter');
    await page.waitForURL('**/user/account/overview');
    expect(visited.complaints).toEqual([]);
  });

  it('signs out, and in again after a wrong password', async () => {
    await signOut();
    await signIn('keys', SECOND);
    await panel('signIn').getByRole('alert').filter({ hasText: /./u }).waitFor();
    await keepsKeyboard(panel('signIn'));
    await press('Control+A');
    await type(FIRST);
    await press('Enter');
    await page.waitForURL('**/user/account/overview');
    expect(visited.complaints).toEqual([]);
  });

  it('changes the profile, and the address by the code of the old one and of the new', async () => {
    await openByMenu('/user/account/profile');
    await toContent();
    const main = page.getByRole('main');
    await fill(main, 'nickname', '键盘');
    await press('Tab');
    await lands(page, 'username');
    await tabTo(page, main.getByRole('radio').first());
    await press('ArrowDown');
    await fill(main, 'motto', '没有鼠标');
    await press('Enter');
    await main.getByRole('status').getByText(word('memberPages.profile.saved'), { exact: true }).waitFor();

    await tabTo(page, word('memberPages.bind.emailTitle'));
    await press('Enter');
    const dialog = page.getByRole('dialog', { name: word('memberPages.bind.emailTitle') });
    await lands(page, 'password');
    await type(FIRST);
    const old = await wantCode(dialog, solve, 'made');
    await fill(dialog, 'code', old);
    await press('Enter');
    await lands(page, 'address');
    await type(OTHER_MAIL);
    const code = await wantCode(dialog, solve, 'made');
    await fill(dialog, 'code', code);
    await press('Enter');
    await dialog.getByText(word('memberPages.bind.doneTitle')).waitFor();
    await lands(page, word('memberPages.bind.close'));
    await press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await lands(page, word('memberPages.bind.emailTitle'));
    expect(visited.complaints).toEqual([]);
  });

  it('changes the password, whose mistakes are told where they are', async () => {
    await openByMenu('/user/account/changePassword');
    await toContent();
    const main = page.getByRole('main');
    await fill(main, 'oldPassword', FIRST);
    await fill(main, 'newPassword', SECOND);
    await fill(main, 'repeat', THIRD);
    await press('Enter');
    await lands(page, 'repeat');
    await main.getByText(word('memberPages.password.mismatch')).waitFor();
    await press('Control+A');
    await type(SECOND);
    await press('Enter');
    await main.getByText(word('memberPages.password.done')).waitFor();
    expect(visited.complaints).toEqual([]);
  });

  it('retrieves a forgotten password, and signs in with the new one', async () => {
    await signOut();
    await tabTo(page, word('entry.forgotten'));
    await press('Enter');
    const dialog = page.getByRole('dialog', { name: word('entryForms.reset.title') });
    await lands(page, 'address');
    await type(OTHER_MAIL);
    const picture = drawing(page);
    await press('Enter');
    await solve(page, picture);
    await lands(page, 'code');
    await type(await codeSent());
    await press('Enter');
    await lands(page, 'password');
    await type(THIRD);
    await press('Enter');
    await dialog.getByText(word('entryForms.reset.doneTitle')).waitFor();
    await lands(page, word('entryForms.reset.toSignIn'));
    await press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await signIn(OTHER_MAIL, THIRD);
    // Where it was left.
    await page.waitForURL('**/user/account/changePassword');
    expect(visited.complaints).toEqual([]);
  });
});
