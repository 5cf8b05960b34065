import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { createOtlpTracing } from '#server/adapters/tracing/otlp-tracing';
import { statementFacts } from '#server/adapters/tracing/statement-facts';
import { createLogger, silentLogger } from '#server/base/logger';
import { traceStatements, tracedJobs } from '#server/boot/trace-work';
import { openJobs } from '#server/db/jobs/boss-jobs';
import type { Tracing } from '#server/ports/tracing-port';
import { COMPILED } from '#tests/e2e/support/server-process.ts';
import { makeToken } from '#tests/server/programs/token-support.ts';
import { anyDatabaseKind, openTestDatabase } from '#tests/support/database.ts';
import { dealtKinds } from '#tests/support/dealt.ts';
import { addMember } from '#tests/support/members.ts';
import { createTestServer, TEST_PASSWORD, type TestServer } from '#tests/support/server.ts';
import { servedBefore } from '#tests/support/served-before.ts';
import { SHORT_LIVED } from '../../../scripts/tests/short-lived.ts';
import { startReceiver, type WebhookReceiver } from '#tests/support/servers/webhook-receiver.ts';

type Value = { readonly stringValue?: string; readonly intValue?: number };
type Facts = Readonly<Record<string, string | number>>;
interface Sent {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly status: { readonly code: number };
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly { readonly key: string; readonly value: Value }[];
}
interface Batch {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: Sent['attributes'] };
    readonly scopeSpans: readonly { readonly spans: readonly Sent[] }[];
  }[];
}

const factsOf = ({ attributes }: Pick<Sent, 'attributes'>): Facts =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? '']));
const batchesOf = ({ heard }: WebhookReceiver): readonly Batch[] => heard.map(({ body }) => JSON.parse(body) as Batch);
const spansOf = (collector: WebhookReceiver): readonly Sent[] =>
  batchesOf(collector).flatMap(({ resourceSpans }) => resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)));

const ms = (nano: string | undefined): number => Number(BigInt(nano ?? 0) / 1000n) / 1000;

const CALLER_TRACE = '0af7651916cd43dd8448eb211c80319c';
const CALLER_SPAN = 'b7ad6b7169203331';
const EVERYTHING = { serviceName: 'shop', followsCaller: true, share: 1 };
const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of opened.splice(0).toReversed()) await each.close();
});

