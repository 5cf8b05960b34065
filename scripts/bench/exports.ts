import { sql } from 'kysely';
import { EXPORT_FORMATS, type ExportFormat } from '#domain/table/export-columns';
import { pastLives } from '#server/db/sections/guard-lives';
import { openDatabase } from '#server/db/open-database';
import { createLogger } from '#server/base/logger';
import { newDataDir, removeDataDir, startServer } from '#tests/e2e/support/server-process.ts';
import type { Effort } from './effort.ts';
import { markdownTable } from './markdown-table.ts';
import { median } from './statistics.ts';
import { LIST_PATH, startMeasuredServer, type MeasuredServer } from './troupe-server.ts';

const SIZES: Readonly<Record<Effort, readonly [number, ...number[]]>> = { whole: [1000, 10_000, 100_000], short: [50, 100] };
const SAMPLE_MS = 10;
const WARM_UPS = 3;
/** However many rows: what an export may add to the server's memory. */
const GROWTH_BUDGET_MB = 64;

interface Measured {
  readonly beforeMb: number;
  readonly peakMb: number;
  readonly seconds: number;
  readonly bytes: number;
  /** What a list took meanwhile. */
  readonly listMs: number;
}

/** Reads a file to its end, keeping nothing, while somebody else opens lists. */
async function measured(server: MeasuredServer, format: ExportFormat, rows: number): Promise<Measured> {
  const { url, headers } = server;
  const beforeMb = server.memoryMb() ?? 0;
  let peakMb = beforeMb;
  const sampling = setInterval(() => (peakMb = Math.max(peakMb, server.memoryMb() ?? 0)), SAMPLE_MS);
  const start = performance.now();
  const response = await fetch(
    `${url}/api/admin/goods.Goods/export?format=${format}&search[0][field]=id&search[0][operator]=elt&search[0][val]=${rows}`,
    {
      headers,
    },
  );
  if (Number(response.headers.get('x-row-count')) !== rows) throw new Error(`the export has not ${rows} rows: ${await response.text()}`);
  const waits: number[] = [];
  let isRunning = true;
  const others = (async () => {
    // oxlint-disable-next-line eslint/no-unmodified-loop-condition -- it ends when the file has been read
    while (isRunning) {
      const asked = performance.now();
      await (await fetch(url + LIST_PATH, { headers })).arrayBuffer();
      waits.push(performance.now() - asked);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  })();
  let bytes = 0;
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) bytes += chunk.byteLength;
  const seconds = (performance.now() - start) / 1000;
  isRunning = false;
  await others;
  clearInterval(sampling);
  return { beforeMb, peakMb, seconds, bytes, listMs: median(waits) };
}

/** What it costs to take a list away as a file, on the embedded database. */
export async function benchExports(effort: Effort): Promise<string> {
  const sizes = SIZES[effort];
  const dataDir = newDataDir();
  try {
    await (await startServer({ dataDir, env: { SAMPLE_DATA: '1' } })).end('SIGTERM');
    await fill(dataDir, Math.max(...sizes));
    const server = await startMeasuredServer(dataDir);
    try {
      for (let round = 0; round < WARM_UPS; round += 1) for (const format of EXPORT_FORMATS) await measured(server, format, sizes[0]);
      const table: (readonly string[])[] = [];
      for (const format of EXPORT_FORMATS) {
        for (const rows of sizes) {
          const { beforeMb, peakMb, seconds, bytes, listMs } = await measured(server, format, rows);
          const growth = peakMb - beforeMb;
          const mark = growth > GROWTH_BUDGET_MB ? ' ✗' : '';
          table.push([
            `${format}, ${rows} rows`,
            seconds.toFixed(2),
            (rows / seconds).toFixed(0),
            (bytes / 1_048_576).toFixed(1),
            `${growth.toFixed(0)}${mark}`,
            listMs.toFixed(0),
          ]);
        }
      }
      return markdownTable(
        ['export', 's', 'rows/s', 'MiB', `growth of the server, MB (≤ ${GROWTH_BUDGET_MB})`, 'a list meanwhile, ms'],
        table,
      );
    } finally {
      await server.close();
    }
  } finally {
    removeDataDir(dataDir);
  }
}

/** Goods like any others, so many that the last one has this id. */
async function fill(dataDir: string, lastId: number): Promise<void> {
  const logger = createLogger({ level: 'error', write: (line) => console.error(line), now: () => new Date() });
  const database = await openDatabase({ dataDir, logger });
  await database.withoutTimeout(async (kysely) => {
    await pastLives(kysely);
    await sql`insert into goods (category_id, title, price, stock, status, tags, weigh, create_time, update_time)
      select 1 + n % 5, '碧螺春 ' || n, n * 7 % 100000, n % 300, 'on', '["新品"]', n, 1700000000 + n, 1700000000 + n
      from generate_series((select max(id) + 1 from goods), ${lastId}::integer) as n`.execute(kysely);
  });
  await database.close();
}
