import { ADMIN_PASSWORD } from '#tests/e2e/support/server-process.ts';
import { avifOf, pngOf } from '#tests/support/upload-samples.ts';
import type { MeasuredServer } from './troupe-server.ts';

/** Something that a caller does to a server; resolves when all of it is answered, however. */
export interface HostileCall {
  readonly name: string;
  readonly run: (server: MeasuredServer) => Promise<unknown>;
  /** Takes seconds, of which others have most. */
  readonly isLong?: true;
}

const MEGABYTE = 1_000_000;
const JSON_TYPE = { 'content-type': 'application/json' };

const send =
  (path: string, body: string | FormData, headers: Readonly<Record<string, string>> = JSON_TYPE) =>
  async ({ url, headers: own }: MeasuredServer): Promise<string> =>
    (await fetch(`${url}/api${path}`, { method: 'POST', body, headers: { ...own, ...(typeof body === 'string' && headers) } })).text();

const read =
  (path: string) =>
  async ({ url, headers }: MeasuredServer): Promise<string> =>
    `${(await (await fetch(`${url}/api${path}`, { headers })).arrayBuffer()).byteLength} bytes`;

const post = (path: string, value: unknown) => send(path, JSON.stringify(value));
const times = (text: string, length: number): string => text.repeat(Math.floor(length / text.length));
const range = <T>(count: number, item: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => item(index));
/** One after another, in four lanes. */
const many = (count: number, run: HostileCall['run']) => (server: MeasuredServer) =>
  Promise.all(
    range(4, async () => {
      for (let done = 0; done < count; done += 4) await run(server);
    }),
  );

const GOODS = '/admin/goods.Goods';
const edit = (description: string) => post(`${GOODS}/edit`, { id: 1, description });

const importOf = (columns: readonly string[], rows: readonly (readonly string[])[], isDryRun = true) =>
  post(`${GOODS}/import`, { columns, rows, isDryRun });
const KEYS = Object.fromEntries(range(1000, (index) => [`k${index}`, 1]));
const NUMBERS = range(5000, () => range(199, () => 1));
const columns = ['title', 'category_id', 'price', 'status'];

const searchOf = (conditions: readonly object[]): string =>
  conditions
    .flatMap((condition, index) =>
      Object.entries(condition).map(([key, value]) => `search[${index}][${key}]=${encodeURIComponent(String(value))}`),
    )
    .join('&');

function upload(bytes: Uint8Array<ArrayBuffer>, name: string): HostileCall['run'] {
  const form = new FormData();
  form.append('file', new File([bytes], name));
  return send('/admin/ajax/upload', form);
}

const issued = new WeakMap<MeasuredServer, Promise<string>>();

/** A token of the super administrator for all that programs may do; made with the first call that needs it. */
function tokenOf(server: MeasuredServer): Promise<string> {
  const known = issued.get(server) ?? newToken(server);
  issued.set(server, known);
  return known;
}

async function newToken(server: MeasuredServer): Promise<string> {
  const base = '/admin/auth.ApiToken';
  const end = Math.floor(Date.now() / 1000) + 86_400;
  const entry = { name: 'Bench', rules: ['*'], read_only: '0', end_time: end, calls_per_minute: 6000, status: '1' };
  const added = await dataOf<{ readonly id: number }>(post(`${base}/add`, entry)(server));
  const issue = post(`${base}/issue`, { id: added.id, password: ADMIN_PASSWORD });
  return (await dataOf<{ readonly token: string }>(issue(server))).token;
}

const JOURNAL = '{"journal":1,"app":"a","build":"b","language":"en","startedAt":1,"machines":{},"anonymous":true}';
const report = (lines: string) =>
  post('/api/problem/report', { area: 'admin', page: '/x', sentence: '', build: '', journal: `${JOURNAL}\n${lines}` });
const entryOf = (inner: string | number, seq = 0): string =>
  `{"seq":${seq + 1},"at":0,"to":"app","event":{"type":"x","inner":[${inner}${typeof inner === 'string' ? '0' : ''}]}}`;

/** As a program of the Model Context Protocol. */
const mcp =
  (method: string, params: object): HostileCall['run'] =>
  async (server) => {
    const headers = { ...JSON_TYPE, accept: 'application/json, text/event-stream', authorization: `Bearer ${await tokenOf(server)}` };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    return (await fetch(`${server.url}/api/mcp`, { method: 'POST', headers, body })).text();
  };
const tool = (name: string, input: object) => mcp('tools/call', { name, arguments: input });

