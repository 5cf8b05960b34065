import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventEndpoint, lifeEndpoint } from '#api/contract/table/life-endpoints';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { notice } from '#sections/notice/notice.resource.ts';
import { goods } from '#sections/goods/goods.resource.ts';
import { shippedResource } from '#server/base/shipped-resources';
import { runTimers } from '#server/resources/write/run-timers';
import { dealtKinds } from '#tests/support/dealt.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

const HOUR = 3600;

describe.each(dealtKinds())('times of shipped sections on %s', (kind) => {
  let server: TestServer;
  let token: string;
  const call: TestServer['call'] = (endpoint, input) => server.call(endpoint, input, { token });
  const wares = resourceEndpoints(goods);
  const notices = resourceEndpoints(notice);
  const now = (): number => Math.floor(server.clock.nowMs() / 1000);
  const pass = async (seconds: number): Promise<void> => {
    server.clock.advanceSeconds(seconds);
    await runTimers(server.ports, () => server.app.resources.all().map(({ context }) => context));
    // A sign-in does not last as long.
    ({ token } = await server.signIn());
  };
  const stateOf = async (resource: typeof goods | typeof notice, id: number) => (await call(lifeEndpoint(resource), { id })).state;
  const send = (name: 'goods' | 'notice', event: string, id: number, more: object = {}) => {
    const resource = shippedResource(name);
    return call(eventEndpoint(resource, event, resource.life!.events[event]!), { ids: [id], ...more });
  };
  let ware: Record<string, unknown>;

  beforeAll(async () => {
    server = await createTestServer({ kind });
    ({ token } = await server.signIn());
    const { category_id, images } = await server.database.kysely
      .selectFrom('goods')
      .select(['category_id', 'images'])
      .where('id', '=', 1)
      .executeTakeFirstOrThrow();
    ware = { title: 'Cup', category_id, images, price: '10.00', stock: 1, status: 'draft' };
  });
  afterAll(() => server.close());

  it('put goods on sale and off sale, and do not put them on sale again that went back to draft', async () => {
    const id = (await call(wares.add, { ...ware, publish_time: String(now() + HOUR), end_time: String(now() + 2 * HOUR) }))!.id;
    await pass(HOUR - 1);
    expect(await stateOf(goods, id)).toBe('draft');
    await pass(1);
    expect(await stateOf(goods, id)).toBe('on');
    await send('goods', 'revise', id);
    await pass(60);
    const { row } = await call(wares.read, { id });
    expect([row['status'], row['publish_time']]).toEqual(['draft', null]);
    await send('goods', 'publish', id);
    await pass(HOUR);
    expect(await stateOf(goods, id)).toBe('off');
    // What is over is not put on sale by hand before somebody changes its end.
    await expect(send('goods', 'publish', id)).rejects.toThrow('has passed');
    await expect(call(wares.save, { id, status: 'on' })).rejects.toThrow('has passed');
    await call(wares.save, { id, status: 'on', end_time: '' });
    expect(await stateOf(goods, id)).toBe('on');
    await expect(call(wares.save, { id, publish_time: String(now() + 2 * HOUR), end_time: String(now() + HOUR) })).rejects.toThrow('after');
  });

  it('wait where goods are not complete, and take both steps where their time has passed meanwhile', async () => {
    const bare = (await call(wares.add, { ...ware, images: [], publish_time: String(now() + HOUR) }))!.id;
    const late = (await call(wares.add, { ...ware, publish_time: String(now() + HOUR), end_time: String(now() + 2 * HOUR) }))!.id;
    await pass(30 * 24 * HOUR);
    expect([await stateOf(goods, bare), await stateOf(goods, late)]).toEqual(['draft', 'off']);
    const { times } = await call(lifeEndpoint(goods), { id: bare });
    expect(times).toMatchObject([{ name: 'publishTime', at: null, waits: [{ field: 'images' }] }]);
    await call(wares.save, { id: bare, images: ware['images'] });
    await pass(1);
    expect(await stateOf(goods, bare)).toBe('on');
    expect((await call(lifeEndpoint(goods), { id: late })).steps.map(({ event }) => event)).toEqual(['endTime', 'publishTime', null]);
  });

  it('keep notices waiting for their day, also where a save says that they are published', async () => {
    const text = { title: 'News', body: '<p>News</p>' };
    const id = (await call(notices.add, {
      ...text,
      status: 'on',
      publish_time: String(now() + HOUR),
      expire_time: String(now() + 2 * HOUR),
    }))!.id;
    expect(await stateOf(notice, id)).toBe('ready');
    await expect(call(notices.save, { id, publish_time: '' })).rejects.toThrow('filled');
    await expect(call(notices.save, { id, body: '' })).rejects.toThrow('text');
    await pass(HOUR);
    expect(await stateOf(notice, id)).toBe('on');
    await pass(HOUR);
    expect(await stateOf(notice, id)).toBe('ended');
    await expect(send('notice', 'publish', id)).rejects.toThrow('has passed');
    const reviewed = (await call(notices.add, { ...text, status: 'draft' }))!.id;
    await send('notice', 'submit', reviewed);
    await expect(send('notice', 'return', reviewed)).rejects.toThrow('');
    await send('notice', 'return', reviewed, { comment: 'Too short' });
    await send('notice', 'submit', reviewed);
    await send('notice', 'approve', reviewed);
    expect(await stateOf(notice, reviewed)).toBe('on');
  });
});
