import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { effort } from '#tests/support/effort.ts';
import { signIn } from './support/admin-calls.ts';
import { barriers, COLOUR_RULES } from './support/barriers.ts';
import { visit, type Visit } from './support/browser.ts';
import { codesOf } from './support/codes.ts';
import { leadTo } from './support/lead-to.ts';
import { redress } from './support/redress.ts';
import { signMemberOut } from './support/sign-in.ts';
import { openStage } from './support/stage.ts';
import { wordsOf, type Language } from './support/words.ts';
import { button } from './support/locators.ts';

/** Every page of the member centre: by keyboard, at 320 px, with passkeys, in two tabs, and with files. */
const stage = openStage({ entry: 'tests/support/start-test.ts' });
const word = wordsOf('zh-cn');
const [FIRST, SECOND] = ['Morgentau7', 'Abendrot88'];

const { control } = codesOf(stage);
const stored = (page: Page, key: string): Promise<string | null> => page.evaluate((name) => localStorage.getItem(name), key);

/** Each page of the centre by its address; the last is a page in a frame, which a rule of this test adds. */
const FRAMED = 'https://example.invalid/board';
const PAGES = ['overview', 'profile', 'changePassword', 'security', 'integral', 'balance', 'messages', 'notices', 'files', 'data'].map(
  (name) => `/user/account/${name}`,
);
const ALL_PAGES = [...PAGES, `/user/iframe/${encodeURIComponent(FRAMED)}`];
const PIXEL = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

/** A picture of 400 × 200 pixels, red on its left and blue on its right. */
async function twoHalves(page: Page): Promise<Buffer> {
  const address = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 400, height: 200 });
    const context = canvas.getContext('2d')!;
    for (const [colour, x] of [['#f00', 0], ['#00f', 200]] as const) {
      context.fillStyle = colour;
      context.fillRect(x, 0, 200, 200);
    }
    return canvas.toDataURL('image/png');
  }); // prettier-ignore
  return Buffer.from(address.split(',')[1] ?? '', 'base64');
}

/** How large a picture of ours is, and which colours are in it. */
const coloursOf = (page: Page, address: string) =>
  page.evaluate(async (src) => {
    const image = Object.assign(new Image(), { src });
    await image.decode();
    const { naturalWidth: width, naturalHeight: height } = image;
    const context = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d')!;
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, width, height);
    const colours = new Set<string>();
    for (let at = 0; at < data.length; at += 4) colours.add([...data.subarray(at, at + 3)].join(','));
    return { side: width, colours: [...colours].toSorted() };
  }, address);

/** What the browser keeps of a member who has signed in. */
async function signedInAs(username: string, password: string): Promise<Readonly<Record<string, unknown>>> {
  const reply = await fetch(`${stage.server.url}/api/user/checkIn`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', server: '1' },
    body: JSON.stringify({ tab: 'login', username, password, keep: true }),
  });
  const { userInfo } = ((await reply.json()) as { readonly data: { readonly userInfo: Readonly<Record<string, unknown>> } }).data;
  return { ...userInfo, refreshToken: userInfo['refresh_token'] };
}

/** The same as it stands in the storage that tabs share. */
const sliceOf = async (username: string, password: string): Promise<string> =>
  JSON.stringify({ version: 1, value: await signedInAs(username, password) });

