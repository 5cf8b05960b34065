import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SHIPPED_RESOURCES } from '#server/base/shipped-resources';
import { onceFor } from '#server/resources/write/idempotent';
import { dealtKinds } from '#tests/support/dealt.ts';
import { createTestServer, TEST_START_SECONDS, type TestServer } from '#tests/support/server.ts';
import { startReceiver } from '#tests/support/servers/webhook-receiver.ts';
import type { AnySection, SectionTypes, TroupeClient, TroupeOptions, verifyWebhook } from '../../../scripts/client-package/runtime.ts';
import { sectionsForPrograms } from '../../../scripts/client-package/section-types.ts';
import { writeClientPackage } from '../../../scripts/client-package/write-package.ts';
import { makeToken } from './token-support.ts';
import { makeWebhook, senderHere } from './webhook-support.ts';

interface Package {
  readonly createTroupe: (options: TroupeOptions) => TroupeClient<Readonly<Record<string, AnySection & SectionTypes>>>;
  readonly verifyWebhook: typeof verifyWebhook;
}

const ROOT = resolve('.');
const FOLDER = mkdtempSync(join(tmpdir(), 'troupe-client-'));
const INSTALLED = join(FOLDER, 'node_modules/troupe-client');

/** As a program that has it installed finds it. */
const CONSUMER = `import { createTroupe, type Result } from 'troupe-client';

const troupe = createTroupe({ address: 'https://www.example.com', token: 'trp_x' });
export const goods = troupe.section('goods');
export const added: Promise<Result<{ readonly id: number; readonly change?: number }>> = goods.add({ title: 'Tea', category_id: 1, price: '1.00', stock: 1 });
export const page = goods.list({ order: 'price,desc', search: [{ field: 'title', operator: 'LIKE', val: 'tea' }] });
void page.then((result) => (result.ok ? result.value.rows.map((row) => row.title?.length) : result.error.kind));
void goods.send('publish', [1], { comment: 'now' });
// @ts-expect-error -- there is no such section
troupe.section('wares');
// @ts-expect-error -- a price is a text
void goods.edit(1, { price: 12 });
// @ts-expect-error -- what has to be there is missing
void goods.add({ stock: 1 });
// @ts-expect-error -- there is no such field to sort by
void goods.list({ order: 'colour,asc' });
// @ts-expect-error -- nor such an event
void goods.send('explode', [1]);
// @ts-expect-error -- what is refused has no value
void page.then((result) => result.value);
// @ts-expect-error -- no program reads tokens
troupe.section('apiToken');
`;

/** What the compiler says of a program that has the package installed. */
const compile = (name: string, text: string): readonly unknown[] => {
  writeFileSync(join(FOLDER, 'package.json'), '{"type":"module"}');
  writeFileSync(join(FOLDER, name), text);
  const flags = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', '--lib', 'es2023,dom', '--ignoreConfig'];
  const { stdout, status } = spawnSync(join(ROOT, 'node_modules/.bin/tsc'), [...flags, name], { cwd: FOLDER, encoding: 'utf8' });
  return [stdout, status];
};
const ok = <T>(result: { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: unknown }): T =>
  result.ok ? result.value : expect.unreachable(JSON.stringify(result.error));
const failure = (result: { readonly ok: boolean; readonly error?: unknown }): unknown =>
  result.ok ? expect.unreachable('accepted') : result.error;

const MANY = 3000;

/** Ids of all that is yielded, in their order; stops where it would go on for ever. */
async function idsOf(rows: AsyncGenerator<Record<string, unknown>>): Promise<readonly number[]> {
  const ids: number[] = [];
  for await (const row of rows) if (ids.push(Number(row['id'])) > MANY) break;
  return ids.toSorted((a, b) => a - b);
}

const busy = (retryAfter: string): Response =>
  Response.json({ code: 0, msg: 'The server is busy.', time: 1, data: null }, { status: 503, headers: { 'retry-after': retryAfter } });

const tea = (title: string) => ({ title, category_id: 1, price: '1.00', stock: 1 });

/** These answers one after the other and then those of the server. @param isDone whether the server does what it is asked before it is answered otherwise */
function answering(
  answers: Response[],
  isDone: boolean,
  ask: (request: Request) => Promise<Response>,
): (request: Request) => Promise<Response> {
  return async (request) => {
    const own = answers.shift();
    if (own === undefined) return ask(request);
    if (isDone) await ask(request);
    return own;
  };
}

