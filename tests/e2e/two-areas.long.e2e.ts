import * as fc from 'fast-check';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { effort } from '#tests/support/effort.ts';
import { signIn } from './support/admin-calls.ts';
import { visit } from './support/browser.ts';
import { submitSignIn } from './support/sign-in.ts';
import { openStage } from './support/stage.ts';
import { wordsOf } from './support/words.ts';

/** A member and an administrator in one browser, whatever happens to either: a generated walk over both areas. */
const stage = openStage({ entry: 'tests/support/start-test.ts' });
const word = wordsOf('zh-cn');
const PASSWORD = 'Morgentau7';

type Area = 'admin' | 'member';
const AREAS = ['admin', 'member'] as const;
const OTHER = { admin: 'member', member: 'admin' } as const;
const PLACES = {
  admin: { slice: 'adminInfo', home: '/admin/goods/category', login: '/admin/login', account: { username: 'admin' } },
  member: { slice: 'userInfo', home: '/user/account/profile', login: '/user/login', account: { username: 'walker', password: PASSWORD } },
} as const;

interface Step {
  readonly area: Area;
  readonly kind: 'come' | 'expire' | 'end' | 'signOut';
  /** Where somebody who is out has to sign in: once with a wrong password before. */
  readonly isRefusedFirst: boolean;
}
const step = fc.record<Step>({
  area: fc.constantFrom(...AREAS),
  kind: fc.constantFrom('come', 'expire', 'expire', 'end', 'signOut'),
  isRefusedFirst: fc.boolean(),
});

const control = (name: string, body: object) =>
  fetch(`${stage.server.url}/test-controls/${name}`, { method: 'POST', body: JSON.stringify(body) });
const read = (page: Page, area: Area): Promise<string | null> => page.evaluate((key) => localStorage.getItem(key), PLACES[area].slice);
/** Whoever signs out has the address of the sign-in before its document: a page that leaves under the question is asked again. */
async function stored(page: Page, area: Area): Promise<string | null> {
  try {
    return await read(page, area);
  } catch (error) {
    if (!String(error).includes('context was destroyed')) throw error;
    await page.waitForLoadState();
    return read(page, area);
  }
}
const tokenIn = (slice: string | null): string =>
  slice === null ? '' : (JSON.parse(slice) as { readonly value: { readonly token: string } }).value.token;

/** The area's own page stands, drawn from what the server told this person. */
const stands = {
  admin: (page: Page) => page.locator('tbody [data-id]').first().waitFor(),
  member: (page: Page) => page.getByLabel(word('memberPages.profile.nickname')).waitFor(),
};

async function signInByForm(page: Page, area: Area, isRefusedFirst: boolean): Promise<void> {
  const { home, account } = PLACES[area];
  await page.goto(home);
  await page.waitForURL(`**${PLACES[area].login}**`);
  await page.locator('input[name="username"]').first().waitFor();
  if (isRefusedFirst) {
    const refusal = page.waitForResponse((response) => response.request().method() === 'POST' && /login|checkIn/u.test(response.url()));
    await submitSignIn(page, { ...account, password: 'wrong-Password-1' });
    const { code } = (await (await refusal).json()) as { readonly code: number };
    if (code !== 0) throw new Error(`a wrong password was answered by ${code}`);
  }
  // Who is not kept signed in has no second token to renew by.
  await page.locator('input[name="keep"]:visible').check();
  await submitSignIn(page, account);
  await stands[area](page);
}

async function signOut(page: Page, area: Area): Promise<void> {
  const menu = area === 'admin' ? 'admin.shell.account' : 'member.shell.account';
  await page.getByRole('button', { name: new RegExp(word(menu), 'u') }).click();
  await page.getByRole('menuitem', { name: word('common.action.signOut') }).click();
  await page.waitForURL(`**${PLACES[area].login}**`, { waitUntil: 'load' });
}

it(
  'two areas in one browser: neither loses the other, nor changes a byte of it, and each renews as often as its token runs out',
  async () => {
    const calls = await signIn(stage.server.url);
    await calls.post('user.User/add', { username: 'walker', nickname: 'Walker', password: PASSWORD, group_id: 1 });
    const { context, page: first } = await visit(stage.browser, stage.server.url, { width: 1280, height: 860 });
    const pages = { admin: first, member: await context.newPage() };
    let renewals = 0;
    context.on('request', (request) => {
      if (request.url().toLowerCase().endsWith('/refreshtoken')) renewals += 1;
    });
    for (const area of AREAS) await signInByForm(pages[area], area, false);
    let expiries = 0;

    const take = async ({ area, kind, isRefusedFirst }: Step): Promise<void> => {
      const page = pages[area];
      const { home, slice } = PLACES[area];
      const before = await stored(page, area);
      if (before === null) return signInByForm(page, area, isRefusedFirst);
      if (kind === 'signOut') return signOut(page, area);
      // As another tab leaves it that signs out.
      if (kind === 'end') await page.evaluate((key) => localStorage.removeItem(key), slice);
      if (kind === 'expire') await control('expire-token', { token: tokenIn(before) });
      if (kind === 'expire') expiries += 1;
      await page.goto(home);
      if (kind === 'end') return page.waitForURL(`**${PLACES[area].login}**`);
      await stands[area](page);
      expect(tokenIn(await stored(page, area)) === tokenIn(before)).toBe(kind !== 'expire');
    };

    const walks = fc.sample(fc.array(step, { minLength: effort(14, 120), maxLength: effort(14, 120) }), { numRuns: 1, seed: 20_261_124 });
    for (const [at, next] of walks.flat().entries()) {
      const other = OTHER[next.area];
      const before = await stored(first, other);
      await take(next);
      await expect.poll(async () => ({ at, next, other: await stored(first, other) })).toEqual({ at, next, other: before });
    }
    expect(renewals).toBe(expiries);
    // Both are as they would be without the other.
    for (const area of AREAS) {
      if ((await stored(first, area)) === null) continue;
      await pages[area].reload();
      await stands[area](pages[area]);
    }
    await context.close();
  },
  effort(180_000, 900_000),
);
