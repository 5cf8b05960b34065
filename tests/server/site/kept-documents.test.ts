import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { saveConfig } from '#api/contract/settings/config';
import type { DocumentPage } from '#domain/site/document-page';
import { createServerApp } from '#server/app';
import { listen } from '#server/boot/listen';
import type { RequestInfo } from '#server/routing/call';
import { createPrecedence, QUIET_MS } from '#server/base/precedence';
import type { Metrics } from '#server/ports/metrics-port';
import { testDatabaseKinds } from '#tests/support/database.ts';
import { notice } from '#sections/notice/notice.resource.ts';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import type { PlainQuestion, PlainReply } from '#server/routing/plain-reply';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

const notices = resourceEndpoints(notice);
const renderer = {
  build: 'documents-1.js',
  inline: async () => ({ script: '(()=>{})()', styles: 'p{margin:0}' }),
  render: async (page: DocumentPage) => JSON.stringify(page),
};
const pages = { read: () => null, shell: '', documents: renderer };

const question = (address: string, init: RequestInit = {}) => new Request(new URL(address, 'http://shop.test'), init);
const plainQuestion = (address: string, init: RequestInit = {}, isEncrypted = false): PlainQuestion => {
  const { method, url, headers } = question(address, init);
  return {
    method,
    address: isEncrypted ? url.replace('http:', 'https:') : url,
    acceptEncoding: headers.get('accept-encoding') ?? '',
    ifNoneMatch: headers.get('if-none-match') ?? '',
  };
};
/** What is written to a socket, as a program reads it. */
function replyOf(plain: PlainReply | null): Response | null {
  if (!plain) return null;
  const headers = Array.from({ length: plain.headers.length / 2 }, (_, at): [string, string] => [
    plain.headers[2 * at] ?? '',
    plain.headers[2 * at + 1] ?? '',
  ]);
  return new Response(plain.body && Uint8Array.from(plain.body), { status: plain.status, headers });
}
const seen = async (reply: Response) => ({
  status: reply.status,
  headers: Object.fromEntries(reply.headers),
  body: await reply.text(),
});

const pageOf = async (reply: Response | null) => JSON.parse((await reply?.text()) ?? '') as DocumentPage;
const nameOf = async (reply: Response | null) => (await pageOf(reply)).frame.siteName;
const titlesOf = async (reply: Response | null) => {
  const { content } = await pageOf(reply);
  return content.kind === 'notices' ? content.items.map(({ title }) => title.text) : null;
};

