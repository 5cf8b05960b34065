import { readFileSync } from 'node:fs';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { buildDemo } from '#tests/e2e/support/demo-build.ts';
import { openStaticHost } from '#tests/e2e/support/static-host.ts';
import { launchBrowser } from './browser.ts';
import type { Effort } from './effort.ts';
import { markdownTable } from './markdown-table.ts';
import { median } from './statistics.ts';

/** Source: performance.md, "In a browser alone". */
const LIMITS = { coldMs: 5000, warmMs: 2500, memoryMb: 300 } as const;
const START_MS = 300_000;
const MB = 1024 * 1024;

interface Process {
  readonly id: number;
  readonly type: string;
  /** Seconds of processor time. */
  readonly cpuTime: number;
}

async function processesOf(browser: Browser): Promise<readonly Process[]> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo;
}

/** Bytes that nobody else shares. */
function privateBytes({ id }: Process): number {
  const told = readFileSync(`/proc/${id}/smaps_rollup`, 'utf8');
  return [...told.matchAll(/^Private_(?:Clean|Dirty):\s+(?<kb>\d+) kB/gmu)].reduce(
    (sum, { groups }) => sum + Number(groups?.['kb']) * 1024,
    0,
  );
}

const secondsOf = (all: readonly Process[]): number => all.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
const signIn = (page: Page) => page.locator('#root form input[type="password"]').waitFor({ timeout: START_MS });

interface Start {
  readonly ms: number;
  readonly seconds: number;
}

async function timed(browser: Browser, run: () => Promise<unknown>): Promise<Start> {
  const before = secondsOf(await processesOf(browser));
  const start = performance.now();
  await run();
  const ms = performance.now() - start;
  return { ms, seconds: secondsOf(await processesOf(browser)) - before };
}

/** From the press of a first visit, and from the load of a later one, to the sign-in; and what the tab that has the server then holds. */
export async function benchDemo(effort: Effort): Promise<string> {
  await buildDemo();
  const host = await openStaticHost('dist-demo', '/try');
  const cold: Start[] = [];
  const warm: Start[] = [];
  const held: number[] = [];
  try {
    for (let round = 0; round < (effort === 'short' ? 1 : 3); round += 1) {
      const browser = await launchBrowser();
      const context: BrowserContext = await browser.newContext({ viewport: { width: 1280, height: 800 } });
      const page = await context.newPage();
      await page.goto(`${host.origin}/try/`);
      const begin = page.locator('#demo button');
      await begin.waitFor();
      cold.push(await timed(browser, () => Promise.all([begin.click(), signIn(page)])));
      warm.push(await timed(browser, () => page.goto(`${host.origin}/try/admin/login`).then(() => signIn(page))));
      held.push(Math.max(...(await processesOf(browser)).filter(({ type }) => type === 'renderer').map(privateBytes)));
      await browser.close();
    }
  } finally {
    await host.close();
  }
  const row = (name: string, starts: readonly Start[], limitMs: number): readonly string[] => {
    const ms = median(starts.map((one) => one.ms));
    return [
      name,
      `${(ms / 1000).toFixed(1)} s${ms > limitMs ? ' ✗' : ''}`,
      `${limitMs / 1000} s`,
      `${median(starts.map((one) => one.seconds)).toFixed(1)} s`,
    ];
  };
  const memory = median(held) / MB;
  return markdownTable(
    ['what', 'measured', 'limit', 'processor time'],
    [
      row('from the press to the sign-in, first visit', cold, LIMITS.coldMs),
      row('from the load to the sign-in, later visit', warm, LIMITS.warmMs),
      [
        'memory of the tab that has the server',
        `${memory.toFixed(0)} MB${memory > LIMITS.memoryMb ? ' ✗' : ''}`,
        `${LIMITS.memoryMb} MB`,
        '–',
      ],
    ],
  );
}
