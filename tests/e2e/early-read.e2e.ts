import { expect, it } from 'vitest';
import { enter } from './support/sign-in.ts';
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
