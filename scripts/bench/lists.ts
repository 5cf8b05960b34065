import { newDataDir, removeDataDir } from '#tests/e2e/support/server-process.ts';
import type { Effort } from './effort.ts';
import { DISTINCT_PRICES, DISTINCT_STOCKS, openListEngine, type ListEngine, type ListWish } from './list-engine.ts';
import { markdownTable } from './markdown-table.ts';
import { withOwnDatabase } from './own-database.ts';
import { median, ratioText } from './statistics.ts';
import { startMeasuredServer } from './troupe-server.ts';

const SCALES = {
  whole: { sizes: [1000, 1_000_000], warmUps: 3, rounds: 21 },
  short: { sizes: [100, 200], warmUps: 0, rounds: 1 },
} as const;

/** Beside the same list of the smaller table: flat in an order that has an index. Source: performance.md "Server". */
const SORT_BUDGET = 1.5;
const FILTER_BUDGET = 3;

interface Question {
  readonly name: string;
  readonly wish: ListWish;
  /** Nothing where no index is meant. */
  readonly budget?: number;
}

const filter = (name: string, field: string, operator: string, val: string): Question => ({
  name,
  wish: { search: [{ field, operator, val }] },
  budget: FILTER_BUDGET,
});
const grouped = (name: string, anyOf: NonNullable<ListWish['anyOf']>, budget?: number): Question => ({
  name,
  wish: { anyOf },
  ...(budget !== undefined && { budget }),
});
const asked = (field: string, operator: string, val = 'true') => ({ field, operator, val });
const own = (name: string, field: string, operator: string, val?: string): Question =>
  grouped(name, [[asked(field, operator, val)]], FILTER_BUDGET);
const searched = (name: string, quickSearch: string, budget?: number): Question => ({
  name,
  wish: { quickSearch },
  ...(budget !== undefined && { budget }),
});

/** Ranges that find about as many goods, more than a page, however many there are: 100 by their prices, 50 by their stocks. */
const priceRange = (rows: number): string => `100,${100 + DISTINCT_PRICES / rows}`;
const stockRange = (rows: number): string => `50,${49 + (50 * DISTINCT_STOCKS) / Math.max(rows, DISTINCT_STOCKS)}`;

/** The first of the samples, and how one of its copies is called that no other begins with. */
const FIRST_TITLE = '西湖龙井 明前 100 克';
const copyOfFirst = (rows: number): string => `${FIRST_TITLE} ${36 * Math.floor(rows / 36)}`;

/** Of a table of this many rows; what a narrow filter finds is as much in both sizes. */
const questions = (rows: number): readonly Question[] => [
  ...['weigh,desc', 'id,desc', 'create_time,desc', 'price,asc', 'stock,desc', 'title,asc'].map((order) => ({
    name: `order ${order}`,
    wish: { order },
    budget: SORT_BUDGET,
  })),
  filter('one category', 'category_id', 'eq', '3'),
  filter('one status', 'status', 'eq', 'off'),
  filter('price range', 'price', 'RANGE', priceRange(rows)),
  filter('price above all', 'price', 'gt', '999999'),
  filter('stock range', 'stock', 'RANGE', stockRange(rows)),
  filter('created range, no hit', 'create_time', 'RANGE', '1,2'),
  filter('number', 'id', 'eq', '77'),
  filter('part of the title', 'title', 'LIKE', ` ${rows - 7}`),
  own('title begins, one hit', 'title', 'BEGINS', copyOfFirst(rows)),
  own('title begins, many hits', 'title', 'BEGINS', FIRST_TITLE),
  own('title begins, one character, many hits', 'title', 'BEGINS', '西'),
  own('title begins, miss', 'title', 'BEGINS', 'zzqx'),
  own('title is', 'title', 'eq', copyOfFirst(rows)),
  own('title is not', 'title', 'ne', copyOfFirst(rows)),
  own('title has not, nearly all hits', 'title', 'NOT LIKE', 'zzqx'),
  own('list price is empty, nearly all hits', 'list_price', 'EMPTY'),
  grouped('list price is not empty, few hits (no index)', [[asked('list_price', 'NOT EMPTY')]]),
  // Of the copies the oldest stand first in the list's order: no row of yesterday is met soon along it.
  grouped('created yesterday, many hits', [[asked('create_time', 'DURING', 'yesterday')]]),
  own('created this year', 'create_time', 'DURING', 'thisYear'),
  own('created in the month before, few hits', 'create_time', 'DURING', 'lastMonth'),
  own('not one category', 'category_id', 'ne', '3'),
  own('neither of two statuses, one in ten', 'status', 'NOT IN', 'on,draft'),
  own('among two statuses', 'status', 'IN', 'off,draft'),
  own('price is not', 'price', 'ne', '368.00'),
  grouped('one category or a price range', [[asked('category_id', 'eq', '3')], [asked('price', 'RANGE', priceRange(rows))]], FILTER_BUDGET),
  grouped('a price range or a number', [[asked('price', 'RANGE', priceRange(rows))], [asked('id', 'eq', '77')]], FILTER_BUDGET),
  grouped('a part of the title or a number', [[asked('title', 'LIKE', ` ${rows - 7}`)], [asked('id', 'eq', '77')]], FILTER_BUDGET),
  grouped(
    'a beginning, miss, or a time, no hit',
    [[asked('title', 'BEGINS', 'zzqx')], [asked('create_time', 'RANGE', '1,2')]],
    FILTER_BUDGET,
  ),
  // Read row by row, none of which may cost much.
  grouped('a beginning, miss, or created yesterday, many hits', [
    [asked('title', 'BEGINS', 'zzqx')],
    [asked('create_time', 'DURING', 'yesterday')],
  ]),
  grouped(
    'five groups of two',
    ['1', '2', '3', '4', '5'].map((id) => [asked('category_id', 'eq', id), asked('price', 'RANGE', priceRange(rows))]),
    FILTER_BUDGET,
  ),
  searched('quick search, one hit', String(rows - 7), FILTER_BUDGET),
  searched('quick search, miss', 'zzqx', FILTER_BUDGET),
  searched('quick search, two characters, miss', '鲸鱼', FILTER_BUDGET),
  searched('quick search, one character, miss', '鬱', FILTER_BUDGET),
  searched('quick search, one character, many hits', '茶', FILTER_BUDGET),
  searched('quick search, word, many hits', 'Longjing', FILTER_BUDGET),
];

