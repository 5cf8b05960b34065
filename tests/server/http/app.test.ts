import { mkdtempSync, readFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createServerApp } from '#server/app';
import { saveConfig } from '#api/contract/settings/config';
import type { Endpoint } from '#api/contract/base/endpoint';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { boardEndpoint, eventEndpoint, lifeEndpoint, offersEndpoint, placeEndpoint } from '#api/contract/table/life-endpoints';
import { resourceFileEndpoints } from '#api/contract/table/resource-files';
import { resourceWriteEndpoints } from '#api/contract/table/resource-writes';
import { SHIPPED_RESOURCES } from '#server/base/shipped-resources';
import { frontInit } from '#api/contract/session/session';
import { bulkFields } from '#domain/table/bulk';
import { FailureError } from '#domain/base/failure';
import { canImport } from '#domain/table/import-file';
import { canExport, hasCall, type ResourceCall } from '#domain/table/resource';
import { readPageFolder } from '#server/adapters/pages/page-folder';
import type { PreloadedFiles, PreloadedPage } from '#server/ports/ports';
import { KEEP_ALIVE_MS } from '#server/base/limits';
import { createReadiness } from '#server/http/health';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'audience' in value && 'path' in value;

/** Events of a section's life that people send; others come from elsewhere. */
const callableEvents = ({ life }: (typeof SHIPPED_RESOURCES)[number]) =>
  Object.entries(life?.events ?? {}).filter(([, { right }]) => right !== 'none');

const preloadsOf = (page: PreloadedPage): PreloadedFiles => ({
  files: [`/assets/${page}.js`, `/assets/${page}.css`],
  'zh-cn': [`/assets/${page}-zh.js`],
  en: [`/assets/${page}-en.js`],
});

