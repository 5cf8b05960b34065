import { sql, type Kysely, type Transaction } from 'kysely';
import { openDatabase } from '#server/db/open-database';
import { createLogger } from '#server/base/logger';
import type { Tables } from '#server/db/tables/tables';
import { newWrite } from '#server/resources/base/write-meta';
import { endWrite, logWrite } from '#server/resources/write/record-change';
import { goods } from '#sections/goods/goods.resource.ts';
import { newDataDir, removeDataDir } from '#tests/e2e/support/server-process.ts';
import type { Effort } from './effort.ts';
import { markdownTable } from './markdown-table.ts';
import { withOwnDatabase } from './own-database.ts';
import { median, ratioText } from './statistics.ts';
import { startMeasuredServer, type MeasuredServer } from './troupe-server.ts';

const SCALES = { whole: { sets: 1_000_000, warmUps: 5, rounds: 31 }, short: { sets: 200, warmUps: 0, rounds: 1 } } as const;
/** One id has this many versions: a record that is written all the time. */
const VERSIONS = 500;
const READ_BUDGET_MS = 100;
const JOURNAL_BUDGET = 1.25;
const RULES_BUDGET = 1.15;

interface Place {
  readonly dataDir: string;
  readonly url?: string;
}

const logger = createLogger({ level: 'error', write: (line) => console.error(line), now: () => new Date() });
const open = ({ dataDir, url }: Place) => openDatabase({ dataDir, logger, ...(url !== undefined && { url }) });

/** Sets of four people over three sections in the newest block, with one record each. */
async function fill(kysely: Kysely<Tables>, count: number): Promise<void> {
  await sql`create temporary table numbers as select n, nextval('journal_id') as set_id, nextval('journal_id') as id
    from generate_series(1, ${sql.lit(count)}) as n`.execute(kysely);
  const resource = sql`(array['goods', 'goodsCategory', 'project'])[1 + n % 3]`;
  await sql`insert into change_set (id, at, actor_type, actor_id, actor_name, ip, useragent, resource, action, source, records, title)
    select set_id, 1700000000 + n * 10, 'admin', 1 + n % 4, 'person ' || n % 4, '10.0.0.1', 'bench', ${resource},
      (array['edit', 'add', 'del', 'sortable'])[1 + n % 4], (array['form', 'list', 'bulk', 'import'])[1 + n % 4], 1, 'record ' || n from numbers`.execute(
    kysely,
  );
  await sql`insert into record_change (id, set_id, at, resource, record_id, kind, before, after, title)
    select id, set_id, 1700000000 + n * 10, ${resource}, case when n % ${sql.lit(Math.max(1, Math.floor(count / VERSIONS)))} = 0 then 3 else 1000 + n end, 'changed',
      '{"title": "before"}', '{"title": "after"}', 'record ' || n from numbers`.execute(kysely);
  await sql`analyze change_set, record_change`.execute(kysely);
}

const DAY = 86_400;
const search = (field: string, operator: string, val: string, render = ''): string =>
  `&search[0][field]=${field}&search[0][operator]=${operator}&search[0][val]=${encodeURIComponent(val)}${render}`;
const localDay = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ');
const LIST = 'security.Change/index?page=1&limit=20';

const pageInTheMiddle = (count: number): string => `security.Change/index?page=${Math.max(1, Math.floor(count / 40))}&limit=20`;

const reads = (count: number, setId: number): readonly (readonly [name: string, path: string])[] => {
  const middle = 1_700_000_000 + Math.floor(count / 2) * 10;
  return [
    ['timeline, first page', LIST],
    ['timeline, page 500', 'security.Change/index?page=500&limit=20'],
    ['timeline, page in the middle', pageInTheMiddle(count)],
    ['timeline, last page', `security.Change/index?page=${Math.max(1, Math.floor(count / 20))}&limit=20`],
    ['timeline of a person', LIST + search('actor_id', 'eq', '2')],
    ['timeline of a section', LIST + search('resource', 'eq', 'project')],
    ['timeline of an action', LIST + search('action', 'eq', 'del')],
    ['timeline from a source that nobody used', LIST + search('source', 'eq', 'restore')],
    [
      'timeline of a day in the middle',
      LIST + search('at', 'RANGE', `${localDay(middle)},${localDay(middle + DAY)}`, '&search[0][render]=datetime'),
    ],
    [`history of a record with ${VERSIONS} versions`, 'security.Change/ofRecord?resource=goods&id=3'],
    ['one set', `security.Change/info?id=${setId}`],
    ['plan of one set', `security.Change/plan?sets=${setId}`],
  ];
};

async function timed(rounds: number, warmUps: number, work: (round: number) => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = -warmUps; round < rounds; round += 1) {
    const start = performance.now();
    await work(round);
    if (round >= 0) times.push(performance.now() - start);
  }
  return median(times);
}