const LIFE = '/admin/life.Life/check';
const nameOf = (floor: number): string => `c${String.fromCodePoint(97 + floor)}x`;

/** A life of two states whose conditions name each other, so many in each of so many. */
function towerOf(floors: number, width: number): object {
  const last = { field: 'title', is: 'filled' };
  const conditions = Object.fromEntries(
    range(floors, (floor) => [nameOf(floor), { all: range(width, () => (floor + 1 === floors ? last : { name: nameOf(floor + 1) })) }]),
  );
  const states = { draft: { on: { go: 'on' } }, on: { meta: { holds: [nameOf(0)] } } };
  const chart = { id: 'tower', initial: 'draft', states };
  return { field: 'status', chart, events: { go: { right: 'edit' } }, conditions, delays: {}, effects: {} };
}
const drawn = (life: object) => post(LIFE, { resource: 'goods', life });

const dataOf = async <Data>(reply: Promise<string>): Promise<Data> => (JSON.parse(await reply) as { readonly data: Data }).data;
const textOf =
  (path: string) =>
  async ({ url, headers }: MeasuredServer): Promise<string> =>
    (await fetch(`${url}/api${path}`, { headers })).text();
type Listed = { readonly list: readonly { readonly id: number }[] };

/** The same values for so many goods. */
const bulkOf =
  (count: number, values: object): HostileCall['run'] =>
  async (server) => {
    const { list } = await dataOf<Listed>(textOf(`${GOODS}/index?limit=${count}`)(server));
    return post(`${GOODS}/bulk`, { ids: list.map(({ id }) => id), values })(server);
  };

/** A list as heavy as its columns can make it: every text as long as it may be. */
async function longTexts(server: MeasuredServer): Promise<unknown> {
  const texts = ['茶'.repeat(100), 't'.repeat(100), '壶'.repeat(200), '袋'.repeat(20)];
  const row = [...texts, '#1', '1.5', 'off'];
  await importOf(
    ['title', 'title_en', 'subtitle', 'unit', 'category_id', 'price', 'status'],
    range(1000, () => row),
    false,
  )(server);
  return read(`${GOODS}/index?limit=1000&order=id,desc`)(server);
}

async function watched(server: MeasuredServer): Promise<unknown> {
  const fields = [{ key: 'stock', value: 'Stock' }];
  const rule = { name: 'Bench', controller: 'goods/Goods', data_table: 'goods', primary_key: 'id', fields, status: '1' };
  const added = await post('/admin/security.SensitiveData/add', rule)(server);
  if (!added.includes('"code":1')) return added;
  return bulkOf(500, { stock: 7 })(server);
}

const newest =
  (run: (id: number, server: MeasuredServer) => Promise<unknown>): HostileCall['run'] =>
  async (server) => {
    const { list } = await dataOf<Listed>(textOf('/admin/security.Change/index?limit=1')(server));
    return run(list[0]?.id ?? 0, server);
  };

