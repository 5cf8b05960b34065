import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { effort } from '#tests/support/effort.ts';
import { LANGUAGES, WIDTHS, type ScreenLanguage } from '../../scripts/screens/options.ts';
import { adminOf, memberOf } from '../../scripts/screens/people.ts';
import { screenList } from '../../scripts/screens/screen-list.ts';
import { takeScreens } from '../../scripts/screens/take.ts';
import { leaveBrowser, sharedBrowser } from './support/browser.ts';
import { geometryFaults, geometryLine } from './support/geometry.ts';
import { openStage } from './support/stage.ts';

const button = (style: string): string => `<button style="${style}">Save</button>`;
/** A row that scrolls sideways below its last cell. */
const row = (width: number, figureLeft: number): string =>
  `<div style="width: ${width}px; overflow: auto"><table style="border-spacing: 0; min-width: 600px; table-layout: fixed"><tr><td style="width: ${figureLeft}px"></td><td style="padding: 0">120</td><td style="position: sticky; right: 0; width: 90px; background: #fff"></td></tr></table></div>`;
const words = 'Words that are longer than the place that there is for them';

describe('what does not fit', () => {
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    browser = await sharedBrowser();
  });
  afterAll(leaveBrowser);
  beforeEach(async () => {
    await page?.close();
    page = await browser.newPage({ viewport: { width: 600, height: 400 } });
  });
  const show = (html: string): Promise<void> =>
    page.setContent(`<!doctype html><style>body { margin: 8px } button { font-size: 16px; padding: 4px 8px }</style>${html}`);

  it.each([
    ['a page as it should be', `<h1>Tea</h1><p>${words}</p>${button('')} ${button('')}`],
    ['a list that scrolls sideways by itself', `<div style="width: 200px; overflow: auto"><p style="width: 900px">${words}</p></div>`],
    [
      'text that ends in an ellipsis',
      `<p style="width: 90px; overflow: hidden; white-space: nowrap; text-overflow: ellipsis">${words}</p>`,
    ],
    ['text whose whole is a tip', `<p title="${words}" style="width: 90px; overflow: hidden; white-space: nowrap">${words}</p>`],
    ['text for voices alone', `<p style="position: absolute; width: 1px; height: 1px; overflow: hidden; white-space: nowrap">${words}</p>`],
    [
      'a sign in a field',
      `<div style="position: relative; width: 200px"><input style="width: 200px; height: 30px"><button style="position: absolute; inset: 2px 2px 2px auto; width: 26px">×</button></div>`,
    ],
    [
      'what sticks over the rest',
      `<div style="position: sticky; top: 0">${button('width: 80px; margin-bottom: -20px')}</div>${button('')}`,
    ],
    ['a row whose figure stands beside the cell that stays', row(300, 170)],
    ['a row whose figure lies below the cell that stays', row(300, 230)],
    ['a row whose figure lies below the cell that stays and beside the frame', row(300, 285)],
    ['a link in a sentence', '<p style="font-size: 12px">Go to <a href="/a">the cups</a> now</p>'],
    ['a small box whose words can be pressed', '<label style="display: block; line-height: 30px"><input type="checkbox"> Remember</label>'],
    [
      'what is hidden',
      `<div hidden>${button('width: 3000px')}</div><div aria-hidden="true">${button('position: fixed; left: -99px')}</div>`,
    ],
  ])('is not found in %s', async (_, html) => {
    await show(html);
    expect((await geometryFaults(page)).map(geometryLine)).toEqual([]);
  });

  it.each([
    ['a page that scrolls sideways', `<div style="width: 900px; height: 9px">a</div>`, 'sideways'],
    ['text that is cut off', `<p style="width: 90px; overflow: hidden; white-space: nowrap">${words}</p>`, 'cut'],
    ['lines that are cut off below', `<p style="width: 90px; height: 30px; overflow: hidden">${words}</p>`, 'cut'],
    ['a figure half below a cell that stays', row(300, 200), 'cut'],
    ['a hint that is cut off', `<input style="width: 90px" placeholder="${words}">`, 'cut'],
    ['a button over another', `<div style="display: flex">${button('')}${button('margin-left: -20px')}</div>`, 'overlap'],
    ['what is too small to hit', `<button style="padding: 0; width: 18px; height: 18px">×</button>`, 'small'],
    [
      'a box whose words are no higher than it is',
      '<label style="display: block; line-height: 16px"><input type="checkbox"> Remember</label>',
      'small',
    ],
    ['a button beside the window', button('position: absolute; left: -40px; width: 80px'), 'outside'],
    ['a button below a window that does not scroll', button('position: fixed; top: 390px; left: 0; height: 40px'), 'outside'],
  ])('is found: %s', async (_, html, kind) => {
    await show(html);
    expect((await geometryFaults(page)).map((fault) => fault.kind)).toEqual([kind]);
  });
});

/** Those that differ most from each other; all of them in the long form. */
const REPRESENTATIVE = ['admin/login', 'user/login', 'chat', 'admin/dashboard', 'admin/goods/goods', 'admin/user/user', 'admin/auth/rule', 'admin/routine/config', 'admin/routine/adminInfo', 'window/add goods/goods', 'window/filters', 'user/account/overview', 'user/account/balance']; // prettier-ignore
/** In the short form each width is looked at in one language. */
const SHORT: readonly (readonly [ScreenLanguage, number])[] = [
  ['en', 390],
  ['zh-cn', 1440],
];
const LOOKS = effort(
  SHORT,
  LANGUAGES.flatMap((language) => WIDTHS.map((width) => [language, width] as const)),
);

describe('the screens', () => {
  const stage = openStage({ entry: 'tests/support/start-test.ts' });

  it.each(LOOKS)('fit in %s at %i px', async (language, width) => {
    const { url } = stage.server;
    const people = { nobody: {}, admin: await adminOf(url), member: await memberOf(url) };
    const screens = screenList([]).filter(({ name }) => effort(REPRESENTATIVE.includes(name), true));
    const options = { only: [], languages: [language], schemes: [], widths: [width], folder: '', isBare: true, isFold: true } as const;
    const taken = await takeScreens({ url, browser: stage.browser, people, options }, screens, () => {});
    expect(taken.length).toBeGreaterThanOrEqual(REPRESENTATIVE.length - 1);
    const found = taken.flatMap(({ screen, faults, complaints }) =>
      [...faults.map(geometryLine), ...complaints].map((line) => `${screen}: ${line}`),
    );
    expect(found).toEqual([]);
  });
});
