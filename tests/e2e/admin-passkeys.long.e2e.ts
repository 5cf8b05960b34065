import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { visit, type Visit } from './support/browser.ts';
import { ADMIN_PASSWORD } from './support/server-process.ts';
import { submitSignIn } from './support/sign-in.ts';
import { openStage } from './support/stage.ts';
import { wordsOf } from './support/words.ts';

/** Passkeys of an administrator, from the first to the last, with a place for them in the browser. */
const stage = openStage();
const word = wordsOf('zh-cn');
const AUTHENTICATOR = {
  protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: true,
} as const; // prettier-ignore

let visited: Visit;
let page: Page;
beforeAll(async () => {
  // Browsers make no passkey for an address of numbers.
  visited = await visit(stage.browser, stage.server.url.replace('127.0.0.1', 'localhost'), { width: 1280, height: 860 });
  ({ page } = visited);
  const device = await visited.context.newCDPSession(page);
  await device.send('WebAuthn.enable');
  await device.send('WebAuthn.addVirtualAuthenticator', { options: AUTHENTICATOR });
});
afterAll(() => visited?.context.close());

const button = (key: string, params: Readonly<Record<string, string>> = {}) =>
  page.getByRole('button', { name: word(key, params), exact: true });
const dialog = () => page.getByRole('dialog');
/** The password in the question, which is answered then. */
async function prove(password: string, answer: string): Promise<void> {
  await dialog().locator('input[name="password"]').fill(password);
  await dialog()
    .getByRole('button', { name: word(answer), exact: true })
    .click();
}

describe('passkeys of an administrator', () => {
  it('are added behind the password, open the back office alone, and are removed behind it', async () => {
    await page.goto('/admin/routine/adminInfo');
    await page.locator('input[name="username"]').waitFor();
    await submitSignIn(page);
    await button('safety.passkeys.add').click();
    await dialog().locator('input[name="name"]').fill('公司电脑');
    await prove('wrong-one', 'safety.passkeys.goOn');
    await dialog().getByText(word('refusals.oldPassword')).waitFor();
    await prove(ADMIN_PASSWORD, 'safety.passkeys.goOn');
    await button('safety.passkeys.removeThis', { name: '公司电脑' }).waitFor();
    await dialog().waitFor({ state: 'detached' });

    // Signed out, the sign-in page leads back by the passkey to where somebody wanted to go.
    await page.evaluate(() => localStorage.clear());
    await page.goto('/admin/routine/adminInfo');
    const way = button('admin.login.passkey');
    await way.waitFor();
    await expect.poll(() => page.locator('input[name="username"]').getAttribute('autocomplete')).toBe('username webauthn');
    await way.focus();
    await way.press('Enter');
    const remove = button('safety.passkeys.removeThis', { name: '公司电脑' });
    await remove.waitFor();

    await remove.click();
    await prove(ADMIN_PASSWORD, 'safety.passkeys.remove');
    await page.getByText(word('safety.passkeys.none')).waitFor();
    expect(visited.complaints).toEqual([]);
  });
});
