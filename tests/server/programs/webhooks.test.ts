import type { ServerResponse } from 'node:http';
import { sql } from 'kysely';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readSystem } from '#api/contract/observe/system';
import { eventEndpoint } from '#api/contract/table/life-endpoints';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { resourceWriteEndpoints } from '#api/contract/table/resource-writes';
import type { Life } from '#domain/life/life';
import { WEBHOOKS_OF_AN_ADMIN } from '#domain/programs/webhook';
import type { Resource } from '#domain/table/resource';
import { webhook as webhookResource } from '#sections/webhook/webhook.resource.ts';
import { goods } from '#sections/goods/goods.resource.ts';
import { SHIPPED_RESOURCES } from '#server/base/shipped-resources';
import { createServerApp } from '#server/app';
import { createWebhookSender } from '#server/adapters/webhook-sender';
import { networkList } from '#server/base/network';
import { guardLives } from '#server/db/sections/guard-lives';
import { WAITING_MESSAGES, WEBHOOK_DELIVER } from '#server/resources/base/webhook-calls';
import { logChanges } from '#server/resources/write/record-change';
import { SERVER_CALLER } from '#server/resources/write/server-caller';
import { sweepWebhooks } from '#server/features/programs/sweep-webhooks';
import { DELIVERY_SECONDS, WEBHOOK_PAUSES_SECONDS } from '#server/features/programs/limits';
import type { ServerPorts } from '#server/ports/ports';
import { dealtKinds } from '#tests/support/dealt.ts';
import { createResourceTable } from '#tests/support/resource-table.ts';
import { createTestServer, TEST_PASSWORD, TEST_START_SECONDS, type TestServer } from '#tests/support/server.ts';
import { startReceiver, type WebhookReceiver } from '#tests/support/servers/webhook-receiver.ts';
import { asProgram, makeToken } from './token-support.ts';
import { addWebhook, deliveries, deliveryCalls, makeWebhook, senderHere, webhookCalls } from './webhook-support.ts';
import { replyOrRefusal } from '#tests/support/refusals.ts';

const PAGES = ['goods', 'goods/goods', 'goods/goods/index', 'goods/goods/edit', 'goods/goods/add', 'goods/goods/del'];
const HOOKS = ['auth', ...['', '/index', '/add', '/edit', '/del', '/issue', '/test'].map((right) => `auth/webhook${right}`)];
const LOG = ['', '/index', '/replay'].map((right) => `auth/webhookDelivery${right}`);

const life: Life = {
  field: 'state',
  chart: { id: 'payment', initial: 'draft', states: { draft: { on: { release: 'paid' } }, paid: {} } },
  events: { release: { right: 'own', label: { 'zh-cn': '付款', en: 'Release' } } },
  conditions: {},
  delays: {},
  effects: {},
};

/** Each sees their own records alone, and one field is a secret of the section. */
const payment: Resource = {
  name: 'payment',
  controller: 'lab.Payment',
  table: 'lab_payment',
  titleField: 'title',
  rowActions: ['edit', 'delete'],
  defaultOrder: { field: 'id', direction: 'desc' },
  label: { 'zh-cn': '付款单', en: 'Payment' },
  dataLimit: { rule: 'personal', ownerColumn: 'admin_id' },
  fields: {
    id: { kind: 'id' },
    title: { kind: 'string', maxLength: 50 },
    adminId: { kind: 'remoteSelect', of: 'admin', outlivesRecord: true },
    state: { kind: 'select', options: ['draft', 'paid'], initial: 'draft' },
    version: { kind: 'version' },
  },
  life,
};

const goodsCalls = resourceEndpoints(goods);
const { add, save, remove } = resourceEndpoints(payment);
const { undo } = resourceWriteEndpoints(goods);
const release = eventEndpoint(payment, 'release', life.events['release']!);

const says =
  (status: number, text = '', headers: Readonly<Record<string, string>> = {}): WebhookReceiver['answer'] =>
  (response) =>
    void response.writeHead(status, headers).end(text);
const nothing: WebhookReceiver['answer'] = () => undefined;
const broken: WebhookReceiver['answer'] = (response) => void response.destroy();

