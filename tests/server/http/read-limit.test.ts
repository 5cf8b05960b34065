import { describe, expect, it } from 'vitest';
import { createServerApp } from '#server/app';
import { createReadLimit } from '#server/http/calls/read-limit';
import { readMessageFiles } from '#server/adapters/message-files';
import { createTestServer } from '#tests/support/server.ts';

const messages = readMessageFiles('locales');

function limitOf(perMinute: number, nowSeconds = 1_768_435_210) {
  let seconds = nowSeconds;
  const limit = createReadLimit(perMinute, { messages, clock: { nowMs: () => seconds * 1000 } });
  return {
    ask: (address: string, init: RequestInit = {}) =>
      limit(new Request('http://test.invalid/api/x', init), address, () => new Response('read')),
    pass: (by: number) => void (seconds += by),
  };
}

describe('the limit of reading calls', () => {
  it('lets so many through in a minute, and says how many are left', async () => {
    const { ask } = limitOf(2);
    const [first, second] = [await ask('10.0.0.1'), await ask('10.0.0.1')];
    expect([first, second].map(({ headers }) => [...headers].filter(([name]) => name.startsWith('x-rate')))).toEqual([
      [
        ['x-rate-limit-limit', '2'],
        ['x-rate-limit-remaining', '1'],
        ['x-rate-limit-reset', '1768435260'],
      ],
      [
        ['x-rate-limit-limit', '2'],
        ['x-rate-limit-remaining', '0'],
        ['x-rate-limit-reset', '1768435260'],
      ],
    ]);
  });

  it.each([
    ['en', 'Too many requests. Please try again in 50 seconds.'],
    ['zh-cn', '请求过于频繁，请在 50 秒后再试。'],
  ])('refuses the next in %s, as the protocol does, until the minute is over', async (language, msg) => {
    const { ask, pass } = limitOf(1);
    const headers = { 'think-lang': language };
    await ask('10.0.0.1', { headers });
    const refused = await ask('10.0.0.1', { headers });
    expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toEqual([
      200,
      '50',
      { code: 0, msg, time: 1_768_435_210, data: null },
    ]);
    pass(50);
    expect(await (await ask('10.0.0.1', { headers })).text()).toBe('read');
  });

  it('counts each network for itself, and an IPv6 customer as one', async () => {
    const { ask } = limitOf(1);
    const texts = [];
    for (const address of ['10.0.0.1', '10.0.0.2', '2001:db8::1', '2001:db8::2']) texts.push(await (await ask(address)).text());
    expect(texts.map((text) => text === 'read')).toEqual([true, true, true, false]);
  });

  it('counts no writes', async () => {
    const { ask } = limitOf(1);
    for (const method of ['POST', 'DELETE', 'POST', 'GET']) expect(await (await ask('10.0.0.1', { method })).text()).toBe('read');
  });

  it('counts who asks for the head alone, which costs as much', async () => {
    const { ask } = limitOf(1);
    await ask('10.0.0.1', { method: 'HEAD' });
    expect((await ask('10.0.0.1')).headers.get('retry-after')).toBe('50');
  });

  it('stands in front of the calls of a server that has it in its settings, and of nothing else', async () => {
    const server = await createTestServer({ sampleData: false });
    const app = createServerApp(server.ports, { readsPerMinute: 1 });
    const codes = async (path: string) => {
      const replies = await Promise.all(
        [1, 2].map(() => app.fetch(new Request(`http://test.invalid${path}`), { remoteAddress: '10.0.0.1' })),
      );
      return Promise.all(replies.map(async (reply) => ((await reply.json()) as { readonly code?: number }).code));
    };
    expect(await codes('/api/api/index/index')).toEqual([1, 0]);
    expect(await codes('/health/live')).toEqual([undefined, undefined]);
    await app.close();
    await server.close();
  });

  it('is off at 0', async () => {
    const { ask } = limitOf(0);
    const replies = await Promise.all(Array.from({ length: 500 }, () => ask('10.0.0.1')));
    expect(new Set(replies.map(({ headers }) => headers.has('x-rate-limit-limit')))).toEqual(new Set([false]));
  });
});
