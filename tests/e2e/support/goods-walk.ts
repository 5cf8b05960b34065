import type { Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { signIn, type AdminCalls } from './admin-calls.ts';
import type { Visit } from './browser.ts';
import { enter } from './sign-in.ts';
import type { Scene } from './stage.ts';
import { wordsOf, type Language } from './words.ts';

const SHAPES = { 'zh-cn': { width: 1440, height: 900 }, en: { width: 1100, height: 800 } } as const;

/** Goods of a test's own, in a list that shows them alone: three that may go on sale, and one without a picture, which may not. */
export function goodsWalk(stage: Scene, language: Language) {
  const word = wordsOf(language);
  const events = { publish: { 'zh-cn': '上架', en: 'Put on sale' }, takeOff: { 'zh-cn': '下架', en: 'Take off sale' } } as const;
  const publish = events.publish[language];
  const takeOff = events.takeOff[language];
  const whole = { category_id: 1, price: '1.00', stock: 1, status: 'draft', images: ['/static/images/avatar.png'] };
  let visited: Visit;
  let page: Page;
  let calls: AdminCalls;
  const ids: Record<string, number> = {};
  const rowOf = async (title: string) =>
    (await calls.get(`goods.Goods/edit?id=${ids[title]}`)).data?.['row'] as Readonly<Record<string, unknown>>;
  const stateOf = async (title: string): Promise<unknown> => (await rowOf(title))['status'];
  const add = async (title: string, more: object = {}) => {
    const { data } = await calls.post('goods.Goods/add', { ...whole, title: `${language} ${title}`, ...more });
    ids[title] = Number(data?.['id']);
  };
  const badge = (title: string) => page.locator(`tbody [data-id="${ids[title]}"] [data-field="@offers"]`);
  const refreshed = () => page.getByRole('button', { name: word('resources.kit.table.refresh'), exact: true }).click();

  beforeAll(async () => {
    calls = await signIn(stage.server.url);
    for (const title of ['Walk one', 'Walk two', 'Walk three']) await add(title);
    await add('Walk bare', { images: [] });
    visited = await enter(stage, `/admin/goods/goods?quickSearch=${language}%20Walk`, { language, ...SHAPES[language] });
    page = visited.page;
    await badge('Walk one').waitFor();
  });
  afterAll(() => visited?.context.close());
  return {
    word,
    publish,
    takeOff,
    ids,
    rowOf,
    stateOf,
    add,
    badge,
    refreshed,
    get page() {
      return page;
    },
    get calls() {
      return calls;
    },
  };
}
