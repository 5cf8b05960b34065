import { cpSync } from 'node:fs';
import { newDataDir, removeDataDir } from '#tests/e2e/support/server-process.ts';
import { startBareServer } from './bare-servers.ts';
import { startEngine } from './engine-child.ts';
import type { Effort } from './effort.ts';
import { load } from './load.ts';
import { markdownTable } from './markdown-table.ts';
import { withOwnDatabase } from './own-database.ts';
import { inTurns } from './rounds.ts';
import { median, ratioText } from './statistics.ts';
import { LIST_PATH, startMeasuredServer, type MeasuredServer } from './troupe-server.ts';

interface Scale {
  readonly rounds: number;
  readonly roundMs: number;
  readonly memoryMs: number;
  readonly captchas: number;
}
const SCALES: Readonly<Record<Effort, Scale>> = {
  whole: { rounds: 5, roundMs: 1200, memoryMs: 60_000, captchas: 40 },
  short: { rounds: 1, roundMs: 100, memoryMs: 100, captchas: 1 },
};
const CONNECTIONS = 32;
const MEMORY_REQUESTS = 100_000;

/** Source: performance.md "Server", "Budgets". */
const BUDGET = { route: 0.6, document: 0.8, list: 0.6, pgList: 0.7, memoryMb: { embedded: 260, postgresql: 160 } } as const;

type Row = readonly (string | number)[];

const perSecond =
  ({ roundMs }: Scale, url: string, headers: Readonly<Record<string, string>> = {}) =>
  async (): Promise<number> =>
    (await load({ url, headers, connections: CONNECTIONS, durationMs: roundMs })).perSecond;

const row = (name: string, floor: string, value: number, beside: number, least: number): Row => [
  name,
  ratioText(value / beside, value / beside >= least),
  `≥ ${least} ×`,
  Math.round(value),
  floor,
  Math.round(beside),
];

async function routes(scale: Scale, server: MeasuredServer): Promise<Row[]> {
  const bare = await startBareServer();
  try {
    const seen = await inTurns(scale.rounds, {
      bare: perSecond(scale, bare.url),
      ours: perSecond(scale, `${server.url}/api/admin/Index/login`, { server: 'true' }),
    });
    return [row('validated JSON route', 'bare node:http', seen.ours, seen.bare, BUDGET.route)];
  } finally {
    bare.close();
  }
}

/** The home page once it has been drawn, as a browser asks for it, beside as many bytes from a server that does nothing else. */
async function documents(scale: Scale, server: MeasuredServer): Promise<Row[]> {
  const headers = { 'accept-encoding': 'br' };
  const home = await fetch(`${server.url}/`, { headers });
  if ((await home.text()).includes('id="root"')) throw new Error('the server draws no documents: `npm run build` is missing');
  const bare = await startBareServer();
  try {
    const seen = await inTurns(scale.rounds, {
      bare: perSecond(scale, `${bare.url}/bytes/${home.headers.get('content-length')}`, headers),
      ours: perSecond(scale, `${server.url}/`, headers),
    });
    return [row('document that was drawn before', 'bare node:http, as many bytes', seen.ours, seen.bare, BUDGET.document)];
  } finally {
    bare.close();
  }
}

async function embeddedList(scale: Scale, server: MeasuredServer, dataDir: string): Promise<Row[]> {
  const engine = await startEngine({ DATA_DIR: dataDir });
  try {
    const seen = await inTurns(scale.rounds, {
      engine: () => engine.list(scale.roundMs, CONNECTIONS),
      ours: perSecond(scale, server.url + LIST_PATH, server.headers),
    });
    return [row('list of 20 goods, embedded', 'the same list without HTTP', seen.ours, seen.engine, BUDGET.list)];
  } finally {
    await engine.close();
  }
}

