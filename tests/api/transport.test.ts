import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import '#api/transport-axios';
import { createTransport } from '#api/transport';
import type { Tokens, WireRequest } from '#api/wire-request';
import { FailureError, type Failure } from '#domain/base/failure';
import { Secret } from '#domain/base/secret';

const NO_TOKENS: Tokens = { admin: null, member: null };
const PING: WireRequest = { method: 'GET', path: '/admin/ping/index', input: {}, tokens: NO_TOKENS };

const transportOver = (fetch: (request: Request) => Response | Promise<Response>, isOnline = true) =>
  createTransport({ language: () => 'zh-cn', isOnline: () => isOnline, fetch });

const failureOf = (promise: Promise<unknown>): Promise<Failure> =>
  promise.then(
    () => {
      throw new Error('it succeeded');
    },
    (error: unknown) => {
      if (error instanceof FailureError) return error.failure;
      throw error;
    },
  );

/** What of the engine looks for what nobody knows any more. */
function collector(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
}

const cutBody = () =>
  new Response(
    new ReadableStream({
      pull: (controller) => controller.error(new TypeError('terminated')),
    }),
  );
const throwing = (message: string) => () => {
  throw new TypeError(message);
};

describe('an application in process', () => {
  it('is let go once nobody else knows it', async () => {
    const collect = collector();
    const known = await (async () => {
      const application = { answers: () => Response.json({ code: 1 }) };
      await transportOver(() => application.answers()).send(PING);
      return new WeakRef(application);
    })();
    await expect
      .poll(() => {
        collect();
        return known.deref() === undefined;
      })
      .toBe(true);
  });

  it('that never answers keeps nobody waiting who has given up, however long ago it was asked', async () => {
    const collect = collector();
    const ends = new AbortController();
    const asked = Promise.withResolvers<void>();
    let outcome: Failure | undefined;
    const transport = transportOver(() => (asked.resolve(), new Promise(() => {})));
    void failureOf(transport.send({ ...PING, signal: ends.signal })).then((failure) => (outcome = failure));
    await asked.promise;
    // Nothing on the stack knows the request any more.
    await new Promise(setImmediate);
    collect();
    ends.abort();
    await expect.poll(() => outcome).toEqual({ kind: 'aborted' });
  });
});

describe('time', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('is not limited: a reply after an hour is a reply', async () => {
    const transport = transportOver(
      () => new Promise((resolve) => setTimeout(() => resolve(Response.json({ code: 1, data: 'late' })), 3_600_000)),
    );
    const answer = transport.send(PING);
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(await answer).toEqual({ code: 1, data: 'late' });
  });

  it('is limited where the caller says so, to the millisecond', async () => {
    const silent = transportOver(() => new Promise(() => {}));
    let failure: Failure | null = null;
    void failureOf(silent.send({ ...PING, timeoutMs: 5000 })).then((found) => (failure = found));
    await vi.advanceTimersByTimeAsync(4999);
    expect(failure).toBeNull();
    await vi.advanceTimersByTimeAsync(1);
    expect(failure).toEqual({ kind: 'timeout' });
  });

  it('does not matter once the reply is there', async () => {
    const answer = transportOver(() => Response.json({ code: 1 })).send({ ...PING, timeoutMs: 5 });
    expect(await answer).toEqual({ code: 1 });
    await vi.advanceTimersByTimeAsync(10);
    expect(vi.getTimerCount()).toBe(0);
  });
});

const toldOf = async (answer: unknown): Promise<unknown> => {
  const { name, blob, ...rest } = answer as { readonly name: string; readonly blob: Blob };
  return { name, text: await blob.text(), type: blob.type, ...rest };
};

describe('a file', () => {
  const EXPORT: WireRequest = { ...PING, isFileWanted: true };
  const named = { 'content-disposition': `attachment; filename="x.json"; filename*=UTF-8''%E4%BC%9A%E8%AF%9D.json`, 'x-row-count': '2' };
  it.each([
    ['at once', {}],
    ['while it is counted', { onReceived: () => undefined }],
  ])('may be JSON, and is told from an envelope by its name, %s', async (_how, options) => {
    const file = transportOver(() => Response.json({ conversations: [] }, { headers: named }));
    expect(await toldOf(await file.send({ ...EXPORT, ...options }))).toEqual({
      name: '会话.json',
      text: '{"conversations":[]}',
      type: 'application/json',
      rows: 2,
    });
    const refusal = transportOver(() => Response.json({ code: 0, msg: 'no', data: null }));
    const answer = await refusal.send({ ...EXPORT, ...options });
    expect(answer instanceof Blob || !('blob' in (answer as object)) ? answer : await toldOf(answer)).toEqual({
      code: 0,
      msg: 'no',
      data: null,
    });
  });
});

describe('a failure of the network', () => {
  const WORDINGS: readonly (readonly [string, (request: Request) => Response])[] = [
    ['Chromium', throwing('Failed to fetch')],
    ['Firefox', throwing('NetworkError when attempting to fetch resource.')],
    ['Safari', throwing('Load failed')],
    ['Node.js', throwing('fetch failed')],
    ['a line that names a timeout', throwing('timeout of the line')],
    ['a body that breaks off', cutBody],
  ];

  it.each(WORDINGS)('is the same in the words of %s', async (_name, answer) => {
    expect(await failureOf(transportOver(answer).send(PING))).toEqual({ kind: 'unreachable', online: true });
    expect(await failureOf(transportOver(answer, false).send(PING))).toEqual({ kind: 'unreachable', online: false });
  });
});

it('gives up an application in process as it would a network, whatever that does with the signal', async () => {
  const abort = new AbortController();
  const promise = failureOf(transportOver(() => new Promise(() => {})).send({ ...PING, signal: abort.signal }));
  abort.abort();
  expect(await promise).toEqual({ kind: 'aborted' });
});

it('sends every token that it is given in its own header, with the language and the flag', async () => {
  let sent: Request | undefined;
  const transport = transportOver((request) => {
    sent = request;
    return Response.json({ code: 1 });
  });
  const tokens = { admin: new Secret('admin-token'), member: new Secret('member-token') };
  await transport.send({ method: 'POST', path: '/api/common/refreshToken', input: { refresh_token: 'r' }, tokens });
  expect(Object.fromEntries(sent?.headers ?? [])).toEqual({
    accept: 'application/json, text/plain, */*',
    'content-type': 'application/json',
    'think-lang': 'zh-cn',
    server: 'true',
    'refresh-token-rotation': 'true',
    batoken: 'admin-token',
    'ba-user-token': 'member-token',
    // Node's own; a browser sets its own.
    'user-agent': expect.stringMatching(/^axios\//u) as string,
  });
  expect(await sent?.json()).toEqual({ refresh_token: 'r' });
});