/** Comes back signed in, to the overview. */
async function come(language: Language, width = 1280): Promise<Visit> {
  const stored = { userInfo: await signedInAs('walker', FIRST), storeConfig: { language } };
  const visited = await visit(stage.browser, stage.server.url, { width, height: 860, stored });
  // What stands in the frame is no part of ours.
  visited.allow(new URL(FRAMED).origin);
  await visited.context.route(`${FRAMED}**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Board</title><h1>Board</h1>' }),
  );
  await visited.page.goto('/user/account/overview');
  await visited.page.locator('main h1').waitFor();
  return visited;
}

/** The page of this address stands, and nothing is on its way. */
async function settled(page: Page, path: string): Promise<void> {
  await page.waitForURL((url) => url.pathname === path);
  await page.locator('main :is(h1, iframe)').first().waitFor();
  await expect.poll(() => page.locator('[data-busy="true"], [aria-busy="true"], .mantine-Skeleton-root').count()).toBe(0);
}

/** English and the dark are looked at on a phone's width, and walked by keyboard in the long form. */
const WALKED: readonly (readonly [Language, 'light' | 'dark'])[] = [['zh-cn', 'light'], ...effort([], [['en', 'dark'] as const])];

describe('the pages of the member centre', () => {
  /** A member with an entry in each ledger, and the page in a frame. */
  beforeAll(async () => {
    const calls = await signIn(stage.server.url);
    const add = async (controller: string, record: Readonly<Record<string, unknown>>): Promise<unknown> => {
      const { code, msg, data } = await calls.post(`${controller}/add`, record);
      if (code !== 1) throw new Error(`${controller}: ${msg}`);
      return data?.['id'];
    };
    const user_id = await add('user.User', { username: 'walker', nickname: 'Walker', password: FIRST, group_id: 1 });
    await add('user.MoneyLog', { user_id, memo: 'welcome', money: '8.80' });
    await add('user.ScoreLog', { user_id, memo: 'welcome', score: 8 });
    const frame = { type: 'menu', menu_type: 'iframe', pid: 1, title: 'Board', name: 'account/board', path: 'account/board', url: FRAMED };
    await add('user.Rule', { ...frame, extend: 'none', status: 1 });
    await control('set-config', { name: 'daily_score', value: '5' });
  });

  it.each(WALKED)('shut nobody out, in %s, %s, and are opened from the menu by keyboard', async (language, scheme) => {
    const { page, context, complaints } = await come(language);
    await redress(page, scheme);
    const found: string[] = [];
    const opened: string[] = [];
    const entries = page.locator('aside nav a');
    await expect.poll(() => entries.count()).toBe(ALL_PAGES.length);
    await page.locator('.tp-skip-link').focus();
    for (let at = 0; at < ALL_PAGES.length; at += 1) {
      const entry = entries.nth(at);
      for (let step = 0; step < 30 && !(await entry.evaluate((link) => link === document.activeElement)); step += 1)
        await page.keyboard.press('Tab');
      const path = (await entry.getAttribute('href')) ?? '';
      await page.keyboard.press('Enter');
      await settled(page, path);
      opened.push(path);
      found.push(...(await barriers(page, 'body')).map((barrier) => `${path}: ${barrier}`));
      await page.locator('.tp-skip-link').focus();
    }
    expect({ opened: opened.toSorted(), found }).toEqual({ opened: ALL_PAGES.toSorted(), found: [] });
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('have a passkey added behind one proof, which then opens the account by itself and proves presence', async () => {
    // Browsers make none for an address of numbers.
    const { page, context, complaints } = await visit(stage.browser, stage.server.url.replace('127.0.0.1', 'localhost'));
    const device = await context.newCDPSession(page);
    await device.send('WebAuthn.enable');
    const made = {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    } as const;
    await device.send('WebAuthn.addVirtualAuthenticator', { options: made });
    // The page that was wanted comes after the sign-in.
    await page.goto('/user/account/security');
    const form = page.getByRole('tabpanel', { name: word('entry.tabs.signIn') });
    await form.locator('input[name="username"]').fill('walker');
    await form.locator('input[name="password"]').fill(FIRST);
    await page.keyboard.press('Enter');
    await button(page, word('safety.passkeys.add')).click();
    const naming = page.getByRole('dialog', { name: word('safety.passkeys.add') });
    await naming.locator('input[name="name"]').fill('我的手机');
    await naming.getByRole('button', { name: word('safety.passkeys.goOn') }).click();
    const proof = page.getByRole('dialog', { name: word('safety.proof.title') });
    await proof.locator('input[name="password"]').fill(FIRST);
    await page.keyboard.press('Enter');
    await button(page, word('safety.passkeys.removeThis', { name: '我的手机' })).waitFor();

    await signMemberOut(page);
    // The form is touched: the name field offers the passkey, which is chosen at once here.
    await form.locator('input[name="username"]').focus();
    await page.waitForURL('**/user/account/security');
    // A browser that offers nothing in the field: the button asks, however soon it is pressed.
    await page.addInitScript(() => {
      PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);
    });
    await signMemberOut(page);
    await button(page, word('entry.passkey')).click();
    await page.waitForURL('**/user/account/security');

    await button(page, word('safety.passkeys.removeThis', { name: '我的手机' })).click();
    await button(page, word('safety.passkeys.remove')).last().click();
    await proof.getByRole('button', { name: word('safety.proof.byPasskey') }).click();
    await page.getByText(word('safety.passkeys.none')).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('say in each tab who is signed in, when another tab has come as another member; what was typed can be copied', async () => {
    const calls = await signIn(stage.server.url);
    await calls.post('user.User/add', { username: 'second', nickname: 'Second', password: SECOND, group_id: 1 });
    const { page, context } = await come('zh-cn');
    await leadTo(page, '/user/account/profile');
    await page.getByLabel(word('memberPages.profile.motto')).fill('只属于我');
    const saved: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && saved.push(new URL(request.url()).pathname));

    const other = await context.newPage();
    await other.goto('/');
    const slice = await sliceOf('second', SECOND);
    await other.evaluate((text) => localStorage.setItem('userInfo', text), slice);
    await page.getByRole('heading', { name: word('entryForms.replaced.title', { name: 'Second' }) }).waitFor();
    await expect.poll(() => page.getByLabel(word('memberPages.profile.motto')).count()).toBe(0);
    await page.getByText(word('entryForms.kept.waiting')).click();
    await expect
      .poll(() => page.getByLabel(word('entryForms.kept.typed')).inputValue())
      .toBe(`${word('memberPages.profile.motto')}: 只属于我`);
    expect(await barriers(page, 'main')).toEqual([]);

    await button(page, word('entryForms.replaced.goOn', { name: 'Second' })).click();
    const nickname = page.getByLabel(word('memberPages.profile.nickname'));
    await expect.poll(() => nickname.inputValue()).toBe('Second');
    await expect.poll(async () => [await page.getByLabel(word('memberPages.profile.motto')).inputValue(), saved]).toEqual(['', []]);
    await other.goto('/user/account/profile');
    await expect.poll(() => other.getByLabel(word('memberPages.profile.nickname')).inputValue()).toBe('Second');
    expect(await stored(page, 'userInfo')).toBe(await stored(other, 'userInfo'));
    await context.close();
  });

  it('fit into 320 px, each of them, and can be read in the dark', async () => {
    const { page, context } = await come('en', 320);
    await redress(page, 'dark');
    const wide: string[] = [];
    const found: string[] = [];
    for (const path of ALL_PAGES) {
      await leadTo(page, path);
      await settled(page, path);
      const [content, room] = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
      if ((content ?? 0) > (room ?? 0)) wide.push(`${path}: ${content} > ${room}`);
      found.push(...(await barriers(page, 'body', COLOUR_RULES)).map((barrier) => `${path}: ${barrier}`));
    }
    expect({ wide, found }).toEqual({ wide: [], found: [] });
    await context.close();
  });

  it('take a picture for a face and no text that is called one, book the day once, and give the ledger as a file', async () => {
    const { page, context } = await come('zh-cn');
    const press = page.getByRole('button', { name: word('member.overview.checkIn', { score: 5 }), exact: true });
    await press.click();
    await page.getByText(word('member.overview.checkedIn', { count: 1 })).waitFor();
    await expect.poll(() => press.count()).toBe(0);
    await page.reload();
    await page.getByText(word('member.overview.checkedIn', { count: 1 })).waitFor();

    await page.goto('/user/account/profile');
    const face = page.getByRole('group', { name: word('memberPages.profile.avatar') });
    const shown = () => face.locator('img').first().getAttribute('src');
    const inHeader = () => page.locator('header button img').getAttribute('src');
    await face.locator('img').first().waitFor();
    expect(await shown()).toBe(await inHeader());
    await expect.poll(() => face.getByRole('button', { name: word('memberPages.profile.avatarRemove') }).count()).toBe(0);
    const file = face.locator('input[type="file"]');
    await file.setInputFiles({ name: 'face.png', mimeType: 'image/png', buffer: Buffer.from('I am no picture') });
    await face.getByText(word('upload.crop.none')).waitFor();
    const before = await shown();
    await file.setInputFiles({ name: 'face.png', mimeType: 'image/png', buffer: await twoHalves(page) });
    // The largest square shows both colours; by keys alone it is made half as large and moved into the right one.
    const cutting = page.getByRole('dialog', { name: word('upload.crop.title') });
    const square = cutting.getByRole('application');
    await square.waitFor();
    await expect.poll(async () => (await square.boundingBox())?.y).toBeLessThan(600);
    expect(await barriers(page, '[role="dialog"]')).toEqual([]);
    for (let step = 0; step < 8; step += 1) await page.keyboard.press('+');
    for (let step = 0; step < 20; step += 1) await page.keyboard.press('ArrowRight');
    await button(page, word('upload.crop.confirm')).click();
    await expect.poll(shown).not.toBe(before);
    await expect.poll(async () => coloursOf(page, (await shown()) ?? '')).toEqual({ side: 86, colours: ['0,0,255'] });
    await button(page, word('memberPages.profile.save')).click();
    await page.getByRole('status').getByText(word('memberPages.profile.saved'), { exact: true }).waitFor();
    await expect.poll(inHeader).toBe(await shown());

    await page.goto('/user/account/files');
    const files = page.getByRole('listitem').filter({ hasText: 'face.png' });
    await files.getByText(word('safety.files.isAvatar')).waitFor();
    await expect.poll(() => files.getByRole('button').count()).toBe(0);
    const adding = page.locator('main input[type="file"]');
    await adding.setInputFiles({ name: 'note.png', mimeType: 'image/png', buffer: PIXEL });
    await page.getByRole('button', { name: word('safety.files.removeThis', { name: 'note.png' }) }).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: word('safety.files.remove') })
      .click();
    await expect.poll(() => page.getByRole('listitem').filter({ hasText: 'note.png' }).count()).toBe(0);
    await page.getByText(word('safety.files.count', { count: 1, max: 2000 })).waitFor();

    await page.goto('/user/account/profile');
    await face.getByRole('button', { name: word('memberPages.profile.avatarRemove') }).click();
    await expect.poll(shown).toBe(before);

    await page.goto('/user/account/integral');
    await page
      .getByText(word('memberPages.ledger.total', { count: 2 }))
      .first()
      .waitFor();
    const [download] = await Promise.all([page.waitForEvent('download'), button(page, word('memberPages.ledger.download')).click()]);
    const lines = (await readFile(await download.path(), 'utf8')).trim().split('\n');
    expect([download.suggestedFilename().endsWith('.csv'), lines.length]).toEqual([true, 3]);
    await page.getByText(word('memberPages.ledger.saved', { count: 2 })).waitFor();
    await context.close();
  });
});
