import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { loginHref } from '#domain/app/route-target';
import { effort } from '#tests/support/effort.ts';
import { signIn } from './support/admin-calls.ts';
import { barriers } from './support/barriers.ts';
import { visit, type Visit } from './support/browser.ts';
import { ADMIN_PASSWORD } from './support/server-process.ts';
import { addSignedInMember } from './support/signed-in-member.ts';
import { openStage } from './support/stage.ts';
import { wordsOf, type Language } from './support/words.ts';

/** Sign-in pages as they are before the application is there, and what it takes over of them. */
const stage = openStage();

const AREAS = [
  {
    area: 'admin',
    path: '/admin/login',
    title: 'admin.login.title',
    submit: 'admin.login.submit',
    show: 'admin.login.showPassword',
    call: 'Index/login',
  },
  { area: 'member', path: '/user/login', title: 'entry.title', submit: 'entry.submit', show: 'entry.showPassword', call: 'user/checkIn' },
] as const;

interface Held extends Visit {
  /** The scripts that were asked for come now, and the application with them. */
  readonly arrive: () => Promise<void>;
}

/** A page whose scripts are on their way. */
async function open(path: string, stored: Readonly<Record<string, unknown>> = {}, scheme: 'light' | 'dark' = 'light'): Promise<Held> {
  const visited = await visit(stage.browser, stage.server.url, { stored });
  const line = Promise.withResolvers<void>();
  const { page } = visited;
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
  await page.route('**/assets/*.js', async (route) => {
    await line.promise;
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'commit' });
  return {
    ...visited,
    arrive: async () => {
      line.resolve();
      await page.locator('#root[data-mounted]').waitFor();
    },
  };
}

const username = (page: Page) => page.locator('input[name="username"]');
const password = (page: Page) => page.locator('input[name="password"]');

/** Marks what stands in the page, by which it is known again. */
const mark = (page: Page) =>
  page.evaluate(() => {
    for (const element of document.querySelectorAll('#root *')) Object.assign(element, { isEarly: true });
  });
/** What was not there before the application. */
const added = (page: Page, selector = '*') =>
  page.evaluate(
    (wanted) =>
      [...document.querySelectorAll(`#root ${wanted}`)].filter((element) => !('isEarly' in element)).map(({ outerHTML }) => outerHTML),
    selector,
  );

const heldAt = (page: Page) =>
  page.evaluate(() => {
    const field = document.activeElement as HTMLInputElement | null;
    return [field?.name, field?.selectionStart, field?.selectionEnd];
  });

/** Both are drawn and taken over by the same parts: what does not hang on their fields is tried on one of them in the short form. */
const ANY_AREA = AREAS.filter(({ area }) => effort(area === 'member', true));
const word = wordsOf('zh-cn');

