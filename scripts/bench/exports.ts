import { sql } from 'kysely';
import { EXPORT_FORMATS, type ExportFormat } from '#domain/table/export-columns';
import { pastLives } from '#server/db/sections/guard-lives';
import { openDatabase } from '#server/db/open-database';
import { createLogger } from '#server/base/logger';
import { newDataDir, removeDataDir } from '#tests/e2e/support/server-process.ts';
import type { Effort } from './effort.ts';
import { markdownTable } from './markdown-table.ts';
import { withOwnDatabase } from './own-database.ts';
import { median } from './statistics.ts';
import { LIST_PATH, startMeasuredServer, type MeasuredServer } from './troupe-server.ts';

const SIZES: Readonly<Record<Effort, readonly [number, ...number[]]>> = { whole: [1000, 10_000, 100_000], short: [50, 100] };
const SAMPLE_MS = 10;
const WARM_UPS = 3;
/** However many rows: what an export may add to the server's memory. */
const GROWTH_BUDGET_MB = 64;
/** However many rows: how much longer a list may take beside an export. */
const LIST_BUDGET = 2;
const QUIET_CALLS = 40;
/** Somebody reads a list for a moment before opening the next. */
const pauseBetween = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 50));
/** Calls that have a median. */
const ENOUGH = 10;
/** Whose ledger is taken along. */
const MEMBER = { username: 'collector', password: 'Morgentau-77' };

interface Measured {
  readonly beforeMb: number;
  readonly peakMb: number;
  readonly seconds: number;
  readonly bytes: number;
  /** What a list took meanwhile, and before. */
  /** Null where a file is read too soon to tell. */
  readonly listMs: number | null;
  readonly quietMs: number;
}

/** A file, and the list that is opened beside it. */
interface Taken {
  readonly name: string;
  readonly rows: number;
  readonly file: string;
  readonly list: string;
  readonly headers: Readonly<Record<string, string>>;
}

const goodsAs = (server: MeasuredServer, format: ExportFormat, rows: number): Taken => ({
  name: `${format}, ${rows} rows`,
  rows,
  file: `/api/admin/goods.Goods/export?format=${format}&search[0][field]=id&search[0][operator]=elt&search[0][val]=${rows}`,
  list: LIST_PATH,
  headers: server.headers,
});

/** What the member was booked, as the member takes it along. */
async function ledgerAs(server: MeasuredServer, format: 'csv' | 'xlsx', rows: number): Promise<Taken> {
  const { userInfo } = await posted(server.url, 'user/checkIn', { tab: 'login', ...MEMBER }, { server: 'true' });
  const headers = { server: 'true', 'ba-user-token': userInfo?.token ?? '' };
  const name = `ledger of a member, ${format}, ${rows} rows`;
  return { name, rows, file: `/api/account/exportBalance?format=${format}`, list: '/api/account/balance?page=1&limit=20', headers };
}

