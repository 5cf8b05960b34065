import { expect, it } from 'vitest';
import { storageStateOf } from './support/browser.ts';
import { enter } from './support/sign-in.ts';
import { addSignedInMember } from './support/signed-in-member.ts';
import { openStage } from './support/stage.ts';

const stage = openStage();

it.each(['zh-cn', 'en'] as const)(
  'the back office asks once who is signed in, and takes over what its page has asked, in %s',
  async (language) => {
    const { page, context } = await enter(stage, 'about:blank', { language });
    const asked: string[] = [];
    page.on('request', (request) => {
      const path = new URL(request.url()).pathname;
      if (path.endsWith('/Index/index')) asked.push(request.headers()['think-lang'] ?? '');
      if (path.endsWith('/goods.Goods/index')) asked.push('goods');
    });
    // It is asked by the page: the application comes when the answer is there already.
    const answered = Promise.withResolvers<void>();
    page.on('requestfinished', (request) => {
      if (request.url().endsWith('/Index/index')) answered.resolve();
    });
    await page.route('**/assets/base-*.js', async (route) => {
      await answered.promise;
      await route.continue();
    });
    await page.goto('/admin/goods/goods', { waitUntil: 'commit' });
    await page.locator('tr[data-id]').first().waitFor();
    expect(asked).toEqual([language, 'goods']);
    await context.close();
  },
);

it('the member centre takes over what its page has asked, and asks for none of it twice', async () => {
  const { stored } = await addSignedInMember(stage.server.url, 'early');
  const context = await stage.browser.newContext({ baseURL: stage.server.url, storageState: storageStateOf(stage.server.url, stored) });
  const page = await context.newPage();
  const asked: string[] = [];
  const early: string[] = [];
  const answered = Promise.withResolvers<void>();
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname;
    if (path.startsWith('/api/')) asked.push(path);
  });
  page.on('requestfinished', (request) => {
    const path = new URL(request.url()).pathname;
    if (path.startsWith('/api/') && early.push(path) === START.length) answered.resolve();
  });
  await page.route('**/assets/base-*.js', async (route) => {
    await answered.promise;
    await route.continue();
  });
  await page.goto('/user/account/overview', { waitUntil: 'commit' });
  await page.getByRole('heading', { level: 1 }).waitFor();
  // The figures are those of a call that ends after the heading.
  await page.getByText('余额').first().waitFor();
  await page.waitForLoadState('networkidle');
  expect(asked).toEqual(START);
  await context.close();
});

const START = ['/api/api/index/index', '/api/api/account/unread', '/api/api/account/summary', '/api/api/account/chats'];
