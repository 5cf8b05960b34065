import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { readFile, sourceOf } from '#tests/support/packages.ts';
import { signIn } from './support/admin-calls.ts';
import { focused, lands, tabTo } from './support/keys.ts';
import { enter } from './support/sign-in.ts';
import { openStage } from './support/stage.ts';
import { wordsOf } from './support/words.ts';

/** Modules by keys alone, and the form that one of them brings to its visitors. */
const stage = openStage();
const word = wordsOf('en');
let page: Page;

const button = (name: string) => page.getByRole('button', { name, exact: true });
const tab = (name: string) => page.getByRole('tab', { name });

beforeAll(async () => {
  ({ page } = await enter(stage, '/admin/moduleStore', { language: 'en' }));
});

describe('the module store', () => {
  it('is gone through by keys alone: a plan, consent, what it brought, a pause, and its end', async () => {
    const { en: title } = readFile(sourceOf('links'), 'module.json').title as { readonly en: string };
    const press = (...keys: readonly string[]) =>
      keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());
    const more = word('modules.act.more', { name: title });
    /** Down its menu to an entry. */
    const choose = async (entry: string): Promise<void> => {
      await tabTo(page, more);
      await press('Enter');
      await page.getByRole('menuitem', { name: entry }).waitFor();
      const isThere = async () => (await focused(page)).name === entry;
      for (let step = 0; step < 6 && !(await isThere()); step += 1) await press('ArrowDown');
      await expect.poll(isThere).toBe(true);
      await press('Enter');
    };
    await page.goto('/admin/moduleStore');
    await page.getByRole('tabpanel').getByRole('button', { name: title, exact: true }).waitFor();
    await tabTo(page, title);
    await press('Enter');
    await button(word('modules.begin.install')).waitFor();
    await tabTo(page, word('modules.begin.install'));
    await press('Enter');
    await button(word('modules.confirm.install')).waitFor();
    await tabTo(page, page.getByRole('checkbox').first());
    await press('Space');
    await tabTo(page, word('modules.confirm.install'));
    await press('Enter');
    await page.getByText(word('modules.done.title', { name: title, version: '1.0.0' })).waitFor();
    // What has the keyboard was taken away four times: it goes on where something else stands now.
    await press('Tab');
    await lands(page, word('modules.done.open', { name: 'Groups of links' }));
    await tabTo(
      page,
      page
        .getByRole('tabpanel')
        .or(page.locator('main'))
        .getByRole('button', { name: word('modules.install.back') })
        .last(),
    );
    await press('Enter');
    await tabTo(page, page.getByRole('tab', { selected: true }));
    await press('ArrowRight');
    await tab(word('modules.tab.installed'))
      .and(page.getByRole('tab', { selected: true }))
      .waitFor();
    await choose(word('modules.act.pause'));
    await page.getByText(word('modules.state.paused')).waitFor();
    await choose(word('modules.act.remove'));
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    await tabTo(page, dialog.getByRole('radio').first());
    await press('ArrowDown');
    await tabTo(page, dialog.getByRole('textbox'));
    await page.keyboard.type('links');
    await press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => page.getByRole('navigation').getByText(title, { exact: true }).count()).toBe(0);
  });

  it('brings a form whose visitor is told when what sends it does not come, and whose next press sends what was typed', async () => {
    const wish = {
      uid: 'feedback',
      version: String(readFile(sourceOf('feedback'), 'module.json').version),
      act: 'install',
      records: 'new',
    };
    const calls = await signIn(stage.server.url);
    const { data: plan } = await calls.post('module/plan', wish);
    expect(await calls.post('module/apply', { ...wish, hash: plan?.['hash'], isConsented: true })).toMatchObject({ code: 1 });
    const visitor = await (await stage.browser.newContext({ locale: 'en' })).newPage();
    await visitor.goto(`${stage.server.url}/en/p/feedback`);
    await visitor.locator('main a[href*="/p/feedback/form"]').first().click();
    const part = /public-form-[^/]+\.js/u;
    await visitor.route(part, (route) => route.abort());
    const send = visitor.getByRole('button', { name: word('site.module.send') });
    for (const box of await visitor.locator('form[data-sends] :is(input:not([type]), input[type=text])').all()) await box.fill('Ada');
    await visitor.locator('form[data-sends] input[type=email]').fill('ada@example.com');
    await visitor.locator('form[data-sends] textarea').fill('The door jams.');
    await send.click();
    await visitor.getByText(word('site.module.failed')).waitFor();
    await visitor.unroute(part);
    await send.click();
    await visitor.getByText('We have it, thank you.').waitFor();
    await visitor.context().close();
  });
});
