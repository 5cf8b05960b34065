import { sql, type Transaction } from 'kysely';
import { pastLives } from '#server/db/sections/guard-lives';
import { openDatabase } from '#server/db/open-database';
import { createLogger } from '#server/base/logger';
import type { Tables } from '#server/db/tables/tables';
import { newDataDir, removeDataDir } from '#tests/e2e/support/server-process.ts';
import type { Effort } from './effort.ts';
import { markdownTable } from './markdown-table.ts';
import { withOwnDatabase } from './own-database.ts';
import { inTurns } from './rounds.ts';
import { median, ratioText } from './statistics.ts';
import { startMeasuredServer, type MeasuredServer } from './troupe-server.ts';

const SCALES = { whole: { goods: 10_000, rounds: 101 }, short: { goods: 60, rounds: 3 } } as const;
const FIRST_ID = 1000;
const EVENT_BUDGET = 1.5;
const BOARD_BUDGET_MS = 40;

interface Place {
  readonly dataDir: string;
  readonly url?: string;
}

const logger = createLogger({ level: 'error', write: (line) => console.error(line), now: () => new Date() });

/** Goods in all three states, each of which has been led through four steps. */
async function fill(trx: Transaction<Tables>, count: number): Promise<void> {
  await pastLives(trx);
  await sql`insert into goods (id, category_id, title, price, images, status, weigh, create_time, update_time)
    select ${sql.lit(FIRST_ID)} + n, (select min(id) from goods_category), 'ware ' || n, 100, '["/a.png"]',
      (array['draft', 'on', 'off'])[1 + n % 3], 1000 + n, 1700000000, 1700000000 from generate_series(1, ${sql.lit(count)}) as n`.execute(
    trx,
  );
  await sql`insert into life_step (resource, record_id, kind, event, from_state, to_state, actor_type, actor_id, actor_name, source, at)
    select 'goods', ${sql.lit(FIRST_ID)} + n, 'event', 'publish', 'draft', case step when 4 then (array['draft', 'on', 'off'])[1 + n % 3] else 'on' end,
      'admin', 1, 'admin', 'life', 1700000000 + step * 3600 from generate_series(1, ${sql.lit(count)}) as n, generate_series(1, 4) as step
    order by step, n`.execute(trx);
  await sql`analyze goods, life_step`.execute(trx);
}

async function call(server: MeasuredServer, path: string, body?: object): Promise<number> {
  const start = performance.now();
  const reply = await fetch(`${server.url}/api/admin/${path}`, {
    headers: { ...server.headers, 'content-type': 'application/json' },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  const { code, msg } = (await reply.json()) as { readonly code: number; readonly msg: string };
  const ms = performance.now() - start;
  if (code !== 1) throw new Error(`${path}: ${msg}`);
  return ms;
}

/** So many of a hundred were no longer than this. */
const percentile = (values: readonly number[], share: number): number =>
  [...values].toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.ceil(values.length * share) - 1)] ?? Number.NaN;

async function measure(place: Place, kind: string, effort: Effort): Promise<string[][]> {
  const { goods, rounds } = SCALES[effort];
  const env: Record<string, string> = { SAMPLE_DATA: '1', ...(place.url !== undefined && { DATABASE_URL: place.url }) };
  await (await startMeasuredServer(place.dataDir, env)).close();
  const database = await openDatabase({ dataDir: place.dataDir, logger, ...(place.url !== undefined && { url: place.url }) });
  await database.withoutTimeout((trx) => fill(trx, goods));
  await database.close();
  const server = await startMeasuredServer(place.dataDir, env);
  try {
    const [saved, led] = [FIRST_ID + 1, FIRST_ID + 4];
    let turn = 0;
    let isOn = true;
    // Both write one column of one record, and one of them its step.
    const costs = await inTurns(rounds, {
      save: () => call(server, 'goods.Goods/edit', { id: saved, stock: (turn += 1) }),
      event: () => {
        isOn = !isOn;
        return call(server, `goods.Goods/${isOn ? 'publish' : 'takeOff'}`, { ids: [led] });
      },
      list: () => call(server, 'goods.Goods/index?page=1&limit=50'),
      offers: () => call(server, `goods.Goods/offers?ids=${Array.from({ length: 50 }, (_, index) => FIRST_ID + 1 + index).join(',')}`),
    });
    const boards: number[] = [];
    await call(server, 'goods.Goods/board');
    for (let round = 0; round < rounds; round += 1) boards.push(await call(server, 'goods.Goods/board'));
    const ratio = costs.event / costs.save;
    const slowest = percentile(boards, 0.95);
    return [
      [kind, 'an event, beside a save', ratioText(ratio, ratio <= EVENT_BUDGET), `≤ ${EVENT_BUDGET} ×`],
      [
        kind,
        `the board of ${goods.toLocaleString('en')} goods, 19 of 20 times`,
        slowest.toFixed(1),
        `≤ ${BOARD_BUDGET_MS} ms${slowest > BOARD_BUDGET_MS ? ' ✗' : ''}`,
      ],
      [kind, 'the same in the median', median(boards).toFixed(1), '–'],
      [kind, 'a list of 50', costs.list.toFixed(1), '–'],
      [kind, 'what may be done next with 50 records, where it is asked for', costs.offers.toFixed(1), '–'],
    ];
  } finally {
    await server.close();
  }
}

async function withDataDir<T>(work: (dataDir: string) => Promise<T>): Promise<T> {
  const dataDir = newDataDir();
  try {
    return await work(dataDir);
  } finally {
    removeDataDir(dataDir);
  }
}

/** The life of records: what a step costs beside a save, and how long a board takes where there is much on it. */
export async function benchLife(effort: Effort): Promise<string> {
  const serverUrl = process.env['TEST_DATABASE_URL'];
  const rows = await withDataDir((dataDir) => measure({ dataDir }, 'embedded', effort));
  if (serverUrl !== undefined && effort === 'whole')
    rows.push(...(await withOwnDatabase(serverUrl, (url) => withDataDir((dataDir) => measure({ dataDir, url }, 'postgresql', effort)))));
  return [
    `Over ${SCALES[effort].goods.toLocaleString('en')} goods with four steps each, one call at a time, with HTTP: ms in the median`,
    markdownTable(['database', 'what', 'ms, or ×', 'budget'], rows),
  ].join('\n\n');
}
