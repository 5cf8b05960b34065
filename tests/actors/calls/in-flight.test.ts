import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import type { Call, CallOptions } from '#api/client';
import { endpoint, type Endpoint } from '#api/contract/base/endpoint';
import { withoutDuplicates } from '#actors/calls/in-flight';
import { FailureError, failureOf } from '#domain/base/failure';
import { Secret } from '#domain/base/secret';

const read: Endpoint = endpoint({
  method: 'GET',
  path: '/admin/goods.Goods/index',
  audience: 'permitted',
  input: z.object({}),
  output: z.unknown(),
  success: 'silent',
  summary: 'A read of these tests.',
});
const write: Endpoint = { ...read, method: 'POST', path: '/admin/goods.Goods/add' };

/** A server that answers when the test says so. */
function world() {
  const sent: { readonly answer: (value: unknown) => void; readonly signal: AbortSignal | undefined; readonly options: CallOptions }[] = [];
  const logged: string[] = [];
  let tokens = { admin: new Secret('a'), member: null };
  const slow = ((_endpoint: Endpoint, _input: unknown, options: CallOptions = {}) => {
    const gate = Promise.withResolvers<unknown>();
    options.signal?.addEventListener('abort', () => gate.reject(new FailureError({ kind: 'aborted' })));
    sent.push({ answer: gate.resolve, signal: options.signal, options });
    return gate.promise;
  }) as unknown as Call;
  const call = withoutDuplicates(slow, { tokens: () => tokens, log: (message) => logged.push(message) });
  return { call, sent, logged, changeToken: (token: string) => (tokens = { admin: new Secret(token), member: null }) };
}

const outcomeOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    (answer) => answer,
    (error: unknown) => failureOf(error).kind,
  );

describe('identical reads', () => {
  it('cancel the older one, and only log it', async () => {
    const { call, sent, logged } = world();
    const [older, newer] = [outcomeOf(call(read, { page: 1 })), outcomeOf(call(read, { page: 1 }))];
    expect(sent.map((one) => one.signal?.aborted)).toEqual([true, false]);
    sent[1]?.answer('rows');
    expect([await older, await newer]).toEqual(['duplicate', 'rows']);
    expect(logged).toEqual(['Automatic cancellation due to duplicate request: GET /admin/goods.Goods/index']);
  });

  it.each<[string, (one: ReturnType<typeof world>) => Promise<unknown>]>([
    ['with other input', ({ call }) => call(read, { page: 2 })],
    ['of another address', ({ call }) => call({ ...read, path: '/admin/goods.Category/index' }, { page: 1 })],
    ['that may run side by side', ({ call }) => call(read, { page: 1 }, { duplicates: 'allowed' })],
    [
      'with another token',
      (one) => {
        one.changeToken('b');
        return one.call(read, { page: 1 });
      },
    ],
  ])('are not those %s', async (_name, second) => {
    const one = world();
    const answers = Promise.all([one.call(read, { page: 1 }), second(one)]);
    for (const [index, request] of one.sent.entries()) request.answer(index);
    expect(await answers).toEqual([0, 1]);
    expect(one.logged).toEqual([]);
  });

  it.each<[string, object, object]>([
    ['with their keys in another order', { page: 1, search: { a: 1, b: [2] } }, { search: { b: [2], a: 1 }, page: 1 }],
    ['that leave out what is undefined', { page: 1 }, { page: 1, order: undefined }],
    ['with equal secrets', { password: new Secret('one') }, { password: new Secret('one') }],
  ])('are those %s', async (_name, first, second) => {
    const { call, sent, logged } = world();
    const older = outcomeOf(call(read, first));
    const newer = call(read, second);
    sent[1]?.answer('rows');
    expect([await older, await newer, logged.length]).toEqual(['duplicate', 'rows', 1]);
  });

  it.each<[string, object, object]>([
    ['dates', { at: new Date(0) }, { at: new Date(1) }],
    ['files', { file: new Blob(['a']) }, { file: new Blob(['a']) }],
    ['nothing and an empty text', { search: null }, { search: '' }],
    ['a number and its text', { id: 1 }, { id: '1' }],
    ['large numbers', { id: 1n }, { id: 2n }],
  ])('are told apart by %s', async (_name, first, second) => {
    const { call, sent, logged } = world();
    const both = Promise.all([call(read, first), call(read, second)]);
    for (const [index, request] of sent.entries()) request.answer(index);
    expect([await both, logged]).toEqual([[0, 1], []]);
  });

  it('are those of a session whose token was merely read again', async () => {
    const one = world();
    const older = outcomeOf(one.call(read, {}));
    one.changeToken('a');
    const newer = one.call(read, {});
    one.sent[1]?.answer('rows');
    expect([await older, await newer]).toEqual(['duplicate', 'rows']);
  });

  it('may follow each other', async () => {
    const { call, sent, logged } = world();
    const first = call(read, {});
    sent[0]?.answer(1);
    await first;
    const second = call(read, {});
    sent[1]?.answer(2);
    expect([await first, await second, logged]).toEqual([1, 2, []]);
  });
});

