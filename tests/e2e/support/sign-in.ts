import type { Page } from 'playwright-core';
import { signInReply } from './admin-calls.ts';
import { visit, type Visit } from './browser.ts';
import { ADMIN_PASSWORD } from './server-process.ts';
import type { Scene } from './stage.ts';
import { wordsOf, type Language } from './words.ts';

interface Account {
  readonly username?: string;
  readonly password?: string;
}

interface Entrance extends Account {
  readonly language?: Language;
  readonly width?: number;
  readonly height?: number;
}

/** Takes the other language at the sign-in of the back office, whose words are there when this ends. */
export async function speakAtSignIn(page: Page, language: Language): Promise<void> {
  await page.locator('input[name="username"]').waitFor();
  if (language === 'en') await page.getByRole('button', { name: 'English' }).click();
  await page.getByRole('heading', { name: wordsOf(language)('admin.login.title') }).waitFor();
}

/** A fresh browser before the sign-in of the back office, on its way to `target`. */
export async function reachSignIn({ browser, server }: Scene, target: string, entrance: Entrance = {}): Promise<Visit> {
  const visited = await visit(browser, server.url, entrance);
  await visited.page.goto(target);
  await speakAtSignIn(visited.page, entrance.language ?? 'zh-cn');
  return visited;
}

/** Types a name and a password, and sends them; what comes of it is for the caller to wait for. */
export async function submitSignIn(page: Page, { username = 'admin', password = ADMIN_PASSWORD }: Account = {}): Promise<void> {
  await page.locator('input[name="username"]').fill(username);
  await page.locator('input[name="password"]').fill(password);
  await page.keyboard.press('Enter');
}

/** A browser that has signed in earlier and comes back to `target`, which is for the caller to wait for. */
export async function enter({ browser, server }: Scene, target: string, entrance: Entrance = {}): Promise<Visit> {
  const { language = 'zh-cn', username = 'admin', password = ADMIN_PASSWORD } = entrance;
  const { userInfo } = await signInReply(server.url, username, password);
  const adminInfo = { id: userInfo.id, username, token: userInfo.token, refreshToken: userInfo.refresh_token };
  const visited = await visit(browser, server.url, { ...entrance, stored: { adminInfo, storeConfig: { language } } });
  await visited.page.goto(target);
  return visited;
}

/** Signs a member out by the menu of the account. */
export async function signMemberOut(page: Page): Promise<void> {
  const word = wordsOf('zh-cn');
  await page.getByRole('button', { name: new RegExp(word('member.shell.account'), 'u') }).click();
  await page.getByRole('menuitem', { name: word('common.action.signOut') }).click();
  // The page begins anew by itself; the form stands when it has.
  await page.waitForURL('**/user/login**', { waitUntil: 'load' });
  await page.getByRole('button', { name: word('entry.forgotten') }).waitFor();
}
