import { randomBytes } from 'node:crypto';
import { cpSync } from 'node:fs';
import { Client } from 'pg';
import { newDataDir, removeDataDir } from '#tests/e2e/support/server-process.ts';
import { startBareServer } from './bare-servers.ts';
import { startEngine } from './engine-child.ts';
import { load } from './load.ts';
import { markdownTable } from './markdown-table.ts';
import { inTurns } from './rounds.ts';
import { median, ratioText } from './statistics.ts';
import { LIST_PATH, startMeasuredServer, type MeasuredServer } from './troupe-server.ts';

const ROUNDS = 5;
const ROUND_MS = 1200;
const CONNECTIONS = 32;
const MEMORY_REQUESTS = 100_000;
const MEMORY_MS = 60_000;
const SIZES = [1000, 100_000, 1_000_000] as const;
const SORTS = ['weigh,desc', 'id,desc', 'create_time,desc', 'price,asc'] as const;
const SIZE_REQUESTS = 60;
const CAPTCHAS = 40;

/** Source: performance.md "Server", "Budgets". */
const BUDGET = { route: 0.6, list: 0.6, pgList: 0.7, memoryMb: { embedded: 260, postgresql: 160 }, flat: 1.5 } as const;

type Row = readonly (string | number)[];

const perSecond =
  (url: string, headers: Readonly<Record<string, string>> = {}) =>
  async (): Promise<number> =>
    (await load({ url, headers, connections: CONNECTIONS, durationMs: ROUND_MS })).perSecond;

const row = (name: string, floor: string, value: number, beside: number, least: number): Row => [
  name,
  ratioText(value / beside, value / beside >= least),
  `≥ ${least} ×`,
  Math.round(value),
  floor,
  Math.round(beside),
];

async function routes(server: MeasuredServer): Promise<Row[]> {
  const bare = await startBareServer();
  try {
    const seen = await inTurns(ROUNDS, {
      bare: perSecond(bare.url),
      ours: perSecond(`${server.url}/api/admin/Index/login`, { server: 'true' }),
    });
    return [row('validated JSON route', 'bare node:http', seen.ours, seen.bare, BUDGET.route)];
  } finally {
    bare.close();
  }
}

async function embeddedList(server: MeasuredServer, dataDir: string): Promise<Row[]> {
  const engine = await startEngine({ DATA_DIR: dataDir });
  try {
    const seen = await inTurns(ROUNDS, {
      engine: () => engine.list(ROUND_MS, CONNECTIONS),
      ours: perSecond(server.url + LIST_PATH, server.headers),
    });
    return [row('list of 20 goods, embedded', 'the same list without HTTP', seen.ours, seen.engine, BUDGET.list)];
  } finally {
    await engine.close();
  }
}

async function postgresqlList(server: MeasuredServer, dataDir: string, url: string): Promise<Row[]> {
  const engine = await startEngine({ DATA_DIR: dataDir, DATABASE_URL: url });
  const bare = await startBareServer(url);
  try {
    const seen = await inTurns(ROUNDS, {
      bare: perSecond(`${bare.url}/list`),
      engine: () => engine.list(ROUND_MS, CONNECTIONS),
      ours: perSecond(server.url + LIST_PATH, server.headers),
    });
    return [
      row('list of 20 goods, PostgreSQL', 'bare pg route', seen.ours, seen.bare, BUDGET.pgList),
      row('list of 20 goods, PostgreSQL', 'the same list without HTTP', seen.ours, seen.engine, BUDGET.list),
    ];
  } finally {
    bare.close();
    await engine.close();
  }
}

async function memory(server: MeasuredServer, kind: 'embedded' | 'postgresql'): Promise<Row> {
  const before = server.memoryMb();
  const options = { headers: server.headers, connections: CONNECTIONS, durationMs: MEMORY_MS, maxRequests: MEMORY_REQUESTS };
  const { requests } = await load({ url: server.url + LIST_PATH, ...options });
  const after = server.memoryMb();
  const isOver = after !== null && after > BUDGET.memoryMb[kind];
  return [kind, requests, before?.toFixed(0) ?? '–', `${after?.toFixed(0) ?? '–'}${isOver ? ' ✗' : ''}`, `≤ ${BUDGET.memoryMb[kind]}`];
}

/** Milliseconds of one captcha at a time; fewer than one address may draw. */
async function captchas(server: MeasuredServer): Promise<string> {
  const times: number[] = [];
  for (let round = -5; round < CAPTCHAS; round += 1) {
    const start = performance.now();
    const response = await fetch(`${server.url}/api/api/common/clickCaptcha?id=bench-${round}`);
    const { code } = (await response.json()) as { readonly code: number };
    if (code !== 1) throw new Error('no captcha was drawn');
    if (round >= 0) times.push(performance.now() - start);
  }
  return `One click captcha at a time: ${median(times).toFixed(1)} ms (median of ${CAPTCHAS}), drawn in a thread of its own.`;
}

