import * as z from 'zod/mini';
import { describe, expect, it } from 'vitest';
import type { CallOptions } from '#api/client';
import { endpoint, type Endpoint } from '#api/contract/base/endpoint';
import { createTransport } from '#api/transport';
import { createCalls } from '#actors/calls/calls';
import { FailureError } from '#domain/base/failure';
import { Secret } from '#domain/base/secret';

const read = endpoint({
  method: 'GET',
  path: '/admin/ping/index',
  audience: 'anyone',
  input: z.object({}),
  output: z.object({ size: z.number() }),
  success: 'silent',
  summary: 'A call of these tests.',
});
const write = endpoint({ ...read, method: 'POST', path: '/admin/ping/add', idempotent: true });
const named = endpoint({ ...write, path: '/api/chat/send', idempotent: false, named: true });
const memberRead = endpoint({ ...read, path: '/api/ping/index' });
const unkeyed = endpoint({ ...read, method: 'POST', path: '/admin/ping/enter' });
const query = endpoint({ ...read, method: 'POST', path: '/admin/ping/query', reads: true });
const start = endpoint({ ...read, path: '/admin/index/index', output: z.unknown() });
const file = endpoint({ ...read, path: '/admin/ping/export', reply: 'file' });

const answered = (data: unknown = { size: 3 }) => Response.json({ code: 1, msg: '', data, time: 1 });
const away = (status = 503, retryAfter?: string) =>
  new Response('', { status, headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter } });
const broken = (): never => {
  throw new TypeError('connection refused');
};

interface WorldOptions {
  readonly isOnline?: boolean;
  readonly person?: () => number | null;
  readonly member?: () => Secret | null;
  readonly pause?: (ms: number) => Promise<void>;
}

/** A page whose server answers the n-th request, from 0, so. */
function pageOf(
  answer: (count: number) => Response | Promise<Response>,
  { isOnline = true, person = () => 1, member = () => null, pause }: WorldOptions = {},
) {
  const clock = { ms: 0 };
  const pauses: number[] = [];
  const keys: (string | null)[] = [];
  const { call } = createCalls({
    transport: createTransport({
      language: () => 'en',
      isOnline: () => isOnline,
      fetch: async (request) => {
        keys.push(request.headers.get('idempotency-key'));
        return answer(keys.length - 1);
      },
    }),
    tokens: () => ({ admin: null, member: member() }),
    gatewayOf: () => undefined,
    personOf: person,
    announce: () => {},
    permissionsStale: () => {},
    log: () => {},
    now: () => clock.ms,
    pause: pause ?? (async (ms) => void pauses.push(ms)),
  });
  const outcome = async (what: Endpoint, options: CallOptions = {}): Promise<unknown> =>
    call(what, {}, options).catch((error: unknown) => {
      if (!(error instanceof FailureError)) throw error;
      return error.failure;
    });
  return { outcome, pauses, keys, clock };
}

/** Of rests that grow, however far they lie apart from those of other calls. */
const isWithin = (rests: readonly number[], plain: readonly number[]): boolean =>
  rests.length === plain.length && rests.every((rest, place) => rest >= plain[place]! * 0.75 && rest <= plain[place]! * 1.25);

