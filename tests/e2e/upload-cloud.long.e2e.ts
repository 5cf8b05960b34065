import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { S3_BUCKET, S3_CREDENTIALS, startS3, type RunningS3 } from '#tests/support/servers/s3-server.ts';
import { leaveBrowser, sharedBrowser, visit, type Visit } from './support/browser.ts';
import { signIn } from './support/admin-calls.ts';
import type { OwnCopy } from '#tests/support/own-copy.ts';
import { copyOfPrepared } from './support/prepared-data-dir.ts';
import { ADMIN_PASSWORD, startServer, type ServerProcess } from './support/server-process.ts';
import { wordsOf } from './support/words.ts';

/** Files that a real browser sends to a real cloud store itself, past our server, which is told of them. */
let store: RunningS3;
let server: ServerProcess;
let browser: Browser;
let visited: Visit;
let page: Page;
let own: OwnCopy;
const sent: string[] = [];
const word = wordsOf('zh-cn');

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAIAAAA2iEnWAAAAE0lEQVR4nGP8z8DAwMDAAAUMDAAJEwEBmQwVUQAAAABJRU5ErkJggg==',
  'base64',
);

const MEMBER_PASSWORD = 'Morgentau7';

const setConfig = (name: string, value: string): Promise<Response> =>
  fetch(`${server.url}/test-controls/set-config`, { method: 'POST', body: JSON.stringify({ name, value }) });

beforeAll(async () => {
  store = await startS3();
  own = await copyOfPrepared();
  server = await startServer({
    dataDir: own.dataDir,
    entry: 'tests/support/start-test.ts',
    env: { ...own.env, CLOUD_KEY_ID: S3_CREDENTIALS.keyId, CLOUD_SECRET: S3_CREDENTIALS.secret, CLOUD_PRIVATE_NETWORKS: '127.0.0.1,::1' },
  });
  await setConfig('upload_cloud_url', store.url);
  await setConfig('upload_cloud_bucket', S3_BUCKET);
  await setConfig('upload_cloud_region', 'us-east-1');
  await setConfig('upload_mode', 'cloud');
  browser = await sharedBrowser();
  visited = await visit(browser, server.url);
  ({ page } = visited);
  const origin = new URL(store.url).origin;
  // The store is the one other host that the page may talk to.
  visited.allow(origin);
  page.on('request', (request) => {
    const { origin: to, pathname } = new URL(request.url());
    if (request.method() !== 'POST') return;
    if (to === origin) sent.push('store');
    else if (/\/(?:ajax|Alioss)\//u.test(pathname)) sent.push(pathname);
  });
  await page.goto('/admin/routine/attachment');
  await page.locator('input[name="username"]').fill('admin');
  await page.locator('input[name="password"]').fill(ADMIN_PASSWORD);
  await page.keyboard.press('Enter');
  await page.locator('main input[type="file"]').waitFor({ state: 'attached' });
});
afterAll(async () => {
  await leaveBrowser();
  await server?.end('SIGTERM');
  await store?.close();
  await own?.remove();
});

it('sends a picture to the store, tells the server, and shows it from there', async () => {
  await page.locator('main input[type="file"]').setInputFiles({ name: 'tea.png', mimeType: 'image/png', buffer: PNG });
  const row = page.locator('tbody [data-id]').filter({ hasText: 'tea.png' });
  await row.waitFor();
  expect(sent).toEqual(['store', '/api/admin/Alioss/callback']);
  await row.locator('[data-action="preview"]').click();
  const picture = page.getByRole('dialog').locator('img').first();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(2);
  await page.keyboard.press('Escape');
  expect(visited.complaints).toEqual([]);
});

it('sends the picture of a member to the store by a form that was asked for, and shows it from there', async () => {
  const calls = await signIn(server.url);
  await calls.post('user.User/add', { username: 'sender', nickname: 'Sender', password: MEMBER_PASSWORD, group_id: 1 });
  await page.goto('/user/account/profile');
  await page.locator('input[name="username"]').fill('sender');
  await page.locator('input[name="password"]').fill(MEMBER_PASSWORD);
  await page.keyboard.press('Enter');
  const face = page.getByRole('group', { name: word('memberPages.profile.avatar') });
  sent.length = 0;
  const asked = page.waitForResponse((response) => response.url().includes('/account/uploadForm'));
  await face.locator('input[type="file"]').setInputFiles({ name: 'face.png', mimeType: 'image/png', buffer: PNG });
  await page.getByRole('button', { name: word('upload.crop.confirm'), exact: true }).click();
  expect(((await (await asked).json()) as { readonly code: number }).code).toBe(1);
  const picture = face.locator('img').first();
  await expect.poll(() => picture.getAttribute('src')).toContain('/storage/u');
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  expect(sent).toEqual(['store', '/api/api/Alioss/callback']);
  await page.getByRole('button', { name: word('memberPages.profile.save'), exact: true }).click();
  await page.getByRole('status').getByText(word('memberPages.profile.saved'), { exact: true }).waitFor();
  // By the site's own address, which leads on to the store.
  await page.reload();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await expect.poll(() => picture.getAttribute('src')).toContain('/storage/u');
});

it('keeps what the store has when the server cannot be told, and tells it again on request', async () => {
  await page.goto('/admin/routine/attachment');
  await page.locator('main input[type="file"]').waitFor({ state: 'attached' });
  const callback = '**/Alioss/callback*';
  await page.clock.install();
  await page.route(callback, (route) => route.abort());
  sent.length = 0;
  await page
    .locator('main input[type="file"]')
    .setInputFiles({ name: 'late.png', mimeType: 'image/png', buffer: Buffer.concat([PNG, PNG]) });
  // The pauses before it is told again pass at once.
  await expect
    .poll(async () => {
      await page.clock.fastForward(10_000);
      return page.getByRole('button', { name: word('upload.retry', { name: 'late.png' }), exact: true }).count();
    })
    .toBe(1);
  await page.unroute(callback);
  await page.getByRole('button', { name: word('upload.retry', { name: 'late.png' }), exact: true }).click();
  await page.locator('tbody [data-id]').filter({ hasText: 'late.png' }).waitFor();
  expect(sent.filter((to) => to === 'store')).toEqual(['store']);
});