/** Somebody's collector, as it answers when all is well. */
async function startCollector(): Promise<WebhookReceiver> {
  const collector = await startReceiver();
  collector.answer = (response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  opened.push(collector);
  return collector;
}

describe.each(dealtKinds())('traces on %s', (kind) => {
  async function traced(
    settings: Partial<typeof EVERYTHING> = {},
  ): Promise<{ collector: WebhookReceiver; tracing: Tracing; server: TestServer }> {
    const collector = await startCollector();
    const tracing = await createOtlpTracing({ ...EVERYTHING, ...settings, url: `${collector.url}/v1/traces` }, silentLogger);
    const server = await createTestServer({ kind, ports: { tracing } });
    traceStatements(server.ports);
    opened.push(server);
    return { collector, tracing, server };
  }

  it('show a call below its caller with its statements below it, and nothing of what was said', async () => {
    const { collector, tracing, server } = await traced();
    const { token } = await server.signIn();
    const program = await makeToken(server, token, { rules: '*' });
    const member = await (await addMember(server, 'wandering-member')).signIn();
    const before = Date.now();
    const reply = await server.request('/admin/goods.Goods/edit', {
      method: 'POST',
      json: { id: 1, title: 'Said in confidence' },
      token,
      address: '203.0.113.77',
      headers: { traceparent: `00-${CALLER_TRACE}-${CALLER_SPAN}-01`, 'user-agent': 'Peculiar/9' },
    });
    await server.request('/api/admin/goods.goods/index?limit=2&quick_search=needle-in-hay', { token });
    await server.request('/api/admin/goods.Goods/index?limit=2', { headers: { authorization: `Bearer ${program.token}` } });
    await server.request('/api/account/overview', { headers: { bausertoken: member.token } });
    await server.request('/api/admin/no.such-thing-9/index');
    await server.request('/about/nobody-7');
    await tracing.stop();

    expect([...new Set(collector.heard.map(({ path, headers }) => `${path} ${headers['content-type']}`))]).toEqual([
      '/v1/traces application/json',
    ]);
    const [batch] = batchesOf(collector);
    expect(factsOf(batch?.resourceSpans[0]?.resource ?? { attributes: [] })).toMatchObject({ 'service.name': 'shop' });
    const spans = spansOf(collector);
    const [edit] = spans.filter(({ name }) => name === 'POST /admin/goods.Goods/edit');
    expect(edit).toMatchObject({ traceId: CALLER_TRACE, parentSpanId: CALLER_SPAN, kind: 2, status: { code: 0 } });
    expect(edit && factsOf(edit)).toEqual({
      'http.request.method': 'POST',
      'http.route': '/admin/goods.Goods/edit',
      'url.scheme': 'http',
      'http.response.status_code': 200,
      'troupe.reply.code': 1,
      'troupe.caller': 'administrator',
      'troupe.request.id': reply.headers.get('x-request-id'),
    });
    const below = spans.filter(({ parentSpanId }) => parentSpanId === edit?.spanId);
    expect(below.every(({ traceId, kind: of }) => traceId === CALLER_TRACE && of === 3)).toBe(true);
    expect(below.map(factsOf)).toContainEqual({
      'db.system.name': 'postgresql',
      'db.operation.name': 'update',
      'db.query.summary': 'update goods',
      'db.collection.name': 'goods',
    });
    // Of milliseconds the database has tenths, so that a statement may begin a tenth before its call.
    expect(ms(edit?.startTimeUnixNano)).toBeGreaterThanOrEqual(before - 1);
    for (const { startTimeUnixNano, endTimeUnixNano } of below) {
      expect(ms(startTimeUnixNano)).toBeGreaterThanOrEqual(ms(edit?.startTimeUnixNano) - 0.2);
      expect(ms(endTimeUnixNano)).toBeLessThanOrEqual(ms(edit?.endTimeUnixNano));
    }

    const calls = spans.filter(({ kind: of }) => of === 2).map((span) => [span.name, factsOf(span)['troupe.caller']]);
    expect(calls.slice(-6)).toEqual([
      ['POST /admin/goods.Goods/edit', 'administrator'],
      ['GET /admin/goods.Goods/index', 'administrator'],
      ['GET /admin/goods.Goods/index', 'program'],
      ['GET /api/account/overview', 'member'],
      ['GET unknown', 'visitor'],
      ['GET page', undefined],
    ]);
    const said = collector.heard.map(({ body }) => body).join();
    const unsaid = ['in confidence', 'needle', token, program.token, member.token, TEST_PASSWORD, '203.0.113', '127.0.0.1', 'Peculiar'];
    for (const secret of [...unsaid, 'wandering', 'nobody-7', 'such-thing', '$1', 'limit']) expect(said).not.toContain(secret);
  });

  it('show each attempt at a job, and what it asked for', async () => {
    const collector = await startCollector();
    const tracing = await createOtlpTracing({ ...EVERYTHING, url: `${collector.url}/v1/traces` }, silentLogger);
    const database = await openTestDatabase(kind);
    traceStatements({ database, tracing });
    const jobs = await openJobs({ database, logger: silentLogger, ...tracedJobs(tracing) });
    opened.push(database, { close: () => jobs.stop() });
    jobs.handle('test.counts', {
      lane: 'short',
      run: async () => void (await database.kysely.selectFrom('config').select('name').limit(1).execute()),
    });
    jobs.handle('test.fails', { lane: 'short', run: () => Promise.reject(new Error('not today')) });
    await database.transaction(async (trx) => {
      await jobs.send(trx, 'test.counts', { private: 'of-a-job' });
      await jobs.send(trx, 'test.fails', {});
    });
    await jobs.runDue();
    await tracing.stop();
    const spans = spansOf(collector);
    const attempts = spans.filter(({ kind: of }) => of === 5);
    expect(attempts.map((span) => [span.name, span.status.code, span.parentSpanId, factsOf(span)])).toEqual([
      ['job test.counts', 0, undefined, { 'troupe.job.kind': 'test.counts', 'troupe.job.attempt': 1 }],
      ['job test.fails', 2, undefined, { 'troupe.job.kind': 'test.fails', 'troupe.job.attempt': 1 }],
    ]);
    const below = spans.filter(({ parentSpanId }) => parentSpanId === attempts[0]?.spanId).map(({ name }) => name);
    expect(below).toEqual(['select config', 'with job_common queue']);
    expect(collector.heard.map(({ body }) => body).join()).not.toMatch(/of-a-job|not today/u);
  });

  it('begin anew where the header is none, keep out what the caller keeps out, and keep a share of the others', async () => {
    const { collector, tracing, server } = await traced({ share: 0 });
    for (const traceparent of [
      `00-${CALLER_TRACE}-${CALLER_SPAN}-00`,
      `00-${CALLER_TRACE}-${CALLER_SPAN}-fe`,
      `00-${'0'.repeat(32)}-${CALLER_SPAN}-01`,
      `00-${CALLER_TRACE}-${'0'.repeat(16)}-01`,
      `00-${CALLER_TRACE.toUpperCase()}-${CALLER_SPAN}-01`,
      `00-${CALLER_TRACE}-${CALLER_SPAN}-01-more`,
      `ff-${CALLER_TRACE}-${CALLER_SPAN}-01`,
      'x'.repeat(10_000),
    ])
      await server.request('/api/index/index', { headers: { traceparent } });
    for (const version of ['00', 'cc'])
      await server.request('/api/index/index', { headers: { traceparent: `${version}-${CALLER_TRACE}-${CALLER_SPAN}-ff` } });
    await tracing.stop();
    const calls = spansOf(collector).filter(({ kind: of }) => of === 2);
    expect(calls.map(({ traceId, parentSpanId }) => [traceId, parentSpanId])).toEqual([
      [CALLER_TRACE, CALLER_SPAN],
      [CALLER_TRACE, CALLER_SPAN],
    ]);
  });

  it('go on without their collector, which is told once and not for every call', async () => {
    const collector = await startReceiver();
    await collector.close();
    const lines: string[] = [];
    const logger = createLogger({ level: 'warn', now: () => new Date(0), write: (line) => lines.push(line) });
    const pace = { sendEveryMs: 5, sendWithinMs: 50, stopWithinMs: 500 };
    const tracing = await createOtlpTracing({ ...EVERYTHING, url: `${collector.url}/v1/traces` }, logger, pace);
    const server = await createTestServer({ kind, ports: { tracing } });
    opened.push(server);
    expect((await server.request('/api/index/index')).body?.code).toBe(1);
    await expect.poll(() => lines.length, { timeout: 20_000 }).toBe(1);
    expect((await server.request('/api/index/index')).body?.code).toBe(1);
    await tracing.stop();
    expect(lines.map((line) => (JSON.parse(line) as { event: string }).event)).toEqual(['tracing.exportFailed']);
  });
});

describe('what waits to be sent', () => {
  it('is let go where it is too much, and waited for no longer than is said', async () => {
    const collector = await startCollector();
    const waiting: (() => void)[] = [];
    collector.answer = (response) => void waiting.push(() => response.writeHead(200).end('{}'));
    const url = `${collector.url}/v1/traces`;
    const tracing = await createOtlpTracing({ ...EVERYTHING, url }, silentLogger, { queueLength: 8, stopWithinMs: 100 });
    for (let index = 0; index < 100; index += 1)
      await tracing.within({ name: `job ${index}`, kind: 'job', facts: {} }, () => Promise.resolve());
    await tracing.stop();
    await expect.poll(() => collector.heard.length).toBe(2);
    // Eight are on their way, eight wait for their turn; nobody waits for the other 84.
    expect(spansOf(collector).map(({ name }) => name)).toEqual(Array.from({ length: 16 }, (_, index) => `job ${index}`));
    for (const answer of waiting) answer();
  });
});

describe('what is said of a statement', () => {
  it.each([
    ['select "id" from "goods" where "id" = $1', 'select', ['goods']],
    ['insert into "public"."goods" ("title") values ($1)', 'insert', ['goods']],
    ['update "goods" set "title" = $1 from "category" where "a" is distinct from "b"."c"', 'update', ['goods', 'category']],
    ['delete from pgboss.job where id = $1', 'delete', ['job']],
    [`select 'said from "somebody"', extract(epoch from "made") from "log" left join "admin" on true`, 'select', ['log', 'admin']],
    [`comment on table "x" is 'update "secret"'`, 'other', []],
    ['with "a" as (select 1 from "b") select 1 from "a" join "b" on true', 'with', ['b', 'a']],
    ['begin', 'begin', []],
    [`select ${Array.from({ length: 9 }, (_, index) => `(select 1 from "t${index}")`).join()}`, 'select', ['t0', 't1', 't2', 't3', 't4']],
  ])('%s', (sql, operation, tables) => {
    expect(statementFacts(sql)).toEqual({ operation, tables });
  });
});

describe('a server', () => {
  it('reads nothing of the library unless somebody is sent traces, and sends what waits before it ends', { timeout: 180_000 }, async () => {
    const own = await servedBefore(anyDatabaseKind);
    opened.push({ close: own.remove });
    async function run(env: Readonly<Record<string, string>>): Promise<unknown> {
      const args = [...SHORT_LIVED, 'tests/support/processes/tracing-process.ts'];
      const base = { PATH: process.env['PATH'] ?? '', NODE_COMPILE_CACHE: COMPILED, PORT: '0', DATA_DIR: own.dataDir, ...own.env };
      const { stdout } = await promisify(execFile)(process.execPath, args, { env: { ...base, ...env } });
      return JSON.parse(stdout) as unknown;
    }
    // The queue of jobs has the interface, which does nothing by itself.
    expect(await run({})).toEqual({ status: 200, read: ['api'] });
    const collector = await startCollector();
    const key = { OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20of-the-collector' };
    expect(await run({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...key })).toMatchObject({
      status: 200,
      read: expect.arrayContaining(['api', 'exporter-trace-otlp-http', 'sdk-trace']) as unknown,
    });
    expect(collector.heard.map(({ headers }) => headers['authorization'])).toContain('Bearer of-the-collector');
    const spans = spansOf(collector);
    const [call] = spans.filter(({ name }) => name === 'GET /api/index/index');
    expect(call && factsOf(call)).toMatchObject({ 'troupe.caller': 'visitor', 'troupe.reply.code': 1 });
    expect(spans.some(({ parentSpanId }) => parentSpanId === call?.spanId)).toBe(true);
  });
});
