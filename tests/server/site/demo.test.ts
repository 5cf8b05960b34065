import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDemoFolder } from '#server/adapters/pages/demo-folder';
import { dealtKinds } from '#tests/support/dealt.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

const POLICY = /^default-src 'none'; script-src 'self' 'wasm-unsafe-eval';.*connect-src 'self'/u;

describe.each(dealtKinds())('the product to be tried, on %s', (kind) => {
  const folder = mkdtempSync(join(tmpdir(), 'troupe-demo-'));
  let server: TestServer;
  let pages: string[];

  beforeAll(async () => {
    mkdirSync(join(folder, 'parts'));
    mkdirSync(join(folder, 'assets'));
    writeFileSync(join(folder, 'index.html'), '<title>to be tried</title>');
    writeFileSync(join(folder, 'parts/seed-0123456789abcdef.bin'), 'packed');
    writeFileSync(join(folder, 'assets/demo-worker-A1b2C3d4.js'), 'plain');
    writeFileSync(join(folder, 'assets/demo-worker-A1b2C3d4.js.br'), brotliCompressSync('plain'));
    pages = [];
    const documents = {
      build: '1',
      inline: async () => ({ script: '', styles: '' }),
      render: async (page: unknown) => {
        pages.push(JSON.stringify(page));
        return '';
      },
    };
    server = await createTestServer({
      kind,
      ports: { pages: { read: () => null, shell: '__SITE__', documents }, demo: openDemoFolder(folder) },
    });
  });
  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });

  const offer = async (value: '0' | '1'): Promise<void> => {
    await server.database.kysely.updateTable('config').set({ value }).where('name', '=', 'demo_enabled').execute();
  };
  const home = async (): Promise<unknown> => {
    await server.request('/');
    return (JSON.parse(pages.at(-1) ?? '{}') as { content?: { hasDemo?: unknown } }).content?.hasDemo;
  };

  it('is not there until the installation offers it, and has no door', async () => {
    expect((await server.request('/try/')).status).toBe(404);
    expect((await server.request('/try/parts/seed-0123456789abcdef.bin')).status).toBe(404);
    expect(await home()).toBe(false);
  });

  it('is served under its own policy, with a door on the home page', async () => {
    await offer('1');
    expect(await home()).toBe(true);
    const moved = await server.request('/try');
    expect([moved.status, moved.headers.get('location')]).toEqual([308, '/try/']);
    for (const path of ['/try/', '/try/admin/goods/goods', '/try/user/login']) {
      const { status, headers, text } = await server.request(path);
      expect([status, headers.get('cache-control'), text]).toEqual([200, 'no-cache', '<title>to be tried</title>']);
      expect(headers.get('content-security-policy')).toMatch(POLICY);
    }
    const part = await server.request('/try/parts/seed-0123456789abcdef.bin');
    expect([part.status, part.text]).toEqual([200, 'packed']);
    expect(part.headers.get('cache-control')).toContain('immutable');
    const packed = await server.request('/try/assets/demo-worker-A1b2C3d4.js', { headers: { 'accept-encoding': 'br' } });
    expect(packed.headers.get('content-encoding')).toBe('br');
    // A worker answers to the policy that it came with.
    expect(packed.headers.get('content-security-policy')).toMatch(POLICY);
    const known = await server.request('/try/', {
      headers: { 'if-none-match': (await server.request('/try/')).headers.get('etag') ?? '' },
    });
    expect(known.status).toBe(304);
  });

  it('gives out nothing but its files', async () => {
    await offer('1');
    writeFileSync(join(folder, '../outside.html'), 'a secret');
    const ways = [
      '/try/../outside.html',
      '/try/%2e%2e/outside.html',
      '/try/..%2foutside.html',
      '/try/no-such.js',
      '/try/assets/demo-worker-A1b2C3d4.js.br',
    ];
    for (const path of ways) {
      const { status, text } = await server.request(path);
      expect([path, text.includes('secret')]).toEqual([path, false]);
      expect([path, status]).toEqual([path, 404]);
    }
    rmSync(join(folder, '../outside.html'));
    expect((await server.request('/try/', { method: 'POST' })).status).toBe(405);
  });

  it('is gone at once when it is switched off again', async () => {
    await offer('0');
    expect((await server.request('/try/')).status).toBe(404);
    expect(await home()).toBe(false);
  });
});