/** Milliseconds of one list at a time: what one person waits on a quiet server, by table size and order. */
async function bySize(dataDir: string, env: { readonly DATABASE_URL?: string }, kind: string): Promise<Row[]> {
  const perSize = new Map<number, readonly number[]>();
  for (const size of SIZES) {
    const engine = await startEngine({ DATA_DIR: dataDir, ...env });
    await engine.grow(size);
    await engine.close();
    const server = await startMeasuredServer(dataDir, env);
    try {
      perSize.set(size, await listTimes(server));
    } finally {
      await server.close();
    }
  }
  return SORTS.map((sort, index) => {
    const [least = 0, ...more] = SIZES.map((size) => perSize.get(size)?.[index] ?? Number.NaN);
    return [kind, sort, least.toFixed(2), ...more.map((ms) => `${ratioText(ms / least, ms / least <= BUDGET.flat)} ${ms.toFixed(2)}`)];
  });
}

async function listTimes(server: MeasuredServer): Promise<number[]> {
  const times: number[][] = SORTS.map(() => []);
  // The first round warms up, and counts a large table once for the next minute.
  for (let round = -5; round < SIZE_REQUESTS; round += 1) {
    for (const [index, sort] of SORTS.entries()) {
      const start = performance.now();
      const response = await fetch(`${server.url}${LIST_PATH}&order=${sort}`, { headers: server.headers });
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`a list of ${sort} answered ${response.status}`);
      if (round >= 0) times[index]?.push(performance.now() - start);
    }
  }
  return times.map(median);
}

/** A database of our own on the given PostgreSQL, dropped afterwards. */
async function withOwnDatabase<T>(serverUrl: string, work: (url: string) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: serverUrl });
  await client.connect();
  const name = `troupe_bench_${randomBytes(6).toString('hex')}`;
  await client.query(`create database ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  try {
    return await work(url.href);
  } finally {
    await client.query(`drop database ${name} with (force)`);
    await client.end();
  }
}

interface Findings {
  readonly speed: readonly Row[];
  readonly memory: readonly Row[];
  readonly sizes: readonly Row[];
  /** Measured on the embedded database alone: the picture is what costs. */
  readonly captchas?: string;
}

async function onEmbedded(): Promise<Findings> {
  const dataDir = newDataDir();
  const copy = newDataDir();
  try {
    // The first start makes the tables; the copy serves the list without HTTP, which needs a database of its own.
    await (await startMeasuredServer(dataDir)).close();
    cpSync(dataDir, copy, { recursive: true });
    const server = await startMeasuredServer(dataDir);
    try {
      const speed = [...(await routes(server)), ...(await embeddedList(server, copy))];
      const used = await memory(server, 'embedded');
      const drawn = await captchas(server);
      return { speed, captchas: drawn, memory: [used], sizes: await bySize(copy, {}, 'embedded') };
    } finally {
      await server.close();
    }
  } finally {
    removeDataDir(dataDir);
    removeDataDir(copy);
  }
}

function onPostgresql(serverUrl: string): Promise<Findings> {
  return withOwnDatabase(serverUrl, async (url) => {
    const dataDir = newDataDir();
    const env = { DATABASE_URL: url };
    const server = await startMeasuredServer(dataDir, env);
    let isClosed = false;
    try {
      const speed = await postgresqlList(server, dataDir, url);
      const used = await memory(server, 'postgresql');
      await server.close();
      isClosed = true;
      return { speed, memory: [used], sizes: await bySize(dataDir, env, 'postgresql') };
    } finally {
      if (!isClosed) await server.close();
      removeDataDir(dataDir);
    }
  });
}

/** Requests a second, memory, and what a list costs as its table grows; on PostgreSQL too when TEST_DATABASE_URL is set. */
export async function benchServer(): Promise<string> {
  const serverUrl = process.env['TEST_DATABASE_URL'];
  const all = [await onEmbedded(), ...(serverUrl === undefined ? [] : [await onPostgresql(serverUrl)])];
  const sizeNames = SIZES.map((size) => `${size.toLocaleString('en')} rows`);
  return [
    markdownTable(
      ['request', 'beside floor', 'budget', 'per s', 'floor', 'per s'],
      all.flatMap(({ speed }) => speed),
    ),
    ...all.flatMap(({ captchas: drawn }) => drawn ?? []),
    'One list request at a time, ms by table size and order (budget: flat; here ≤ 1.5 × of the smallest):',
    markdownTable(
      ['database', 'order', ...sizeNames],
      all.flatMap(({ sizes }) => sizes),
    ),
    `Memory of the server process (MB), after list requests for at most ${MEMORY_MS / 1000} s:`,
    markdownTable(
      ['database', 'requests', 'before', 'after', 'budget'],
      all.flatMap((one) => one.memory),
    ),
    ...(serverUrl === undefined ? ['PostgreSQL not measured: TEST_DATABASE_URL is not set.'] : []),
  ].join('\n\n');
}