describe.each(dealtKinds())('the package for other programs on %s', (kind) => {
  let server: TestServer;
  let made: Package;
  let root: string;
  let token: string;
  let client: ReturnType<Package['createTroupe']>;
  const asked: string[] = [];
  const fetchHere = (request: Request): Promise<Response> => {
    asked.push(`${request.method} ${new URL(request.url).pathname} ${request.headers.get('idempotency-key') ?? ''}`.trim());
    return server.app.fetch(request);
  };
  const options = (own: string): TroupeOptions => ({ address: 'http://test.invalid', token: own, fetch: fetchHere });
  const through = (answers: Response[], isDone: boolean, retries = 2) =>
    made.createTroupe({ ...options(token), retries, fetch: answering(answers, isDone, fetchHere) }).section('goods');

  beforeAll(async () => {
    mkdirSync(join(FOLDER, 'node_modules'), { recursive: true });
    writeClientPackage(SHIPPED_RESOURCES, INSTALLED);
    made = (await import(/* @vite-ignore */ pathToFileURL(join(INSTALLED, 'lib/index.js')).href)) as Package;
    server = await createTestServer({ kind, ports: { webhooks: senderHere() } });
    root = (await server.signIn()).token;
    ({ token } = await makeToken(server, root, { rules: '*', callsPerMinute: 1000 }));
    client = made.createTroupe(options(token));
  });
  afterAll(async () => {
    await server.close();
    rmSync(FOLDER, { recursive: true });
  });

  it('is installed whole, and its types keep a program from what the server would refuse', () => {
    expect(readdirSync(INSTALLED).toSorted()).toEqual(['LICENSE', 'README.md', 'lib', 'package.json']);
    expect(readdirSync(join(INSTALLED, 'lib')).toSorted()).toEqual(['index.d.ts', 'index.js', 'runtime.d.ts', 'runtime.js']);
    expect(compile('consumer.ts', CONSUMER)).toEqual(['', 0]);
  });

  it('lists, reads, adds, edits, takes back and deletes', async () => {
    const goods = client.section('goods');
    const { id, change } = ok(await goods.add({ title: 'Oolong', category_id: 1, price: '12.50', stock: 3 }));
    expect([id > 0, typeof change]).toEqual([true, 'number']);
    const page = ok(await goods.list({ search: [{ field: 'title', operator: 'eq', val: 'Oolong' }], order: 'id,desc', limit: 5 }));
    expect([page.total, page.rows.map((row) => row['id'])]).toEqual([1, [id]]);
    const row = ok(await goods.read(id));
    expect([row['title'], row['price'], row['stock']]).toEqual(['Oolong', '12.50', 3]);
    const version = Number(row['version']);
    const saved = ok(await goods.edit(id, { title: 'Oolong, spring' }, { version }));
    expect(failure(await goods.edit(id, { title: 'Late' }, { version }))).toMatchObject({
      kind: 'conflict',
      current: { title: 'Oolong, spring' },
    });
    ok(await goods.undo(saved.change ?? 0));
    expect(ok(await goods.read(id))['title']).toBe('Oolong');
    expect(ok(await goods.delete([id]))).toMatchObject({ count: 1, change: expect.any(Number) });
    expect(failure(await goods.read(id))).toMatchObject({ kind: 'refused' });
    const titles: unknown[] = [];
    for await (const one of goods.each({ limit: 7, order: 'id,asc' })) titles.push(one['id']);
    const { count } = await server.database.kysely
      .selectFrom('goods')
      .select((select) => select.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    expect([titles.length, new Set(titles).size]).toEqual([count, count]);
  });

  it('leads records on, and says where they stand', async () => {
    const goods = client.section('goods');
    const images = ok(await goods.list({ order: 'id,asc', limit: 1 })).rows[0]?.['images'];
    const { id } = ok(await goods.add({ title: 'Sencha', category_id: 1, price: '5.00', stock: 3, images }));
    expect(ok(await goods.life(id))).toMatchObject({ state: 'draft' });
    expect(ok(await goods.send('publish', [id]))).toMatchObject({ count: 1, change: expect.any(Number) });
    expect(ok(await goods.read(id))['status']).toBe('on');
    expect(failure(await goods.send('noSuchEvent', [id]))).toMatchObject({
      kind: expect.stringMatching(/^(?:closed|unexpected|refused)$/u),
    });
  });

  it('says why nothing was done, and throws nothing', async () => {
    const goods = client.section('goods');
    expect(failure(await goods.add({ title: '' }))).toMatchObject({ kind: 'refused', fields: { title: expect.any(String) } });
    expect(failure(await client.section('adminGroup').edit(1, { name: 'x' }))).toMatchObject({ kind: 'closed' });
    expect(failure(await made.createTroupe(options('trp_unknown')).section('goods').list())).toMatchObject({ kind: 'unauthorised' });
    const slow = await makeToken(server, root, { rules: '*', callsPerMinute: 1 });
    const hasty = made.createTroupe(options(slow.token)).section('goods');
    ok(await hasty.list({ limit: 1 }));
    expect(failure(await hasty.list({ limit: 1 }))).toMatchObject({ kind: 'tooFast', retryAfterSeconds: expect.any(Number) });
    const odd = made.createTroupe({ ...options(token), fetch: () => Promise.resolve(new Response('<html>', { status: 502 })) });
    expect(failure(await odd.section('goods').list())).toEqual({ kind: 'unexpected', status: 502 });
    expect(() => client.section('wares')).toThrow('There is no section wares');
  });

  it('sends a write to which no answer came again under the same key, and it is done once', async () => {
    let lost = 0;
    const lossy = made.createTroupe({
      ...options(token),
      fetch: async (request) => {
        const response = await fetchHere(request);
        lost += 1;
        if (lost === 1) throw new TypeError('the line broke');
        return response;
      },
    });
    asked.length = 0;
    ok(await lossy.section('goods').add({ title: 'Once', category_id: 1, price: '1.00', stock: 1 }));
    expect([asked.length, new Set(asked).size]).toEqual([2, 1]);
    expect(ok(await client.section('goods').list({ quickSearch: 'Once' })).total).toBe(1);
    const dead = made.createTroupe({ ...options(token), retries: 0, fetch: () => Promise.reject(new TypeError('no route')) });
    expect(failure(await dead.section('goods').list())).toEqual({ kind: 'unreachable', message: 'no route' });
    expect(failure(await dead.section('goods').delete([1], { idempotencyKey: 'own' }))).toEqual({
      kind: 'unreachable',
      message: 'no route',
      idempotencyKey: 'own',
    });
  });

  it('yields every record of a tree once, and all of a table whatever page is asked for', async () => {
    const categories = client.section('goodsCategory');
    const root = ok(await categories.add({ name: 'Leaves', pid: 0 })).id;
    const below = ok(await categories.add({ name: 'Green leaves', pid: root })).id;
    const { kysely } = server.database;
    const stored = await kysely.selectFrom('goods_category').select('id').orderBy('id').execute();
    const every = stored.map(({ id }) => id);
    expect(every).toEqual(expect.arrayContaining([root, below]));
    for (const limit of [undefined, 1, 2000]) expect(await idsOf(categories.each(limit === undefined ? {} : { limit }))).toEqual(every);
    expect(ok(await categories.list()).rows.map(({ id }) => Number(id))).toEqual(expect.arrayContaining([root, below]));
    await sql`insert into admin_log (admin_id, username, url, title, data, ip, useragent, create_time)
      select 1, 'admin', '/', 'x', '', '', '', 1 from generate_series(1, 1003)`.execute(kysely);
    const logged = (await kysely.selectFrom('admin_log').select('id').orderBy('id').execute()).map(({ id }) => id);
    for (const limit of [2000, 0, -1, 0.5]) expect(await idsOf(client.section('adminLog').each({ limit, page: 0 }))).toEqual(logged);
  });

  it('waits where the server is busy and asks again under the same key, and says by which key a write can be sent once more', async () => {
    const count = async (quickSearch: string) => ok(await client.section('goods').list({ quickSearch })).total;
    asked.length = 0;
    ok(await through([busy('0'), new Response('<html>', { status: 504 })], true).add(tea('Patient')));
    expect([asked.length, new Set(asked).size, await count('Patient')]).toEqual([3, 1, 1]);

    const late = failure(await through([busy('9'), busy('9')], true, 0).add(tea('Unsure'))) as { readonly idempotencyKey: string };
    expect(late).toEqual({
      kind: 'busy',
      message: 'The server is busy.',
      retryAfterSeconds: 9,
      idempotencyKey: expect.stringMatching(/^[\da-f-]{36}$/u),
    });
    ok(await client.section('goods').add(tea('Unsure'), { idempotencyKey: late.idempotencyKey }));
    expect(await count('Unsure')).toBe(1);

    expect(failure(await through([busy('soon')], false, 0).list())).toEqual({
      kind: 'busy',
      message: 'The server is busy.',
      retryAfterSeconds: 2,
    });
    const hindered = [busy('0'), Response.json({ code: 0, msg: 'Too many', data: null }, { status: 429, headers: { 'retry-after': '7' } })];
    expect(failure(await through(hindered, false).add(tea('Hindered')))).toEqual({
      kind: 'tooFast',
      message: 'Too many',
      retryAfterSeconds: 7,
      idempotencyKey: expect.any(String),
    });
    const outside = Response.json({ code: 0, msg: 'Wait', data: null }, { headers: { 'retry-after': '3' } });
    expect(failure(await through([outside], false).list())).toEqual({ kind: 'tooFast', message: 'Wait', retryAfterSeconds: 3 });
  });

  it('says of what is too large, and of a call that is not there, that it was refused', async () => {
    const large = failure(await client.section('goods').add({ title: 'x'.repeat(1_100_000), category_id: 1, price: '1.00', stock: 1 }));
    expect(large).toEqual({ kind: 'refused', message: 'The request is too large.' });
    expect(failure(await client.designed('own.Nothing').list())).toMatchObject({ kind: 'refused', message: expect.stringMatching(/./u) });
  });

  it.runIf(kind === 'postgresql')('hears that a write goes on, and not that it was stopped, while the first of its key does', async () => {
    const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const write = { key: 'goes-on-still', requestHash: 'x' };
    const done: string[] = [];
    const once = (name: string, work: () => Promise<void>): Promise<string> =>
      server.database.transaction(async (trx) => {
        await sql`set local statement_timeout = 300`.execute(trx);
        return onceFor(trx, 'admin:1:1', write, TEST_START_SECONDS, async () => {
          await work();
          done.push(name);
          return name;
        });
      });
    const first = once('first', async () => {
      begun.resolve();
      await ended.promise;
    });
    await begun.promise;
    const meanwhile = await once('second', () => Promise.resolve()).catch((error: unknown) => error);
    ended.resolve();
    expect(meanwhile).toMatchObject({ name: 'BusyError', retryAfterSeconds: 2 });
    expect([await first, await once('third', () => Promise.resolve()), done]).toEqual(['first', 'first', ['first']]);
  });

  it('types every field that a list tells, and none that is a secret', async () => {
    const types = readFileSync(join(INSTALLED, 'lib/index.d.ts'), 'utf8');
    expect(types).not.toMatch(/readonly apiToken:|readonly webhook:|readonly chatModel:/u);
    const lines = ["import type { Sections } from 'troupe-client';"];
    for (const { name } of sectionsForPrograms(SHIPPED_RESOURCES)) {
      const [, rest = ''] = types.split(`    readonly ${name}: {\n        readonly row: {\n`);
      const declared = new Set([...(rest.split('        };')[0] ?? '').matchAll(/readonly '?(\w+)'?: /gu)].map(([, field]) => field));
      const result = await client.section(name).list({ limit: 3 });
      const rows = (result.ok ? result.value.rows : []).map((row) =>
        Object.fromEntries(Object.entries(row).filter(([key]) => declared.has(key))),
      );
      lines.push(`export const ${name}: readonly Partial<Sections['${name}']['row']>[] = ${JSON.stringify(rows)};`);
    }
    expect(lines.filter((line) => !line.endsWith('[];')).length).toBeGreaterThan(15);
    expect(compile('rows.ts', lines.join('\n'))).toEqual(['', 0]);
  });

  it('verifies what a webhook has sent, and nothing that was changed, is old or is of another', async () => {
    const receiver = await startReceiver();
    try {
      const { secret } = await makeWebhook(server, root, { url: receiver.url, rules: '*' });
      ok(await client.section('goods').add({ title: 'Matcha', category_id: 1, price: '1.00', stock: 1 }));
      await server.ports.jobs.runDue();
      const { headers, body } = receiver.heard[0]!;
      const verify = (own: string, text: string, at = TEST_START_SECONDS) => made.verifyWebhook(own, new Headers(headers), text, at);
      expect(await verify(secret, body)).toMatchObject({ type: 'goods.created', data: { record: { title: 'Matcha' } } });
      expect(await verify(secret, `${body} `)).toBeNull();
      expect(await verify(secret, body, TEST_START_SECONDS + 301)).toBeNull();
      // What is no base64 is no signature either, and does not hide the right one beside it.
      for (const odd of ['v1,___', 'v1,A', 'v1,AAAAA', 'v1,=', 'v1,', 'v1', 'v2,AAAA', ',']) {
        const signed = (signature: string) =>
          made.verifyWebhook(secret, new Headers({ ...headers, 'webhook-signature': signature }), body, TEST_START_SECONDS);
        expect([odd, await signed(odd)]).toEqual([odd, null]);
        expect(await signed(`${odd} ${headers['webhook-signature'] ?? ''}`)).toMatchObject({ type: 'goods.created' });
      }
      expect(await verify(`whsec_${btoa('another secret, as long')}`, body)).toBeNull();
    } finally {
      await receiver.close();
    }
  });
});
