import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { saveConfig } from '#api/contract/settings/config';
import { readPageFolder } from '#server/adapters/pages/page-folder';
import { silentLogger } from '#server/base/logger';
import type { DocumentRenderer, PreloadedFiles, ServerPorts } from '#server/ports/ports';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

const folder = mkdtempSync(join(tmpdir(), 'troupe-early-'));
const warn = vi.fn<ServerPorts['logger']['warn']>();
const early = vi.fn<NonNullable<DocumentRenderer['early']>>();
let server: TestServer;

beforeAll(async () => {
  writeFileSync(
    join(folder, 'index.html'),
    '<head><link rel="stylesheet" href="/assets/base.css"><!-- __PRELOADS__ --></head><div id="root"></div><!-- __EARLY__ --><script id="site">__SITE__</script>',
  );
  const parts: PreloadedFiles = { files: ['/assets/base.css', '/assets/login.css', '/assets/login.js'], 'zh-cn': [], en: [] };
  const pages = await readPageFolder(folder);
  server = await createTestServer({
    ports: {
      logger: { ...silentLogger, warn },
      pages: {
        shell: pages.shell,
        read: () => null,
        preloads: { adminLogin: parts, memberLogin: parts, admin: parts, adminTable: parts, member: parts, chat: parts },
        documents: { early } as unknown as DocumentRenderer,
      },
    },
  });
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  early.mockReset();
  warn.mockReset();
  early.mockResolvedValue({ form: '{"a":"<!--$--></SCRIPT><b>__SITE__</head>"}', script: 'show()' });
});

const get = (path: string, headers: Record<string, string> = {}) =>
  server.app.fetch(new Request(`http://test.invalid${path}`, { headers }));

it.each([
  ['/admin/login', 'adminLogin'],
  ['/admin/login?to=%7B%7D', 'adminLogin'],
  ['/user/login', 'memberLogin'],
  ['/user/login?tab=elsewhere', 'memberLogin'],
] as const)('draws the form of %s, and has its styles arrive before it is painted', async (path, page) => {
  const reply = await get(path);
  const html = await reply.text();
  const nonce = /'nonce-([\w-]+)'/u.exec(reply.headers.get('content-security-policy') ?? '')?.[1];
  expect(html).toContain(
    `--><script type="application/json" id="early">{"a":"\\u003c!--$-->\\u003c/SCRIPT><b>__SITE__</head>"}</script><script nonce="${nonce}">show()</script><script id="site">`,
  );
  expect(html).toContain('<link rel="stylesheet" data-early crossorigin href="/assets/login.css"></head>');
  expect(html.match(/rel="stylesheet"/gu)).toHaveLength(2);
  expect(reply.headers.get('cache-control')).toBe('no-cache');
  expect(early.mock.calls).toEqual([[page, expect.objectContaining({ siteName: 'Troupe' })]]);
});

it.each(['/user/login?tab=register', '/user/login?tab=code', '/user/login?tab=reset', '/admin', '/user', '/chat', '/admin/login/x'])(
  'leaves %s to the application',
  async (path) => {
    expect(await (await get(path)).text()).not.toContain('id="early"');
    expect(early).not.toHaveBeenCalled();
  },
);

it('sends the page without a form where there is none, or where drawing fails, which is in the log', async () => {
  early.mockResolvedValueOnce(null);
  early.mockRejectedValueOnce(new Error('broken'));
  for (const state of ['none', 'broken']) {
    const html = await (await get('/admin/login')).text();
    expect([state, html.includes('id="early"'), html.match(/rel="stylesheet"/gu)?.length]).toEqual([state, false, 1]);
  }
  expect(warn.mock.calls).toEqual([['page.formNotDrawn', { error: 'Error: broken' }]]);
});

it('packs the page for whoever takes it so, since it is longer than a first packet', async () => {
  const [packed, plain] = [await get('/admin/login', { 'accept-encoding': 'br, gzip' }), await get('/admin/login')];
  expect([packed, plain].map(({ headers }) => [headers.get('content-encoding'), headers.get('vary')])).toEqual([
    ['gzip', 'Accept-Encoding'],
    [null, 'Accept-Encoding'],
  ]);
  expect(gunzipSync(Buffer.from(await packed.arrayBuffer())).toString()).toContain('id="early"');
});

it('draws what the settings say with the very next visit', async () => {
  const { token } = await server.signIn();
  await server.call(saveConfig, { site_name: '早市' }, { token });
  await get('/admin/login');
  expect(early).toHaveBeenCalledExactlyOnceWith('adminLogin', expect.objectContaining({ siteName: '早市' }));
});