/** What single calls can do that are as large, as deep or as many as they come. */
export const HOSTILE_CALLS: readonly HostileCall[] = [
  { name: 'nothing, for comparison', run: read('/admin/Index/login') },
  { name: 'rich text, 1 MB of open elements', run: edit(times('<b>', MEGABYTE)) },
  { name: 'rich text, 1 MB of blocks beside each other', run: edit(times('<p>x</p>', MEGABYTE)) },
  { name: 'rich text as long as is read, elements that end each other', run: edit(times('<p>', 59_000)) },
  { name: 'rich text as long as is read, forty deep', run: edit(times(`${'<b>'.repeat(40)}x${'</b>'.repeat(40)}`, 59_000)) },
  { name: 'rich text as long as is read, links', run: edit(times('<a href=/x>', 59_000)) },
  { name: 'JSON, 1 MB of brackets', run: send(`${GOODS}/add`, times('[', MEGABYTE)) },
  { name: 'JSON, 1 MB of objects in objects', run: send(`${GOODS}/add`, `${times('{"a":', 900_000)}1${times('}', 150_000)}`) },
  { name: 'JSON, 90,000 keys', run: post(`${GOODS}/add`, Object.fromEntries(range(90_000, (index) => [`k${index}`, 1]))) },
  { name: 'JSON, a list of 300,000 numbers', run: post(`${GOODS}/bulk`, { ids: range(300_000, () => 1), values: { status: 'off' } }) },
  {
    name: 'JSON, 250,000 empty lists',
    run: post(`${GOODS}/import`, { columns: ['title'], rows: range(250_000, () => []), isDryRun: true }),
  },
  { name: 'JSON, 200,000 objects in the place of ids', run: post(`${GOODS}/bulk`, { ids: range(200_000, () => ({})), values: {} }) },
  { name: 'JSON, a million numbers in the place of texts', run: post(`${GOODS}/import`, { columns, rows: NUMBERS, isDryRun: true }) },
  { name: 'JSON, 100,000 objects in a list', run: post(`${GOODS}/add`, { tags: range(100_000, () => ({ a: 1 })) }) },
  { name: 'JSON, 90 objects of 1000 keys', run: post(`${GOODS}/add`, Object.fromEntries(range(90, (at) => [`o${at}`, KEYS]))) },
  {
    name: 'a form of 1 MB, its parts',
    run: send(`${GOODS}/add`, times('a[]=1&', MEGABYTE), { 'content-type': 'application/x-www-form-urlencoded' }),
  },
  {
    name: 'a form of 1 MB, one name in brackets',
    run: send(`${GOODS}/add`, `a${times('[b]', MEGABYTE)}=1`, { 'content-type': 'application/x-www-form-urlencoded' }),
  },
  {
    name: 'a form of 1 MB, escapes',
    run: send(`${GOODS}/add`, `a=${times('%61', MEGABYTE)}`, { 'content-type': 'application/x-www-form-urlencoded' }),
  },
  {
    name: 'a form of 1 MB, separators',
    run: send(`${GOODS}/add`, times('&', MEGABYTE), { 'content-type': 'application/x-www-form-urlencoded' }),
  },
  {
    name: 'a form of 1 MB, one name of brackets',
    run: send(`${GOODS}/add`, times('[', MEGABYTE), { 'content-type': 'application/x-www-form-urlencoded' }),
  },
  { name: 'an address full of brackets', run: read(`${GOODS}/index?${times('a[b][c][d]=1&', 14_000)}`) },
  {
    name: 'thirty searches for 70 values each',
    run: read(`${GOODS}/index?${searchOf(range(30, () => ({ field: 'id', operator: 'IN', val: times('1,', 140) + '1' })))}`),
  },
  {
    name: 'thirty searches in lists',
    run: read(`${GOODS}/index?${searchOf(range(30, () => ({ field: 'tags', operator: 'FIND_IN_SET', val: 'x'.repeat(200) })))}`),
  },
  { name: 'a quick search for a hundred words of a tree', run: read(`/admin/goods.Category/index?quickSearch=${times('a+', 200)}`) },
  {
    name: 'an import of 5000 wrong rows',
    isLong: true,
    run: importOf(
      columns,
      range(5000, () => ['', 'x', 'dear', '?']),
    ),
  },
  {
    name: 'an import of 5000 rows',
    isLong: true,
    run: importOf(
      columns,
      range(5000, (index) => [`Tea ${index}`, '#1', '1.5', 'off']),
    ),
  },
  {
    name: 'an import of 4 MB of rich text',
    isLong: true,
    run: importOf(
      [...columns, 'description'],
      range(65, (index) => [`Tea ${index}`, '#1', '1', 'off', times('<p>', 59_000)]),
    ),
  },
  {
    name: 'an import of 200 columns',
    isLong: true,
    run: importOf(
      range(200, () => 'title'),
      range(5000, () => range(200, () => '')),
    ),
  },
  {
    name: 'an import of 4 MB of names',
    isLong: true,
    run: importOf(
      columns,
      range(5000, (index) => [`Tea ${index}`, times('a,', 700), '1', 'off']),
    ),
  },
  {
    name: '3000 goods, to be exported',
    isLong: true,
    run: importOf(
      columns,
      range(3000, (index) => [`Tea ${index}`, '#1', '1.5', 'off']),
      false,
    ),
  },
  { name: 'an export as CSV', isLong: true, run: read(`${GOODS}/export?format=csv`) },
  { name: 'an export as a workbook', isLong: true, run: read(`${GOODS}/export?format=xlsx`) },
  { name: 'a list of 1000', isLong: true, run: read(`${GOODS}/index?limit=1000`) },
  { name: 'a change to 500 records', isLong: true, run: bulkOf(500, { status: 'off' }) },
  { name: '1000 goods of long texts, and their list', isLong: true, run: longTexts },
  { name: '500 changes of a watched field', isLong: true, run: watched },
  { name: 'a list of 500 watched changes', isLong: true, run: read('/admin/security.SensitiveDataLog/index?limit=500') },
  { name: 'the timeline, all writes to goods', isLong: true, run: read('/admin/security.Change/index?limit=1000') },
  {
    name: 'a write to 500 records, in full',
    isLong: true,
    run: newest((id, server) => read(`/admin/security.Change/info?id=${id}`)(server)),
  },
  {
    name: 'a plan that takes back a write to 500 records',
    isLong: true,
    run: newest((id, server) => read(`/admin/security.Change/plan?sets[]=${id}`)(server)),
  },
  {
    name: 'a plan that rewinds 3000 goods',
    isLong: true,
    run: (server) => read(`/admin/security.Change/plan?resource=goods&at=${Math.floor(Date.now() / 1000) - 3600}`)(server),
  },
  {
    name: 'settings, 90,000 names',
    run: post('/admin/routine.Config/edit', Object.fromEntries(range(90_000, (index) => [`n${index}`, 1]))),
  },
  { name: 'settings, 60,000 lines of addresses', run: post('/admin/routine.Config/edit', { no_access_ip: times('1.2.3.4/24\n', 65_000) }) },
  {
    name: 'settings, a new one with 1 MB of attributes',
    run: post('/admin/routine.Config/add', {
      group: 'basics',
      name: 'x1',
      title: 'x',
      type: 'select',
      content: range(60_000, (index) => `a.b${index}=1`).join('\n'),
    }),
  },
  {
    name: 'a sign-in with 1 MB of name and password',
    run: post('/admin/Index/login', { username: times('a', 400_000), password: times('b', 400_000) }),
  },
  { name: 'a report with a recording of 1 MB', run: report(times('[1]', 950_000)) },
  { name: 'a report with a recording of 11,000 entries', run: report(range(11_000, (at) => entryOf(at, at)).join('\n')) },
  { name: 'a report with a recording of 480,000 lines', run: report(times('\n', 480_000)) },
  { name: 'a report with a recording of one line, 300,000 objects', run: report(entryOf(times('{},', 900_000))) },
  { name: 'a report with a recording of one line, 25,000 names', run: report(entryOf(range(25_000, (at) => `{"k${at}":0},`).join(''))) },
  { name: 'an entry of a token with 15,000 rights', run: post('/admin/auth.ApiToken/add', { name: 'x', rules: range(15_000, String) }) },
  { name: 'MCP, the tools told 40 times', run: many(40, mcp('tools/list', {})) },
  {
    name: 'MCP, a list by 3000 conditions',
    run: tool('goods_list', { search: range(3000, () => ({ field: 'id', operator: 'eq', val: '1' })) }),
  },
  { name: 'MCP, a text of 900 kB to look for', run: tool('goods_list', { quickSearch: times('a ', 900_000) }) },
  { name: 'MCP, 900 names of objects', run: tool('goods_list', Object.fromEntries(range(900, (index) => [`k${index}`, { a: 1 }]))) },
  { name: 'MCP, 9000 ids to be deleted', run: tool('goods_delete', { ids: range(9000, (index) => index + 1_000_000) }) },
  { name: 'MCP, rich text of 900 kB', run: tool('goods_edit', { id: 1, description: times('<b>', 900_000) }) },
  { name: 'a board of all goods', run: read(`${GOODS}/board`) },
  { name: 'what may be done next with 500 goods', run: read(`${GOODS}/offers?${range(500, (index) => `ids[]=${index + 1}`).join('&')}`) },
  { name: 'an event for 500 goods', run: post(`${GOODS}/takeOff`, { ids: range(500, (index) => index + 1), comment: times('x', 900) }) },
  { name: 'a comment of 900 kB', run: post(`${GOODS}/takeOff`, { ids: [1], comment: times('x', 900_000) }) },
  { name: 'the report on all times', run: read('/admin/life.Report/index?resource=goods&from=0') },
  { name: 'a life whose conditions name each other, 30 floors', run: drawn(towerOf(30, 2)) },
  { name: 'a life whose conditions name each other, 60 in each of 25', run: drawn(towerOf(25, 60)) },
  { name: 'a life that is 3000 deep', run: send(LIFE, `{"resource":"goods","life":${times('{"not":', 21_000)}1${times('}', 3000)}}`) },
  { name: 'a picture of 60000 × 60000', run: upload(pngOf(60_000, 60_000), 'a.png') },
  { name: 'a picture that names 25,000 sizes', run: upload(avifOf(...range(25_000, () => [9, 9] as const)), 'a.avif') },
  { name: 'the caches cleared 40 times in a loop', run: many(40, post('/admin/ajax/clearCache', { type: 'all' })) },
  { name: 'a setting saved 40 times in a loop', run: many(40, post('/admin/routine.Config/edit', { record_number: 'ICP' })) },
];