/** Pages that are sent without asking or waiting for anything, where one process has the database to itself. */
describe('a page that is kept, on the embedded database', () => {
  let server: TestServer;
  let token: string;
  const answered: unknown[] = [];
  let nowMs = 0;
  const precedence = createPrecedence({ nowMs: () => nowMs, later: () => undefined });
  beforeAll(async () => {
    const metrics: Metrics = {
      answered: ({ route, status }) => void answered.push([route, status]),
      statementEnded: () => undefined,
      figure: () => undefined,
      read: async () => ({ text: '', type: '' }),
    };
    server = await createTestServer({ kind: 'embedded', sampleData: false, ports: { pages, metrics, precedence } });
    ({ token } = await server.signIn());
  });
  afterAll(() => server.close());

  const kept = (address: string, init?: RequestInit, isEncrypted?: boolean) =>
    replyOf(server.app.kept(plainQuestion(address, init, isEncrypted)));
  const ask = (address: string, init?: RequestInit, isEncrypted = false) =>
    server.app.fetch(question(address, init), { remoteAddress: '10.0.0.1', isEncrypted });

  it('is the reply that everybody gets, in each encoding and to whoever has it already', async () => {
    for (const encoding of ['', 'gzip', 'br']) {
      const headers = { 'accept-encoding': encoding };
      const reply = await seen(await ask('/', { headers }));
      const again = kept('/', { headers });
      expect(again && (await seen(again))).toEqual(reply);
      const known = { ...headers, 'if-none-match': reply.headers['etag'] ?? '' };
      const [whole, short] = [await seen(await ask('/', { headers: known })), kept('/', { headers: known })];
      expect([whole.status, short && (await seen(short))]).toEqual([304, whole]);
    }
    expect(await seen(kept('/', { headers: { 'accept-encoding': 'br;q=0, gzip' } }) ?? Response.error())).toEqual(
      await seen(await ask('/', { headers: { 'accept-encoding': 'gzip' } })),
    );
  });

  it('is known by its address as it was asked for, under the protocol of the browser', async () => {
    await ask('/en?a=1');
    expect([kept('/en?a=1') !== null, kept('/en?a=2'), kept('/en?a=1', { method: 'HEAD' }), kept('/en?a=1', {}, true)]).toEqual([
      true,
      null,
      null,
      null,
    ]);
    await ask('/en?a=1', {}, true);
    const origins = [kept('/en?a=1'), kept('/en?a=1', {}, true)].map(async (reply) => (await pageOf(reply)).frame.origin);
    expect(await Promise.all(origins)).toEqual(['http://shop.test', 'https://shop.test']);
    const long = `/en?a=${'1'.repeat(300)}`;
    await ask(long);
    expect(kept(long)).toBeNull();
  });

  it('is not what is missing, led on, searched for or no page', async () => {
    const places = ['/goods/999', '/en/', '/goods?q=tea', '/robots.txt', '/sitemap.xml', '/api/admin/Index/login', '/admin/login'];
    for (const place of places) await ask(place);
    expect(places.map((place) => kept(place))).toEqual(places.map(() => null));
  });

  it('comes over a socket without a request being made of what was asked, with the same bytes and headers', async () => {
    const made: string[] = [];
    const app = {
      fetch: (request: Request, info?: RequestInfo) => {
        made.push(`${request.method} ${new URL(request.url).pathname}`);
        return server.app.fetch(request, info);
      },
      kept: (asked: PlainQuestion) => server.app.kept(asked),
    };
    const listening = await listen(app, 0, '127.0.0.1');
    const over = async (address: string, init?: RequestInit) => {
      const { status, headers, body } = await seen(await fetch(listening.address.replace('localhost', '127.0.0.1') + address, init));
      // These are the connection's, whoever answers.
      const { date: _date, connection: _connection, 'keep-alive': _kept, ...own } = headers as Record<string, string>;
      return { status, headers: own, body };
    };
    const [first, again] = [await over('/en/help'), await over('/en/help')];
    const known = { headers: { 'if-none-match': again.headers['etag'] ?? '' } };
    const short = await over('/en/help', known);
    const head = await over('/en/help', { method: 'HEAD' });
    expect([first.status, again, short.status, short.body, head]).toEqual([200, first, 304, '', { ...first, body: '' }]);
    await over('/en/help', { method: 'POST' });
    await over('/en/help?a=1');
    expect(made).toEqual(['GET /en/help', 'HEAD /en/help', 'POST /en/help', 'GET /en/help']);
    await listening.close();
  });

  it('is drawn anew after whatever was written, by whichever way', async () => {
    await ask('/');
    expect(await nameOf(kept('/'))).toBe('Troupe');
    await server.call(saveConfig, { site_name: '集市' }, { token });
    expect(kept('/')).toBeNull();
    expect([await nameOf(await ask('/')), await nameOf(kept('/'))]).toEqual(['集市', '集市']);
    await server.database.kysely.updateTable('config').set({ value: '市集' }).where('name', '=', 'site_name').execute();
    expect(kept('/')).toBeNull();
    expect([await nameOf(await ask('/')), await nameOf(kept('/'))]).toEqual(['市集', '市集']);
  });

  it('is not kept while somebody writes', async () => {
    await ask('/');
    const { promise: written, resolve: isWritten } = Promise.withResolvers<void>();
    const { promise: gate, resolve: goOn } = Promise.withResolvers<void>();
    const writing = server.database.transaction(async (trx) => {
      await trx.updateTable('config').set({ value: '茶馆' }).where('name', '=', 'site_name').execute();
      isWritten();
      await gate;
    });
    await written;
    const meanwhile = kept('/');
    const asked = ask('/');
    goOn();
    await writing;
    expect(meanwhile).toBeNull();
    expect([await nameOf(await asked), await nameOf(await ask('/')), await nameOf(kept('/'))]).toEqual(['茶馆', '茶馆', '茶馆']);
  });

  it('is looked after each second, since notices come and go by the clock', async () => {
    const publish_time = Math.floor(server.clock.nowMs() / 1000) + 1;
    await server.call(notices.add, { status: 'on', title: 'soon', body: '<p>soon</p>', publish_time }, { token });
    await ask('/notices');
    expect(await titlesOf(kept('/notices'))).toEqual([]);
    server.clock.advanceSeconds(1);
    expect(kept('/notices')).toBeNull();
    expect([await titlesOf(await ask('/notices')), await titlesOf(kept('/notices'))]).toEqual([['soon'], ['soon']]);
  });

  it('is counted, and work that can wait waits behind it', async () => {
    await ask('/');
    answered.length = 0;
    nowMs = 1000;
    kept('/');
    kept('/nowhere');
    expect(answered).toEqual([['page', 200]]);
    nowMs += QUIET_MS + 1;
    const isWorthWaiting = precedence.task();
    nowMs += 10;
    expect(isWorthWaiting()).toBeUndefined();
    kept('/');
    nowMs += 3;
    expect(precedence.task()).toBeTypeOf('function');
  });

  it('has no span of its own, so that whoever traces gets the whole way', async () => {
    const app = createServerApp({
      ...server.ports,
      tracing: { within: (_: unknown, work: () => unknown) => work(), tell: () => undefined } as never,
    });
    await app.fetch(question('/'));
    expect(app.kept(plainQuestion('/'))).toBeNull();
    await app.close();
  });
});

describe.runIf(testDatabaseKinds.includes('postgresql'))('a page that is kept, where other processes write', () => {
  it('is asked for every time', async () => {
    const server = await createTestServer({ kind: 'postgresql', sampleData: false, ports: { pages } });
    await server.app.fetch(question('/'));
    expect(server.app.kept(plainQuestion('/'))).toBeNull();
    await server.close();
  });
});
