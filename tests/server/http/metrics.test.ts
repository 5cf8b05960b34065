import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPrometheus } from '#server/adapters/prometheus';
import { createServerApp } from '#server/app';
import { silentLogger } from '#server/base/logger';
import { listenForMetrics } from '#server/boot/listen-metrics';
import { measureFigures } from '#server/boot/measure-figures';
import { type DatedBackups, datedBackups } from '#tests/support/databases/dated-backups.ts';
import { dealtKinds } from '#tests/support/dealt.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

const DAY_MS = 86_400_000;
const TOKEN = 'a-token-of-at-least-24-letters';
const statusOf = async (url: string, init?: RequestInit) => (await fetch(url, init)).status;
/** The lines of one figure, without what explains it. */
const linesOf = (text: string, name: string): readonly string[] =>
  text.split('\n').filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));

describe.each(dealtKinds())('what is measured on %s', (kind) => {
  const metrics = createPrometheus(silentLogger);
  let server: TestServer;
  let app: TestServer['app'];
  const dated: DatedBackups = datedBackups(() => server.clock.nowMs());
  beforeAll(async () => {
    server = await createTestServer({
      kind,
      sampleData: false,
      ports: { metrics, freeDiskShare: () => 0.25, backups: dated.backups },
    });
    measureFigures(server.ports);
    app = createServerApp(server.ports, { metricsToken: TOKEN });
  });
  afterAll(() => server.close());
  afterAll(() => dated.forget());
  const backupAge = async () => linesOf((await metrics.read()).text, 'troupe_backup_age_seconds');
  const get = (path: string, authorization = '') => app.fetch(new Request(`http://test.invalid${path}`, { headers: { authorization } }));

  it('is told to whoever has the token, and to nobody else', async () => {
    const replies = await Promise.all(
      ['', 'Bearer wrong', `Basic ${TOKEN}`, `Bearer ${TOKEN}`, `bearer ${TOKEN}`].map((shown) => get('/metrics', shown)),
    );
    expect(replies.map(({ status }) => status)).toEqual([401, 401, 401, 200, 200]);
    expect(await replies[0]?.text()).toBe('The token is missing or wrong.\n');
    expect(replies[3]?.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    // Without a token the address is one like any other that does not exist.
    const closed = await server.app.fetch(new Request('http://test.invalid/metrics', { headers: { authorization: `Bearer ${TOKEN}` } }));
    expect(await closed.text()).not.toContain('troupe_calls_total');
  });

  it('counts calls by their route, and whatever strangers type under one name', async () => {
    for (const path of [
      '/api/index/index',
      '/api/Index/index',
      '/api/no.Such/call',
      '/api/no.Other/call',
      '/about-nothing',
      '/admin/no.such/index',
    ])
      await get(path);
    const { text } = await metrics.read();
    const counted = linesOf(text, 'troupe_calls_total').filter((line) => /no\.|such|about-nothing/iu.test(line));
    expect(counted).toEqual([]);
    expect(linesOf(text, 'troupe_calls_total')).toContain('troupe_calls_total{route="/api/index/index",status="200"} 2');
    expect(linesOf(text, 'troupe_calls_total').filter((line) => line.includes('route="unknown"'))).toHaveLength(1);
    expect(linesOf(text, 'troupe_call_seconds_count')).toContain('troupe_call_seconds_count{route="/api/index/index"} 2');
  });

  it('tells of database, queue, tokens, terminal and disk as they stand', async () => {
    await server.signIn();
    await server.database.transaction(async (trx) => {
      server.ports.jobs.handle('test.waits', { lane: 'short', run: async () => undefined });
      await server.ports.jobs.send(trx, 'test.waits', {});
    });
    server.clock.advanceSeconds(9);
    expect(linesOf((await metrics.read()).text, 'troupe_jobs')[0]).toBe('troupe_jobs{state="waiting"} 0');
    server.clock.advanceSeconds(1);
    const { text } = await metrics.read();
    expect(linesOf(text, 'troupe_disk_free_ratio')).toEqual(['troupe_disk_free_ratio 0.25']);
    expect(linesOf(text, 'troupe_database_damaged')).toEqual(['troupe_database_damaged 0']);
    expect(linesOf(text, 'troupe_jobs')).toEqual([
      'troupe_jobs{state="waiting"} 1',
      'troupe_jobs{state="active"} 0',
      'troupe_jobs{state="dead"} 0',
    ]);
    expect(linesOf(text, 'troupe_tokens').map((line) => line.replace(/ \d+$/u, ''))).toContain('troupe_tokens{type="admin"}');
    expect(linesOf(text, 'troupe_terminal_runs')).toEqual(['troupe_terminal_runs 0']);
    expect(Number(linesOf(text, 'troupe_database_size_bytes')[0]?.split(' ')[1])).toBeGreaterThan(1_000_000);
    expect(linesOf(text, 'troupe_database_connections').map((line) => line.split(' ')[0])).toEqual(
      kind === 'embedded' ? [] : ['used', 'idle', 'waiting'].map((state) => `troupe_database_connections{state="${state}"}`),
    );
    expect(Number(linesOf(text, 'troupe_statement_seconds_count')[0]?.split(' ')[1])).toBeGreaterThan(5);
    expect(text).toContain('nodejs_eventloop_lag_seconds');
  });

  it('tells how old the newest backup is that no clock has dated ahead', async () => {
    server.clock.advanceSeconds(300);
    const nowMs = server.clock.nowMs();
    await dated.makeAt(nowMs + 60 * DAY_MS);
    expect(await backupAge()).toEqual([]);
    await dated.makeAt(nowMs - 2 * DAY_MS);
    // A store of backups is not asked at each look.
    server.clock.advanceSeconds(299);
    expect(await backupAge()).toEqual([]);
    server.clock.advanceSeconds(1);
    expect(await backupAge()).toEqual(['troupe_backup_age_seconds 173100']);
    // Another server's clock may be a little ahead.
    await dated.makeAt(server.clock.nowMs() + 360_000);
    server.clock.advanceSeconds(300);
    expect(await backupAge()).toEqual(['troupe_backup_age_seconds 0']);
  });

  it('waits for a store of backups that is silent no longer than two seconds, and asks it once', async () => {
    const own = createPrometheus(silentLogger);
    let askedFor = 0;
    const newest = () => {
      askedFor += 1;
      return new Promise<never>(() => undefined);
    };
    measureFigures({ ...server.ports, metrics: own, backups: { ...dated.backups, newest } });
    const sinceMs = performance.now();
    const [{ text }, later] = await Promise.all([own.read(), own.read()]);
    expect(performance.now() - sinceMs).toBeLessThan(5000);
    expect([linesOf(text, 'troupe_build_info'), linesOf(later.text, 'troupe_backup_age_seconds'), askedFor]).toEqual([
      [expect.stringContaining('troupe_build_info')],
      [],
      1,
    ]);
  });

  it('leaves out a figure that cannot be had', async () => {
    const own = createPrometheus(silentLogger);
    own.figure('lost', 'Cannot be had.', [], () => Promise.reject(new Error('lost')));
    own.figure('found', 'Can be had.', [], async () => [{ of: {}, value: 3 }]);
    const { text } = await own.read();
    expect([linesOf(text, 'troupe_lost'), linesOf(text, 'troupe_found')]).toEqual([[], ['troupe_found 3']]);
  });
});

describe('a socket for figures alone', () => {
  const ports = { metrics: createPrometheus(silentLogger), logger: silentLogger };
  /** @returns its address, with what closes it */
  async function open(token?: string) {
    let port = 0;
    const logger = {
      ...silentLogger,
      info: (_event: string, fields?: Readonly<Record<string, unknown>>) => void (port = Number(fields?.['port'])),
    };
    const listening = await listenForMetrics({ address: { host: '127.0.0.1', port: 0 }, token }, { ...ports, logger });
    return { ...listening, address: `http://127.0.0.1:${port}` };
  }

  it('answers its one address, with the token where one is set', async () => {
    const [plain, guarded] = [await open(), await open(TOKEN)];
    expect([
      await statusOf(`${plain.address}/metrics`),
      await statusOf(`${plain.address}/metrics`, { method: 'POST' }),
      await statusOf(`${plain.address}/admin`),
      await statusOf(`${guarded.address}/metrics`),
      await statusOf(`${guarded.address}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } }),
    ]).toEqual([200, 404, 404, 401, 200]);
    await Promise.all([plain.close(), guarded.close()]);
  });

  it('is not opened without an address', async () => {
    const opened: string[] = [];
    const ports = { logger: { ...silentLogger, info: (event: string) => void opened.push(event) } };
    for (const settings of [undefined, { address: undefined, token: TOKEN }]) {
      const listening = await listenForMetrics(settings, ports);
      await listening.close();
    }
    expect(opened).toEqual([]);
  });
});
