import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { geometryFaults, type GeometryFault } from '#tests/e2e/support/geometry.ts';
import { redress } from '#tests/e2e/support/redress.ts';
import { wordsOf } from '#tests/e2e/support/words.ts';
import type { ScreenLanguage, ScreenOptions, ScreenScheme } from './options.ts';
import type { Kept } from './people.ts';
import type { Screen } from './screen.ts';

/** What was seen of a screen. */
export interface Taken {
  readonly screen: string;
  readonly language: ScreenLanguage;
  readonly width: number;
  /** By scheme, the picture's name; none where none were wanted. */
  readonly pictures: readonly (readonly [ScreenScheme, string])[];
  readonly faults: readonly GeometryFault[];
  /** What the browser said of it by itself. */
  readonly complaints: readonly string[];
}

export interface Visit {
  readonly url: string;
  readonly browser: Browser;
  readonly people: Readonly<Record<Screen['area'], Kept>>;
  readonly options: ScreenOptions;
}

/** As high as a usual window of this width. */
const heightOf = (width: number): number => (width < 700 ? 844 : width < 1200 ? 768 : 900);

/** What a list of open pages would add to each picture is no part of it. */
const FORGOTTEN = 'storeTabViewConfig';

async function contextOf(
  { url, browser, people }: Visit,
  area: Screen['area'],
  language: ScreenLanguage,
  width: number,
): Promise<BrowserContext> {
  const kept = { ...people[area], storeConfig: { language, layout: { scheme: 'light' } } };
  const localStorage = Object.entries(kept).map(([name, value]) => ({ name, value: JSON.stringify({ version: 1, value }) }));
  const context = await browser.newContext({
    viewport: { width, height: heightOf(width) },
    hasTouch: width < 700,
    colorScheme: 'light',
    reducedMotion: 'reduce',
    locale: language === 'en' ? 'en-GB' : 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    storageState: { cookies: [], origins: [{ origin: url, localStorage }] },
  });
  context.setDefaultTimeout(20_000);
  await context.addInitScript(
    (key) => [window.localStorage, window.sessionStorage].forEach((storage) => storage.removeItem(key)),
    FORGOTTEN,
  );
  return context;
}

/** Nothing is on its way any more. */
async function settle(page: Page, { isRestless = false, area }: Screen): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(
    ([mayBeBusy, content]) =>
      document.querySelector(content) !== null &&
      (mayBeBusy || document.querySelector('[data-busy="true"], [aria-busy="true"], .mantine-Skeleton-root') === null),
    [isRestless, area === 'nobody' ? 'h1, h2' : 'main :is(h1, h2)'] as const,
  );
  await page.evaluate(async () => {
    await document.fonts.ready;
    const ending = document.getAnimations().filter((one) => one.effect?.getComputedTiming().iterations !== Infinity);
    await Promise.all(ending.map((one) => one.finished.catch(() => null)));
  });
}

/** The loading route names a page that is not there, and stays. */
const isMeant = (place: string, asked: string): boolean => place === asked || place.includes('/loading/');

const fileName = (...parts: readonly (string | number)[]): string => `${parts.join('-').replaceAll(/[^\w.-]+/gu, '_')}.png`;

async function takeOne(page: Page, screen: Screen, at: Pick<Taken, 'language' | 'width'>, { url, options }: Visit): Promise<Taken | null> {
  const complaints: string[] = [];
  const listen = (text: string): void => void complaints.push(text);
  const onError = (error: Error) => listen(String(error));
  page.on('pageerror', onError);
  try {
    await page.goto(url + screen.path(at.language));
    await settle(page, screen);
    if (screen.open && !(await screen.open(page, wordsOf(at.language)))) return null;
    await settle(page, screen);
    await page.mouse.move(0, 0);
    const place = new URL(page.url()).pathname;
    // A page that broke, or was led away from, has nothing that does not fit.
    if (!isMeant(place, new URL(screen.path(at.language), url).pathname)) listen(`led to ${place}`);
    if ((await page.getByRole('heading', { name: wordsOf(at.language)('common.fault.title') }).count()) > 0) listen('the page broke');
    const faults = await geometryFaults(page);
    const pictures: (readonly [ScreenScheme, string])[] = [];
    for (const scheme of options.isBare ? [] : options.schemes) {
      await redress(page, scheme);
      const name = fileName(screen.name, at.language, at.width, scheme);
      await page.screenshot({ path: join(options.folder, name), fullPage: !options.isFold && !screen.open, animations: 'disabled' });
      pictures.push([scheme, name]);
    }
    return { screen: screen.name, ...at, pictures, faults, complaints };
  } catch (error) {
    return {
      screen: screen.name,
      ...at,
      pictures: [],
      faults: [],
      complaints: [...complaints, `not taken: ${String(error).split('\n')[0]}`],
    };
  } finally {
    page.off('pageerror', onError);
  }
}

/** Looks at each screen in each wanted language and width; both schemes from one visit. */
export async function takeScreens(visit: Visit, screens: readonly Screen[], tell: (taken: Taken) => void): Promise<readonly Taken[]> {
  const { languages, widths, folder } = visit.options;
  if (!visit.options.isBare) mkdirSync(folder, { recursive: true });
  const taken: Taken[] = [];
  for (const language of languages) {
    for (const width of widths) {
      for (const area of ['nobody', 'admin', 'member'] as const) {
        const mine = screens.filter((screen) => screen.area === area);
        if (mine.length === 0) continue;
        const context = await contextOf(visit, area, language, width);
        const page = await context.newPage();
        for (const screen of mine) {
          const one = await takeOne(page, screen, { language, width }, visit);
          if (!one) continue;
          taken.push(one);
          tell(one);
        }
        await context.close();
      }
    }
  }
  return taken;
}
