import * as z from 'zod/mini';
import { describe, expect, it } from 'vitest';
import { createClient, type CallOptions } from '#api/client';
import { endpoint, type Endpoint } from '#api/contract/base/endpoint';
import { listPublicAreas } from '#api/contract/fields/cascade';
import { login, refreshToken } from '#api/contract/session/session';
import { goods } from '#sections/goods/goods.resource.ts';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { listInput } from '#api/list-input';
import { createTransport } from '#api/transport';
import type { Tokens } from '#api/wire-request';
import { FailureError, type Failure } from '#domain/base/failure';
import { Secret } from '#domain/base/secret';

const NO_TOKENS: Tokens = { admin: null, member: null };
const reply = (code: unknown, data: unknown = null, msg = '') => Response.json({ code, msg, data, time: 1 });

function clientOf(answer: (request: Request) => Response | Promise<Response>, tokens = NO_TOKENS) {
  const announced: string[] = [];
  const transport = createTransport({ language: () => 'en', isOnline: () => true, fetch: answer });
  return { call: createClient(transport, { tokens: () => tokens, announce: (message) => announced.push(message) }), announced };
}

const ping = endpoint({
  method: 'GET',
  path: '/admin/ping/index',
  audience: 'signedIn',
  input: z.object({}),
  output: z.object({ size: z.number() }),
  success: 'silent',
  summary: 'A call of these tests.',
});
const write = endpoint({ ...ping, method: 'POST', path: '/admin/ping/add', output: z.null(), success: 'announced' });

const failureOf = async (promise: Promise<unknown>): Promise<Failure> => {
  const error = await promise.then(
    () => new Error('it succeeded'),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof FailureError)) throw error;
  return error.failure;
};

async function sent(
  send: (call: ReturnType<typeof clientOf>['call']) => Promise<unknown>,
  tokens: Tokens = NO_TOKENS,
): Promise<{ request: Request; body: unknown }> {
  let seen: { request: Request; body: unknown } | undefined;
  const { call } = clientOf(async (request) => {
    seen = { request, body: request.method === 'POST' ? await request.json() : null };
    return reply(0);
  }, tokens);
  await failureOf(send(call));
  if (!seen) throw new Error('nothing was sent');
  return seen;
}

describe('what is sent', () => {
  it('carries the language and the server flag, and no token where there is none', async () => {
    const { request } = await sent((call) => call(ping, {}));
    expect(new URL(request.url).pathname).toBe('/api/admin/ping/index');
    expect(request.headers.get('think-lang')).toBe('en');
    expect(request.headers.get('server')).toBe('true');
    expect(request.headers.has('batoken')).toBe(false);
    expect(request.headers.has('ba-user-token')).toBe(false);
  });

  it.each([
    ['a call of the back office', ping, {}, ['a-token', null, null]],
    ['a call of the site or the member centre', listPublicAreas, {}, [null, 'm-token', 'v-token']],
    ['a renewal for an administrator', refreshToken, { as: 'admin' }, ['a-token', null, null]],
    ['a renewal for a member', refreshToken, { as: 'member' }, [null, 'm-token', 'v-token']],
  ] as const)('carries the token of the area that asks, and not the other’s: %s', async (_name, asked, options, expected) => {
    const tokens = { admin: new Secret('a-token'), member: new Secret('m-token'), chatVisitor: new Secret('v-token') };
    const { request } = await sent((call) => call<Endpoint>(asked, { refreshToken: 'r' }, options), tokens);
    expect(['batoken', 'ba-user-token', 'ba-chat-visitor'].map((name) => request.headers.get(name))).toEqual(expected);
  });

  it('reveals secrets in a JSON body, and sends the idempotency key', async () => {
    const options: CallOptions = { idempotencyKey: 'key-1' };
    const { request, body } = await sent((call) =>
      call(login, { username: 'admin', password: new Secret('correct horse'), keep: true }, options),
    );
    expect(request.headers.get('content-type')).toMatch(/^application\/json/u);
    expect(request.headers.get('idempotency-key')).toBe('key-1');
    expect(body).toEqual({ username: 'admin', password: 'correct horse', keep: true });
  });

  it('spells a list query as the protocol does', async () => {
    const query = {
      page: 2,
      limit: 20,
      order: { field: 'createTime', direction: 'desc' },
      quickSearch: '50% 茶&',
      search: [{ field: 'createTime', operator: 'RANGE', value: '2026-01-01 00:00:00,', render: 'datetime' }],
      alternatives: [],
    } as const;
    const { request } = await sent((call) => call(resourceEndpoints(goods).list, listInput(goods, query)));
    expect([...new URL(request.url).searchParams]).toEqual([
      ['page', '2'],
      ['limit', '20'],
      ['order', 'create_time,desc'],
      ['quickSearch', '50% 茶&'],
      ['search[0][field]', 'create_time'],
      ['search[0][operator]', 'RANGE'],
      ['search[0][val]', '2026-01-01 00:00:00,'],
      ['search[0][render]', 'datetime'],
      // The specification's own name, beside the newer one.
      ['quick_search', '50% 茶&'],
    ]);
  });

  it('sends the ids of a deletion in the query', async () => {
    const { request } = await sent((call) => call(resourceEndpoints(goods).remove, { ids: [3, 5] }));
    expect(request.method).toBe('DELETE');
    expect([...new URL(request.url).searchParams]).toEqual([
      ['ids[]', '3'],
      ['ids[]', '5'],
    ]);
  });
});

