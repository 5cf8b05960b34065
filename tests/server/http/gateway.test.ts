import { once } from 'node:events';
import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createGateway, type HttpGatewayPorts } from '#server/http/gateway/gateway';
import { DATA_POLICY, SECURITY_HEADERS } from '#server/http/pages/security-headers';
import { listen, type Listening } from '#server/boot/listen';
import { createLogger } from '#server/base/logger';
import { readMessageFiles } from '#server/adapters/message-files';
import type { DocumentRenderer, PageFile } from '#server/ports/ports';

const TIME_SECONDS = 1_768_435_200;
const logged: { event: string; [name: string]: unknown }[] = [];
const file: PageFile = { body: new TextEncoder().encode('1'), type: 'text/javascript', encoding: null, etag: '"a"', isImmutable: true };
const ports: HttpGatewayPorts = {
  messages: readMessageFiles('locales'),
  logger: createLogger({ level: 'info', write: (line) => void logged.push(JSON.parse(line)), now: () => new Date(0) }),
  clock: { nowMs: () => TIME_SECONDS * 1000 },
  randomBytes: (count) => new Uint8Array(count),
  pages: {
    shell: '<i nonce="__CSP_NONCE__"></i><script>__SITE__</script>',
    documents: null,
    read: (path) => (path === '/assets/app.js' || path === '/logo.svg' ? file : null),
  },
};

/** The other server; each test says how it answers. */
let answer: (request: IncomingMessage, response: ServerResponse) => unknown;
const upstream = createServer((request, response) => void answer(request, response));
let upstreamUrl: string;
let gateway: Listening;
const at = (path: string): string => gateway.address.replace('localhost', '127.0.0.1') + path;

beforeAll(async () => {
  upstream.listen(0, '127.0.0.1');
  await once(upstream, 'listening');
  upstreamUrl = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
  gateway = await listen(createGateway(ports, { url: upstreamUrl }), 0, '127.0.0.1');
});
beforeEach(() => void (logged.length = 0));
afterAll(async () => {
  await gateway.close();
  upstream.closeAllConnections();
  upstream.close();
});

const CALLS = [
  ['/api/admin/auth.Admin/index?page=2&search[0][val]=%E7%94%B2', '/admin/auth.Admin/index?page=2&search[0][val]=%E7%94%B2'],
  ['/api/api/index/index', '/api/index/index'],
  ['/api/common/captcha?id=1', '/api/common/captcha?id=1'],
  ['/admin/ajax/terminal?server=1', '/admin/ajax/terminal?server=1'],
  ['/storage/default/20260115/a b.png', '/storage/default/20260115/a%20b.png'],
  ['/static/images/avatar.png', '/static/images/avatar.png'],
  ['/uploads/one.pdf', '/uploads/one.pdf'],
  ['//other.example/a.png', '//other.example/a.png'],
] as const;

it.each(CALLS)('passes %s on', async (path, there) => {
  answer = (request, response) => response.end(request.url);
  // As it stands: `fetch` would take two slashes for a host.
  const sent = ask({ host: '127.0.0.1', port: new URL(at('/')).port, path: path.replaceAll(' ', '%20') }).end();
  const [reply] = (await once(sent, 'response')) as [IncomingMessage];
  expect(await text(reply)).toBe(there);
});

/** Under each of them some server looks for the sender's address. */
const CLAIMS = Object.fromEntries(
  ['forwarded', 'x-real-ip', 'client-ip', 'x-client-ip', 'x-cluster-client-ip', 'true-client-ip', 'cf-connecting-ip', 'x-forwarded', 'x_forwarded_for', 'x_real_ip']
    .map((name) => [name, '1.2.3.4']),
); // prettier-ignore

it('says what the caller says, and who they are; keeps cookies and the rules of browsers to itself', async () => {
  let seen: IncomingMessage['headers'] = {};
  answer = async (request, response) => {
    seen = request.headers;
    response.writeHead(201, {
      'content-type': 'application/json',
      'x-rate-limit-limit': '7',
      'set-cookie': 'PHPSESSID=1',
      'access-control-allow-origin': '*',
      'strict-transport-security': 'max-age=1',
      'content-security-policy': "default-src 'unsafe-inline'",
    });
    response.end(JSON.stringify([request.method, await text(request)]));
  };
  const reply = await fetch(at('/api/admin/user.User/edit'), {
    method: 'POST',
    body: '{"id":1}',
    headers: {
      'content-type': 'application/json',
      batoken: 'a',
      'ba-user-token': 'm',
      'think-lang': 'en',
      server: '1',
      accept: 'application/json',
      cookie: 'x=1',
      'x-forwarded-for': '1.2.3.4',
      ...CLAIMS,
    },
  });
  expect(await reply.json()).toEqual(['POST', '{"id":1}']);
  expect(seen).toMatchObject({
    host: new URL(upstreamUrl).host,
    'content-type': 'application/json',
    'content-length': '8',
    batoken: 'a',
    'ba-user-token': 'm',
    'think-lang': 'en',
    server: '1',
    accept: 'application/json',
    'x-forwarded-for': '127.0.0.1',
    'x-forwarded-host': new URL(at('/')).host,
    'x-forwarded-proto': 'http',
  });
  for (const name of ['cookie', ...Object.keys(CLAIMS)]) expect([name, seen[name]]).toEqual([name, undefined]);
  expect(reply.status).toBe(201);
  expect(reply.headers.get('x-rate-limit-limit')).toBe('7');
  for (const name of ['set-cookie', 'access-control-allow-origin', 'strict-transport-security']) expect(reply.headers.get(name)).toBeNull();
  expect(reply.headers.get('content-security-policy')).toMatch(/^default-src 'none'; frame-ancestors 'none'/u);
  expect(reply.headers.get('x-content-type-options')).toBe('nosniff');
});

