import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { leaveBrowser, sharedBrowser } from './support/browser.ts';
import { geometryFaults, geometryLine } from './support/geometry.ts';

const STYLES = readFileSync(new URL('../../src/ui/kit/table/base/table.module.css', import.meta.url), 'utf8');
const LABEL = 'Record of a section with a long name';

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});
afterAll(leaveBrowser);

it.each([
  ['that sorts', `<button type="button" class="sort" data-direction="none"><span>${LABEL}</span></button>`],
  ['that does not sort', `<span class="headText">${LABEL}</span>`],
])('the heading of a narrow column %s ends in dots, and in no half of a letter', async (_, heading) => {
  const page = await browser.newPage({ viewport: { width: 600, height: 200 } });
  await page.setContent(`<!doctype html><style>${STYLES}</style>
    <table class="table" style="table-layout: fixed; width: 240px"><thead class="head"><tr>
      <th scope="col" style="width: 120px">${heading}</th><th scope="col" class="right" style="width: 120px">${heading}</th>
    </tr></thead></table>`);
  const words = page.getByText(LABEL);
  const places = await words.evaluateAll((found) =>
    found.map((one) => ({
      isCut: one.scrollWidth > one.clientWidth,
      end: getComputedStyle(one).textOverflow,
      isInside: one.getBoundingClientRect().right <= one.closest('th')!.getBoundingClientRect().right,
    })),
  );
  const dots = { isCut: true, end: 'ellipsis', isInside: true };
  expect(places).toEqual([dots, dots]);
  expect((await geometryFaults(page)).map(geometryLine).filter((line) => line.includes('cut'))).toEqual([]);
  await page.close();
});
