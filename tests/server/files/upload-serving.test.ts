import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { rejection } from '#domain/base/failure';
import { createTestServer, type RawReply, type TestServer } from '#tests/support/server.ts';
import * as sample from '#tests/support/upload-samples.ts';

const { upload, configure, PNG } = sample;

const head = ({ headers }: RawReply, ...names: string[]) => Object.fromEntries(names.map((name) => [name, headers.get(name)]));

describe('stored files', () => {
  let server: TestServer;
  let token: string;
  beforeAll(async () => {
    server = await createTestServer({ sampleData: false });
    ({ token } = await server.signIn());
    await configure(server, { upload_suffixes: '*' });
  });
  afterAll(() => server.close());

  const stored = async (bytes: Uint8Array<ArrayBuffer>, name: string): Promise<string> =>
    encodeURI((await upload(server, bytes, name, { token })).body?.data.file.url);

  it('are sent with their own type, in a sandbox, for good', async () => {
    const url = await stored(PNG, '产品 (1).png');
    const response = await server.app.fetch(new Request(`http://test.invalid${url}`));
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(PNG);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(PNG.byteLength),
      'x-content-type-options': 'nosniff',
      'content-disposition': `inline; filename="____1_.png"; filename*=UTF-8''%E4%BA%A7%E5%93%81%20%281%29.png`,
      'content-security-policy': "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; sandbox",
      'cache-control': 'public, max-age=31536000, immutable',
      'accept-ranges': 'bytes',
      'cross-origin-resource-policy': 'same-origin',
    });
    const etag = response.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[0-9a-f]{32}"$/u);
    const again = await server.request(url, { headers: { 'if-none-match': `"x", W/${etag}` } });
    expect([again.status, again.text]).toEqual([304, '']);
    const asked = await server.request(url, { method: 'HEAD' });
    expect([asked.status, asked.text, asked.headers.get('content-length')]).toEqual([200, '', String(PNG.byteLength)]);
  });

  it.each([
    ['a.png', PNG, 'image/png', 'inline'],
    ['both.gif', sample.GIF_PAGE, 'image/gif', 'inline'],
    ['a.wav', sample.wav(100), 'audio/wav', 'inline'],
    ['a.svg', sample.SVG_SCRIPT, 'image/svg+xml', 'attachment'],
    ['a.pdf', sample.PDF, 'application/pdf', 'attachment'],
    ['a.zip', sample.ZIP, 'application/zip', 'attachment'],
    ['a.txt', sample.PAGE, 'text/plain', 'attachment'],
    ['a.xyz', sample.joined(sample.PAGE, sample.PAGE), 'application/octet-stream', 'attachment'],
  ])('%s is shown in place or offered for saving', async (name, bytes, type, how) => {
    const reply = await server.request(await stored(bytes, name));
    expect(reply.headers.get('content-type')).toBe(type);
    expect(reply.headers.get('content-disposition')?.split(';')[0]).toBe(how);
    expect(head(reply, 'x-content-type-options', 'content-security-policy')).toEqual({
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(/^default-src 'none'.*sandbox$/u),
    });
  });

  it('come in pieces to players', async () => {
    const bytes = sample.wav(1000);
    bytes.forEach((_, index) => index > 40 && (bytes[index] = index % 251));
    const url = await stored(bytes, 'sound.wav');
    const piece = async (range: string, more: Record<string, string> = {}) => {
      const response = await server.app.fetch(new Request(`http://test.invalid${url}`, { headers: { range, ...more } }));
      const got = new Uint8Array(await response.arrayBuffer());
      return { status: response.status, got, range: response.headers.get('content-range'), length: response.headers.get('content-length') };
    };
    const part = (start: number, end: number) => ({
      status: 206,
      got: bytes.slice(start, end + 1),
      range: `bytes ${start}-${end}/1000`,
      length: String(end - start + 1),
    });
    expect(await piece('bytes=0-99')).toEqual(part(0, 99));
    expect(await piece('bytes=900-')).toEqual(part(900, 999));
    expect(await piece('bytes=-10')).toEqual(part(990, 999));
    expect(await piece('bytes=990-5000')).toEqual(part(990, 999));
    expect(await piece('bytes=-5000')).toEqual(part(0, 999));
    expect(await piece('bytes=1000-')).toMatchObject({ status: 416, range: 'bytes */1000' });
    expect(await piece('bytes=-0')).toMatchObject({ status: 416 });
    for (const strange of ['bytes=5-2', 'bytes=0-1,4-5', 'bytes=-', 'lines=1-2', 'bytes=a-b']) {
      expect(await piece(strange)).toMatchObject({ status: 200, got: bytes, range: null });
    }
    const etag = (await server.request(url)).headers.get('etag') ?? '';
    expect(await piece('bytes=0-9', { 'if-range': etag })).toEqual(part(0, 9));
    expect(await piece('bytes=0-9', { 'if-range': '"other"' })).toMatchObject({ status: 200 });
  });

  it('are asked about again where their address could become that of another', async () => {
    await configure(server, { upload_save_name: '/storage/{filename}{.suffix}' });
    const reply = await server.request(await stored(new TextEncoder().encode('hello'), 'plain.txt'));
    expect(reply.headers.get('cache-control')).toBe('public, no-cache');
    expect((await server.request(await stored(new Uint8Array(), 'nothing.txt'))).text).toBe('');
  });

  it('are found by their whole address only, which never becomes a path', async () => {
    const file = server.ports.files;
    const paths = [
      '/storage/',
      '/storage/none.png',
      '/storage/../config',
      '/storage/%2e%2e/%2e%2e/etc/passwd',
      '/storage/%00',
      '/storage/%FF',
      '/storage/x%0d%0aset-cookie:a',
    ];
    for (const path of paths) expect([path, (await server.request(path)).status]).toEqual([path, 404]);
    expect((await server.request('/storage/x', { method: 'POST' })).status).toBe(405);
    await expect(file.read('../../etc/passwd')).rejects.toThrow('no name of a stored file');
  });

  it('whose bytes are lost are not there', async () => {
    const url = await stored(sample.wav(77), 'lost.wav');
    for (const { file_id: fileId } of await server.database.kysely.selectFrom('blob').select('file_id').execute())
      await server.ports.files.remove(fileId);
    expect((await server.request(url)).status).toBe(404);
  });

  it('are no text of a refusal while the store of their bytes cannot be reached', async () => {
    const url = await stored(sample.wav(78), 'away.wav');
    const read = vi.spyOn(server.ports.files, 'read').mockRejectedValue(rejection('refusals.upload.cloudUnreachable'));
    const reply = await server.request(url);
    read.mockRestore();
    expect([reply.status, head(reply, 'retry-after', 'cache-control', 'content-type')]).toEqual([
      503,
      { 'retry-after': '2', 'cache-control': 'no-store', 'content-type': 'text/plain; charset=utf-8' },
    ]);
    expect((await server.request(url)).status).toBe(200);
  });
});

