import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import type { Visit } from './browser.ts';
import { leadTo } from './lead-to.ts';
import { enter } from './sign-in.ts';
import type { Scene } from './stage.ts';
import { wordsOf, type Language } from './words.ts';

/** The strip of tabs of the back office in one visit. */
export function tabStrip(stage: Scene, language: Language) {
  const word = wordsOf(language);
  const title = (name: string) => word(`menu.${name.replace('/', '.')}`);
  let visited: Visit;
  let page: Page;
  let strip: Locator;
  beforeAll(async () => {
    visited = await enter(stage, '/admin/dashboard', { language });
    page = visited.page;
    strip = page.getByRole('navigation', { name: word('admin.tabs.label') });
    // The strip is kept for the next visit once it has this tab.
    await tab('dashboard').waitFor();
  });
  afterAll(() => visited?.context.close());

  const tab = (name: string) => strip.locator(`a[href="/admin/${name}"], a[href^="/admin/${name}?"]`);
  const shown = async () =>
    (await strip.locator('a').evaluateAll((links) => links.map((link) => link.getAttribute('href')?.split('?')[0]))).map((href) =>
      href?.replace('/admin/', ''),
    );
  const open = async (name: string) => {
    await leadTo(page, `/admin/${name}`);
    await tab(name.split('?')[0] ?? '').waitFor();
  };
  const choose = async (name: string, item: string) => {
    await tab(name).click({ button: 'right' });
    await page.getByRole('menuitem', { name: word(item), exact: true }).click();
    await page.getByRole('menu').waitFor({ state: 'detached' });
  };
  /** To an open page by the list that stands for the strip on a phone. */
  const go = async (name: string) => {
    await page
      .getByRole('banner')
      .getByRole('button', { name: new RegExp(`^${word('admin.tabs.all')}`, 'u') })
      .click();
    const list = page.getByRole('dialog', { name: word('admin.tabs.all') });
    await list.locator(`a[href="/admin/${name}"], a[href^="/admin/${name}?"]`).click();
    await page.waitForURL(new RegExp(name, 'u'));
    await list.waitFor({ state: 'detached' });
  };
  const said = () => strip.locator('output').textContent();
  /** Drags a tab so that its middle comes to that of another, in steps as a hand does. */
  const drag = async (name: string, onto: string) => {
    const [from, to] = [await tab(name).boundingBox(), await tab(onto).boundingBox()];
    if (!from || !to) throw new Error('not in sight');
    const y = from.y + from.height / 2;
    await page.mouse.move(from.x + from.width / 2, y);
    await page.mouse.down();
    await page.mouse.move(to.x + to.width / 2, y, { steps: 8 });
    await page.mouse.up();
  };
  return {
    tab,
    shown,
    open,
    choose,
    go,
    said,
    drag,
    title,
    get page() {
      return page;
    },
    get strip() {
      return strip;
    },
    get complaints() {
      return visited.complaints;
    },
  };
}