async function postgresqlList(scale: Scale, server: MeasuredServer, dataDir: string, url: string): Promise<Row[]> {
  const engine = await startEngine({ DATA_DIR: dataDir, DATABASE_URL: url });
  const bare = await startBareServer(url);
  try {
    const seen = await inTurns(scale.rounds, {
      bare: perSecond(scale, `${bare.url}/list`),
      engine: () => engine.list(scale.roundMs, CONNECTIONS),
      ours: perSecond(scale, server.url + LIST_PATH, server.headers),
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

async function memory({ memoryMs }: Scale, server: MeasuredServer, kind: 'embedded' | 'postgresql'): Promise<Row> {
  const before = server.memoryMb();
  const options = { headers: server.headers, connections: CONNECTIONS, durationMs: memoryMs, maxRequests: MEMORY_REQUESTS };
  const { requests } = await load({ url: server.url + LIST_PATH, ...options });
  const after = server.memoryMb();
  const isOver = after !== null && after > BUDGET.memoryMb[kind];
  return [kind, requests, before?.toFixed(0) ?? '–', `${after?.toFixed(0) ?? '–'}${isOver ? ' ✗' : ''}`, `≤ ${BUDGET.memoryMb[kind]}`];
}

/** Milliseconds of one captcha at a time; fewer than one address may draw. */
async function captchas({ captchas: count }: Scale, server: MeasuredServer): Promise<string> {
  const times: number[] = [];
  for (let round = -5; round < count; round += 1) {
    const start = performance.now();
    const response = await fetch(`${server.url}/api/api/common/clickCaptcha?id=bench-${round}`);
    const { code } = (await response.json()) as { readonly code: number };
    if (code !== 1) throw new Error('no captcha was drawn');
    if (round >= 0) times.push(performance.now() - start);
  }
  return `One click captcha at a time: ${median(times).toFixed(1)} ms (median of ${count}), drawn in a thread of its own.`;
}

interface Findings {
  readonly speed: readonly Row[];
  readonly memory: readonly Row[];
  /** Measured on the embedded database alone: the picture is what costs. */
  readonly captchas?: string;
}

async function onEmbedded(scale: Scale): Promise<Findings> {
  const dataDir = newDataDir();
  const copy = newDataDir();
  try {
    // The first start makes the tables; the copy serves the list without HTTP, which needs a database of its own.
    await (await startMeasuredServer(dataDir)).close();
    cpSync(dataDir, copy, { recursive: true });
    const server = await startMeasuredServer(dataDir);
    try {
      const speed = [...(await routes(scale, server)), ...(await documents(scale, server)), ...(await embeddedList(scale, server, copy))];
      const used = await memory(scale, server, 'embedded');
      const drawn = await captchas(scale, server);
      return { speed, captchas: drawn, memory: [used] };
    } finally {
      await server.close();
    }
  } finally {
    removeDataDir(dataDir);
    removeDataDir(copy);
  }
}

function onPostgresql(scale: Scale, serverUrl: string): Promise<Findings> {
  return withOwnDatabase(serverUrl, async (url) => {
    const dataDir = newDataDir();
    const server = await startMeasuredServer(dataDir, { DATABASE_URL: url });
    try {
      return { speed: await postgresqlList(scale, server, dataDir, url), memory: [await memory(scale, server, 'postgresql')] };
    } finally {
      await server.close();
      removeDataDir(dataDir);
    }
  });
}

/** Requests a second and memory; on PostgreSQL too when TEST_DATABASE_URL is set. */
export async function benchServer(effort: Effort): Promise<string> {
  const scale = SCALES[effort];
  const serverUrl = process.env['TEST_DATABASE_URL'];
  const all = [await onEmbedded(scale), ...(serverUrl === undefined || effort === 'short' ? [] : [await onPostgresql(scale, serverUrl)])];
  return [
    markdownTable(
      ['request', 'beside floor', 'budget', 'per s', 'floor', 'per s'],
      all.flatMap(({ speed }) => speed),
    ),
    ...all.flatMap(({ captchas: drawn }) => drawn ?? []),
    `Memory of the server process (MB), after list requests for at most ${scale.memoryMs / 1000} s:`,
    markdownTable(
      ['database', 'requests', 'before', 'after', 'budget'],
      all.flatMap((one) => one.memory),
    ),
    ...(serverUrl === undefined ? ['PostgreSQL not measured: TEST_DATABASE_URL is not set.'] : []),
  ].join('\n\n');
}