describe('the picture of a suffix', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer({ sampleData: false });
  });
  afterAll(() => server.close());

  const icon = (path: string) => server.app.fetch(new Request(`http://test.invalid${path}`));

  it.each([
    '/api/ajax/buildSuffixSvg',
    '/api/api/ajax/buildSuffixSvg',
    '/api/admin/ajax/buildSuffixSvg',
    '/admin/ajax/buildSuffixSvg',
    '/admin/ajax/buildsuffixsvg',
  ])('stands at %s, for anyone', async (path) => {
    const reply = await icon(`${path}?batoken=secret&suffix=pdf&server=1`);
    expect(await reply.text()).toMatch(/^<svg .*>PDF<\/text><\/svg>$/u);
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      'content-type': 'image/svg+xml; charset=utf-8',
      'cache-control': 'private, max-age=86400',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'content-security-policy': expect.stringContaining('sandbox'),
    });
  });

  it.each([
    ['?suffix=%3Csvg%20onload=alert(1)%3E', 'SVGO'],
    ['?suffix=docxyz', 'DOCX'],
    ['?suffix=', 'FILE'],
    ['', 'FILE'],
    ['?suffix=%22%3E%3C', 'FILE'],
    ['?suffix=字', 'FILE'],
  ])('shows %s as four plain letters', async (query, letters) => {
    const svg = await (await icon(`/api/ajax/buildSuffixSvg${query}`)).text();
    expect(svg).toContain(`>${letters}</text>`);
    expect(svg.match(/</gu)?.length).toBe(7);
  });

  it.each([
    ['%23ff8800', '#ff8800'],
    ['%23F80', '#f80'],
    ['teal', 'teal'],
    ['red;}', 'hsl('],
    ['url(https://x)', 'hsl('],
    ['"/><script>', 'hsl('],
    ['constructor', 'hsl('],
  ])('takes the colour %s', async (background, color) => {
    const svg = await (await icon(`/api/ajax/buildSuffixSvg?suffix=pdf&background=${background}`)).text();
    expect(svg).toContain(`fill="${color}`);
    expect(svg).not.toMatch(/script|url\(/u);
  });
});
