import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changedFile, readFile, sourceOf } from '#tests/support/packages.ts';
import { newKeyPair } from '#tests/support/key-pair.ts';
import { startRegistry, type RegistryServer } from '#tests/support/servers/registry-server.ts';
import { signIn, type AdminCalls } from './support/admin-calls.ts';
import { barriers } from './support/barriers.ts';
import { enter } from './support/sign-in.ts';
import { openStage } from './support/stage.ts';
import { wordsOf } from './support/words.ts';

/** A module from consent to its public page, to a version that asks for more, away with its records kept, and back with them. */
const stage = openStage({ env: { MODULE_PRIVATE_NETWORKS: '127.0.0.1' } });
const word = wordsOf('en');
const ARTICLES = sourceOf('articles');
/** One public page more, which has to be asked for. */
const NEXT = {
  ...changedFile(ARTICLES, 'module.json', (manifest) => {
    Object.assign(manifest, { version: '1.1.0' });
    manifest.asks.pages.push('more');
  }),
  'pages/more.json': changedFile(ARTICLES, 'pages/index.json', (own) => delete own.nav)['pages/index.json']!,
};
const { en: TITLE } = readFile(ARTICLES, 'module.json').title as { readonly en: string };
let calls: AdminCalls;
let page: Page;
let registry: RegistryServer;

const button = (name: string) => page.getByRole('button', { name, exact: true });
const shows = async (path: string): Promise<number> => (await fetch(`${stage.server.url}${path}`)).status;
const tab = (name: string) => page.getByRole('tab', { name });
const module = () => page.getByRole('tabpanel').getByRole('button', { name: TITLE, exact: true });

/** Looks at the plan, agrees to everything that it asks, and applies it. */
async function agree(plan: string, apply: string, version: string): Promise<void> {
  await button(plan).click();
  await button(apply).waitFor();
  await expect.poll(() => button(apply).isDisabled()).toBe(true);
  for (const box of await page.getByRole('checkbox').all()) await box.check();
  await button(apply).click();
  await page.getByText(word('modules.done.title', { name: TITLE, version })).waitFor();
}

/** One of the acts that stand in the menu of an installed module. */
async function act(name: string): Promise<void> {
  await button(word('modules.act.more', { name: TITLE })).click();
  await page.getByRole('menuitem', { name }).click();
}

beforeAll(async () => {
  const [own, author] = [await newKeyPair(), await newKeyPair()];
  registry = await startRegistry();
  await registry.publish({ key: own, sources: [[NEXT, author]] });
  calls = await signIn(stage.server.url);
  ({ page } = await enter(stage, '/admin/moduleStore', { language: 'en' }));
});
afterAll(() => registry.close());

describe('the module store', () => {
  it('installs from what comes with the program, after consent, with its menu and its public page', async () => {
    expect(await shows('/p/articles')).toBe(404);
    await module().click();
    await button(word('modules.begin.install')).waitFor();
    expect(await barriers(page)).toEqual([]);
    await agree(word('modules.begin.install'), word('modules.confirm.install'), '1.0.0');
    await page.getByRole('navigation').getByText(TITLE).first().waitFor({ state: 'attached' });
    expect(await shows('/p/articles')).toBe(200);
  });

  it('brings it to a version of a registry that asks for more and that somebody else signed', async () => {
    const { data } = await calls.post('module/lookAtRegistry', { address: registry.address });
    expect(await calls.post('module/addRegistry', { address: registry.address, fingerprint: data?.['fingerprint'] })).toMatchObject({
      code: 1,
    });
    await page.reload();
    await tab(word('modules.tab.updates')).click();
    await module().click();
    const version = '1.1.0';
    await agree(word('modules.begin.update', { version }), word('modules.confirm.update', { version }), version);
    expect([await shows('/p/articles'), await shows('/p/articles/more')]).toEqual([200, 200]);
  });

  it('pauses it, and takes its pages from the site with it', async () => {
    await act(word('modules.act.pause'));
    await page.getByText(word('modules.state.paused')).waitFor();
    expect(await shows('/p/articles')).toBe(404);
  });

  it('removes it, keeps its records, and gives them back to a new installation', async () => {
    await act(word('modules.act.remove'));
    await page
      .getByRole('dialog')
      .getByRole('button', { name: word('modules.act.remove'), exact: true })
      .click();
    await tab(word('modules.tab.waiting')).click();
    await button(word('modules.waiting.return')).click();
    await agree(word('modules.begin.install'), word('modules.confirm.install'), '1.1.0');
    expect(await shows('/p/articles')).toBe(200);
    const { data } = await calls.get('module/waiting');
    expect(data).toEqual({ list: [] });
  });
});
