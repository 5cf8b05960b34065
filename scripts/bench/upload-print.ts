import { createHash, randomBytes } from 'node:crypto';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import type { PrintFigures, PrintWay, UploadBench } from '#tests/bench/uploads/main.tsx';
import { launchBrowser } from './browser.ts';
import { buildBenchPage, pagePath } from './build-pages.ts';
import type { Effort } from './effort.ts';
import { markdownTable } from './markdown-table.ts';
import { median, ratioText } from './statistics.ts';
import { serveFolders } from './static-server.ts';

const MEBIBYTE = 1_048_576;
const WAYS: readonly PrintWay[] = ['subtle', 'worker', 'script'];
const SCALES = {
  whole: { rounds: 5, mebibytes: 100, largeMebibytes: 1024, idleMs: 2000 },
  short: { rounds: 1, mebibytes: 1, largeMebibytes: 8, idleMs: 50 },
} as const;
const SAMPLE_MS = 20;

/** Beside one call of the browser's own, with the whole file in memory. Source: performance.md "SHA-1 of 100 MB in a worker". */
const SPEED_BUDGET = 0.55;
const GAP_BUDGET_MS = 16;
/** Memory stays flat however large the file is: far below its gibibyte, what the collector has not taken yet included. */
const MEMORY_BUDGET_MIB = 256;

const NAMES: Readonly<Record<PrintWay, string>> = {
  subtle: 'crypto.subtle, whole file at once',
  worker: 'ours: WebAssembly in a worker, slice by slice',
  script: 'ours without WebAssembly',
};

/** A file of random bytes. @returns its SHA-1 */
function writeFile(path: string, mebibytes: number): string {
  const hash = createHash('sha1');
  const file = openSync(path, 'w');
  for (let part = 0; part < mebibytes; part += 1) {
    const bytes = randomBytes(MEBIBYTE);
    hash.update(bytes);
    writeSync(file, bytes);
  }
  closeSync(file);
  return hash.digest('hex');
}

/** The resident memory of the page's process, in MiB. */
async function memoryOf(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const sizes = processInfo
    .filter(({ type }) => type === 'renderer')
    .map(({ id }) => Number(/VmRSS:\s+(\d+)/u.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1] ?? 0) / 1024);
  return Math.max(...sizes);
}

async function printWith(page: Page, way: PrintWay, expected: string): Promise<PrintFigures> {
  const figures = await page.evaluate((one) => (globalThis as unknown as { readonly bench: UploadBench }).bench.print(one), way);
  if (figures.sha1 !== expected) throw new Error(`${way} computed ${figures.sha1} instead of ${expected}`);
  return figures;
}

/** How fast files are fingerprinted in a real browser, and what the page and its memory feel of it. */
export async function benchUploadPrint(effort: Effort): Promise<string> {
  const scale = SCALES[effort];
  const folder = mkdtempSync(join(tmpdir(), 'troupe-print-'));
  const server = await serveFolders({ uploads: await buildBenchPage('uploads') });
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    await page.goto(`${server.url}/uploads/${pagePath('uploads')}`);
    await page.waitForFunction(() => 'bench' in globalThis);
    const choose = async (mebibytes: number): Promise<string> => {
      const path = join(folder, `${mebibytes}.bin`);
      const sha1 = writeFile(path, mebibytes);
      await page.setInputFiles('input', path);
      return sha1;
    };

    const sha1 = await choose(scale.mebibytes);
    const seen: Record<PrintWay, PrintFigures[]> = { subtle: [], worker: [], script: [] };
    for (let round = -1; round < scale.rounds; round += 1) {
      for (const way of WAYS) {
        const figures = await printWith(page, way, sha1);
        if (round >= 0) seen[way].push(figures);
      }
    }
    const idleMs = await page.evaluate((ms) => (globalThis as unknown as { readonly bench: UploadBench }).bench.idle(ms), scale.idleMs);

    const large = await choose(scale.largeMebibytes);
    await page.reload();
    await page.waitForFunction(() => 'bench' in globalThis);
    await page.setInputFiles('input', join(folder, `${scale.largeMebibytes}.bin`));
    const before = await memoryOf(browser);
    let most = before;
    const abort = new AbortController();
    const sampling = (async () => {
      while (!abort.signal.aborted) {
        most = Math.max(most, await memoryOf(browser));
        await new Promise((resolve) => setTimeout(resolve, SAMPLE_MS));
      }
    })();
    const gibibyte = await printWith(page, 'worker', large);
    abort.abort();
    await sampling;
    return report(scale, seen, { idleMs, gibibyte, grownMib: most - before });
  } finally {
    await browser.close();
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Rest {
  readonly idleMs: number;
  readonly gibibyte: PrintFigures;
  readonly grownMib: number;
}

const mark = (value: number, budget: number): string => (value <= budget ? '' : ' ✗');

function report(
  { mebibytes, largeMebibytes }: (typeof SCALES)[Effort],
  seen: Readonly<Record<PrintWay, readonly PrintFigures[]>>,
  { idleMs, gibibyte, grownMib }: Rest,
): string {
  const speedOf = (way: PrintWay) => mebibytes / (median(seen[way].map(({ ms }) => ms)) / 1000);
  const gapOf = (way: PrintWay) => Math.max(...seen[way].map(({ gapMs }) => gapMs));
  const rows = WAYS.map((way) => {
    const ratio = speedOf(way) / speedOf('subtle');
    const isOurs = way === 'worker';
    return [
      NAMES[way],
      isOurs ? ratioText(ratio, ratio >= SPEED_BUDGET) : `${ratio.toFixed(2)} ×`,
      isOurs ? `≥ ${SPEED_BUDGET} ×` : '',
      Math.round(speedOf(way)),
      `${gapOf(way).toFixed(1)}${isOurs ? mark(gapOf(way), GAP_BUDGET_MS) : ''}`,
    ];
  });
  const summary = markdownTable(
    [`SHA-1 of ${mebibytes} MiB`, 'beside crypto.subtle', 'budget', 'MiB/s', 'longest gap of the page, ms'],
    rows,
  );
  const memory = `${largeMebibytes} MiB: ${(gibibyte.ms / 1000).toFixed(1)} s, longest gap ${gibibyte.gapMs.toFixed(1)} ms, memory of the page's process grew by ${Math.round(grownMib)} MiB${mark(grownMib, MEMORY_BUDGET_MIB)} (budget ${MEMORY_BUDGET_MIB}).`;
  return `${summary}\n\nA page that does nothing: longest gap ${idleMs.toFixed(1)} ms (budget for ours ${GAP_BUDGET_MS}).\n\n${memory}`;
}
