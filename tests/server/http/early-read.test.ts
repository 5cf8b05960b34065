import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { listInput } from '#api/list-input';
import { headersOf } from '#api/transport';
import { addressOf } from '#api/transport-read';
import { Secret } from '#domain/base/secret';
import { nodePath } from '#domain/rights/permission';
import { addressingOf, fromAddress } from '#domain/table/collection-address';
import { pagePathOf } from '#domain/table/resource';
import { readPageFolder } from '#server/adapters/pages/page-folder';
import { SHIPPED_RESOURCES } from '#server/base/shipped-resources';
import type { PreloadedFiles } from '#server/ports/ports';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

const folder = mkdtempSync(join(tmpdir(), 'troupe-read-'));
let server: TestServer;

beforeAll(async () => {
  writeFileSync(
    join(folder, 'index.html'),
    '<head><script nonce="__CSP_NONCE__">language()</script><!-- __READS__ --><link rel="stylesheet" href="/a.css"></head><div id="root"></div>',
  );
  const parts: PreloadedFiles = { files: [], 'zh-cn': [], en: [] };
  const { shell } = await readPageFolder(folder);
  server = await createTestServer({
    ports: {
      pages: {
        shell,
        documents: null,
        read: () => null,
        preloads: { adminLogin: parts, memberLogin: parts, admin: parts, adminTable: parts, member: parts, chat: parts },
      },
    },
  });
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

/** The script after the one that knows the language, and whether the page's own rules let it run. */
async function scriptOf(path: string): Promise<{ readonly script: string; readonly mayRun: boolean } | null> {
  const response = await server.app.fetch(new Request(`http://test.invalid${path}`));
  const [, nonce = '', script] =
    /language\(\)<\/script><!-- --><script nonce="([^"]+)">(.*?)<\/script><link rel="stylesheet"/su.exec(await response.text()) ?? [];
  if (script === undefined) return null;
  return { script, mayRun: response.headers.get('content-security-policy')?.includes(`'nonce-${nonce}'`) === true };
}

const SIGNED_IN = JSON.stringify({ version: 1, value: { id: 1, token: 'tea' } });

/** Runs it in a page that has kept this. @returns what is asked, in order, and what the application finds */
async function asked(kept: string | null, { lang = 'zh-CN', cookie = '', path = '/admin/dashboard', name = 'adminInfo' } = {}) {
  const { script = '' } = (await scriptOf(path)) ?? {};
  const said: unknown[] = [];
  const page = {
    localStorage: { getItem: (key: string) => (key === name ? kept : null) },
    document: { cookie, documentElement: { lang } },
    XMLHttpRequest: class {
      open = (...given: unknown[]) => said.push(given);
      setRequestHeader = (...given: unknown[]) => said.push(given);
      send = () => said.push('sent');
    },
  } as { earlyReads?: readonly { readonly key: string }[] };
  runInNewContext(script, page);
  return { said, keys: page.earlyReads?.map(({ key }) => key) ?? [] };
}

describe('a page asks beforehand', () => {
  it('where index.html says so: behind its language and before its styles', () => {
    expect(readFileSync('index.html', 'utf8')).toMatch(/documentElement\.lang = 'en'.*?__READS__ -->\s*<style/su);
  });

  it.each([
    ['/admin/goods/goods', true],
    ['/admin/dashboard', true],
    ['/admin', true],
    ['/admin/login', null],
    ['/user/login', null],
    ['/user/account/overview', true],
    ['/user', true],
    ['/', null],
    ['/chat', null],
  ])('in %s: %s', async (path, mayRun) => {
    expect((await scriptOf(path))?.mayRun ?? null).toBe(mayRun);
  });

  it.each([
    ['zh-CN', 'zh-cn'],
    ['en', 'en'],
  ])('as the application does where the page is in %s', async (lang, language) => {
    const headers = headersOf({ tokens: { admin: new Secret('tea'), member: null }, idempotencyKey: undefined }, language);
    expect(await asked(SIGNED_IN, { lang })).toEqual({
      said: [['GET', '/api/admin/Index/index'], ['Accept', 'application/json, text/plain, */*'], ...Object.entries(headers), 'sent'],
      keys: [`/api/admin/Index/index${JSON.stringify(headers)}`],
    });
  });

  it.each([
    ['/user/account/overview', ['/api/account/unread', '/api/account/summary', '/api/account/chats']],
    ['/user/account/overview?from=mail', ['/api/account/unread', '/api/account/summary', '/api/account/chats']],
    ['/user/account/balance', ['/api/account/unread']],
    ['/user', ['/api/account/unread']],
  ])('as a member alone at %s: who they are, then %j', async (path, then) => {
    const headers = headersOf({ tokens: { admin: null, member: new Secret('tea') }, idempotencyKey: undefined }, 'en');
    const keys = ['/api/api/index/index?requiredLogin=1', ...then.map((address) => address.replace('/api/', '/api/api/'))];
    expect((await asked(SIGNED_IN, { lang: 'en', path, name: 'userInfo' })).keys).toEqual(
      keys.map((address) => address + JSON.stringify(headers)),
    );
    expect((await asked(SIGNED_IN, { lang: 'en', path })).keys).toEqual([]);
  });

  it.each(SHIPPED_RESOURCES.map((resource) => [nodePath('admin', pagePathOf(resource)), resource] as const))(
    'for the list at %s as its table does',
    async (path, resource) => {
      const list = addressOf(resourceEndpoints(resource).list.path, listInput(resource, fromAddress(addressingOf(resource), {})));
      const { said } = await asked(SIGNED_IN, { path });
      expect(said.filter((one) => Array.isArray(one) && one[0] === 'GET')).toEqual([
        ['GET', '/api/admin/Index/index'],
        ['GET', list],
      ]);
    },
  );

  it.each(['/admin/goods/goods?limit=20', '/admin/goods/goods?record=1', '/admin/goods/none', '/admin'])(
    'for no list at %s',
    async (path) => {
      expect((await asked(SIGNED_IN, { path })).keys).toHaveLength(1);
    },
  );

  it.each([
    ['nobody is signed in', null, ''],
    ['what is kept is damaged', '{', ''],
    ['what is kept is of another version', JSON.stringify({ version: 2, value: { id: 1, token: 'tea' } }), ''],
    ['there is no token', JSON.stringify({ version: 1, value: { id: 1, token: '' } }), ''],
    ['nobody has the number', JSON.stringify({ version: 1, value: { id: 0, token: 'tea' } }), ''],
    ['a cookie would have to go along', SIGNED_IN, 'XSRF-TOKEN=a'],
  ])('nothing where %s', async (_, kept, cookie) => {
    expect(await asked(kept, { cookie })).toEqual({ said: [], keys: [] });
  });
});
