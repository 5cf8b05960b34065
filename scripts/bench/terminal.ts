import type { OutputFigures, OutputKind, TerminalBench } from '#tests/bench/terminal/main.tsx';
import { launchBrowser } from './browser.ts';
import { buildBenchPage, pagePath } from './build-pages.ts';
import type { Effort } from './effort.ts';
import { markdownTable } from './markdown-table.ts';
import { median, ratioText } from './statistics.ts';
import { serveFolders } from './static-server.ts';

const KINDS: readonly OutputKind[] = ['hand-written', 'ours'];
const BATCH = 100;
const SCALES = { whole: { lines: 100_000, warmUps: 2, rounds: 5 }, short: { lines: 1000, warmUps: 0, rounds: 1 } } as const;

/** Beside a virtual list written by hand. Source: performance.md "Terminal". */
const SHOWN_BUDGET = 2.5;
const HEAP_BUDGET = 1.5;

const measureOnce = ([kind, lineCount, batchSize]: readonly [OutputKind, number, number]) =>
  (globalThis as unknown as { readonly bench: TerminalBench }).bench.stream(kind, lineCount, batchSize);

/** A long output as it comes, in our view beside one written by hand. */
export async function benchTerminal(effort: Effort): Promise<string> {
  const { lines, warmUps, rounds } = SCALES[effort];
  const server = await serveFolders({ terminal: await buildBenchPage('terminal') });
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(`${server.url}/terminal/${pagePath('terminal')}`);
    await page.waitForFunction(() => 'bench' in globalThis);
    const seen: Record<OutputKind, OutputFigures[]> = { 'hand-written': [], ours: [] };
    for (let round = -warmUps; round < rounds; round += 1) {
      for (const kind of KINDS) {
        const figures = await page.evaluate(measureOnce, [kind, lines, BATCH] as const);
        if (round >= 0) seen[kind].push(figures);
      }
    }
    const middle = (kind: OutputKind, what: keyof OutputFigures) => median(seen[kind].map((figures) => figures[what]));
    const beside = (name: string, what: 'shownMs' | 'heapMb', budget: number) => {
      const [ours, floor] = [middle('ours', what), middle('hand-written', what)];
      return [name, ratioText(ours / floor, ours / floor <= budget), `≤ ${budget.toFixed(1)} ×`, ours.toFixed(1), floor.toFixed(1)];
    };
    return markdownTable(
      [`output of ${lines} lines`, 'beside hand-written', 'budget', 'ours', 'hand-written'],
      [
        beside('ms until shown', 'shownMs', SHOWN_BUDGET),
        beside('heap MB', 'heapMb', HEAP_BUDGET),
        [
          'longest task ms (0: none above 50)',
          '',
          '≤ 50',
          Math.max(...seen.ours.map((one) => one.longestTaskMs)),
          middle('hand-written', 'longestTaskMs'),
        ],
        ['nodes', '', '', middle('ours', 'nodes'), middle('hand-written', 'nodes')],
      ],
    );
  } finally {
    await browser.close();
    await server.close();
  }
}