describe.each(AREAS)('the sign-in of $area', ({ path, submit, show, call }) => {
  it('keeps what was typed, chosen and selected before its scripts had come, in the very same fields', async () => {
    const { page, context, complaints, arrive } = await open(path);
    await username(page).fill('admin');
    await password(page).fill('green-tea');
    await page.locator('input[name="keep"]').check();
    await password(page).focus();
    await password(page).evaluate((field: HTMLInputElement) => field.setSelectionRange(2, 5));
    await mark(page);
    await arrive();
    // The way in by passkey comes when somebody is in the form.
    expect(await added(page, ':is(input, form, h1, label, a, img)')).toEqual([]);
    expect([await username(page).inputValue(), await password(page).inputValue()]).toEqual(['admin', 'green-tea']);
    expect(await page.locator('input[name="keep"]').isChecked()).toBe(true);
    expect(await heldAt(page)).toEqual(['password', 2, 5]);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('says at once that its scripts do not come, and loads itself anew at a press', async () => {
    const { page, context } = await visit(stage.browser, stage.server.url, {});
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.goto(path, { waitUntil: 'commit' });
    const alert = page.getByRole('alert').filter({ hasText: word('fault.late') });
    await alert.waitFor();
    await username(page).fill('admin');
    expect(await barriers(page)).toEqual([]);
    await page.unroute('**/assets/*.js');
    await alert.getByRole('button', { name: word('fault.reload') }).click();
    await page.locator('#root[data-mounted]').waitFor();
    expect(await alert.count()).toBe(0);
    await context.close();
  });

  it('does what was pressed once it can, and never puts a password into an address', async () => {
    const { page, context, complaints, arrive } = await open(path);
    const addresses: string[] = [];
    page.on('request', (request) => addresses.push(request.url()));
    await username(page).fill('nobody');
    await password(page).fill('green-tea');
    await page.getByRole('button', { name: word(show) }).click();
    await page.getByRole('button', { name: word(submit), exact: true }).click();
    await password(page).press('Enter');
    expect(new URL(page.url()).search).toBe('');
    const asked = page.waitForRequest((request) => request.method() === 'POST' && request.url().includes(call));
    await arrive();
    expect((await asked).postDataJSON()).toMatchObject({ username: 'nobody', password: 'green-tea' });
    expect(await password(page).getAttribute('type')).toBe('text');
    expect(addresses.filter((address) => address.includes('green-tea'))).toEqual([]);
    expect(complaints.filter((complaint) => !complaint.includes('status of'))).toEqual([]);
    await context.close();
  });
});

describe.each(ANY_AREA)('the sign-in of $area, like the other', ({ path, title }) => {
  it('leaves a word alone that is being composed', async () => {
    const { page, context, complaints, arrive } = await open(path);
    await username(page).focus();
    const device = await context.newCDPSession(page);
    await device.send('Input.imeSetComposition', { text: 'ni', selectionStart: 2, selectionEnd: 2 });
    const ended = await page.evaluateHandle(() => {
      const seen: string[] = [];
      addEventListener('compositionend', ({ data }) => seen.push(data), true);
      return seen;
    });
    await arrive();
    expect(await ended.evaluate((seen) => seen)).toEqual([]);
    await device.send('Input.imeSetComposition', { text: '你', selectionStart: 1, selectionEnd: 1 });
    await device.send('Input.insertText', { text: '你好' });
    expect(await username(page).inputValue()).toBe('你好');
    expect(await ended.evaluate((seen) => seen)).toEqual(['你好']);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it.each(['zh-cn', 'en'] as const)(
    'is in the language that was chosen, %s, and in dark colours where the system is',
    async (language: Language) => {
      const { page, context, complaints, arrive } = await open(path, { storeConfig: { language } }, 'dark');
      const there = wordsOf(language);
      await page.getByRole('heading', { name: there(title) }).waitFor();
      const early = await page.title();
      await page.getByRole('button', { name: there('common.theme.toLight') }).waitFor();
      await mark(page);
      await arrive();
      expect(await added(page)).toEqual([]);
      expect(await page.title()).toBe(early);
      await page.getByRole('button', { name: there('common.theme.toLight') }).click();
      await page.getByRole('button', { name: there('common.theme.toDark') }).waitFor();
      expect(complaints).toEqual([]);
      await context.close();
    },
  );

  it('has the colours that were chosen and not the system’s', async () => {
    const { page, context, complaints, arrive } = await open(path, { storeConfig: { language: 'zh-cn', layout: { scheme: 'dark' } } });
    const dark = page.getByRole('button', { name: word('common.theme.toLight') });
    await dark.waitFor();
    const ground = () =>
      page
        .locator('#root > div')
        .last()
        .evaluate((element) => getComputedStyle(element).backgroundColor);
    const before = await ground();
    await mark(page);
    await arrive();
    expect(await added(page)).toEqual([]);
    expect(await ground()).toBe(before);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('has no barriers while it is on its own', async () => {
    const { page, context } = await open(path);
    await page.getByRole('heading', { name: word(title) }).waitFor();
    expect(await barriers(page)).toEqual([]);
    await context.close();
  });

  it('gives way to the application where something else has put an element into it, with what was typed', async () => {
    const { page, context, arrive } = await open(path);
    await username(page).fill('admin');
    await password(page).fill('green-tea');
    await page.evaluate(() => document.querySelector('input[name="username"]')?.before(document.createElement('mark')));
    await arrive();
    expect(await page.locator('#root mark').count()).toBe(0);
    expect([await username(page).inputValue(), await password(page).inputValue()]).toEqual(['admin', 'green-tea']);
    expect(await page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.name)).toBe('password');
    await context.close();
  });
});

const drawn = (page: Page) => page.locator('#root input').count();
/** The page was read so far that its form would stand. */
const wasRead = (page: Page) => page.waitForFunction(() => document.querySelector('#site') !== null);

describe('a form before its scripts', () => {
  it('is not shown to whoever is signed in, who is led on', async () => {
    const { stored } = await addSignedInMember(stage.server.url, 'early');
    const { page, context, arrive } = await open('/user/login', stored);
    await wasRead(page);
    expect(await drawn(page)).toBe(0);
    await arrive();
    await page.waitForURL('**/user/account/overview');
    await context.close();
  });

  it('is the application’s where the site offers passkeys and the browser knows none', async () => {
    const { page, context, complaints } = await visit(stage.browser, stage.server.url);
    await page.addInitScript(() => Object.defineProperty(window, 'PublicKeyCredential', { value: undefined }));
    await page.goto('/user/login');
    await page.locator('#root[data-mounted]').waitFor();
    await expect.poll(() => page.locator('#root').getAttribute('data-page')).toBe(null);
    await username(page).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('is the application’s where the address asks for another one', async () => {
    const { page, context, complaints, arrive } = await open('/user/login?tab=register');
    await wasRead(page);
    expect([await drawn(page), await page.locator('#early').count()]).toEqual([0, 0]);
    await arrive();
    await page.getByRole('tab', { name: wordsOf('zh-cn')('entry.tabs.register'), selected: true }).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('leads on to the page that was wanted', async () => {
    const { page, context, arrive } = await open(loginHref('admin', { path: '/admin/routine/adminInfo', query: {} }));
    await username(page).fill('admin');
    await password(page).fill(ADMIN_PASSWORD);
    await password(page).press('Enter');
    await arrive();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/admin/routine/adminInfo');
    await context.close();
  });

  it('says what the settings say with the next visit', async () => {
    const calls = await signIn(stage.server.url);
    const { code, msg } = await calls.post('routine.Config/edit', { site_name: '早市' });
    expect([code, msg]).toEqual([1, msg]);
    const { page, context } = await open('/admin/login');
    await expect.poll(() => page.locator('#root aside a').innerText()).toBe('早市');
    await context.close();
  });
});
