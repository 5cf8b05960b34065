import { describe, expect, it } from 'vitest';
import { openCalls, type Line } from './line.ts';
import { emptyBody, envelope, htmlPage, status, type FaultRule } from './scenario.ts';

const ORIGIN = 'http://line.invalid/api';
const REPLY = '{"code":1,"msg":"好","time":1,"data":null}';

const lineOf = (...rules: readonly FaultRule[]): Line =>
  openCalls({ name: 'of a test', rules }, (request) =>
    request.url.endsWith('/stream') ? stream() : new Response(REPLY, { headers: { 'content-type': 'application/json' } }),
  );
const get = (line: Line, path = '/x', init: RequestInit = {}): Promise<Response> => line.fetch(new Request(ORIGIN + path, init));

const MESSAGES = ['data: one\n\n', 'data: two\r\ndata: lines\r\n\r\n', ': note\n\n', 'id: 4\ndata: 四\n\n'];
/** Every byte comes by itself, as slow as a line can be. */
const stream = (): Response => {
  const bytes = new TextEncoder().encode(MESSAGES.join(''));
  let next = 0;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => (next < bytes.length ? controller.enqueue(bytes.slice(next, ++next)) : controller.close()),
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
};

/** What a reader gets, and how it ends. */
async function readAll(reply: Response): Promise<readonly [text: string, end: 'ended' | 'broken']> {
  const decoder = new TextDecoder();
  let text = '';
  try {
    for await (const chunk of reply.body ?? []) text += decoder.decode(chunk, { stream: true });
    return [text, 'ended'];
  } catch {
    return [text, 'broken'];
  }
}

describe('a line', () => {
  it('lets a call pass that no rule is about', async () => {
    const line = lineOf({ on: { method: 'POST' }, what: { kind: 'requestLost' } }, { on: { path: '/y' }, what: { kind: 'requestLost' } });
    expect(await (await get(line)).text()).toBe(REPLY);
  });

  it('counts the calls of one method and path', async () => {
    const line = lineOf({ on: { method: 'GET', path: '/X', nth: 2 }, what: { kind: 'requestLost' } });
    await get(line, '/y');
    expect((await get(line)).status).toBe(200);
    await expect(get(line, '/x?a=1')).rejects.toThrow('fetch failed');
    expect((await get(line)).status).toBe(200);
    expect([line.sent, line.handled]).toEqual([
      ['GET /y', 'GET /x', 'GET /x', 'GET /x'],
      ['GET /y', 'GET /x', 'GET /x'],
    ]);
  });

  it('loses a request before the server has it, and a reply after', async () => {
    const line = lineOf({ on: { path: '/x' }, what: { kind: 'requestLost' } }, { on: { path: '/y' }, what: { kind: 'replyLost' } });
    await expect(get(line, '/x')).rejects.toThrow(TypeError);
    await expect(get(line, '/y')).rejects.toThrow(TypeError);
    expect([line.sent, line.handled]).toEqual([['GET /x', 'GET /y'], ['GET /y']]);
  });

  it('is gone until it is reconnected', async () => {
    const line = lineOf({ on: { nth: 1 }, what: { kind: 'offline' } });
    await expect(get(line)).rejects.toThrow(TypeError);
    await expect(get(line)).rejects.toThrow(TypeError);
    expect([line.isOnline(), line.handled]).toEqual([false, []]);
    await line.reconnect();
    expect((await get(line)).status).toBe(200);
  });

  it('holds a reply until it is released; the server has dealt with the call', async () => {
    const line = lineOf({ on: {}, when: { held: 'it' } });
    const order: string[] = [];
    const reply = get(line).then(() => order.push('reply'));
    await line.held('it');
    order.push(`handled ${line.handled.length}`);
    line.release('it');
    await reply;
    expect(order).toEqual(['handled 1', 'reply']);
  });

  it('is slow by its own clock', async () => {
    const line = lineOf({ on: { path: '/x' }, when: { slowMs: 90_000 } });
    let isThere = false;
    const reply = get(line).then(() => (isThere = true));
    await get(line, '/y');
    line.advance(89_999);
    await get(line, '/y');
    expect(isThere).toBe(false);
    line.advance(1);
    await reply;
  });

  it('lets a later call overtake an earlier one', async () => {
    const line = lineOf({ on: { path: '/x', nth: 1 }, when: { after: 2 } });
    const order: number[] = [];
    await Promise.all([get(line).then(() => order.push(1)), get(line).then(() => order.push(2))]);
    expect(order).toEqual([2, 1]);
  });

  it('stops waiting when the caller gives up', async () => {
    const line = lineOf({ on: {}, when: { held: 'for ever' } });
    const abort = new AbortController();
    const reply = get(line, '/x', { signal: abort.signal });
    await line.held('for ever');
    abort.abort(new Error('enough'));
    await expect(reply).rejects.toThrow('enough');
  });

  it.each([
    [0, ''],
    [10, REPLY.slice(0, 10)],
  ])('breaks a body after %i bytes', async (bytes, text) => {
    const line = lineOf({ on: {}, what: { kind: 'bodyCut', afterBytes: bytes } });
    expect(await readAll(await get(line))).toEqual([text, 'broken']);
  });

  it('ends a body in good order although the rest is missing', async () => {
    const line = lineOf({ on: {}, what: { kind: 'truncated', afterBytes: 12 } });
    expect(await readAll(await get(line))).toEqual([REPLY.slice(0, 12), 'ended']);
  });

  it.each(MESSAGES.map((_, count) => count))('breaks an event stream behind message %i', async (count) => {
    const line = lineOf({ on: {}, what: { kind: 'streamCut', afterMessages: count } });
    expect(await readAll(await get(line, '/stream'))).toEqual([MESSAGES.slice(0, count).join(''), 'broken']);
  });

  it('leaves an event stream whole that ends before the cut', async () => {
    const line = lineOf({ on: {}, what: { kind: 'streamCut', afterMessages: 5 } });
    expect(await readAll(await get(line, '/stream'))).toEqual([MESSAGES.join(''), 'ended']);
  });

  it.each([
    ['a status', status(503), 503, 'text/html', /It works!/u],
    ['a page', htmlPage, 200, 'text/html', /It works!/u],
    ['nothing', emptyBody, 200, 'application/json', /^$/u],
    ['an envelope', envelope({ code: 0, msg: 'No' }), 200, 'application/json; charset=utf-8', /"code":0,"msg":"No"/u],
  ])('answers %s instead of the server', async (_name, what, code, type, text) => {
    const line = lineOf({ on: {}, what });
    const reply = await get(line);
    expect([reply.status, reply.headers.get('content-type'), line.handled]).toEqual([code, type, []]);
    expect(await reply.text()).toMatch(text);
  });

  it('rewrites members of the server’s envelope', async () => {
    const line = lineOf({ on: {}, what: { kind: 'rewritten', envelope: { code: '1', msg: '' } } });
    expect(await (await get(line)).json()).toEqual({ code: '1', msg: '', time: 1, data: null });
    expect(line.handled).toEqual(['GET /x']);
  });
});