interface Times {
  readonly firstMs: number;
  readonly ms: number;
  readonly total: number;
}

/** Milliseconds of one list at a time: what one person waits on a quiet server. */
async function timesOf(engine: ListEngine, rows: number, effort: Effort): Promise<Times[]> {
  const { warmUps, rounds } = SCALES[effort];
  const all: Times[] = [];
  for (const { wish } of questions(rows)) {
    engine.forget();
    const first = await engine.listOnce(wish);
    const times: number[] = [];
    for (let round = -warmUps; round < rounds; round += 1) {
      const { ms } = await engine.listOnce(wish);
      if (round >= 0) times.push(ms);
    }
    all.push({ firstMs: first.ms, ms: median(times), total: first.total });
  }
  return all;
}

async function bySize(options: { readonly dataDir: string; readonly url?: string }, kind: string, effort: Effort): Promise<string[][]> {
  const engine = await openListEngine(options);
  try {
    const [small, large] = SCALES[effort].sizes;
    await engine.growTo(small);
    const floor = await timesOf(engine, small, effort);
    await engine.growTo(large);
    const seen = await timesOf(engine, large, effort);
    return questions(large).map(({ name, budget }, index) => {
      const [before, after] = [floor[index], seen[index]];
      if (!before || !after) throw new Error(`${name} was not measured`);
      const ratio = after.ms / before.ms;
      return [
        kind,
        name,
        before.ms.toFixed(2),
        `${after.ms.toFixed(2)} (${after.firstMs.toFixed(0)})`,
        ratioText(ratio, budget === undefined || ratio <= budget),
        budget === undefined ? '' : `≤ ${budget} ×`,
        `${before.total}, ${after.total}`,
      ];
    });
  } finally {
    await engine.close();
  }
}

/** A database as the first start leaves it. */
async function withFirstStart<T>(env: Readonly<Record<string, string>>, work: (dataDir: string) => Promise<T>): Promise<T> {
  const dataDir = newDataDir();
  try {
    await (await startMeasuredServer(dataDir, env)).close();
    return await work(dataDir);
  } finally {
    removeDataDir(dataDir);
  }
}

/** What a list costs as its table grows, by order, filter and search; on PostgreSQL too when TEST_DATABASE_URL is set. */
export async function benchLists(effort: Effort): Promise<string> {
  const serverUrl = process.env['TEST_DATABASE_URL'];
  const rows = await withFirstStart({}, (dataDir) => bySize({ dataDir }, 'embedded', effort));
  if (serverUrl !== undefined && effort === 'whole') {
    const onServer = await withOwnDatabase(serverUrl, (url) =>
      withFirstStart({ DATABASE_URL: url }, (dataDir) => bySize({ dataDir, url }, 'postgresql', effort)),
    );
    rows.push(...onServer);
  }
  const [small, large] = SCALES[effort].sizes.map((size) => `${size.toLocaleString('en')} rows`);
  return [
    'A page of 20 goods, one at a time, without HTTP: ms in the median, and of the first, which counts what it finds:',
    markdownTable(['database', 'list', `${small}, ms`, `${large}, ms (first)`, 'beside the small', 'budget', 'found'], rows),
    ...(serverUrl === undefined ? ['PostgreSQL not measured: TEST_DATABASE_URL is not set.'] : []),
  ].join('\n\n');
}