const call = async (server: MeasuredServer, path: string, body?: object): Promise<unknown> => {
  const reply = await fetch(`${server.url}/api/admin/${path}`, {
    headers: { ...server.headers, 'content-type': 'application/json' },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  const { code, msg, data } = (await reply.json()) as { readonly code: number; readonly msg: string; readonly data: unknown };
  if (code !== 1) throw new Error(`${path}: ${msg}`);
  return data;
};

const SAVER = { kind: 'admin', id: 1, username: 'admin', client: { ip: '10.0.0.1', userAgent: 'bench', language: 'en' } } as const;

/** What the journal adds to a save: the server's own keeping of it, in a transaction that is rolled back, beside one that does nothing. */
async function journalMs(kysely: Kysely<Tables>, rounds: number, warmUps: number): Promise<number> {
  const enough = new Error('enough');
  const inTransaction = (work: (trx: Transaction<Tables>) => Promise<void>) =>
    timed(rounds, warmUps, () =>
      kysely
        .transaction()
        .execute(async (trx) => {
          await sql`select 1`.execute(trx);
          await work(trx);
          throw enough;
        })
        .catch((error: unknown) => {
          if (error !== enough) throw error;
        }),
    );
  const floor = await inTransaction(async () => {});
  const journal = await inTransaction(async (trx) => {
    const write = newWrite({ resource: goods.name, action: 'edit', source: 'form', keptOut: null, undoes: [], jobs: undefined });
    const open = { trx, caller: SAVER, nowSeconds: 1_800_000_000, write };
    await logWrite({ resource: goods }, open, [{ recordId: 3, before: { stock: 1 }, after: { stock: 2 }, row: { title: 'tea' } }]);
    await endWrite(open);
  });
  return Math.max(0, journal - floor);
}

const rule = (name: string, more: Readonly<Record<string, string>>) => ({
  name,
  controller: 'bench/Goods',
  controller_as: 'bench/goods',
  data_table: 'goods',
  primary_key: 'id',
  resource: 'goods',
  create_time: 1,
  update_time: 1,
  ...more,
});

async function measure(place: Place, kind: string, effort: Effort): Promise<string[][]> {
  const { sets, warmUps, rounds } = SCALES[effort];
  const env: Record<string, string> = { SAMPLE_DATA: '1', ...(place.url !== undefined && { DATABASE_URL: place.url }) };
  await (await startMeasuredServer(place.dataDir, env)).close();
  const database = await open(place);
  const journal = await journalMs(database.kysely, rounds, warmUps);
  const { setId } = await database.withoutTimeout(async (kysely) => {
    await fill(kysely, sets);
    return kysely
      .selectFrom('change_set')
      .select('id as setId')
      .where('resource', '=', 'goods')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
  });
  await database.close();

  const table: string[][] = [];
  let plain = 0;
  const server = await startMeasuredServer(place.dataDir, env);
  const save = (to: MeasuredServer) =>
    timed(rounds * 3, warmUps, (round) => call(to, 'goods.Goods/edit', { id: 3, stock: 100 + round, unit: `u${round}` }));
  try {
    await call(server, LIST);
    const deepMs = await timed(1, 0, () => call(server, pageInTheMiddle(sets)));
    table.push([kind, 'timeline, the first page in the middle since the start, which looks for landmarks', deepMs.toFixed(1), '–']);
    for (const [name, path] of reads(sets, setId)) {
      const ms = await timed(rounds, warmUps, () => call(server, path));
      table.push([kind, name, ms.toFixed(1), `≤ ${READ_BUDGET_MS} ms${ms > READ_BUDGET_MS ? ' ✗' : ''}`]);
    }
    plain = await save(server);
    const ratio = plain / Math.max(0.01, plain - journal);
    table.push([kind, 'a save, beside one without the journal', ratioText(ratio, ratio <= JOURNAL_BUDGET), `≤ ${JOURNAL_BUDGET} ×`]);
  } finally {
    await server.close();
  }
  const again = await open(place);
  await again.kysely.insertInto('security_data_recycle').values(rule('bench', {})).execute();
  await again.kysely
    .insertInto('security_sensitive_data')
    .values({ ...rule('bench', {}), fields: JSON.stringify(['stock', 'unit', 'price'].map((key) => ({ key, value: key }))) })
    .execute();
  await again.close();
  const ruled = await startMeasuredServer(place.dataDir, env);
  try {
    const ratio = (await save(ruled)) / plain;
    table.push([
      kind,
      'a save of three watched fields, beside one of none',
      ratioText(ratio, ratio <= RULES_BUDGET),
      `≤ ${RULES_BUDGET} ×`,
    ]);
  } finally {
    await ruled.close();
  }
  return table;
}

async function withDataDir<T>(work: (dataDir: string) => Promise<T>): Promise<T> {
  const dataDir = newDataDir();
  try {
    return await work(dataDir);
  } finally {
    removeDataDir(dataDir);
  }
}

/** The journal of changes: what it costs a write, and how long it is until it is read where there is much of it. */
export async function benchChanges(effort: Effort): Promise<string> {
  const serverUrl = process.env['TEST_DATABASE_URL'];
  const rows = await withDataDir((dataDir) => measure({ dataDir }, 'embedded', effort));
  if (serverUrl !== undefined && effort === 'whole')
    rows.push(...(await withOwnDatabase(serverUrl, (url) => withDataDir((dataDir) => measure({ dataDir, url }, 'postgresql', effort)))));
  return [
    `Over ${SCALES[effort].sets.toLocaleString('en')} changes, one call at a time, with HTTP: ms in the median`,
    markdownTable(['database', 'what', 'ms, or ×', 'budget'], rows),
  ].join('\n\n');
}