interface Posted {
  readonly id?: number;
  readonly userInfo?: { readonly token: string };
}
async function posted(url: string, path: string, body: object, headers: Readonly<Record<string, string>>): Promise<Posted> {
  const response = await fetch(`${url}/api/${path}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const { code, msg, data } = (await response.json()) as { readonly code: number; readonly msg: string; readonly data: Posted };
  if (code !== 1) throw new Error(`${path}: ${msg}`);
  return data;
}

/** Reads a file to its end, keeping nothing, while somebody else opens lists. */
async function measured(server: MeasuredServer, { file, list, headers, rows }: Taken): Promise<Measured> {
  const { url } = server;
  const listed = async (): Promise<number> => {
    const asked = performance.now();
    await (await fetch(url + list, { headers })).arrayBuffer();
    return performance.now() - asked;
  };
  const quiet: number[] = [];
  const listAlone = async (): Promise<void> => {
    for (let call = 0; call < QUIET_CALLS / 2; call += 1) {
      quiet.push(await listed());
      await pauseBetween();
    }
  };
  await listAlone();
  const beforeMb = server.memoryMb() ?? 0;
  let peakMb = beforeMb;
  const sampling = setInterval(() => (peakMb = Math.max(peakMb, server.memoryMb() ?? 0)), SAMPLE_MS);
  const start = performance.now();
  const response = await fetch(url + file, { headers });
  const told = response.headers.get('x-row-count');
  if (!response.ok || (told !== null && Number(told) !== rows)) throw new Error(`the file has not ${rows} rows: ${await response.text()}`);
  const waits: number[] = [];
  let isRunning = true;
  const others = (async () => {
    // oxlint-disable-next-line eslint/no-unmodified-loop-condition -- it ends when the file has been read
    while (isRunning) {
      waits.push(await listed());
      await pauseBetween();
    }
  })();
  let bytes = 0;
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) bytes += chunk.byteLength;
  const seconds = (performance.now() - start) / 1000;
  isRunning = false;
  await others;
  clearInterval(sampling);
  // Machines are shared: what else they do before it and after it counts, too.
  await listAlone();
  return { beforeMb, peakMb, seconds, bytes, listMs: waits.length < ENOUGH ? null : median(waits), quietMs: median(quiet) };
}

const mark = (isOver: boolean): string => (isOver ? ' ✗' : '');

interface Place {
  readonly dataDir: string;
  readonly url?: string;
}

/** What it costs to take a list away as a file, and what the others notice of it. */
export async function benchExports(effort: Effort): Promise<string> {
  const rows = await inOwnDir((dataDir) => benchIn('embedded', { dataDir }, effort));
  const server = process.env['TEST_DATABASE_URL'];
  if (server !== undefined)
    rows.push(...(await withOwnDatabase(server, (url) => inOwnDir((dataDir) => benchIn('PostgreSQL', { dataDir, url }, effort)))));
  return markdownTable(
    [
      'export',
      's',
      'rows/s',
      'MiB',
      `growth of the server, MB (≤ ${GROWTH_BUDGET_MB})`,
      'a list alone, ms',
      `a list meanwhile, ms (≤ ${LIST_BUDGET} ×)`,
    ],
    rows,
  );
}

async function inOwnDir<T>(work: (dataDir: string) => Promise<T>): Promise<T> {
  const dataDir = newDataDir();
  try {
    return await work(dataDir);
  } finally {
    removeDataDir(dataDir);
  }
}

async function benchIn(kind: string, { dataDir, url }: Place, effort: Effort): Promise<(readonly string[])[]> {
  const sizes = SIZES[effort];
  const env = url === undefined ? {} : { DATABASE_URL: url };
  const first = await startMeasuredServer(dataDir, { ...env, SAMPLE_DATA: '1' });
  const { id: memberId = 0 } = await posted(
    first.url,
    'admin/user.User/add',
    { ...MEMBER, nickname: 'Collector', group_id: 1 },
    first.headers,
  );
  await first.close();
  const most = Math.max(...sizes);
  await fill({ dataDir, ...(url !== undefined && { url }) }, { lastId: most, memberId });
  const server = await startMeasuredServer(dataDir, env);
  try {
    for (let round = 0; round < WARM_UPS; round += 1)
      for (const format of EXPORT_FORMATS) await measured(server, goodsAs(server, format, sizes[0]));
    const taken = EXPORT_FORMATS.flatMap((format) => sizes.map((rows) => goodsAs(server, format, rows)));
    const table: (readonly string[])[] = [];
    for (const one of [...taken, await ledgerAs(server, 'csv', most)]) {
      const { beforeMb, peakMb, seconds, bytes, listMs, quietMs } = await measured(server, one);
      const growth = peakMb - beforeMb;
      table.push([
        `${kind}: ${one.name}`,
        seconds.toFixed(2),
        (one.rows / seconds).toFixed(0),
        (bytes / 1_048_576).toFixed(1),
        `${growth.toFixed(0)}${mark(growth > GROWTH_BUDGET_MB)}`,
        quietMs.toFixed(1),
        listMs === null ? '–' : `${listMs.toFixed(1)} (${(listMs / quietMs).toFixed(2)} ×)${mark(listMs > LIST_BUDGET * quietMs)}`,
      ]);
    }
    return table;
  } finally {
    await server.close();
  }
}

/** Goods like any others, so many that the last one has this id, and as many entries in the ledger of a member. */
async function fill(place: Place, { lastId, memberId }: { readonly lastId: number; readonly memberId: number }): Promise<void> {
  const logger = createLogger({ level: 'error', write: (line) => console.error(line), now: () => new Date() });
  const database = await openDatabase({ ...place, logger });
  await database.withoutTimeout(async (kysely) => {
    await pastLives(kysely);
    await sql`insert into goods (category_id, title, price, stock, status, tags, weigh, create_time, update_time)
      select 1 + n % 5, '碧螺春 ' || n, n * 7 % 100000, n % 300, 'on', '["新品"]', n, 1700000000 + n, 1700000000 + n
      from generate_series((select max(id) + 1 from goods), ${lastId}::integer) as n`.execute(kysely);
    await sql`insert into money_log (user_id, money, before, after, memo, create_time, reason, ref)
      select ${memberId}::bigint, 1, n - 1, n, 'entry ' || n, 1700000000 + n, 'adjustment', n::text
      from generate_series(1, ${lastId}::integer) as n`.execute(kysely);
    await sql`update member set money = ${lastId}::bigint where id = ${memberId}::bigint`.execute(kysely);
  });
  await database.close();
}
