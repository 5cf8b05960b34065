import { Subject } from 'rxjs';
import * as z from 'zod/mini';
import { describe, expect, it } from 'vitest';
import { endpoint } from '#api/contract/base/endpoint';
import { createTransport } from '#api/transport';
import { createCalls } from '#actors/calls/calls';
import { FailureError } from '#domain/base/failure';

const read = endpoint({
  method: 'GET',
  path: '/admin/ping/index',
  audience: 'anyone',
  input: z.object({}),
  output: z.object({ size: z.number() }),
  success: 'silent',
  summary: 'A call of these tests.',
});
const write = endpoint({ ...read, method: 'POST', path: '/admin/ping/add' });

/** A page whose server is there or not, as the test says. */
function pageOf() {
  const server = { isThere: false, misses: 0, reply: { code: 1, msg: '', data: { size: 3 } as unknown, time: 1 } };
  const asked: string[] = [];
  const retryMoments = new Subject<void>();
  const told: boolean[] = [];
  const serverBack = () => void told.push(true);
  const { call } = createCalls({
    transport: createTransport({
      language: () => 'en',
      isOnline: () => true,
      fetch: (request) => {
        asked.push(new URL(request.url).pathname.replace('/api', ''));
        if (!server.isThere || (server.misses -= 1) >= 0) throw new TypeError('connection refused');
        return Response.json(server.reply);
      },
    }),
    tokens: () => ({ admin: null, member: null }),
    gatewayOf: () => undefined,
    personOf: () => null,
    announce: () => {},
    permissionsStale: () => {},
    log: () => {},
    now: () => 0,
    pause: async () => {},
    retryMoments,
    serverBack,
  });
  const outcome = async (what: typeof read): Promise<unknown> =>
    call(what, {}).catch((error: unknown) => {
      if (!(error instanceof FailureError)) throw error;
      return error.failure.kind;
    });
  return { server, asked, retryMoments, outcome, told };
}

describe('a server that stays away', () => {
  it('is asked after at each moment when it may be back, and told once when it answers', async () => {
    const { server, asked, retryMoments, outcome, told } = pageOf();
    // A write without a key is not sent again; a read is until it gives up.
    expect([await outcome(write), await outcome(read)]).toEqual(['unreachable', 'unreachable']);
    asked.length = 0;
    retryMoments.next();
    await expect.poll(() => asked).toEqual(['/api/index/index']);
    await expect.poll(() => (retryMoments.next(), asked.slice(0, 2))).toEqual(['/api/index/index', '/api/index/index']);
    expect(told).toEqual([]);
    server.isThere = true;
    await expect.poll(() => (retryMoments.next(), told)).toEqual([true]);
    const count = asked.length;
    retryMoments.next();
    await outcome(read);
    expect([asked.length - count, told]).toEqual([1, [true]]);
  });

  it('is not told of where a call that was sent again comes through first, and is asked after anew the next time', async () => {
    const { server, retryMoments, outcome, told } = pageOf();
    await outcome(write);
    server.misses = 1;
    server.isThere = true;
    expect(await outcome(read)).toEqual({ size: 3 });
    retryMoments.next();
    expect(told).toEqual([]);
    server.isThere = false;
    await outcome(write);
    server.isThere = true;
    await expect.poll(() => (retryMoments.next(), told)).toEqual([true]);
  });
});
