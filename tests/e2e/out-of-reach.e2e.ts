import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { leaveBrowser, sharedBrowser } from './support/browser.ts';
import { outOfReach } from './support/out-of-reach.ts';

/** What the walks over the pages ask of every button is asked rightly: pages of a few elements, each with one thing wrong. */
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

const button = (style: string, rest = ''): string => `<button style="${style}" ${rest}>Save</button>`;

it.each([
  ['one that stands there', button('')],
  ['a link over two lines', `<p style="width: 90px">Tea <a href="/a">and a way to the cups</a></p>`],
  ['one far below', `<div style="height: 3000px"></div>${button('')}`],
  ['one at the end of a list that scrolls', `<div style="height: 50px; overflow: auto"><p style="height: 900px"></p>${button('')}</div>`],
  [
    'one that shows itself to whoever comes by keyboard',
    `<style>a:not(:focus) { clip-path: inset(50%) }</style><a href="/a">To the content</a>`,
  ],
  ['one without a name', `<button style="display: none"></button>`],
  ['one that the page says is hidden', button('', 'hidden')],
  ['one that is folded away', `<details><summary>More</summary><p>${button('')}</p></details>`],
  ['one that cannot be pressed now', `<div inert>${button('opacity: 0')}</div><div aria-hidden="true">${button('opacity: 0')}</div>`],
  ['one that is switched off', button('pointer-events: none', 'disabled') + button('pointer-events: none', 'aria-disabled="true"')],
  [
    'one with an icon over it',
    button('').replace('Save', '<i style="position: absolute; inset: 0"></i>Save').replace('style="', 'style="position: relative;'),
  ],
])('%s is in reach', async (_, html) => {
  await page.setContent(html);
  expect(await outOfReach(page)).toEqual([]);
});

it.each([
  ['is not drawn', button('display: none'), 'is hidden'],
  ['stands in what is not drawn', `<div style="display: none">${button('')}</div>`, 'is hidden'],
  ['cannot be seen', button('visibility: hidden'), 'is hidden'],
  ['can be looked through', button('opacity: 0'), 'is hidden'],
  ['has no size', button('width: 0; height: 0; padding: 0; border: 0; overflow: hidden'), 'has no size'],
  ['lets presses through', button('pointer-events: none'), 'is covered by <body>'],
  ['lies below something else', `${button('')}<div id="sheet" style="position: fixed; inset: 0"></div>`, 'is covered by <div id="sheet"'],
  ['is cut away', `<div style="width: 20px; overflow: clip">${button('margin-left: 60px')}</div>`, 'is covered by'],
  ['lies outside the window', button('position: fixed; left: -900px'), 'lies outside the window'],
])('one that %s is named', async (_, html, trouble) => {
  await page.setContent(html);
  const found = await outOfReach(page);
  expect(found).toHaveLength(1);
  expect(found[0]).toContain(`"Save" ${trouble}`);
});

it('what lies elsewhere, or has something else in its place, is not looked at', async () => {
  await page.setContent(`<main>${button('')}</main><footer>${button('display: none', 'class="narrow"')}</footer>`);
  expect(await outOfReach(page, 'main')).toEqual([]);
  expect(await outOfReach(page)).toEqual(['"Save" is hidden']);
  expect(await outOfReach(page, 'body', '.narrow')).toEqual([]);
});
