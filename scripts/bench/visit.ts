import { setTimeout } from 'node:timers/promises';
import type { Browser, BrowserContextOptions } from 'playwright-core';

export interface VisitFigures {
  readonly fcpMs: number;
  /** When the page's main thing stands in the document. */
  readonly readyMs: number;
  /** Scripts and styles that came before that, as they travelled. */
  readonly bytes: number;
  readonly requests: number;
  /** All scripts and styles once nothing more is on its way; NaN where the visit did not wait for it. */
  readonly bytesAtRest: number;
}

export type Pace = 'normal' | 'slow';

/** A middling phone on a good network: Chromium's own figures for "Fast 4G", and a quarter of this machine's speed. */
const FAST_4G = { offline: false, latency: 165, downloadThroughput: (9_000_000 / 8) * 0.9, uploadThroughput: (1_500_000 / 8) * 0.9 };
export const SLOW_CPU_RATE = 4;

/** What the page says once it is ready and painted. A question of ours would have to be read by the page, which costs it 9 ms of what is measured. */
const SEEN = 'seen';

/** Runs in the page before anything else. */
function watchFor({ selector, word }: { readonly selector: string; readonly word: string }): void {
  const marks = globalThis as { readyMs?: number };
  const tell = () => {
    if (marks.readyMs === undefined || performance.getEntriesByName('first-contentful-paint').length === 0) return;
    for (const observer of [tree, paint]) observer.disconnect();
    console.debug(word);
  };
  const tree = new MutationObserver(() => {
    if (marks.readyMs !== undefined || !document.querySelector(selector)) return;
    marks.readyMs = performance.now();
    tell();
  });
  tree.observe(document, { subtree: true, childList: true, attributes: true });
  const paint = new PerformanceObserver(tell);
  paint.observe({ type: 'paint', buffered: true });
}

/** Runs in the page once it is ready and painted. */
function figures(): VisitFigures {
  const { readyMs = 0 } = globalThis as { readyMs?: number };
  const loaded = (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).filter(
    ({ startTime, name }) => startTime <= readyMs && name.startsWith('http'),
  );
  return {
    fcpMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    readyMs,
    bytes: loaded.filter(({ name }) => /\.(?:js|css)$/u.test(name)).reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    requests: loaded.length + 1,
    bytesAtRest: Number.NaN,
  };
}

/** Runs in the page when nothing more is on its way. */
function allBytes(): number {
  const loaded = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  return loaded.filter(({ name }) => /\.(?:js|css)$/u.test(name)).reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
}

/** The page that is visited. */
interface Destination {
  readonly url: string;
  /** Selector of what has to be seen before the page counts as ready. */
  readonly ready: string;
  /** The sign-in that the visitor brings along, if any. */
  readonly storageState?: BrowserContextOptions['storageState'];
}

/** A profile without a cache, as somebody has who has never been here. */
const freshContext = (browser: Browser, storageState: Destination['storageState']) =>
  browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'zh-CN', ...(storageState && { storageState }) });

const QUIET_MS = 200;
/** Of processor time; a browser that rests takes a third of it. */
const QUIET_SECONDS = 0.015;
const LONGEST_UNREST_MS = 10_000;

/** Waits until the window itself is there: a browser that opens one works for a while on its own parts of it, which are no part of a visit. */
async function windowStands(browser: Browser): Promise<void> {
  const session = await browser.newBrowserCDPSession();
  const seconds = async (): Promise<number> =>
    (await session.send('SystemInfo.getProcessInfo')).processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
  const latest = performance.now() + LONGEST_UNREST_MS;
  for (let [before, isQuiet] = [await seconds(), false]; !isQuiet && performance.now() < latest;) {
    await setTimeout(QUIET_MS);
    const now = await seconds();
    isQuiet = now - before < QUIET_SECONDS;
    before = now;
  }
  await session.detach();
}

/** One first visit in a profile without a cache, in a window that stands. */
export async function visitOnce(
  browser: Browser,
  { url, ready, storageState }: Destination,
  pace: Pace,
  waitsForRest = false,
): Promise<VisitFigures> {
  const context = await freshContext(browser, storageState);
  try {
    const page = await context.newPage();
    await page.addInitScript(watchFor, { selector: ready, word: SEEN });
    if (pace === 'slow') {
      const session = await context.newCDPSession(page);
      await session.send('Network.enable');
      await session.send('Network.emulateNetworkConditions', FAST_4G);
      await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW_CPU_RATE });
    }
    await windowStands(browser);
    await Promise.all([
      page.waitForEvent('console', { predicate: (message) => message.text() === SEEN, timeout: 30_000 }),
      page.goto(url, { waitUntil: 'commit' }),
    ]);
    const seen = await page.evaluate(figures);
    if (!waitsForRest) return seen;
    await page.waitForLoadState('networkidle');
    return { ...seen, bytesAtRest: await page.evaluate(allBytes) };
  } finally {
    await context.close();
  }
}

/** How long a visit waits for a file that is on its list and was not asked for yet, in milliseconds. */
const LATEST_FILE_MS = 20_000;

/**
 * Every script and style that a first visit has fetched when nothing more is on its way, below the address of the build. On a busy machine
 * a page may rest between two of its parts; so what is `listed` is waited for, and is missing from the result if it never comes.
 */
export async function filesAtRest(
  browser: Browser,
  { url, ready, storageState }: Destination,
  listed: readonly string[],
): Promise<string[]> {
  const context = await freshContext(browser, storageState);
  try {
    const page = await context.newPage();
    const paths = new Set<string>();
    page.on('request', (request) => void paths.add(new URL(request.url()).pathname.slice(1)));
    const hasAll = () => listed.every((file) => paths.has(file));
    // What is fetched because the page needs it is wanted, not what its first reply says it will need.
    await page.route(url, async (route) => {
      const reply = await route.fetch();
      await route.fulfill({
        response: reply,
        body: (await reply.text()).replaceAll(
          /<link rel="(?:module)?preload"[^>]*>|<link rel="stylesheet" data-early[^>]*>|<meta name="words"[^>]*>/gu,
          '',
        ),
      });
    });
    await page.goto(url);
    await page.waitForSelector(ready);
    if (!hasAll()) await page.waitForEvent('request', { predicate: hasAll, timeout: LATEST_FILE_MS }).catch(() => undefined);
    await page.waitForLoadState('networkidle');
    return [...paths].filter((path) => /\.(?:js|css)$/u.test(path));
  } finally {
    await context.close();
  }
}
