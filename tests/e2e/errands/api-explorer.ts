import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signIn } from '../support/admin-calls.ts';
import { barriers } from '../support/barriers.ts';
import type { Visit } from '../support/browser.ts';
import { spoken } from '../support/languages.ts';
import { enter } from '../support/sign-in.ts';
import { ADMIN_PASSWORD } from '../support/server-process.ts';
import type { Stage } from '../support/stage.ts';
import { wordsOf } from '../support/words.ts';

/** A call that is tried with a token: chosen, written, answered, and its change is a link away. */
export function triedCalls(stage: Stage): void {
  describe.each(spoken('en'))('calls that are tried in %s', (language) => {
    const word = wordsOf(language);
    let visited: Visit;
    let page: Page;
    let token: string;
    beforeAll(async () => {
      const calls = await signIn(stage.server.url);
      const entry = {
        name: 'Trial',
        read_only: '0',
        rules: ['*'],
        end_time: Math.floor(Date.now() / 1000) + 86_400,
        calls_per_minute: 60,
        status: '1',
      };
      const { data } = await calls.post('auth.ApiToken/add', entry);
      const issued = await calls.post('auth.ApiToken/issue', { id: data?.['id'], password: ADMIN_PASSWORD });
      token = String(issued.data?.['token']);
      visited = await enter(stage, '/admin/auth/apiTrial', { language, width: 1440, height: 900 });
      page = visited.page;
    });
    afterAll(() => visited?.context.close());

    it('adds a record as a program does, and leads to its change', async () => {
      await page.getByLabel(word('apiTrial.token'), { exact: true }).fill(token);
      await page.getByRole('textbox', { name: word('apiTrial.search') }).fill('goods.Goods/add');
      await page.getByRole('button', { name: 'POST add' }).click();
      const body = page.getByRole('textbox', { name: word('apiTrial.body') });
      const record = { title: 'Tried', category_id: 1, price: '1.00', stock: 1, images: ['/static/images/avatar.png'] };
      await body.fill(JSON.stringify(record));
      await page.getByRole('button', { name: word('apiTrial.sendWrite'), exact: true }).click();
      const answer = page.getByRole('region', { name: word('apiTrial.answer'), exact: true });
      await answer.getByText(`${word('apiTrial.status', { status: '200' })} · code 1`).waitFor();
      expect(await barriers(page)).toEqual([]);
      await answer.getByRole('link', { name: word('apiTrial.openChange') }).click();
      await page.waitForURL(/\/admin\/security\/change/u);
      // The token went with the page.
      expect(
        await page.evaluate(
          (kept) => [localStorage, sessionStorage].some((storage) => Object.values(storage).join().includes(kept)),
          token,
        ),
      ).toBe(false);
    });
  });
}