describe.each(dealtKinds())('webhooks on %s', (kind) => {
  let server: TestServer;
  let receiver: WebhookReceiver;
  /** Impatient, for those who never answer; a test in which people answer one after the other takes a patient one. */
  const impatient = senderHere(500);
  let sender = impatient;
  let root: string;
  let clerk: Awaited<ReturnType<TestServer['addAdmin']>>;

  beforeAll(async () => {
    receiver = await startReceiver();
    server = await createTestServer({
      kind,
      resources: [...SHIPPED_RESOURCES, payment],
      ports: { webhooks: { post: (...message) => sender.post(...message), refusalOf: (url) => sender.refusalOf(url) } },
      prepare: async (database) => {
        await createResourceTable(database, payment);
        await database.transaction((trx) => guardLives(trx, [payment]));
        for (const right of ['index', 'add', 'edit', 'del', 'release'])
          await sql`insert into admin_rule (pid, type, title, name, status, create_time, update_time)
            values (0, 'button', ${right}, ${`lab/payment/${right}`}, '1', 0, 0)`.execute(database.kysely);
      },
    });
    clerk = await server.addAdmin('clerk', [...PAGES, ...HOOKS, ...LOG, 'lab/payment/index', 'lab/payment/add', 'lab/payment/edit']);
  });
  beforeEach(async () => {
    root = (await server.signIn()).token;
    clerk = { ...clerk, token: (await server.signIn('clerk')).token };
    receiver.heard.length = 0;
    receiver.answer = (response) => void response.writeHead(204).end();
    sender = impatient;
  });
  afterEach(async () => {
    await sql`truncate webhook cascade`.execute(server.database.kysely);
    await sql`truncate throttle_counter, notification`.execute(server.database.kysely);
  });
  afterAll(async () => {
    await server.close();
    await receiver.close();
  });

  const deliver = () => server.ports.jobs.runDue();
  /** What is due now, whatever its job waits for: jobs go by the clock of the database. */
  const deliverDue = async () => {
    await sweepWebhooks(server.ports);
    await deliver();
  };
  const addGoods = async (title: string) =>
    (await server.call(goodsCalls.add, { title, category_id: '1', price: '1.00', stock: 1 }, { token: root }))?.id ?? 0;
  const told = () => receiver.heard.map(({ body }) => JSON.parse(body) as { type: string; data: Record<string, unknown> });
  const rootHook = (url = `${receiver.url}/hook`) => makeWebhook(server, root, { url, rules: PAGES });

  it('tell of what came, changed and went, signed so that another library knows it, each write once', async () => {
    const { secret } = await rootHook();
    const id = await addGoods('Oolong');
    const { list = [] } = await server.call(goodsCalls.list, { initKey: 'id', initValue: [id] }, { token: root });
    const version = Number(list[0]?.['version']);
    await server.call(goodsCalls.save, { id, version, title: 'Oolong, spring' }, { token: root });
    await deliver();
    const removed = await server.call(goodsCalls.remove, { ids: [id] }, { token: root });
    await deliver();
    expect(
      told().map(({ type, data }) => [type, data['id'], data['changed'], (data['record'] as { title?: string } | null)?.title]),
    ).toEqual([
      ['goods.created', id, undefined, 'Oolong, spring'],
      ['goods.changed', id, ['title'], 'Oolong, spring'],
      ['goods.deleted', id, undefined, undefined],
    ]);
    expect(told()[2]?.data['change']).toBe(removed?.change);
    const verifier = new Webhook(secret);
    const [first] = receiver.heard;
    // The library takes what is five minutes old at most; the server of the test stands still.
    const nowMs = Date.now;
    Date.now = () => TEST_START_SECONDS * 1000;
    try {
      for (const { body, headers } of receiver.heard)
        expect(verifier.verify(body, headers)).toMatchObject({ data: { section: 'goods', id } });
      expect(() => verifier.verify(`${first?.body} `, first?.headers ?? {})).toThrow('No matching signature found');
      expect(() => new Webhook(`whsec_${btoa('another secret, as long')}`).verify(first?.body ?? '', first?.headers ?? {})).toThrow(
        'No matching signature found',
      );
    } finally {
      Date.now = nowMs;
    }
    expect(new Set(receiver.heard.map(({ headers }) => headers['webhook-id'])).size).toBe(3);
    expect((await deliveries(server)).map(({ state, attempts, status }) => [state, attempts, status])).toEqual([
      ['delivered', 1, 204],
      ['delivered', 1, 204],
      ['delivered', 1, 204],
    ]);
    expect(await server.database.kysely.selectFrom('webhook').select(['delivered_time', 'failing_time']).execute()).toEqual([
      { delivered_time: TEST_START_SECONDS, failing_time: null },
    ]);
    await deliverDue();
    expect(receiver.heard).toHaveLength(3);
  });

  it('leave no job once everything is delivered', async () => {
    await sql`delete from pgboss.job`.execute(server.database.kysely);
    await rootHook();
    await addGoods('Pu-erh');
    await deliver();
    expect([(await server.ports.jobs.counts()).waiting, receiver.heard.length]).toEqual([0, 1]);
  });

  it('leave nothing behind of a write that is rolled back, and one message where it is sent twice with one key', async () => {
    await rootHook();
    const before = await deliveries(server);
    expect(await replyOrRefusal(server.call(goodsCalls.add, { title: '' }, { token: root }))).toMatchObject({ title: expect.any(String) });
    const row = { title: 'Pu-erh', category_id: '1', price: '1.00', stock: 1 };
    const key = { 'idempotency-key': 'one-write-0001' };
    for (const _turn of [1, 2])
      await server.request('/api/admin/goods.Goods/add', { method: 'POST', json: row, token: root, headers: key });
    expect([before.length, (await deliveries(server)).length]).toEqual([0, 1]);
    const left = async (): Promise<number> => (await server.ports.jobs.counts()).waiting;
    const waiting = await left();
    const write = {
      resource: goods,
      caller: SERVER_CALLER,
      nowSeconds: 1,
      action: 'add',
      source: 'server',
      jobs: server.ports.jobs,
    } as const;
    const broken = server.database.transaction(async (trx) => {
      await logChanges(trx, write, [{ recordId: 1, before: null, after: { title: 'Never' } }]);
      expect(await trx.selectFrom('webhook_delivery').select('record_id').where('record_id', '=', 1).execute()).toHaveLength(1);
      throw new Error('the rest of the write');
    });
    await expect(broken).rejects.toThrow('the rest of the write');
    expect([waiting, await left(), (await deliveries(server)).length]).toEqual([1, 1, 1]);
    await deliver();
    expect([await left(), receiver.heard.length]).toEqual([0, 1]);
  });

  it('tell of undoing, and of events of lives with the event alone where only that was chosen', async () => {
    await makeWebhook(server, root, { url: `${receiver.url}/life`, rules: ['lab/payment/index'], kinds: ['event'] });
    await rootHook();
    const paymentId = (await server.call(add, { title: 'Rent' }, { token: root }))?.id ?? 0;
    await server.call(release, { ids: [paymentId] }, { token: root });
    const id = await addGoods('Sencha');
    const removed = await server.call(goodsCalls.remove, { ids: [id] }, { token: root });
    await server.call(undo, { change: removed?.change ?? 0 }, { token: root });
    await deliver();
    const byPath = (path: string) =>
      receiver.heard.filter((one) => one.path === path).map(({ body }) => JSON.parse(body) as { type: string; data: object });
    expect(byPath('/life')).toMatchObject([
      { type: 'payment.release', data: { kind: 'event', event: 'release', id: paymentId, record: { title: 'Rent', state: 'paid' } } },
    ]);
    expect(byPath('/hook')).toMatchObject([
      { type: 'goods.created', data: { record: { title: 'Sencha' } } },
      // It is there again when this leaves.
      { type: 'goods.deleted', data: { record: null } },
      { type: 'goods.created', data: { record: { title: 'Sencha' } } },
    ]);
  });

  it.each([
    ['500', says(500, 'down'), [500, 'refused', 'down']],
    ['429', says(429), [429, 'refused', '']],
    ['a redirect', says(302, '', { location: '/elsewhere' }), [302, 'redirected', '']],
    ['nothing', nothing, [null, 'timedOut', '']],
    ['a broken line', broken, [null, 'unreachable', '']],
  ] as const)('are tried again under the same id after %s, later each time', async (_name, answer, outcome) => {
    await rootHook();
    receiver.answer = answer;
    await addGoods('Gyokuro');
    await deliver();
    const [first] = await deliveries(server);
    const attempts = await server.call(webhookCalls.readDeliveryAttempts, { id: first?.id ?? 0 }, { token: root });
    expect(attempts.attempts.map(({ status, fault, answer: said }) => [status, fault, said])).toEqual([outcome]);
    expect(attempts.nextAt).toBe(first?.next_time);
    expect([first?.state, Number(first?.next_time) - Math.floor(server.clock.nowMs() / 1000)]).toEqual([
      'waiting',
      WEBHOOK_PAUSES_SECONDS[0],
    ]);
    await deliverDue();
    expect(receiver.heard).toHaveLength(1);
    server.clock.advanceSeconds(WEBHOOK_PAUSES_SECONDS[0]);
    receiver.answer = (response) => void response.writeHead(200).end('ok');
    await deliverDue();
    expect(receiver.heard.map(({ path }) => path)).toEqual(['/hook', '/hook']);
    expect(new Set(receiver.heard.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect((await deliveries(server)).map(({ state, attempts: count }) => [state, count])).toEqual([['delivered', 2]]);
    expect(await server.call(webhookCalls.readDeliveryAttempts, { id: first?.id ?? 0 }, { token: root })).toMatchObject({ nextAt: null });
  });

  it('that waited when their webhook was switched off are not sent, however soon it is on again', async () => {
    const { id } = await rootHook();
    receiver.answer = says(503);
    await addGoods('Bancha');
    await deliver();
    const { list = [] } = await server.call(webhookCalls.list, { initKey: 'id', initValue: [id] }, { token: root });
    const version = Number(list[0]?.['version']);
    const change = (status: string, to: number) => server.call(webhookCalls.save, { id, version: to, status }, { token: root });
    await change('0', version);
    await change('1', version + 1);
    expect((await deliveries(server)).map(({ state }) => state)).toEqual(['withheld']);
    server.clock.advanceSeconds(WEBHOOK_PAUSES_SECONDS[0]);
    await deliverDue();
    expect(receiver.heard).toHaveLength(1);
  });

  it.each([
    ['is cut off', (response: ServerResponse) => void setTimeout(() => response.destroy(), 100)],
    ['never ends', () => undefined],
  ])('are delivered by the status of an answer whose text %s', async (_name, then) => {
    await rootHook();
    receiver.answer = (response) => {
      response.writeHead(200).write('taken');
      then(response);
    };
    await addGoods('Tencha');
    await deliver();
    const [first] = await deliveries(server);
    const { attempts } = await server.call(webhookCalls.readDeliveryAttempts, { id: first?.id ?? 0 }, { token: root });
    expect([first?.state, attempts.map(({ status, fault, answer }) => [status, fault, answer])]).toEqual([
      'delivered',
      [[200, null, 'taken']],
    ]);
  });

  it('are given up in the end and switched off, which their owner is told and the journal has; what waited stays behind', async () => {
    const { id } = await rootHook();
    receiver.answer = (response) => void response.writeHead(503).end();
    await addGoods('Matcha');
    await deliver();
    for (const pause of WEBHOOK_PAUSES_SECONDS) {
      server.clock.advanceSeconds(pause);
      root = (await server.signIn()).token;
      if (pause === WEBHOOK_PAUSES_SECONDS.at(-1)) await addGoods('Hojicha');
      await deliverDue();
    }
    const hook = await server.database.kysely.selectFrom('webhook').select('status').where('id', '=', id).executeTakeFirst();
    expect(hook).toEqual({ status: '0' });
    expect((await deliveries(server)).map(({ state, attempts }) => [state, attempts])).toEqual([
      ['failed', WEBHOOK_PAUSES_SECONDS.length + 1],
      ['withheld', 0],
    ]);
    const notes = await server.database.kysely.selectFrom('notification').select(['admin_id', 'name', 'resource', 'record_id']).execute();
    expect(notes).toEqual([{ admin_id: 1, name: 'webhookStopped', resource: 'webhook', record_id: id }]);
    const [change] = await server.database.kysely
      .selectFrom('record_change')
      .select(['before', 'after'])
      .where('resource', '=', 'webhook')
      .orderBy('id', 'desc')
      .limit(1)
      .execute();
    expect(change).toEqual({ before: { status: '1' }, after: { status: '0' } });
    const count = receiver.heard.length;
    await addGoods('Genmaicha');
    await deliverDue();
    expect(receiver.heard).toHaveLength(count);
  });

  it('that fail have one turn for all writes that left a job meanwhile, and then it is the next webhook’s', async () => {
    await sql`delete from pgboss.job`.execute(server.database.kysely);
    await makeWebhook(server, root, { url: `${receiver.url}/down`, rules: PAGES });
    await makeWebhook(server, root, { url: `${receiver.url}/up`, rules: ['lab/payment/index'] });
    receiver.answer = (response, { path }) => void response.writeHead(path === '/down' ? 503 : 204).end();
    const pass = () => sql`update pgboss.job set created_on = created_on - interval '2 seconds'`.execute(server.database.kysely);
    for (const title of ['One', 'Two', 'Three', 'Four']) {
      await addGoods(title);
      await pass();
    }
    await server.call(add, { title: 'Rent' }, { token: root });
    expect((await server.ports.jobs.counts()).waiting).toBe(5);
    await deliver();
    expect(receiver.heard.map(({ path }) => path)).toEqual(['/down', '/down', '/down', '/up']);
    expect((await deliveries(server)).map(({ state, attempts }) => [state, attempts])).toEqual([
      ['waiting', 1],
      ['waiting', 1],
      ['waiting', 1],
      ['waiting', 0],
      ['delivered', 1],
    ]);
  });

  it('that nobody answers in time are left off after one', async () => {
    await rootHook();
    receiver.answer = nothing;
    for (const title of ['One', 'Two']) await addGoods(title);
    await deliver();
    expect((await deliveries(server)).map(({ fault, attempts }) => [fault, attempts])).toEqual([
      ['timedOut', 1],
      [null, 0],
    ]);
  });

  it('that answer 410 are switched off at once, and one message that nobody takes switches none off while others are taken', async () => {
    const { id } = await rootHook();
    const status = async () =>
      (await server.database.kysely.selectFrom('webhook').select('status').where('id', '=', id).executeTakeFirst())?.status;
    const bad = await addGoods('Refused');
    receiver.answer = (response, { body }) =>
      void response.writeHead((JSON.parse(body) as { data: { id: number } }).data.id === bad ? 400 : 204).end();
    await deliver();
    for (const pause of WEBHOOK_PAUSES_SECONDS) {
      server.clock.advanceSeconds(pause);
      root = (await server.signIn()).token;
      await addGoods('Taken');
      await deliverDue();
    }
    expect([(await deliveries(server))[0]?.state, await status()]).toEqual(['failed', '1']);
    receiver.answer = (response) => void response.writeHead(410).end();
    await addGoods('Gone');
    await deliver();
    expect(await status()).toBe('0');
    const notes = await server.database.kysely.selectFrom('notification').select('name').where('record_id', '=', id).execute();
    expect(notes).toEqual([{ name: 'webhookGone' }]);
  });

  it('never tell of a section or a record that their owner may not see when it leaves', async () => {
    await makeWebhook(server, clerk.token, { url: `${receiver.url}/hook`, rules: [...PAGES, 'lab/payment/index'] });
    const own = (await server.call(add, { title: 'Mine' }, { token: clerk.token }))?.id ?? 0;
    const others = (await server.call(add, { title: 'Not mine' }, { token: root }))?.id ?? 0;
    await server.call(remove, { ids: [others] }, { token: root });
    await deliver();
    expect(told().map(({ data }) => data['id'])).toEqual([own]);
    expect(JSON.stringify(receiver.heard)).not.toContain('Not mine');
    expect((await deliveries(server)).map(({ state }) => state)).toEqual(['delivered', 'withheld', 'withheld']);
    await server.call(save, { id: own, title: 'Mine still' }, { token: root });
    const group = server.database.kysely.updateTable('admin_group').where('id', '=', clerk.groupId);
    const { rules } = await server.database.kysely
      .selectFrom('admin_group')
      .select('rules')
      .where('id', '=', clerk.groupId)
      .executeTakeFirstOrThrow();
    await group.set({ rules: '' }).execute();
    await deliver();
    expect(receiver.heard).toHaveLength(1);
    await group.set({ rules }).execute();
    await server.call(save, { id: own, title: 'Mine again' }, { token: root });
    await server.database.kysely.updateTable('admin').set({ status: '0' }).where('id', '=', clerk.id).execute();
    await deliver();
    expect(receiver.heard).toHaveLength(1);
    await server.database.kysely.updateTable('admin').set({ status: '1' }).where('id', '=', clerk.id).execute();
    expect(
      await replyOrRefusal(makeWebhook(server, clerk.token, { url: `${receiver.url}/x`, rules: ['user/user', 'user/user/index'] })),
    ).toMatchObject({
      rules: expect.any(String),
    });
  });

  it('that are withheld say nothing of their receiver, however many they are', async () => {
    await makeWebhook(server, clerk.token, { url: `${receiver.url}/hook`, rules: [...PAGES, 'lab/payment/index'] });
    const { kysely } = server.database;
    for (const [title, token] of [...['One', 'Two', 'Three'].map((one) => [one, root] as const), ['Mine', clerk.token] as const]) {
      await server.call(add, { title }, { token });
      // So that the first turn is that of all of them.
      await sql`update pgboss.job set created_on = created_on - interval '2 seconds'`.execute(kysely);
    }
    await deliver();
    expect((await deliveries(server)).at(-1)?.state).toBe('delivered');
    await server.call(add, { title: 'Four' }, { token: root });
    await deliver();
    expect((await deliveries(server)).map(({ state }) => state)).toEqual(['withheld', 'withheld', 'withheld', 'delivered', 'withheld']);
    const hooks = await kysely.selectFrom('webhook').select(['failing_time', 'status']).execute();
    expect(hooks).toEqual([{ failing_time: null, status: '1' }]);
  });

  it('keep the newest fifty of their attempts, and are looked for again when the next is due', async () => {
    await rootHook();
    const { kysely } = server.database;
    await sql`delete from pgboss.job`.execute(kysely);
    await addGoods('Sencha');
    const [delivery] = await deliveries(server);
    await sql`insert into webhook_attempt (delivery_id, number, at, duration_ms, fault, answer)
      select ${delivery?.id}::bigint, number, 0, 1, 'refused', '' from generate_series(1, 60) as number`.execute(kysely);
    await kysely.updateTable('webhook_delivery').set({ attempts: 60, uncounted: 60 }).execute();
    receiver.answer = says(503);
    await deliver();
    const attempts = await kysely.selectFrom('webhook_attempt').select('number').orderBy('number').execute();
    expect(attempts.map(({ number }) => number)).toEqual(Array.from({ length: 50 }, (_, index) => index + 12));
    const { rows } = await sql<{ pause: number }>`
      select round(extract(epoch from start_after - created_on))::int as pause from pgboss.job`.execute(kysely);
    expect(rows).toEqual([{ pause: WEBHOOK_PAUSES_SECONDS[0] }]);
  });

  it('say of a record what its list says to a token, and nothing of tokens, models, outgoing messages or webhooks', async () => {
    await makeWebhook(server, root, { url: `${receiver.url}/hook`, rules: '*' });
    const { token } = await makeToken(server, root, { rules: '*' });
    await server.database.kysely.deleteFrom('webhook_delivery').execute();
    await addWebhook(server, root, { url: `${receiver.url}/other`, rules: PAGES });
    const { list = [] } = await server.call(
      resourceEndpoints((await import('#sections/member/member.resource.ts')).member).list,
      {},
      { token: root },
    );
    const memberId = Number(list[0]?.['id']);
    await server.request('/api/admin/user.User/edit', {
      method: 'POST',
      json: { id: memberId, nickname: 'Lin', password: 'another99' },
      token: root,
    });
    await deliver();
    expect((await deliveries(server)).map(({ resource }) => resource)).toEqual(['member']);
    const shown = await server.request(`/api/admin/user.User/index?initKey=id&initValue=${memberId}`, {
      headers: { authorization: `Bearer ${token}`, 'think-lang': 'zh-cn' },
    });
    expect(told()[0]?.data['record']).toEqual(shown.body?.data.list[0]);
    expect(JSON.stringify(receiver.heard)).not.toMatch(/another99|password/u);
  });

  it('are asked for the password before anything leaves, and again for another address; the secret is told once and kept nowhere in the clear', async () => {
    const id = await addWebhook(server, root, { url: `${receiver.url}/hook`, rules: PAGES });
    await addGoods('Before');
    expect(await deliveries(server)).toEqual([]);
    expect(await replyOrRefusal(server.call(webhookCalls.issueWebhookSecret, { id, password: 'wrong999' }, { token: root }))).toMatchObject(
      {
        password: expect.any(String),
      },
    );
    const { secret } = await server.call(webhookCalls.issueWebhookSecret, { id, password: TEST_PASSWORD }, { token: root });
    const { list = [] } = await server.call(webhookCalls.list, {}, { token: root });
    const form = await server.call(webhookCalls.read, { id }, { token: root });
    const kept = await Promise.all(
      (['change_set', 'record_change', 'admin_log', 'security_log', 'webhook', 'webhook_secret'] as const).map((table) =>
        server.database.kysely.selectFrom(table).selectAll().execute(),
      ),
    );
    expect(JSON.stringify([list, form, kept])).not.toContain(secret.slice(6));
    await addGoods('After');
    await server.call(webhookCalls.save, { id, url: `${receiver.url}/stolen` }, { token: root });
    await addGoods('Elsewhere');
    await deliver();
    expect(receiver.heard).toEqual([]);
    expect((await deliveries(server)).map(({ state, fault }) => [state, fault])).toEqual([['waiting', 'unsigned']]);
    expect(await replyOrRefusal(server.call(webhookCalls.testWebhook, { id }, { token: root }))).toBe(
      'There is no secret for this address yet. Issue it first.',
    );
    // Whoever can write to the tables cannot send what was meant for one address to another one either.
    await server.database.kysely
      .updateTable('webhook')
      .set({ url: `${receiver.url}/third`, issued_time: 1 })
      .execute();
    server.clock.advanceSeconds(60);
    await deliverDue();
    expect(receiver.heard).toEqual([]);
  });

  it('lead to no private network, whatever the name says, and take addresses alone', async () => {
    // As if each address had been stored when it was still allowed.
    const webhooks = { ...createWebhookSender([], { timeoutMs: 500 }), refusalOf: () => null };
    const strict = await createTestServer({ kind, ports: { webhooks } });
    try {
      const { token } = await strict.signIn();
      for (const url of [
        'http://127.0.0.1:9/x',
        'https://localhost/x',
        'https://[::1]/x',
        'http://169.254.169.254/latest',
        'https://10.0.0.1/',
        'http://[::ffff:127.0.0.1]/',
      ]) {
        const { id } = await makeWebhook(strict, token, { url, rules: PAGES });
        const outcome = await strict.call(webhookCalls.testWebhook, { id }, { token });
        expect([url, outcome.fault, outcome.answer]).toEqual([url, 'private', '']);
      }
      // What goes outside goes encrypted.
      const plain = await makeWebhook(strict, token, { url: 'http://192.0.2.1/x', rules: PAGES });
      expect((await strict.call(webhookCalls.testWebhook, { id: plain.id }, { token })).fault).toBe('private');
      for (const url of [
        'ftp://example.com/',
        'https://name:secret@example.com/',
        'javascript:alert(1)',
        'example.com',
        'https://example.com/#x',
      ])
        expect([url, await replyOrRefusal(addWebhook(strict, token, { url, rules: PAGES }))]).toEqual([url, { url: expect.any(String) }]);
    } finally {
      await strict.close();
    }
  });

  it('are not saved with an address to which nothing would ever be sent, and say why', async () => {
    const strict = await createTestServer({ kind, ports: { webhooks: createWebhookSender([]) } });
    try {
      const { token } = await strict.signIn();
      const said = async (url: string) => {
        const answer = await replyOrRefusal(addWebhook(strict, token, { url, rules: PAGES }));
        return typeof answer === 'object' && answer !== null && 'url' in answer ? String(answer.url) : 'saved';
      };
      const [plain, inside] = [/https/u, /WEBHOOK_PRIVATE_NETWORKS/u];
      for (const url of ['http://example.com/hook', 'http://8.8.8.8/x']) expect(await said(url)).toMatch(plain);
      for (const url of ['http://127.0.0.1:9/x', 'https://10.0.0.1/', 'https://[::1]/x']) expect(await said(url)).toMatch(inside);
      expect(await said('https://example.com/hook')).toBe('saved');
    } finally {
      await strict.close();
    }
    const allowed = createWebhookSender(networkList(['10.5.0.0/16']) ?? []);
    expect(['http://10.5.0.1/', 'http://inside.example/', 'https://10.6.0.1/'].map((url) => allowed.refusalOf(url))).toEqual([null, null, 'private']); // prettier-ignore
  });

  it('are sent once more by whoever they belong to and has the right, with what the record is now, and by nobody else', async () => {
    await rootHook();
    const id = await addGoods('Ceylon');
    await deliver();
    await server.call(goodsCalls.save, { id, title: 'Ceylon, new' }, { token: root });
    const [delivery] = await deliveries(server);
    const replay = (token: string) => server.call(webhookCalls.replayDelivery, { id: delivery?.id ?? 0 }, { token });
    receiver.answer = (response) => void response.writeHead(200).end('thanks');
    expect(await replay(root)).toMatchObject({ status: 200, fault: null, answer: 'thanks' });
    expect(receiver.heard[1]?.headers['webhook-id']).toBe(receiver.heard[0]?.headers['webhook-id']);
    expect(told()[1]?.data['record']).toMatchObject({ title: 'Ceylon, new' });
    const stranger = await server.addAdmin('stranger', [...PAGES, ...HOOKS, ...LOG]);
    const unarmed = await server.addAdmin('unarmed', [...PAGES, ...HOOKS, 'auth/webhookDelivery', 'auth/webhookDelivery/index']);
    const boss = await server.addAdmin('boss', []);
    await server.database.kysely.updateTable('admin_group').set({ rules: '*' }).where('id', '=', boss.groupId).execute();
    expect(await replyOrRefusal(replay(stranger.token))).toMatch(/^The record does not exist/u);
    expect(await replyOrRefusal(replay(unarmed.token))).toBe('You do not have permission to operate!');
    expect(await replyOrRefusal(replay(boss.token))).toMatch(/^Only the administrator who owns this webhook/u);
    expect(
      await replyOrRefusal(server.call(webhookCalls.readDeliveryAttempts, { id: delivery?.id ?? 0 }, { token: stranger.token })),
    ).toMatch(/^The record does not exist/u);
    expect((await server.call(deliveryCalls.list, {}, { token: stranger.token })).list).toEqual([]);
    expect((await server.call(webhookCalls.list, {}, { token: stranger.token })).list).toEqual([]);
    expect(receiver.heard).toHaveLength(2);
    const { token } = await makeToken(server, root, { rules: '*' });
    for (const path of [
      '/api/admin/auth.Webhook/index',
      '/api/admin/auth.WebhookDelivery/index',
      `/api/admin/auth.WebhookDelivery/attempts?id=${delivery?.id}`,
    ])
      expect([path, (await asProgram(server, token, path)).body?.code]).toEqual([path, 401]);
    // One that fails by hand is not tried again by itself, and switches nothing off.
    receiver.answer = (response) => void response.writeHead(410).end();
    expect(await replay(root)).toMatchObject({ status: 410, fault: 'refused' });
    expect((await deliveries(server))[0]).toMatchObject({ state: 'failed', attempts: 3 });
    expect(await server.database.kysely.selectFrom('webhook').select('status').execute()).toEqual([{ status: '1' }]);
  });

  it('are their owner’s, also where super administrators end them, and the security log has it', async () => {
    const { kysely } = server.database;
    await sql`truncate security_log`.execute(kysely);
    const { id } = await makeWebhook(server, clerk.token, { url: `${receiver.url}/hook`, rules: PAGES });
    receiver.answer = says(503);
    await addGoods('Assam');
    await deliver();
    const other = await server.addAdmin(`other-${kind}`, [...PAGES, ...HOOKS]);
    const issue = (token: string) => server.call(webhookCalls.issueWebhookSecret, { id, password: TEST_PASSWORD }, { token });
    expect(await replyOrRefusal(issue(other.token))).toBe('The record does not exist, or you may not use it.');
    const ofAnother = 'Only the administrator who owns this webhook can do this. You can switch it off or delete it.';
    expect(await replyOrRefusal(issue(root))).toBe(ofAnother);
    const save = (values: object, token: string) => server.call(webhookCalls.save, { id, ...values }, { token });
    expect(await replyOrRefusal(save({ url: `${receiver.url}/stolen` }, root))).toBe(ofAnother);
    await save({ status: '0' }, root);
    expect(await replyOrRefusal(save({ status: '1' }, root))).toBe(ofAnother);
    expect(await kysely.selectFrom('webhook').select(['admin_id', 'status', 'url']).execute()).toEqual([
      { admin_id: clerk.id, status: '0', url: `${receiver.url}/hook` },
    ]);
    expect((await deliveries(server)).map(({ state }) => state)).toEqual(['withheld']);
    await server.call(webhookCalls.remove, { ids: [id] }, { token: root });
    const log = await kysely.selectFrom('security_log').select(['kind', 'account_id', 'detail']).orderBy('id').execute();
    expect(log.filter(({ kind: event }) => event.startsWith('webhook'))).toEqual([
      { kind: 'webhook.changed', account_id: clerk.id, detail: { resource: 'webhook', id, by: clerk.id } },
      { kind: 'webhook.issued', account_id: clerk.id, detail: { resource: 'webhook', id } },
      { kind: 'webhook.ended', account_id: clerk.id, detail: { resource: 'webhook', id, by: 1 } },
      { kind: 'webhook.ended', account_id: clerk.id, detail: { resource: 'webhook', id, by: 1 } },
    ]);
  });

  it('come by themselves as often as promised, however often somebody sends them by hand or the server stops meanwhile', async () => {
    const { id: webhook } = await rootHook();
    receiver.answer = (response) => void response.writeHead(503).end();
    await addGoods('Ceylon');
    await deliver();
    const [delivery] = await deliveries(server);
    for (let count = 0; count < WEBHOOK_PAUSES_SECONDS.length; count += 1) {
      const replayed = await server.call(webhookCalls.replayDelivery, { id: delivery?.id ?? 0 }, { token: root });
      expect([replayed.status, (await deliveries(server))[0]?.state]).toEqual([503, 'waiting']);
    }
    const stopped = new AbortController();
    receiver.answer = () => stopped.abort();
    const handled = new Map<string, Parameters<ServerPorts['jobs']['handle']>[1]>();
    const jobs: ServerPorts['jobs'] = { ...server.ports.jobs, handle: (of, job) => void handled.set(of, job) };
    // Another process on the same database, whose jobs are run here.
    const other = createServerApp({ ...server.ports, jobs });
    await server.database.kysely.updateTable('webhook_delivery').set({ next_time: 0, uncounted: 0, attempts: 1 }).execute();
    await server.database.kysely.deleteFrom('webhook_attempt').execute();
    await expect(handled.get(WEBHOOK_DELIVER)?.run({ webhook }, { signal: stopped.signal } as never)).rejects.toThrow('not reached');
    expect((await deliveries(server))[0]).toMatchObject({ state: 'waiting', attempts: 2, uncounted: 1 });
    await other.close();
  });

  it.each([204, 409])(
    'keep a message for accepted that one of two attempts under way brought, the first of which is answered %d',
    async (first) => {
      sender = senderHere(10_000);
      await rootHook();
      await addGoods('Assam');
      const [delivery] = await deliveries(server);
      const replay = () => server.call(webhookCalls.replayDelivery, { id: delivery?.id ?? 0 }, { token: root });
      const held: ServerResponse[] = [];
      receiver.answer = (response) => void held.push(response);
      const answer = (index: number, status: number): void => void held[index]?.writeHead(status).end();
      const standing = async () => {
        const { state, status, fault, attempts } = (await deliveries(server))[0] ?? {};
        const hooks = await server.database.kysely.selectFrom('webhook').select(['failing_time', 'status']).execute();
        return { state, status, fault, attempts, hooks };
      };
      const accepted = { state: 'delivered', status: 204, fault: null, attempts: 2, hooks: [{ failing_time: null, status: '1' }] };
      const job = deliver();
      await expect.poll(() => held.length).toBe(1);
      const byHand = replay();
      await expect.poll(() => held.length).toBe(2);
      answer(0, first);
      await job;
      answer(1, first === 204 ? 409 : 204);
      expect((await byHand).status).toBe(first === 204 ? 409 : 204);
      expect(await standing()).toEqual(accepted);
      expect(await server.database.kysely.selectFrom('webhook_attempt').select(['number', 'status']).orderBy('number').execute()).toEqual([
        { number: 1, status: first },
        { number: 2, status: first === 204 ? 409 : 204 },
      ]);
      server.clock.advanceSeconds(100);
      await deliverDue();
      expect(receiver.heard).toHaveLength(2);
      // Of two by hand at once, as well.
      const [one, other] = [replay(), replay()];
      await expect.poll(() => held.length).toBe(4);
      answer(2, first);
      await Promise.race([one, other]);
      answer(3, first === 204 ? 409 : 204);
      await Promise.all([one, other]);
      expect(await standing()).toEqual({ ...accepted, attempts: 4 });
    },
  );

  it('tell who tries one out what was answered, the beginning of it, and no more often than a limit', async () => {
    const { id, secret } = await rootHook();
    receiver.answer = (response) => void response.writeHead(418).end(`\0${'é'.repeat(5000)}`);
    const outcome = await server.call(webhookCalls.testWebhook, { id }, { token: root });
    expect([outcome.status, outcome.fault, outcome.answer.startsWith('\uFFFDé'), Buffer.byteLength(outcome.answer) <= 2060]).toEqual([
      418,
      'refused',
      true,
      true,
    ]);
    expect(told()).toEqual([{ type: 'webhook.test', timestamp: expect.any(String), data: { webhook: id } }]);
    expect(JSON.stringify(receiver.heard)).not.toContain(secret.slice(6));
    const tries = await Promise.all(
      Array.from({ length: 31 }, () => replyOrRefusal(server.call(webhookCalls.testWebhook, { id }, { token: root }))),
    );
    expect(tries.filter((one) => typeof one === 'string')).toHaveLength(2);
  });

  it('are told of nothing more once 20,000 messages wait, which the status of the system says, and again when there is room', async () => {
    const { id } = await rootHook();
    const { kysely } = server.database;
    const wait = (count: number) =>
      sql`insert into webhook_delivery (webhook_id, admin_id, resource, record_id, kind, changed, next_time, create_time)
      select ${id}::int, 1, 'goods', -number, 'created', '[]', 0, 0 from generate_series(1, ${count}::int) as number`.execute(kysely);
    const told = async () => (await server.call(readSystem, {}, { token: root })).findings.filter(({ what }) => what === 'webhooksFull');
    const newest = async () => (await deliveries(server)).map(({ record_id: record }) => record).includes(added);
    await wait(WAITING_MESSAGES - 1);
    let added = await addGoods('The last one');
    expect([await newest(), await told()]).toEqual([true, [{ what: 'webhooksFull', level: 'bad' }]]);
    added = await addGoods('One too many');
    expect(await newest()).toBe(false);
    await sql`delete from webhook_delivery where record_id = -1`.execute(kysely);
    added = await addGoods('Room again');
    expect(await newest()).toBe(true);
  });

  it('are bounded: how many one administrator has, what is kept, and what goes with an administrator', async () => {
    const { id } = await rootHook();
    for (let count = 1; count < WEBHOOKS_OF_AN_ADMIN; count += 1)
      await addWebhook(server, root, { url: `${receiver.url}/x`, rules: PAGES });
    expect(await replyOrRefusal(addWebhook(server, root, { url: `${receiver.url}/x`, rules: PAGES }))).toMatch(
      /^You already have 20 webhooks/u,
    );
    await addGoods('Old');
    await deliver();
    server.clock.advanceSeconds(DELIVERY_SECONDS);
    await sweepWebhooks(server.ports);
    expect(await deliveries(server)).toEqual([]);
    root = (await server.signIn()).token;
    await server.call(webhookCalls.remove, { ids: [id] }, { token: root });
    const left = await sql<{ count: number }>`select count(*)::int as count from webhook_secret`.execute(server.database.kysely);
    expect(left.rows).toEqual([{ count: 0 }]);
    expect(webhookResource.bin).toBe('never');
  });
});
