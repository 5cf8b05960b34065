import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { goods } from '#sections/goods/goods.resource.ts';
import { dealtKinds } from '#tests/support/dealt.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';
import { startReceiver, type WebhookReceiver } from '#tests/support/servers/webhook-receiver.ts';
import { deliveries, makeWebhook, senderHere } from './webhook-support.ts';

const PAGES = ['goods', 'goods/goods', 'goods/goods/index'];
const SLOW = ['/slow1', '/slow2', '/slow3'];

describe.each(dealtKinds())('webhooks that have their turns at once, on %s', (kind) => {
  let server: TestServer;
  let receiver: WebhookReceiver;
  let root: string;
  const held: ServerResponse[] = [];
  beforeAll(async () => {
    receiver = await startReceiver();
    // Nobody's time is over before the test lets them answer.
    server = await createTestServer({ kind, ports: { webhooks: senderHere(60_000) } });
    root = (await server.signIn()).token;
    receiver.answer = (response, { path }) => void (path === '/quick' ? response.writeHead(204).end() : held.push(response));
  });
  afterAll(async () => {
    await server.ports.jobs.stop();
    await server.close();
    await receiver.close();
  });

  it('wait for none that lets wait, which has one turn however much is written meanwhile', async () => {
    for (const path of [...SLOW, '/quick']) await makeWebhook(server, root, { url: `${receiver.url}${path}`, rules: PAGES });
    await server.ports.jobs.work();
    const calls = resourceEndpoints(goods);
    const heardAt = (path: string) => receiver.heard.filter((one) => one.path === path).length;
    const addGoods = (title: string) => server.call(calls.add, { title, category_id: '1', price: '1.00', stock: 1 }, { token: root });
    for (let count = 1; count <= 3; count += 1) {
      await addGoods(`Tea ${count}`);
      await vi.waitFor(() => expect(heardAt('/quick')).toBe(count), { timeout: 15_000 });
      await vi.waitFor(() => expect(SLOW.map((path) => heardAt(path))).toEqual([1, 1, 1]), { timeout: 15_000 });
    }
    receiver.answer = (response) => void response.writeHead(204).end();
    for (const response of held) response.writeHead(204).end();
    await vi.waitFor(async () => expect((await deliveries(server)).map(({ state }) => state)).toEqual(Array(12).fill('delivered')), {
      timeout: 30_000,
    });
    expect([...SLOW, '/quick'].map((path) => heardAt(path))).toEqual([3, 3, 3, 3]);
  });
});
