import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { saveConfig } from '#api/contract/settings/config';
import type { DocumentPage } from '#domain/site/document-page';
import { createServerApp, type ServerApp } from '#server/app';
import type { DocumentRenderer } from '#server/ports/ports';
import { dealtKinds } from '#tests/support/dealt.ts';
import { addMember } from '#tests/support/members.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

/** Draws data as data, and counts what it draws. */
function countingRenderer() {
  const drawn: DocumentPage[] = [];
  const renderer: DocumentRenderer = {
    build: 'documents-1.js',
    inline: async () => ({ script: '(()=>{})()', styles: 'p{margin:0}' }),
    render: async (page, words) => {
      drawn.push(page);
      return JSON.stringify({ ...page, words: words('site.home.title') });
    },
  };
  return { drawn, pages: { read: () => null, shell: '<i nonce="__CSP_NONCE__"></i>__SITE__', documents: renderer } };
}

describe.each(dealtKinds())('public pages on %s', (kind) => {
  let server: TestServer;
  let other: ServerApp;
  const [own, others] = [countingRenderer(), countingRenderer()];
  beforeAll(async () => {
    server = await createTestServer({ kind, sampleData: false, ports: { pages: own.pages } });
    // Another process on the same database knows nothing of what this one remembers.
    other = createServerApp({ ...server.ports, pages: others.pages });
  });
  afterAll(async () => {
    await other.close();
    await server.close();
  });

  const get = (path: string, headers: Record<string, string> = {}, app: ServerApp = server.app) =>
    app.fetch(new Request(`http://shop.test${path}`, { headers }));
  const read = async (path: string, app?: ServerApp) =>
    JSON.parse(await (await get(path, {}, app)).text()) as DocumentPage & { words: string };
  const rename = async (name: string) => server.call(saveConfig, { site_name: name }, { token: (await server.signIn()).token });

  it('stand at an address of their own in each language', async () => {
    const pages = await Promise.all(['/', '/en'].map((path) => read(path)));
    expect(pages.map(({ frame, words }) => [frame.language, frame.origin, frame.path, words])).toEqual([
      ['zh-cn', 'http://shop.test', '/', '首页'],
      ['en', 'http://shop.test', '/', 'Home'],
    ]);
    const slash = await get('/en/?a=1');
    expect([slash.status, slash.headers.get('location')]).toEqual([308, '/en?a=1']);
    expect((await server.app.fetch(new Request('http://shop.test/', { method: 'POST' }))).status).toBe(405);
  });

  it('name the address that the server was told where the settings name none, however they are asked for', async () => {
    const told = createServerApp({ ...server.ports, pages: own.pages, siteAddress: 'https://fair.test' });
    expect((await read('/', told)).frame.origin).toBe('https://fair.test');
    expect((await read('/goods?q=tea', told)).frame.origin).toBe('https://fair.test');
    expect(await (await get('/robots.txt', {}, told)).text()).toContain('Sitemap: https://fair.test/sitemap.xml');
    expect(await (await get('/sitemap/0.xml', {}, told)).text()).toContain('<loc>https://fair.test/</loc>');
    await told.close();
    // Behind a listed proxy the browser's address is another than the socket's.
    const reply = await server.app.fetch(new Request('http://shop.test/en'), { remoteAddress: '1.2.3.4', isEncrypted: true });
    expect((JSON.parse(await reply.text()) as DocumentPage).frame.origin).toBe('https://shop.test');
  });

  it('show in each process, with the next request, what was saved in one', async () => {
    await Promise.all([read('/'), read('/', other)]);
    await rename('集市');
    expect([(await read('/')).frame.siteName, (await read('/', other)).frame.siteName]).toEqual(['集市', '集市']);
    // By another way than the back office, too.
    await server.database.kysely.updateTable('config').set({ value: '市集' }).where('name', '=', 'site_name').execute();
    expect([(await read('/')).frame.siteName, (await read('/', other)).frame.siteName]).toEqual(['市集', '市集']);
  });

  it('are drawn once, however many ask while something changes', async () => {
    await read('/en');
    await rename('Fair');
    const before = own.drawn.length;
    const bodies = await Promise.all(Array.from({ length: 500 }, async () => (await get('/en')).text()));
    expect([own.drawn.length - before, new Set(bodies).size]).toEqual([1, 1]);
  });

  it('are the same bytes for everybody, in each encoding, and not sent twice', async () => {
    const { token } = await server.signIn();
    const asVisitor = await get('/');
    const asAdmin = await get('/', { batoken: token, 'think-lang': 'en', cookie: 'a=b', 'accept-language': 'en' });
    const { token: member } = await (await addMember(server, 'reader_one')).signIn();
    const asMember = await get('/', { 'ba-user-token': member, 'think-lang': 'en' });
    const seen = [await asVisitor.text(), asVisitor.headers.get('etag')];
    expect([await asAdmin.text(), asAdmin.headers.get('etag')]).toEqual(seen);
    expect([await asMember.text(), asMember.headers.get('etag')]).toEqual(seen);
    const plain = await (await get('/')).text();
    const compressed = { br: brotliDecompressSync, gzip: gunzipSync };
    for (const [encoding, unpack] of Object.entries(compressed)) {
      const reply = await get('/', { 'accept-encoding': encoding });
      expect([reply.headers.get('content-encoding'), reply.headers.get('vary'), reply.headers.get('cache-control')]).toEqual([
        encoding,
        'Accept-Encoding',
        'no-cache',
      ]);
      expect(unpack(await reply.arrayBuffer()).toString()).toBe(plain);
      const again = await get('/', { 'accept-encoding': encoding, 'if-none-match': reply.headers.get('etag') ?? '' });
      expect([again.status, await again.text()]).toEqual([304, '']);
    }
    expect((await get('/', { 'accept-encoding': 'br;q=0' })).headers.get('content-encoding')).toBeNull();
  });

  it('allow the script and the styles that stand in them, by their hashes and without a nonce', async () => {
    const policy = (await get('/')).headers.get('content-security-policy')?.split('; ');
    expect(policy).toContain("script-src 'self' 'sha256-+JUiFHYpIbT2S3PilXs15NFfhr2N9tugMLX51TFoHGc='");
    expect(policy).toContain("style-src 'self' 'sha256-QRQPRLGyxt3RJiKpYNjpkgHcmHU2PywsfL2e8oI0LQA='");
    expect(policy?.join(' ')).not.toMatch(/nonce|unsafe/u);
  });

  it('are kept while the database is away, and are asked for again where none was', async () => {
    await rename('Kept');
    const state = { isAway: false };
    const { database } = server;
    const app = createServerApp({
      ...server.ports,
      pages: own.pages,
      database: {
        ...database,
        get kysely() {
          if (state.isAway) throw new Error('away');
          return database.kysely;
        },
      },
    });
    expect((await read('/', app)).frame.siteName).toBe('Kept');
    state.isAway = true;
    expect((await read('/', app)).frame.siteName).toBe('Kept');
    const none = await get('/en', {}, app);
    expect([none.status, none.headers.get('retry-after')]).toEqual([503, '5']);
    const seen = await get('/en', { accept: 'text/html,*/*;q=0.8' }, app);
    const html = await seen.text();
    expect([seen.status, seen.headers.get('retry-after'), seen.headers.get('cache-control')]).toEqual([503, '5', 'no-store']);
    // The reader's words first, then the other language's; it asks again by itself, and nothing of it runs.
    expect(html).toMatch(
      /<html lang="en">.*content="15">.*This page is not available right now.*in 15 seconds.*暂时无法打开此页面.*15 秒/su,
    );
    expect([html.includes('<script'), seen.headers.get('content-security-policy')]).toEqual([
      false,
      expect.stringContaining("default-src 'none'"),
    ]);
    state.isAway = false;
    expect((await read('/en', app)).frame.siteName).toBe('Kept');
    await app.close();
  });

  it('tell search engines what there is, and where', async () => {
    expect(await (await get('/robots.txt')).text()).toBe(
      'User-agent: *\nDisallow: /admin\nDisallow: /user\nDisallow: /api\nDisallow: /chat?\n\nSitemap: http://shop.test/sitemap.xml\n',
    );
    const placesIn = async (path: string) =>
      [...(await (await get(path)).text()).matchAll(/<loc>([^<]*)<\/loc>/gu)].map((match) => match[1]);
    expect(await placesIn('/sitemap.xml')).toEqual(['http://shop.test/sitemap/0.xml']);
    expect((await placesIn('/sitemap/0.xml')).slice(0, 6)).toEqual([
      'http://shop.test/',
      'http://shop.test/en',
      'http://shop.test/goods',
      'http://shop.test/en/goods',
      'http://shop.test/help',
      'http://shop.test/en/help',
    ]);
    expect(JSON.parse(await (await get('/manifest.webmanifest')).text())).toMatchObject({ name: 'Kept', start_url: '/' });
    const change = await get('/.well-known/change-password');
    expect([change.status, change.headers.get('location')]).toEqual([302, '/user/account/changePassword']);
  });
});