it('leaves redirects to the reader, and lets nothing in a stored file run', async () => {
  answer = (_, response) => response.writeHead(302, { location: '/elsewhere' }).end();
  const redirect = await fetch(at('/api/admin/index/index'), { redirect: 'manual' });
  expect([redirect.status, redirect.headers.get('location')]).toEqual([302, '/elsewhere']);
  answer = (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<script>1</script>');
  expect((await fetch(at('/storage/a.html'))).headers.get('content-security-policy')).toContain('sandbox');
});

it('serves pages and their parts itself, with pictures of the other server let in', async () => {
  answer = (_, response) => response.writeHead(500).end('not asked');
  for (const path of ['/user', '/admin/auth/admin', '/admin/iframe/https%3A%2F%2Fsite.example']) {
    const reply = await fetch(at(path));
    expect(await reply.text()).toBe('<i nonce="AAAAAAAAAAAAAAAAAAAAAA"></i><script>null</script>');
    expect(reply.headers.get('content-security-policy')).toContain(`img-src 'self' data: blob: https: ${upstreamUrl};`);
  }
  const statuses = ['/assets/app.js', '/logo.svg', '/assets/gone.js', '/health/live', '/health/ready'].map(
    async (path) => (await fetch(at(path))).status,
  );
  expect(await Promise.all(statuses)).toEqual([200, 200, 404, 200, 200]);
});

it('streams an upload: its beginning is there before its end was sent', async () => {
  const begun = Promise.withResolvers<string>();
  answer = async (request, response) => {
    request.once('data', (portion: Buffer) => begun.resolve(String(portion)));
    request.on('end', () => response.end('stored'));
  };
  const sent = ask(at('/api/admin/ajax/upload'), { method: 'POST' });
  sent.write('first');
  expect(await begun.promise).toBe('first');
  sent.end('last');
  const [reply] = (await once(sent, 'response')) as [IncomingMessage];
  expect(await text(reply)).toBe('stored');
});

it('streams events one by one, and ends the request of a reader who leaves', async () => {
  const left = Promise.withResolvers<undefined>();
  const second = Promise.withResolvers<string>();
  answer = async (_, response) => {
    response.on('close', () => left.resolve(undefined));
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('data: one\n\n');
    response.write(await second.promise);
  };
  const leaving = new AbortController();
  const reply = await fetch(at('/admin/Terminal/index?server=1'), { signal: leaving.signal });
  const reader = reply.body!.pipeThrough(new TextDecoderStream()).getReader();
  expect(await reader.read()).toMatchObject({ value: 'data: one\n\n' });
  second.resolve('data: two\n\n');
  expect(await reader.read()).toMatchObject({ value: 'data: two\n\n' });
  leaving.abort();
  await expect(reader.read()).rejects.toThrow(/abort/u);
  await left.promise;
});

it('ends the request of a caller who leaves before the answer, and logs nothing', async () => {
  const asked = Promise.withResolvers<undefined>();
  const left = Promise.withResolvers<undefined>();
  answer = (_, response) => {
    response.on('close', () => left.resolve(undefined));
    asked.resolve(undefined);
  };
  const caller = connect(Number(new URL(at('/')).port), '127.0.0.1');
  caller.write('GET /api/api/index/index HTTP/1.1\r\nhost: x\r\n\r\n');
  await asked.promise;
  caller.destroy();
  await left.promise;
  expect(logged).toEqual([]);
});

it('asks the other server nothing for a caller who has left already', async () => {
  let calls = 0;
  answer = (_, response) => {
    calls += 1;
    response.end('{}');
  };
  const gate = createGateway(ports, { url: upstreamUrl });
  const left = new Request('http://test.invalid/api/admin/goods.Goods/del', { method: 'DELETE', signal: AbortSignal.abort() });
  expect([(await gate.fetch(left)).status, calls, logged]).toEqual([502, 0, []]);
});

const envelopeOf = (msg: string) => ({ code: 0, msg, time: TIME_SECONDS, data: null });

it('answers 502 for a server that is not there, in the language of the reader', async () => {
  const closed = createServer().listen(0, '127.0.0.1');
  await once(closed, 'listening');
  const { port } = closed.address() as AddressInfo;
  closed.close();
  await once(closed, 'close');
  const gate = createGateway(ports, { url: `http://127.0.0.1:${port}` });
  const reply = await gate.fetch(new Request('http://test.invalid/api/api/index/index?x=secret', { headers: { 'think-lang': 'en' } }));
  expect(reply.status).toBe(502);
  expect(Object.fromEntries(reply.headers)).toMatchObject({ ...SECURITY_HEADERS, 'content-security-policy': DATA_POLICY });
  expect(await reply.json()).toEqual(envelopeOf('The server behind this one cannot be reached. Please try again in a moment.'));
  expect(logged).toMatchObject([{ event: 'upstream.unreachable', method: 'GET', path: '/api/api/index/index' }]);
  expect(JSON.stringify(logged)).not.toContain('secret');
});

it('answers 504 for a server that says nothing', async () => {
  answer = () => undefined;
  const gate = createGateway(ports, { url: upstreamUrl, timeoutMs: 1 });
  const reply = await gate.fetch(new Request('http://test.invalid/api/admin/index/index'));
  expect(reply.status).toBe(504);
  expect(Object.fromEntries(reply.headers)).toMatchObject(SECURITY_HEADERS);
  expect(await reply.json()).toEqual(envelopeOf('业务服务器长时间没有响应，请稍后再试。'));
  expect(logged).toMatchObject([{ event: 'upstream.silent', method: 'GET', path: '/api/admin/index/index' }]);
});

const save = (): Request => new Request('http://test.invalid/api/admin/goods.Goods/add', { method: 'POST', body: '{}' });

it('waits longer for what may write, since it may be stored though nobody has said so', async () => {
  answer = (_request, response) => void setTimeout(() => response.end('stored'), 60);
  expect(await (await createGateway(ports, { url: upstreamUrl, timeoutMs: 1 }).fetch(save())).text()).toBe('stored');
  expect((await createGateway(ports, { url: upstreamUrl, writeTimeoutMs: 1 }).fetch(save())).status).toBe(504);
});

it('finds a server below a path', async () => {
  answer = (request, response) => response.end(request.url);
  const gate = createGateway(ports, { url: `${upstreamUrl}/shop` });
  expect(await (await gate.fetch(new Request('http://test.invalid/api/admin/index/index'))).text()).toBe('/shop/admin/index/index');
});

it('asks the other server about its site a few times, however many want a page, and stays with what it last said', async () => {
  let [nowMs, calls, isRefusing] = [TIME_SECONDS * 1000, 0, false];
  const site = {
    siteName: 'Fair',
    recordNumber: '',
    version: '1',
    cdnUrl: '',
    apiUrl: '',
    upload: { maxsize: 1, savename: '', mimetype: '', mode: 'local' },
  };
  answer = (_request, response) => {
    calls += 1;
    const accepted = { code: 1, msg: '', time: 1, data: { site, openMemberCenter: true, userInfo: [], rules: [], menus: [] } };
    response.end(JSON.stringify(isRefusing ? { code: 0, msg: 'Too fast', time: 1, data: null } : accepted));
  };
  const documents: DocumentRenderer = {
    build: '1',
    inline: async () => ({ script: '', styles: '' }),
    render: async ({ frame }) => frame.siteName,
  };
  const front = createGateway({ ...ports, clock: { nowMs: () => nowMs }, pages: { ...ports.pages, documents } }, { url: upstreamUrl });
  const titleAt = async (path: string): Promise<string> => (await front.fetch(new Request(`http://fair.test${path}`))).text();
  const asked = await Promise.all(Array.from({ length: 50 }, () => titleAt('/')));
  expect([new Set(asked), calls]).toEqual([new Set(['Fair']), 1]);
  expect([await titleAt('/manifest.webmanifest').then((text) => text.includes('Fair')), calls]).toEqual([true, 1]);
  isRefusing = true;
  nowMs += 60_000;
  expect([await titleAt('/'), await titleAt('/'), calls]).toEqual(['Fair', 'Fair', 2]);
  [isRefusing, site.siteName] = [false, 'Market'];
  nowMs += 60_000;
  expect(await titleAt('/')).toBe('Market');
  // One that hangs keeps nobody waiting who has seen the site before.
  answer = () => undefined;
  nowMs += 60_000;
  expect(await titleAt('/')).toBe('Market');
});