describe('the application around the calls', () => {
  const folder = mkdtempSync(join(tmpdir(), 'troupe-pages-'));
  const script = 'console.log("a script long enough to compress")'.repeat(20);
  const health = { freeDiskShare: 0.5, damage: null as string | null };
  let server: TestServer;

  beforeAll(async () => {
    mkdirSync(join(folder, 'assets'));
    writeFileSync(
      join(folder, 'index.html'),
      '<!doctype html><meta name="csp-nonce" content="__CSP_NONCE__" /><!-- __PRELOADS__ --><script type="application/json" id="site">__SITE__</script>',
    );
    writeFileSync(join(folder, 'assets/app-Ab12cd34.js'), script);
    writeFileSync(join(folder, 'assets/app-Ab12cd34.js.br'), brotliCompressSync(script));
    writeFileSync(join(folder, 'assets/app-Ab12cd34.js.gz'), gzipSync(script));
    writeFileSync(join(folder, 'assets/work.worker-Ab12cd34.js'), script);
    writeFileSync(join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg" />');
    const preloads = {
      adminLogin: preloadsOf('adminLogin'),
      admin: preloadsOf('admin'),
      adminTable: preloadsOf('adminTable'),
      memberLogin: preloadsOf('memberLogin'),
      member: preloadsOf('member'),
      chat: preloadsOf('chat'),
    };
    const pages = { ...(await readPageFolder(folder)), preloads };
    server = await createTestServer({ ports: { pages, freeDiskShare: () => health.freeDiskShare } });
    vi.spyOn(server.database, 'damage').mockImplementation(() => health.damage);
  });
  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });

  it('names the parts of a page after the comment that says so, and before the script that looks for the words', () => {
    expect(readFileSync('index.html', 'utf8')).toMatch(/__PRELOADS__ -->.*?meta\[name="words"\]/su);
  });

  const get = (path: string, headers: Record<string, string> = {}) =>
    server.app.fetch(new Request(`http://test.invalid${path}`, { headers }));

  it.each([
    '/',
    '/admin',
    '/admin/goods/goods',
    '/admin/loading/%7B%22path%22%3A%22%2Fadmin%22%7D',
    '/user',
    '/401',
    '/dev/flows',
    '/admin/iframe/https%3A%2F%2Fsite.example%2Fpage.html',
    '/user/iframe/https%3A%2F%2Fsite.example',
  ])('answers %s with the shell', async (path) => {
    const reply = await get(path);
    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(reply.headers.get('cache-control')).toBe('no-cache');
  });

  it.each([
    ['/admin/login', 'adminLogin'],
    ['/admin', 'admin'],
    ['/admin/dashboard', 'admin'],
    ['/admin/goods/goods', 'adminTable'],
    ['/user/login', 'memberLogin'],
    ['/user/account/profile', 'member'],
    ['/chat', 'chat'],
    ['/401', null],
    ['/dev/flows', null],
  ] as const)('names in the reply to %s what a visit to it will ask for', async (path, page) => {
    const told = /-->(.*?)<script/u.exec(await (await get(path)).text())?.[1];
    expect(told).toBe(
      page === null
        ? ''
        : `<link rel="modulepreload" href="/assets/${page}.js"><link rel="preload" as="style" crossorigin href="/assets/${page}.css">` +
            `<meta name="words" content='{"zh-cn":["/assets/${page}-zh.js"],"en":["/assets/${page}-en.js"]}'>`,
    );
  });

  it('lets pages load styles and fonts from the hosts that are configured, and from no others', async () => {
    const partOf = async (name: string) =>
      (await get('/')).headers
        .get('content-security-policy')
        ?.split('; ')
        .find((part) => part.startsWith(`${name} `))
        ?.replace(/ 'nonce-[\w-]+'/u, '');
    const { token } = await server.signIn();
    const save = (lines: string) => server.call(saveConfig, { style_sheets: lines }, { token });
    expect([await partOf('style-src'), await partOf('font-src')]).toEqual(["style-src 'self'", "font-src 'self' data:"]);
    await save('//at.alicdn.com/t/c/font_1.css\nhttps://at.alicdn.com/t/c/font_2.css\nhttp://127.0.0.1:9000/own.css');
    const hosts = 'https://at.alicdn.com http://127.0.0.1:9000';
    expect([await partOf('style-src'), await partOf('font-src')]).toEqual([`style-src 'self' ${hosts}`, `font-src 'self' data: ${hosts}`]);
    expect(await partOf('script-src')).toBe("script-src 'self'");
    expect(await (await get('/')).text()).toContain('"styleSheets":["https://at.alicdn.com/t/c/font_1.css"');
    await expect(save("https://a.test/x.css'; script-src *\nftp://b.test/y.css")).rejects.toBeInstanceOf(FailureError);
    await expect(save('http://b.test/y.css')).rejects.toBeInstanceOf(FailureError);
    await save('');
    expect(await partOf('style-src')).toBe("style-src 'self'");
  });

  it('gives each shell its own nonce, in the policy and in the page', async () => {
    const nonces = await Promise.all(
      [1, 2].map(async () => {
        const reply = await get('/');
        const nonce = /content="([\w-]{22})"/u.exec(await reply.text())?.[1] ?? '';
        const policy = reply.headers.get('content-security-policy') ?? '';
        expect(policy).toContain("default-src 'none'");
        expect(policy).toContain(`script-src 'self' 'nonce-${nonce}'`);
        expect(policy).toContain(`style-src 'self' 'nonce-${nonce}'`);
        expect(policy).not.toContain('unsafe-eval');
        // A menu rule of iframe type shows another site's page; scripts in it are that site's.
        expect(policy.split('; ')).toContain("frame-src 'self' http: https:");
        return nonce;
      }),
    );
    expect(new Set(nonces).size).toBe(2);
  });

  it('writes the site into the shell, and nothing in its name can leave the element', async () => {
    const { kysely } = server.database;
    await kysely.updateTable('config').set({ value: '</script><b>$&' }).where('name', '=', 'site_name').execute();
    const html = await (await get('/')).text();
    const json = /id="site">(.*?)<\/script>$/su.exec(html)?.[1] ?? '';
    expect(json).not.toContain('<');
    const asked = await server.call(frontInit, {});
    expect(JSON.parse(json)).toEqual(asked.site);
    expect(asked.site.siteName).toBe('</script><b>$&');
  });

  it('fills in nothing that the words of the site spell', async () => {
    const { kysely } = server.database;
    await kysely.updateTable('config').set({ value: '__CSP_NONCE__ __SITE__' }).where('name', '=', 'site_name').execute();
    expect(await (await get('/admin')).text()).toMatch(/"siteName":"__CSP_NONCE__ __SITE__"/u);
  });

  it.each(['/nonsense/x', '/404', '/goodness', '/en/nonsense'])(
    'says of %s that there is no such page, and lets the application show it',
    async (path) => {
      const reply = await get(path);
      expect([reply.status, reply.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    },
  );

  it('serves built files compressed as accepted, for ever, and not twice', async () => {
    const path = '/assets/app-Ab12cd34.js';
    const brotli = await get(path, { 'accept-encoding': 'gzip, deflate, br' });
    expect(brotli.headers.get('content-encoding')).toBe('br');
    expect(brotliDecompressSync(await brotli.arrayBuffer()).toString()).toBe(script);
    expect(brotli.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(brotli.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(brotli.headers.get('vary')).toBe('Accept-Encoding');
    expect((await get(path, { 'accept-encoding': 'gzip' })).headers.get('content-encoding')).toBe('gzip');
    const plain = await get(path, { 'accept-encoding': 'br;q=0' });
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(await plain.text()).toBe(script);
    const etag = brotli.headers.get('etag') ?? '';
    const again = await get(path, { 'accept-encoding': 'br', 'if-none-match': `W/${etag}` });
    expect([again.status, await again.text()]).toEqual([304, '']);
    expect((await get(path, { 'if-none-match': etag })).status).toBe(200);
  });

  it('keeps other files fresh, and gives out nothing else', async () => {
    expect((await get('/favicon.svg')).headers.get('cache-control')).toBe('no-cache');
    for (const path of [
      '/index.html',
      '/assets/app-Ab12cd34.js.br',
      '/missing.js',
      '/..%2f..%2fetc%2fpasswd',
      '/%2e%2e/package.json',
      '/assets/%ff.js',
    ]) {
      expect([path, (await get(path)).status]).toEqual([path, 404]);
    }
    expect((await server.app.fetch(new Request('http://test.invalid/', { method: 'POST' }))).status).toBe(405);
  });

  it.each(['/', '/assets/app-Ab12cd34.js', '/api/admin/Index/index', '/health/live', '/missing.js'])(
    'guards the reply to %s',
    async (path) => {
      const { headers } = await get(path);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    },
  );

  it('lets the pages of chosen origins call it, and no others', async () => {
    const office = 'https://office.example.com';
    const app = createServerApp(server.ports, { corsOrigins: ['http://localhost:1818', office] });
    const ask = async (to: typeof app, method: string, path: string, origin: string) => {
      const headers = { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'batoken,server,think-lang' };
      const reply = await to.fetch(new Request(`http://test.invalid${path}`, { method, headers }));
      const told = [...reply.headers].filter(([name]) => name.startsWith('access-control-'));
      return { status: reply.status, body: await reply.text(), ...Object.fromEntries(told) };
    };
    const allowed = {
      'access-control-allow-origin': office,
      'access-control-allow-credentials': 'true',
      'access-control-expose-headers': 'x-request-id,x-row-count,x-progress,x-sections,content-disposition,etag,retry-after',
    };
    expect(await ask(app, 'OPTIONS', '/admin/auth.Admin/edit', office)).toEqual({
      status: 204,
      body: '',
      ...allowed,
      'access-control-max-age': '1800',
      'access-control-allow-methods': 'GET,POST,PATCH,PUT,DELETE,OPTIONS',
      'access-control-allow-headers': expect.stringMatching(
        /^think-lang,server,.*,ba-user-token,.*,batoken,Authorization,Content-Type,.*,idempotency-key,refresh-token-rotation,ba-chat-visitor,x-progress,last-event-id$/u,
      ),
    });
    expect(await ask(app, 'GET', '/api/index/index?server=1', office)).toMatchObject({ status: 200, ...allowed });
    for (const origin of ['https://elsewhere.example', 'http://localhost:1819', 'null'])
      expect(await ask(app, 'OPTIONS', '/admin/auth.Admin/edit', origin)).not.toHaveProperty('access-control-allow-origin');
    const picture = await app.fetch(new Request('http://test.invalid/static/images/avatar.png'));
    expect(picture.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    // As shipped nobody is let in.
    expect(await ask(server.app, 'OPTIONS', '/admin/auth.Admin/edit', office)).toEqual({ status: 405, body: expect.any(String) });
    expect((await get('/static/images/avatar.png')).headers.get('cross-origin-resource-policy')).toBe('same-origin');
  });

  it('says that it lives, and that it is ready only with a sound database and room on the disk', async () => {
    expect([(await get('/health/live')).status, (await get('/health/ready')).status]).toEqual([200, 200]);
    health.freeDiskShare = 0.04;
    const full = await get('/health/ready');
    expect([full.status, await full.json()]).toEqual([503, { status: 'not ready', problems: ['disk'] }]);
    health.freeDiskShare = 0.5;
    health.damage = 'goods: a page is empty';
    expect(await (await get('/health/ready')).json()).toEqual({ status: 'not ready', problems: ['damage'] });
    health.damage = null;
    expect((await get('/api/admin/Index/index')).headers.get('cache-control')).toBe('no-store');
  });

  it('gives a worker its own policy, also where a cache only asks whether it has changed', async () => {
    const { etag, policy } = await policyOf('/assets/work.worker-Ab12cd34.js');
    expect(policy).toContain("'wasm-unsafe-eval'");
    expect(await policyOf('/assets/work.worker-Ab12cd34.js', { 'if-none-match': etag })).toEqual({ status: 304, etag, policy });
  });

  async function policyOf(path: string, headers: Readonly<Record<string, string>> = {}) {
    const reply = await get(path, headers);
    return { status: reply.status, etag: reply.headers.get('etag') ?? '', policy: reply.headers.get('content-security-policy') };
  }

  it('asks its database once, however many want to know whether it is ready', async () => {
    let [pings, takesWrites, nowMs] = [0, true, 1_000_000];
    const database = {
      ...server.ports.database,
      ping: async () => {
        pings += 1;
        await Promise.resolve();
        if (!takesWrites) throw new Error('no disk');
      },
    };
    const ready = createReadiness({ ...server.ports, database, clock: { nowMs: () => nowMs } });
    const askOften = async () => new Set((await Promise.all(Array.from({ length: 50 }, ready))).map(({ status }) => status));
    expect([await askOften(), await askOften(), pings]).toEqual([new Set([200]), new Set([200]), 1]);
    takesWrites = false;
    nowMs += 1000;
    expect([await askOften(), await askOften(), pings]).toEqual([new Set([503]), new Set([503]), 2]);
    takesWrites = true;
    // A clock that was set back keeps nobody out.
    nowMs -= 3_600_000;
    expect([await askOften(), pings]).toEqual([new Set([200]), 3]);
  });

  it.each(['deploy/Caddyfile', 'deploy/compose.Caddyfile', 'deploy/Dockerfile'])(
    'answers whom %s lets ask also where it takes no uploads, or is served although it is damaged',
    async (sample) => {
      const [, address = ''] = /(?:health_uri |:8000)(\/health\/\w+)/u.exec(readFileSync(sample, 'utf8')) ?? [];
      [health.freeDiskShare, health.damage] = [0.01, 'goods: a page is empty'];
      expect((await get(address)).status).toBe(200);
      [health.freeDiskShare, health.damage] = [0.5, null];
    },
  );

  it.each(['deploy/Caddyfile', 'deploy/compose.Caddyfile', 'deploy/nginx.conf'])('outlives the idle connections of %s', (sample) => {
    const [, seconds] = /keepalive(?:_timeout)? (\d+)s/u.exec(readFileSync(sample, 'utf8')) ?? [];
    expect(Number(seconds) * 1000).toBeLessThan(KEEP_ALIVE_MS);
  });

  it('reads no text of more than ten thousand characters, but where each is measured by its field', async () => {
    const long = 'x'.repeat(10_001);
    const post = async (path: string, json: object) => (await server.request(`/api${path}`, { method: 'POST', json })).body?.data;
    expect(await post('/admin/Index/login', { username: long, password: [{ a: long }], keep: true })).toEqual({
      fields: { username: expect.any(String) as string, password: expect.any(String) as string },
    });
    expect(await post('/common/refreshToken', { refreshToken: long })).toEqual({ fields: { refreshToken: expect.any(String) as string } });
    const measured = server.app.routes().filter(({ endpoint }) => endpoint.texts === 'byField');
    expect(new Set(measured.map(({ endpoint }) => endpoint.path.split('/').at(-1)))).toEqual(
      new Set([
        'add',
        'edit',
        'bulk',
        'check',
        'draft',
        'generate',
        'import',
        'message',
        'parseFieldData',
        'prove',
        'rehearse',
        'report',
        'restore',
        'siteLife',
        ...SHIPPED_RESOURCES.flatMap(callableEvents).map(([event]) => event),
      ]),
    );
  });

  it('documents every call, with the header it needs', async () => {
    const document = (await (await get('/api/openapi.json')).json()) as {
      paths: Record<string, Record<string, { security: object[]; parameters: { name: string }[]; responses: Record<string, object> }>>;
      components: Record<'securitySchemes' | 'responses', Record<string, object>>;
    };
    // Whatever the contract declares is mounted, and nothing else is.
    const modules = Object.values(import.meta.glob<Record<string, unknown>>('/src/api/contract/!(resources)/*.ts', { eager: true }));
    const declared = [
      // Calls of a kind may stand together in one object.
      ...modules.flatMap((module) => Object.values(module)).flatMap((value) => (isEndpoint(value) ? [value] : Object.values(value ?? {}))),
      ...SHIPPED_RESOURCES.flatMap((resource) =>
        Object.entries(resourceEndpoints(resource)).flatMap(([call, one]) => (hasCall(resource, call as ResourceCall) ? [one] : [])),
      ),
      ...SHIPPED_RESOURCES.filter(canExport).map((resource) => resourceFileEndpoints(resource).exportList),
      ...SHIPPED_RESOURCES.flatMap((resource) => {
        const { saveMany, importRows, cancelImport, undo } = resourceWriteEndpoints(resource);
        const changes = hasCall(resource, 'save') || hasCall(resource, 'remove');
        return [
          ...(changes ? [undo] : []),
          ...(bulkFields(resource).length > 0 ? [saveMany] : []),
          ...(canImport(resource) ? [importRows, cancelImport] : []),
        ];
      }),
      ...SHIPPED_RESOURCES.filter(({ life }) => life !== undefined).flatMap((one) => [
        lifeEndpoint(one),
        offersEndpoint(one),
        boardEndpoint(one),
        placeEndpoint(one),
      ]),
      ...SHIPPED_RESOURCES.flatMap((resource) =>
        callableEvents(resource).map(([event, described]) => eventEndpoint(resource, event, described)),
      ),
    ].filter(isEndpoint);
    const paths = [...new Set(declared.map(({ path }) => `/api${path}`))].sort();
    expect(Object.keys(document.paths).sort()).toEqual(paths);
    expect(paths).toEqual(expect.arrayContaining(['/api/admin/Index/login', '/api/admin/goods.Goods/sortable', '/api/api/Ems/send']));
    const list = document.paths['/api/admin/goods.Goods/index']?.['get'];
    // Of a program as well, which is told where its token has ended and when it is too fast.
    expect(list?.security).toEqual([{ admin: [] }, { program: [] }]);
    expect(document.components.securitySchemes).toMatchObject({ program: { type: 'http', scheme: 'bearer' } });
    const repliesOf = (path: string, method: string) => Object.keys(document.paths[`/api/admin/${path}`]?.[method]?.responses ?? {});
    const waysIn = (path: string, method: string) => document.paths[`/api/admin/${path}`]?.[method]?.security;
    expect(repliesOf('goods.Goods/index', 'get')).toEqual(['200', '401', '429', '503']);
    expect(waysIn('goods.Goods/undo', 'post')).toEqual([{ admin: [] }, { program: [] }]);
    for (const [path, method] of [
      ['chat.Model/index', 'get'],
      ['auth.Group/edit', 'post'],
      ['routine.Config/index', 'get'],
    ] as const)
      expect([path, waysIn(path, method), repliesOf(path, method)]).toEqual([path, [{ admin: [] }], ['200', '503']]);
    expect(waysIn('auth.Group/index', 'get')).toEqual([{ admin: [] }, { program: [] }]);
    const named = Object.values(document.paths)
      .flatMap((methods) => Object.values(methods))
      .flatMap(({ responses }) => Object.values(responses))
      .flatMap((one) => ('$ref' in one ? [String(one.$ref)] : []));
    const told = Object.keys(document.components.responses).map((name) => `#/components/responses/${name}`);
    expect([...new Set(named)].sort()).toEqual(told.sort());
    expect(list?.parameters.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['page', 'limit', 'order', 'quickSearch', 'search', 'select']),
    );
    expect(document.paths['/api/admin/ajax/upload']?.['post']).toMatchObject({
      parameters: [{ name: 'topic' }, { name: 'driver' }, { name: 'forceLocal' }],
      requestBody: { content: { 'multipart/form-data': { schema: { required: ['file'] } } } },
    });
    expect(document.paths['/api/admin/Index/login']?.['post']?.security).toEqual([]);
  });
});