describe('a call whose server is away for a moment', () => {
  it.each([
    ['says so', () => away()],
    ['has nobody behind its proxy', () => away(502)],
    ['is too late for its proxy', () => away(504)],
    ['refuses the line', broken],
  ])('is sent again where it %s, and answered', async (_, failing) => {
    const { outcome, pauses } = pageOf((count) => (count < 3 ? failing() : answered()));
    expect(await outcome(read)).toEqual({ size: 3 });
    expect(pauses).toSatisfy((rests: readonly number[]) => isWithin(rests, [500, 1000, 2000]));
  });

  it('rests as long as the server asks', async () => {
    const { outcome, pauses } = pageOf((count) => (count === 0 ? away(503, '3') : answered()));
    expect(await outcome(read)).toEqual({ size: 3 });
    expect(pauses).toEqual([3000]);
  });

  it('is not made slower where it is slow to say so', async () => {
    const { outcome, keys, clock } = pageOf(() => ((clock.ms += 30_000), away(503, '1')));
    expect(await outcome(read)).toMatchObject({ status: 503 });
    expect(keys).toHaveLength(1);
  });

  it('hears of the failure in the end, after rests of sixteen seconds at most', async () => {
    const { outcome, pauses, keys } = pageOf(() => away(503));
    expect(await outcome(read)).toMatchObject({ kind: 'http', status: 503 });
    const sum = pauses.reduce((all, one) => all + one, 0);
    expect(sum).toBeGreaterThan(11_000);
    expect(sum).toBeLessThanOrEqual(16_000);
    expect(keys).toHaveLength(pauses.length + 1);
  });

  it('hears of it no later where the clock is set back meanwhile', async () => {
    const { outcome, pauses, clock } = pageOf((count) => {
      if (count === 2) clock.ms -= 600_000;
      return away(503);
    });
    expect(await outcome(read)).toMatchObject({ kind: 'http', status: 503 });
    expect(pauses.reduce((all, one) => all + one, 0)).toBeLessThanOrEqual(16_000);
  });

  it('does not wait where it is told to come back later than that', async () => {
    const { outcome, keys } = pageOf(() => away(503, '60'));
    expect(await outcome(read)).toMatchObject({ kind: 'http', status: 503, retryAfterMs: 60_000 });
    expect(keys).toHaveLength(1);
  });

  it('writes with its key, the same each time', async () => {
    const { outcome, keys } = pageOf((count) => (count < 2 ? broken() : answered()));
    expect(await outcome(write, { idempotencyKey: 'one' })).toEqual({ size: 3 });
    expect(keys).toEqual(['one', 'one', 'one']);
  });

  it('writes what has a name of its own', async () => {
    const { outcome, keys } = pageOf((count) => (count === 0 ? away() : answered()));
    expect(await outcome(named)).toEqual({ size: 3 });
    expect(keys).toHaveLength(2);
  });

  it('reads by POST, where its declaration says that it only reads, on any server of the family', async () => {
    const stock = { siteConfig: { version: 'v1.0.0', upload: { maxsize: 1 } } };
    const { outcome, keys } = pageOf((count) => (count === 0 ? answered(stock) : count < 3 ? away() : answered()));
    await outcome(start);
    expect(await outcome(query)).toEqual({ size: 3 });
    expect(keys).toHaveLength(4);
  });

  it.each<[string, Endpoint, CallOptions, (count: number) => Response]>([
    ['a write without a key', write, {}, () => away()],
    ['a write that the server keeps no keys for', unkeyed, { idempotencyKey: 'one' }, () => away()],
    ['a file that breaks off', file, {}, broken],
    ['what is refused', read, {}, () => Response.json({ code: 0, msg: 'no', data: null, time: 1 })],
    ['a fault of the server', read, {}, () => away(500)],
  ])('is never sent again where it is %s', async (_, what, options, answer) => {
    const { outcome, keys } = pageOf(answer);
    expect(await outcome(what, options)).toHaveProperty('kind');
    expect(keys).toHaveLength(1);
  });

  it('is told at once that there is no line', async () => {
    const { outcome, keys } = pageOf(broken, { isOnline: false });
    expect(await outcome(read)).toEqual({ kind: 'unreachable', online: false });
    expect(keys).toHaveLength(1);
  });

  it('does not write again on a server that knows no keys', async () => {
    const stock = { siteConfig: { version: 'v1.0.0', upload: { maxsize: 1 } } };
    const { outcome, keys } = pageOf((count) => (count === 0 ? answered(stock) : away()));
    await outcome(start);
    expect(await outcome(write, { idempotencyKey: 'one' })).toMatchObject({ status: 503 });
    expect(keys).toHaveLength(2);
  });

  it('is not sent as another who has signed in meanwhile', async () => {
    let person = 1;
    const { outcome, keys } = pageOf(() => ((person += 1), away()), { person: () => person });
    expect(await outcome(read)).toEqual({ kind: 'aborted' });
    expect(keys).toHaveLength(1);
  });

  it('is not sent as the member who has signed in since a visitor asked, unless it only reads', async () => {
    let member: Secret | null = null;
    const signsIn = (count: number) => ((member = new Secret('access')), count === 0 ? away() : answered());
    const given = { person: () => (member ? 1 : null), member: () => member };
    const writes = pageOf(signsIn, given);
    expect(await writes.outcome(named)).toEqual({ kind: 'aborted' });
    expect(writes.keys).toHaveLength(1);
    member = null;
    expect(await pageOf(signsIn, given).outcome(memberRead)).toEqual({ size: 3 });
  });

  it('is sent again for the member whose name has become known meanwhile', async () => {
    let person: number | null = null;
    const knows = (count: number) => ((person = 1), count === 0 ? away() : answered());
    const { outcome } = pageOf(knows, { person: () => person, member: () => new Secret('access') });
    expect(await outcome(named)).toEqual({ size: 3 });
  });

  it.each([
    ['that rides on others of its kind', {}],
    ['that runs by itself', { duplicates: 'allowed' } as const],
  ])('is given up with the view that asked: one %s', async (_, options) => {
    const rest = Promise.withResolvers<void>();
    const rests = Promise.withResolvers<void>();
    const pause = () => (rests.resolve(), rest.promise);
    const { outcome, keys } = pageOf(() => away(), { pause });
    const view = new AbortController();
    const heard = outcome(read, { ...options, signal: view.signal });
    await rests.promise;
    view.abort();
    expect(await heard).toEqual({ kind: 'aborted' });
    rest.resolve();
    await new Promise((resolve) => setTimeout(resolve));
    expect(keys).toHaveLength(1);
  });
});