describe('identical writes', () => {
  it('are sent once, and both callers get the answer', async () => {
    const { call, sent } = world();
    const both = Promise.all([call(write, { title: 'Tea' }), call(write, { title: 'Tea' })]);
    expect(sent).toHaveLength(1);
    sent[0]?.answer({ id: 1 });
    expect(await both).toEqual([{ id: 1 }, { id: 1 }]);
  });

  it('go on while one caller still waits, and are given up when none does', async () => {
    const { call, sent } = world();
    const [one, other] = [new AbortController(), new AbortController()];
    const outcomes = [outcomeOf(call(write, {}, { signal: one.signal })), outcomeOf(call(write, {}, { signal: other.signal }))];
    one.abort();
    expect(sent[0]?.signal?.aborted).toBe(false);
    other.abort();
    expect(sent[0]?.signal?.aborted).toBe(true);
    expect(await Promise.all(outcomes)).toEqual(['aborted', 'aborted']);
  });

  it('with different secrets are different, without being looked into', async () => {
    const { call, sent } = world();
    void outcomeOf(call(write, { password: new Secret('one') }));
    void outcomeOf(call(write, { password: new Secret('two') }));
    expect(sent).toHaveLength(2);
  });
});

describe('a write that takes longer than whoever waits has given it', () => {
  const save = { timeoutMs: 40_000, idempotencyKey: 'form:1' };
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('lets them go, and goes on itself: it may have been stored', async () => {
    const { call, sent } = world();
    const waiting = outcomeOf(call(write, { title: 'Tea' }, save));
    await vi.advanceTimersByTimeAsync(40_500);
    expect([await waiting, sent[0]?.signal?.aborted, sent[0]?.options.timeoutMs]).toEqual(['timeout', false, undefined]);
  });

  it('is not sent again for who comes again with its key: they wait for the first, also with another token', async () => {
    const one = world();
    void outcomeOf(one.call(write, { title: 'Tea' }, save));
    await vi.advanceTimersByTimeAsync(40_000);
    one.changeToken('b');
    const again = one.call(write, { title: 'Tea' }, save);
    one.sent[0]?.answer({ id: 1 });
    expect([await again, one.sent.length]).toEqual([{ id: 1 }, 1]);
  });

  it('has an answer that is kept for who comes again, and for nobody else', async () => {
    const { call, sent } = world();
    void outcomeOf(call(write, { title: 'Tea' }, save));
    await vi.advanceTimersByTimeAsync(40_000);
    sent[0]?.answer({ id: 1 });
    await vi.advanceTimersByTimeAsync(60_000);
    const other = call(write, { title: 'Tea' }, { ...save, idempotencyKey: 'form:2' });
    sent[1]?.answer({ id: 2 });
    expect([await other, await call(write, { title: 'Tea' }, save), sent.length]).toEqual([{ id: 2 }, { id: 1 }, 2]);
    const third = call(write, { title: 'Tea' }, save);
    sent[2]?.answer({ id: 3 });
    expect(await third).toEqual({ id: 3 });
  });

  it('is ended by nobody who joins it and leaves', async () => {
    const { call, sent } = world();
    void outcomeOf(call(write, {}, save));
    await vi.advanceTimersByTimeAsync(40_000);
    const leaving = new AbortController();
    const left = outcomeOf(call(write, {}, { ...save, signal: leaving.signal }));
    leaving.abort();
    sent[0]?.answer('done');
    expect([await left, sent[0]?.signal?.aborted, await call(write, {}, save), sent.length]).toEqual(['aborted', false, 'done', 1]);
  });

  it('differs from a read, which ends with its time', () => {
    const { call, sent } = world();
    void call(read, {}, { timeoutMs: 20 });
    expect(sent[0]?.options.timeoutMs).toBe(20);
  });
});

describe('a call that nobody waits for', () => {
  it('is not sent, nor does it end one that somebody waits for', async () => {
    const { call, sent, logged } = world();
    const wanted = call(read, {});
    expect(await outcomeOf(call(read, {}, { signal: AbortSignal.abort() }))).toBe('aborted');
    sent[0]?.answer('rows');
    expect([await wanted, sent.length, logged]).toEqual(['rows', 1, []]);
  });

  it.each([read, write])('is out of the way of the next at once ($method)', async (endpoint) => {
    const { call, sent, logged } = world();
    const leaving = new AbortController();
    const given = outcomeOf(call(endpoint, {}, { signal: leaving.signal }));
    leaving.abort();
    const next = call(endpoint, {});
    expect(sent.map((one) => one.signal?.aborted)).toEqual([true, false]);
    sent[1]?.answer('done');
    expect([await given, await next, logged]).toEqual(['aborted', 'done', []]);
  });
});

const fileOf = (text: string) => ({ file: new File([text], 'tea.png') });

describe('calls with a file', () => {
  it.each([read, write])('are two for two files of one name, which the server tells apart by their bytes ($method)', async (endpoint) => {
    const { call, sent, logged } = world();
    const answers = Promise.all([call(endpoint, { topic: 'default' }, fileOf('one')), call(endpoint, { topic: 'default' }, fileOf('two'))]);
    for (const [index, request] of sent.entries()) request.answer(index);
    expect(await answers).toEqual([0, 1]);
    expect(logged).toEqual([]);
  });
});
