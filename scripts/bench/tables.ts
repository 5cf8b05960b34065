import type { TableBench, TableKind } from '#tests/bench/tables/main.tsx';
import { launchBrowser } from './browser.ts';
import { buildBenchPage, pagePath } from './build-pages.ts';
import type { Effort } from './effort.ts';
import { markdownTable } from './markdown-table.ts';
import { median, ratioText } from './statistics.ts';
import { serveFolders } from './static-server.ts';

const KINDS: readonly TableKind[] = ['hand-written', 'ours'];
const ROW_COUNTS = [20, 100, 1000] as const;
const ROUNDS: Readonly<Record<Effort, readonly [warmUps: number, counted: number]>> = { whole: [3, 9], short: [0, 1] };

/** Beside the hand-written table of the same run. Source: performance.md "Tables". */
const MOUNT_100_BUDGET = 1.3;
const SELECT_1000_BUDGET = 60 / 39;

interface Figures {
  readonly mountMs: number;
  readonly selectMs: number;
  readonly nodes: number;
}

/** Runs in the page. */
async function measureOnce({ kind, rowCount }: { readonly kind: TableKind; readonly rowCount: number }): Promise<Figures> {
  const { bench, gc } = globalThis as unknown as { readonly bench: TableBench; readonly gc?: () => void };
  gc?.();
  const mountMs = await bench.mount(kind, rowCount);
  // The browser paints what was mounted before the next thing happens, as it does for a person.
  await new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  const nodes = bench.nodeCount();
  const selectMs = await bench.selectAll();
  bench.unmount();
  return { mountMs, selectMs, nodes };
}

/** Our table beside one written by hand: mounting, selecting all, and how much of it stands in the document. */
export async function benchTables(effort: Effort): Promise<string> {
  const [warmUps, counted] = ROUNDS[effort];
  const server = await serveFolders({ tables: await buildBenchPage('tables'), samples: 'public/samples' });
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(`${server.url}/tables/${pagePath('tables')}`);
    await page.waitForFunction(() => 'bench' in globalThis);
    const seen = new Map<string, Figures[]>();
    for (let round = -warmUps; round < counted; round += 1) {
      for (const rowCount of ROW_COUNTS) {
        for (const kind of KINDS) {
          const figures = await page.evaluate(measureOnce, { kind, rowCount });
          const key = `${kind} ${rowCount}`;
          if (round >= 0) seen.set(key, [...(seen.get(key) ?? []), figures]);
        }
      }
    }
    return report((kind, rowCount, what) => median((seen.get(`${kind} ${rowCount}`) ?? []).map((figures) => figures[what])));
  } finally {
    await browser.close();
    await server.close();
  }
}

function report(middle: (kind: TableKind, rowCount: number, what: keyof Figures) => number): string {
  const beside = (rowCount: number, what: 'mountMs' | 'selectMs', budget?: number) => {
    const ours = middle('ours', rowCount, what);
    const floor = middle('hand-written', rowCount, what);
    const isWithin = budget === undefined || ours / floor <= budget;
    return [ratioText(ours / floor, isWithin), budget === undefined ? '' : `≤ ${budget.toFixed(2)} ×`, ours.toFixed(1), floor.toFixed(1)];
  };
  return markdownTable(
    ['our table (8 columns)', 'beside hand-written', 'budget', 'ours ms', 'hand-written ms', 'our nodes', 'its nodes'],
    ROW_COUNTS.flatMap((rowCount) => {
      const nodes = [middle('ours', rowCount, 'nodes'), middle('hand-written', rowCount, 'nodes')];
      return [
        [`mount ${rowCount} rows`, ...beside(rowCount, 'mountMs', rowCount === 100 ? MOUNT_100_BUDGET : undefined), ...nodes],
        [`select all ${rowCount}`, ...beside(rowCount, 'selectMs', rowCount === 1000 ? SELECT_1000_BUDGET : undefined), '', ''],
      ];
    }),
  );
}