describe('what comes back', () => {
  it.each([
    ['a number', 1],
    ['a text, as PHP servers send it', '1'],
  ])('takes code 1 as %s', async (_name, code) => {
    const { call, announced } = clientOf(() => reply(code, { size: 3, more: 'unknown fields are dropped' }));
    expect(await call(ping, {})).toEqual({ size: 3 });
    expect(announced).toEqual([]);
  });

  it('announces the success of a write with the message of the server, unless told to be quiet', async () => {
    const { call, announced } = clientOf(() => reply(1, [], 'Saved'));
    await call(write, {});
    await call(write, {}, { quiet: true });
    expect(announced).toEqual(['Saved']);
  });

  it('announces a success without a message as an empty one, which stands for the general words', async () => {
    const { call, announced } = clientOf(() => reply(1, []));
    await call(write, {});
    expect(announced).toEqual(['']);
  });

  it('marks a refusal that its caller wants to explain itself; a redirect then says nothing', async () => {
    const { call } = clientOf(() => reply(0, null, 'Wrong area'));
    expect(await failureOf(call(write, {}, { quietErrors: true }))).toEqual({
      kind: 'rejected',
      code: 0,
      message: 'Wrong area',
      isQuiet: true,
    });
    const redirected = clientOf(() => reply(302, { routeName: 'userLogin' }, 'Sign in first'));
    expect(await failureOf(redirected.call(write, {}, { quietErrors: true }))).toEqual({
      kind: 'rejected',
      code: 302,
      message: '',
      isQuiet: true,
      target: { routeName: 'userLogin' },
    });
  });

  it('gives up when the caller’s time is over', async () => {
    const { call } = clientOf(() => new Promise(() => {}));
    expect(await failureOf(call(ping, {}, { timeoutMs: 1 }))).toEqual({ kind: 'timeout' });
  });

  it('reads either spelling of a dialect', async () => {
    const { call } = clientOf(() => reply(1, { type: 'admin-refresh', token: 't', refreshToken: 'r' }));
    expect(await call(refreshToken, { refreshToken: 'old' })).toEqual({ type: 'admin-refresh', token: 't', refresh_token: 'r' });
  });

  it.each<[string, () => Response, Failure]>([
    ['a refusal', () => reply(0, null, 'No'), { kind: 'rejected', code: 0, message: 'No' }],
    [
      'a refusal of fields',
      () => reply(0, { fields: { title: 'Too long', bad: 3 } }, 'Too long'),
      { kind: 'rejected', code: 0, message: 'Too long', fields: { title: 'Too long' } },
    ],
    [
      'a conflict',
      () => reply(0, { conflict: true, row: { id: 1 } }, 'Changed'),
      { kind: 'rejected', code: 0, message: 'Changed', current: { id: 1 } },
    ],
    [
      'what the server is not through with',
      () => reply(0, { passing: true }, 'This took too long'),
      { kind: 'rejected', code: 0, message: 'This took too long', isPassing: true },
    ],
    ['an expired token', () => reply(409, []), { kind: 'rejected', code: 409, message: '' }],
    [
      'a redirect by name',
      () => reply(302, { routeName: 'adminLogin' }),
      { kind: 'rejected', code: 302, message: '', target: { routeName: 'adminLogin' } },
    ],
    ['a redirect to nowhere', () => reply(302), { kind: 'rejected', code: 302, message: '', target: {} }],
    [
      'a need to sign in',
      () => reply(303, { type: 'need login' }, 'Please sign in'),
      { kind: 'rejected', code: 303, message: 'Please sign in', target: { routeName: 'adminLogin' } },
    ],
    [
      'an HTTP status',
      () => new Response('<h1>Bad gateway</h1>', { status: 502 }),
      { kind: 'http', status: 502, url: '/api/admin/ping/index' },
    ],
    ['a page of a proxy', () => new Response('<html></html>'), { kind: 'malformed', url: '/api/admin/ping/index' }],
    ['nothing', () => new Response(''), { kind: 'malformed', url: '/api/admin/ping/index' }],
    ['a cut reply', () => new Response('{"code":1,"da'), { kind: 'malformed', url: '/api/admin/ping/index' }],
    ['an output of another shape', () => reply(1, { size: 'three' }), { kind: 'malformed', url: '/api/admin/ping/index' }],
    [
      'a broken line',
      () => {
        throw new TypeError('fetch failed');
      },
      { kind: 'unreachable', online: true },
    ],
  ])('turns %s into a failure', async (_name, answer, expected) => {
    const { call } = clientOf(answer);
    expect(await failureOf(call(ping, {}))).toEqual(expected);
  });

  it('gives up when its signal says so', async () => {
    const { call } = clientOf(
      (request) => new Promise((_resolve, reject) => request.signal.addEventListener('abort', () => reject(request.signal.reason))),
    );
    const abort = new AbortController();
    const promise = failureOf(call(ping, {}, { signal: abort.signal }));
    abort.abort();
    expect(await promise).toEqual({ kind: 'aborted' });
  });
});
