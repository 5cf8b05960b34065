import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { listen, type Listening } from '#server/boot/listen';
import { REQUEST_TIMEOUT_MS, UPLOAD_TIMEOUT_MS } from '#server/base/limits';
import { createTestServer, type TestServer } from '#tests/support/server.ts';
import { configure, filesBelow, formOf, PNG, rawForm, wav } from '#tests/support/upload-samples.ts';

const portOf = ({ address }: Listening): number => Number(new URL(address).port);

/** Everything a connection says until it is closed. */
async function heard(socket: Socket): Promise<string> {
  let text = '';
  socket.on('data', (chunk) => (text += chunk.toString()));
  socket.on('error', () => undefined);
  await once(socket, 'close');
  return text;
}

describe('uploads over a socket', () => {
  let server: TestServer;
  let listening: Listening;
  let token: string;
  beforeAll(async () => {
    server = await createTestServer({ sampleData: false });
    ({ token } = await server.signIn());
    listening = await listen(server.app, 0, '127.0.0.1');
  });
  afterAll(async () => {
    await listening.close();
    await server.close();
  });

  const url = () => `http://127.0.0.1:${portOf(listening)}/api/admin/ajax/upload`;
  const send = async (body: FormData, headers: Record<string, string> = { batoken: token }) => {
    const response = await fetch(url(), { method: 'POST', body, headers: { 'think-lang': 'en', ...headers } });
    return (await response.json()) as {
      readonly code: number;
      readonly msg: string;
      readonly data: { readonly file: { readonly url: string } };
    };
  };
  /** A request whose head announces this body; nothing of the body is sent yet. */
  const begin = (bodyBytes: number, withToken = true): Socket => {
    const socket = connect(portOf(listening), '127.0.0.1');
    const head = [
      'POST /api/admin/ajax/upload HTTP/1.1',
      'host: x',
      'content-type: multipart/form-data; boundary=edge',
      `content-length: ${bodyBytes}`,
    ];
    if (withToken) head.push(`batoken: ${token}`);
    socket.write(`${head.join('\r\n')}\r\nthink-lang: en\r\n\r\n`);
    return socket;
  };
  const temporary = async () => (await filesBelow(server.filesDir)).filter((path) => path.startsWith('tmp'));

  it('store what is sent, and send it back the same', async () => {
    await configure(server, { upload_max_size: '20mb' });
    const bytes = wav(12_000_000);
    crypto.getRandomValues(bytes.subarray(100, 60_000));
    const { data } = await send(formOf(bytes, '声音.wav'));
    const response = await fetch(`http://127.0.0.1:${portOf(listening)}${encodeURI(data.file.url)}`);
    expect(response.headers.get('content-length')).toBe('12000000');
    expect(Buffer.compare(new Uint8Array(await response.arrayBuffer()), bytes)).toBe(0);
    const part = await fetch(`http://127.0.0.1:${portOf(listening)}${encodeURI(data.file.url)}`, { headers: { range: 'bytes=50-59' } });
    expect([part.status, new Uint8Array(await part.arrayBuffer())]).toEqual([206, bytes.slice(50, 60)]);
    await configure(server, { upload_max_size: '1mb' });
  });

  it('tell a sender why, who is still sending when they are refused', async () => {
    const big = formOf(wav(8_000_000), 'a.wav');
    expect(await send(big)).toMatchObject({
      code: 0,
      msg: 'The size of the uploaded file exceeds the allowed range! (file 7.6 MB, at most 1 MB)',
    });
    expect(await send(big, {})).toMatchObject({ code: 302, msg: 'Please sign in first.' });
    expect(await send(formOf(wav(8_000_000), 'a.exe'))).toMatchObject({ code: 0, msg: 'The type of uploaded file is not allowed!' });
    expect(await temporary()).toEqual([]);
    // The connection is good for the next one.
    expect(await send(formOf(PNG, 'a.png'))).toMatchObject({ code: 1 });
  });

  it('are answered at once and closed when far too much is announced', async () => {
    const socket = begin(2_000_000_000, false);
    socket.write('--edge\r\n');
    const reply = await heard(socket);
    expect(reply).toMatch(/^HTTP\/1\.1 200 OK/u);
    expect(reply).toContain('"code":302');
  });

  it('leave nothing when the sender goes away in the middle', async () => {
    const { body } = rawForm('name="file"; filename="a.wav"', wav(500_000));
    const socket = begin(body.byteLength);
    socket.write(body.slice(0, 300_000));
    await vi.waitUntil(async () => (await temporary()).length === 1, { timeout: 15_000, interval: 5 });
    socket.destroy();
    await vi.waitUntil(async () => (await temporary()).length === 0, { timeout: 15_000, interval: 5 });
    expect(await server.database.kysely.selectFrom('attachment').select('id').where('name', '=', 'a.wav').execute()).toEqual([]);
  });

  it('let a download go when the reader goes away', async () => {
    await configure(server, { upload_max_size: '20mb' });
    const { data } = await send(formOf(wav(15_000_000), 'long.wav'));
    const response = await fetch(`http://127.0.0.1:${portOf(listening)}${encodeURI(data.file.url)}`);
    const reader = response.body?.getReader();
    expect((await reader?.read())?.value?.byteLength).toBeGreaterThan(0);
    await reader?.cancel();
    expect((await fetch(`http://127.0.0.1:${portOf(listening)}${encodeURI(data.file.url)}`, { method: 'HEAD' })).status).toBe(200);
  });
});

describe('a sender who takes their time', () => {
  let listening: Listening;
  afterEach(async () => {
    vi.useRealTimers();
    await listening.close();
  });

  /** A server that reads the body of one request, of which only the beginning ever comes. */
  async function slowRequest(bodyMs: number | null) {
    const reached = Promise.withResolvers<undefined>();
    const app = {
      async fetch(request: Request, info?: { readonly takeTime?: (ms: number) => void }) {
        if (bodyMs !== null) info?.takeTime?.(bodyMs);
        reached.resolve(undefined);
        await request.text().catch(() => '');
        return new Response('read');
      },
    };
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    listening = await listen(app, 0, '127.0.0.1');
    const socket = connect(portOf(listening), '127.0.0.1');
    const said = heard(socket);
    socket.write('POST /x HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\nabc');
    await reached.promise;
    return { socket, said };
  }

  it('is cut off after thirty seconds', async () => {
    const { said } = await slowRequest(null);
    await vi.advanceTimersByTimeAsync(REQUEST_TIMEOUT_MS);
    expect(await said).toBe('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n');
  });

  it('may take longer for a file', async () => {
    const { socket, said } = await slowRequest(UPLOAD_TIMEOUT_MS);
    await vi.advanceTimersByTimeAsync(UPLOAD_TIMEOUT_MS - 1);
    socket.write('defghij');
    socket.end();
    expect(await said).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*read$/u);
  });

  it('leaves nothing behind when they are gone before their turn comes', async () => {
    const over = Promise.withResolvers<undefined>();
    const app = {
      async fetch(request: Request, info?: { readonly takeTime?: (ms: number) => void }) {
        await once(request.signal, 'abort');
        info?.takeTime?.(UPLOAD_TIMEOUT_MS);
        over.resolve(undefined);
        return new Response(null);
      },
    };
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    listening = await listen(app, 0, '127.0.0.1');
    const socket = connect(portOf(listening), '127.0.0.1');
    socket.write('POST /x HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\nabc', () => socket.destroy());
    await over.promise;
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(0));
  });
});
