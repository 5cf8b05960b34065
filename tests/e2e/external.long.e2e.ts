import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CALLBACK_PATH } from '#api/contract/external/external';
import { EXTERNAL_PARAM } from '#domain/external/external-fault';
import { startIdentityProvider, type IdentityProvider } from '#tests/support/servers/identity-provider.ts';
import { signIn } from './support/admin-calls.ts';
import { visit } from './support/browser.ts';
import { ADMIN_PASSWORD } from './support/server-process.ts';
import { enter } from './support/sign-in.ts';
import { openStage } from './support/stage.ts';
import { wordsOf } from './support/words.ts';
import { button } from './support/locators.ts';

/** An account is linked at a provider, and opened by it in another browser. */
const stage = openStage({ env: { SIGN_IN_PRIVATE_NETWORKS: '127.0.0.1' } });
const word = wordsOf('en');
let idp: IdentityProvider;

beforeAll(async () => {
  idp = await startIdentityProvider([`${stage.server.url}${CALLBACK_PATH}`]);
  idp.person = { sub: 'lin', email: 'lin@acme.example', email_verified: true };
  const { issuer, clientId, clientSecret } = idp;
  const calls = await signIn(stage.server.url);
  const row = {
    name: 'Acme',
    issuer,
    client_id: clientId,
    client_secret: clientSecret,
    scopes: 'email',
    audiences: ['admin'],
    status: '1',
  };
  await calls.post('auth.SignInProvider/add', row);
});
afterAll(() => idp.close());

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: word('admin.shell.account') }).click();
  await page.getByRole('menuitem', { name: word('common.action.signOut') }).click();
}

describe('an account elsewhere', () => {
  it('is linked on the profile page, behind the password', async () => {
    const { page } = await enter(stage, '/admin/routine/adminInfo', { language: 'en' });
    await button(page, word('external.links.link', { name: 'Acme' })).click();
    await page.locator('form input[name="password"]').last().fill(ADMIN_PASSWORD);
    await button(page, word('account.factor.goOn')).click();
    await page.getByText('lin@acme.example').waitFor();
    await expect.poll(() => page.getByText(word('external.links.linked')).count()).toBe(1);
  });

  it('opens it in another browser, is left there too where the service wants that, and leaves nothing of the way in the address', async () => {
    const { page } = await visit(stage.browser, stage.server.url, { stored: { storeConfig: { language: 'en' } } });
    await page.goto('/admin/login');
    await button(page, word('external.signIn', { name: 'Acme' })).click();
    await page.waitForURL('**/admin/dashboard');
    // Where the service wants it, signing out here is signing out there as well.
    const calls = await signIn(stage.server.url);
    const [service] = ((await calls.get('auth.SignInProvider/index')).data?.['list'] ?? []) as readonly Record<string, unknown>[];
    await calls.post('auth.SignInProvider/edit', { ...service, ends_session: '1' });
    await signOut(page);
    await page.waitForURL('**/admin/login**');
    await button(page, word('external.signIn', { name: 'Acme' })).click();
    await page.waitForURL('**/admin/dashboard');
    const left = page.waitForRequest((request) => request.url().includes('/session/end?'));
    await signOut(page);
    await left;
    await page.getByRole('button', { name: 'Yes, sign me out' }).click();
    await page.waitForURL('**/admin/login**');
    idp.person = null;
    const { page: other } = await visit(stage.browser, stage.server.url, { stored: { storeConfig: { language: 'en' } } });
    await other.goto('/admin/login');
    await button(other, word('external.signIn', { name: 'Acme' })).click();
    await other.getByText(word('external.fault.denied')).waitFor();
    // The way through the pages, which writes the address, comes after what is read.
    await other.waitForURL((url) => !url.searchParams.has(EXTERNAL_PARAM));
    await expect.poll(() => new URL(other.url()).search).not.toContain(EXTERNAL_PARAM);
  });
});
