import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { approveRequest, declineRequest } from '#api/contract/changes/life-requests';
import { removeAttachments } from '#api/contract/files/attachment';
import { saveNotificationWay, saveWatch } from '#api/contract/notifications/notifications';
import { eraseAdmin, planAdminErasure } from '#api/contract/rights/admin-erasure';
import { eventEndpoint } from '#api/contract/table/life-endpoints';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { SHIPPED_RESOURCES } from '#server/base/shipped-resources';
import { FailureError } from '#domain/base/failure';
import type { Life } from '#domain/life/life';
import type { Resource } from '#domain/table/resource';
import { endedAdminName } from '#domain/rights/ended-admin';
import { guardLives } from '#server/db/sections/guard-lives';
import { attachment } from '#sections/attachment/attachment.resource.ts';
import { admin } from '#sections/admin/admin.resource.ts';
import { goodsCategory } from '#sections/goods-category/goods-category.resource.ts';
import { dump, holding } from '#tests/support/databases/database-dump.ts';
import { dealtKinds } from '#tests/support/dealt.ts';
import { holdNext } from '#tests/support/hold.ts';
import { createResourceTable } from '#tests/support/resource-table.ts';
import { createTestServer, TEST_PASSWORD, type TestServer } from '#tests/support/server.ts';
import { joined, PNG, upload } from '#tests/support/upload-samples.ts';

const ADMINS = resourceEndpoints(admin);
/** Found nowhere else. */
const PLANTED = [
  'Quendelin',
  '龘靐齉爩',
  '龘龘龘',
  'quendel@example.com',
  '13912345678',
  '198.51.100.77',
  '203.0.113.177',
  'QuendelBrowser',
];
/** Payments are released by two people. */
const life: Life = {
  field: 'state',
  chart: {
    id: 'payment',
    initial: 'draft',
    states: { draft: { on: { release: 'paid', shelve: 'shelved' } }, paid: {}, shelved: { on: { reopen: 'draft' } } },
  },
  events: { release: { right: 'own', second: { days: 7 } }, shelve: { right: 'edit' }, reopen: { right: 'edit' } },
  conditions: {},
  delays: {},
  effects: {},
};
const payment: Resource = {
  name: 'payment',
  controller: 'lab.Payment',
  table: 'lab_payment',
  titleField: 'title',
  rowActions: ['edit', 'delete'],
  defaultOrder: { field: 'id', direction: 'desc' },
  label: { 'zh-cn': '付款单', en: 'Payment' },
  fields: {
    id: { kind: 'id' },
    title: { kind: 'string', maxLength: 50 },
    state: { kind: 'select', options: ['draft', 'paid', 'shelved'], initial: 'draft' },
    version: { kind: 'version' },
  },
  life,
};
const OWN_PASSWORD = 'secret99x';
const SUPERS = 1;

describe.each(dealtKinds())('erasing an administrator on %s', (kind) => {
  let server: TestServer;
  let token: string;
  beforeAll(async () => {
    server = await createTestServer({
      kind,
      resources: [...SHIPPED_RESOURCES, payment],
      prepare: async (database) => {
        await createResourceTable(database, payment);
        await database.transaction((trx) => guardLives(trx, [payment]));
        for (const right of ['index', 'edit', 'add', 'del', 'release', 'releaseApprove'])
          await sql`insert into admin_rule (pid, type, title, name, status, create_time, update_time)
            values (0, 'button', ${right}, ${`lab/payment/${right}`}, '1', 0, 0)`.execute(database.kysely);
      },
    });
    ({ token } = await server.signIn());
  });
  afterAll(() => server.close());

  const call: TestServer['call'] = (endpoint, input, options) => server.call(endpoint, input, { token, ...options });
  const addPerson = async (username: string, groups: readonly number[]): Promise<number> =>
    (await call(ADMINS.add, { username, nickname: '龘靐齉爩', password: OWN_PASSWORD, group_arr: groups }))?.id ?? 0;
  const events = (id: number) =>
    server.database.kysely
      .selectFrom('security_log')
      .select(['kind', 'detail'])
      .where('account_type', '=', 'admin')
      .where('account_id', '=', id)
      .where('kind', '=', 'admin.erased')
      .execute();

  /** Whatever they were told and wanted to be told, in the tables of their own. */
  const ofTheirs = async (id: number): Promise<readonly string[]> => {
    const tables = ['notification', 'notification_reader', 'record_watch'] as const;
    const rows = await Promise.all(
      tables.map((table) => server.database.kysely.selectFrom(table).select('admin_id').where('admin_id', '=', id).execute()),
    );
    return tables.filter((_, index) => (rows[index]?.length ?? 0) > 0);
  };

  it('says what goes and stays, takes the own password, leaves no name in any table, and keeps what was done', async () => {
    const id = await addPerson('Quendelin', [SUPERS]);
    await call(ADMINS.save, { id, email: 'quendel@example.com', mobile: '13912345678' });
    await call(ADMINS.list, { quickSearch: 'Quendelin' });
    const from = { address: '198.51.100.77', headers: { 'user-agent': 'QuendelBrowser/1' } } as const;
    const login = { username: 'Quendelin', password: OWN_PASSWORD, keep: true };
    await server.request('/admin/index/login', { method: 'POST', json: { ...login, password: 'wrong-one' }, ...from });
    const signedIn = await server.request('/admin/index/login', { method: 'POST', json: login, ...from });
    const data = signedIn.body?.data as { readonly userInfo: { readonly token: string } } | undefined;
    const theirs = data?.userInfo.token ?? '';
    const asThem = (path: string, json: object) => server.request(path, { method: 'POST', token: theirs, json, ...from });
    await asThem('/admin/routine.AdminInfo/edit', { nickname: '龘龘龘' });
    await asThem('/admin/goods.Category/add', { name: 'Theirs', pid: 0 });
    await asThem('/admin/ajax/saveView', { resource: 'goods', name: 'Mine', scope: 'own', isDefault: false, params: {}, columns: {} });
    // Somewhere else: they are told of it, and by which address.
    await server.request('/admin/index/login', { method: 'POST', json: login, ...from, address: '203.0.113.177' });
    await server.call(saveWatch, { resource: 'goods', recordId: 1, isWatched: true }, { token: theirs });
    await server.call(saveNotificationWay, { kind: 'watched', in_app: true, by_mail: false }, { token: theirs });
    expect(await ofTheirs(id)).toEqual(['notification', 'notification_reader', 'record_watch']);
    const plan = await call(planAdminErasure, { id });
    expect(plan).toMatchObject({ username: 'Quendelin', versions: 3, deletions: 0, writes: 2 });
    expect(plan.log).toBeGreaterThan(1);
    const before = await dump(server.database);
    for (const password of ['', 'not-mine-1'])
      await expect(call(eraseAdmin, { id, password })).rejects.toMatchObject({ failure: { fields: { password: expect.any(String) } } });
    expect((await dump(server.database)).get('admin')).toBe(before.get('admin'));
    expect(holding(before, PLANTED).length).toBeGreaterThan(8);

    await call(eraseAdmin, { id, password: TEST_PASSWORD });
    await server.ports.jobs.runDue();
    // Counters of a network name nobody, and are gone within the day.
    const left = holding(await dump(server.database), PLANTED).filter((found) => !/^throttle_counter: (?:198|203)\./u.test(found));
    expect([left, await ofTheirs(id)]).toEqual([[], []]);
    expect((await call(ADMINS.read, { id })).row).toMatchObject({ username: `deleted-${id}`, email: '', mobile: '', status: '0' });
    const kept = await server.database.kysely.selectFrom('change_set').select('actor_name').where('actor_id', '=', id).execute();
    expect(kept.map((row) => row.actor_name)).toEqual([`deleted-${id}`, `deleted-${id}`]);
    const log = await server.database.kysely.selectFrom('admin_log').select('username').where('admin_id', '=', id).execute();
    expect(log.length).toBe(plan.log);
    expect((await call(resourceEndpoints(goodsCategory).list, { quickSearch: 'Theirs' })).list?.length).toBe(1);
    expect(await events(id)).toEqual([{ kind: 'admin.erased', detail: { by: 1 } }]);
    // Their sign-in is over, nobody begins the account again, and it is not done twice.
    expect((await asThem('/admin/goods.Category/add', { name: 'Later', pid: 0 })).body?.code).not.toBe(1);
    await expect(call(ADMINS.save, { id, status: '1', group_arr: [SUPERS] })).rejects.toThrow('has been erased');
    await expect(call(planAdminErasure, { id })).rejects.toThrow('has been erased');
    await expect(call(eraseAdmin, { id, password: TEST_PASSWORD })).rejects.toThrow('has been erased');
    expect(await events(id)).toHaveLength(1);
  });

  it('notes down no address again of somebody who is erased while a mail to them leaves', async () => {
    const name = `leaving_${kind.slice(0, 3)}`;
    const id = await addPerson(name, [SUPERS]);
    await call(ADMINS.save, { id, email: 'leaving@example.com' });
    const login = { username: name, password: OWN_PASSWORD };
    for (const address of ['198.51.100.8', '203.0.113.8'])
      await server.request('/admin/index/login', { method: 'POST', json: login, address });
    const held = holdNext(server.ports.encryptor, 'decrypt', 'after', (_sealed: string, as: string) => as === `notification.mail:${id}`);
    const mailed = server.ports.jobs.runDue();
    await held.reached;
    await call(eraseAdmin, { id, password: TEST_PASSWORD });
    await server.ports.jobs.runDue();
    held.release();
    await mailed;
    const left = server.database.kysely.selectFrom('outbox_message').select('text').where('target', '=', 'leaving@example.com');
    expect(await left.execute()).toEqual([]);
  });

  it('leaves the name at no step, request, file or command of theirs, and takes it from nobody else', async () => {
    const id = await addPerson('Quendelin', [SUPERS]);
    const { token: theirs } = await server.signIn('Quendelin', OWN_PASSWORD);
    const add = async (title: string): Promise<number> => (await call(resourceEndpoints(payment).add, { title }))?.id ?? 0;
    const send = (name: string, record: number, as: string) =>
      server.call(eventEndpoint(payment, name, life.events[name]!), { ids: [record] }, { token: as });
    const [shelved, approved, declined, asked] = [await add('one'), await add('two'), await add('three'), await add('four')];
    await send('shelve', shelved, theirs);
    await server.call(approveRequest, { id: (await send('release', approved, token)).request ?? 0, version: 1 }, { token: theirs });
    await server.call(declineRequest, { id: (await send('release', declined, token)).request ?? 0 }, { token: theirs });
    await server.call(approveRequest, { id: (await send('release', asked, theirs)).request ?? 0, version: 1 }, { token });
    const files = resourceEndpoints(attachment);
    for (const [name, as] of [
      ['kept.png', theirs],
      ['gone.png', theirs],
      ['ours.png', token],
    ] as const) {
      const bytes = joined(PNG, new TextEncoder().encode(name));
      expect((await upload(server, bytes, name, { token: as })).body?.code).toBe(1);
    }
    const named = async (name: string): Promise<number> => Number((await call(files.list, { quickSearch: name })).list?.[0]?.['id']);
    await server.call(files.save, { id: await named('kept'), name: 'kept-on.png' }, { token: theirs });
    await server.call(removeAttachments, { ids: [await named('gone')] }, { token });
    const { kysely } = server.database;
    const { id: run } = await kysely
      .insertInto('terminal_run')
      .values({
        uuid: 'stopped-run',
        command: 'test',
        extend: '',
        admin_id: 1,
        status: 'stopped',
        owner: 'x',
        seen_at_ms: 0,
        stop_asked_by: 'Quendelin',
        end_time: 1,
        create_time: 0,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await kysely
      .insertInto('terminal_event')
      .values(
        ['Quendelin stopped the command.', '命令已由 Quendelin 停止。'].map((data, index) => ({
          run_id: run,
          seq: index + 1,
          at_ms: 0,
          kind: 'output' as const,
          data,
        })),
      )
      .execute();
    const tables = ['life_step', 'life_request', 'attachment', 'record_change', 'terminal_run', 'terminal_event'];
    const found = async () => holding(await dump(server.database), ['Quendelin']).map((one) => one.split(':')[0] ?? '');
    expect(await found()).toEqual(expect.arrayContaining(tables));

    await call(eraseAdmin, { id, password: TEST_PASSWORD });
    await server.ports.jobs.runDue();
    expect(await found()).toEqual([]);
    const ended = endedAdminName(id);
    const steps = await kysely
      .selectFrom('life_step')
      .select(['record_id', 'actor_name', 'second_name'])
      .where('kind', '=', 'event')
      .orderBy('id')
      .execute();
    expect(steps).toEqual([
      { record_id: shelved, actor_name: ended, second_name: '' },
      { record_id: approved, actor_name: 'admin', second_name: ended },
      { record_id: asked, actor_name: ended, second_name: 'admin' },
    ]);
    const requests = await kysely.selectFrom('life_request').select(['asked_name', 'settled_name']).orderBy('id').execute();
    expect(requests).toEqual([
      { asked_name: 'admin', settled_name: ended },
      { asked_name: 'admin', settled_name: ended },
      { asked_name: ended, settled_name: 'admin' },
    ]);
    const stored = await kysely.selectFrom('attachment').select(['name', 'uploader']).orderBy('id').execute();
    expect(stored).toEqual([
      { name: 'kept-on.png', uploader: ended },
      { name: 'ours.png', uploader: 'admin' },
    ]);
  });

  it('is for super administrators alone, of others that there are', async () => {
    const id = await addPerson(`kept_${kind.slice(0, 3)}`, [SUPERS]);
    const clerk = await server.addAdmin(`clerk_${kind.slice(0, 3)}`, [
      'auth',
      'auth/admin',
      'auth/admin/index',
      'auth/admin/edit',
      'auth/admin/del',
    ]);
    for (const [whose, as] of [
      [id, clerk.token],
      [987_654, token],
      [1, token],
    ] as const) {
      await expect(server.call(planAdminErasure, { id: whose }, { token: as })).rejects.toThrow(FailureError);
      await expect(server.call(eraseAdmin, { id: whose, password: TEST_PASSWORD }, { token: as })).rejects.toThrow(FailureError);
    }
    expect((await call(ADMINS.read, { id })).row).toMatchObject({ username: `kept_${kind.slice(0, 3)}`, status: '1' });
    expect((await call(ADMINS.read, { id: 1 })).row).toMatchObject({ username: 'admin', status: '1' });
  });

  it('leaves one of two super administrators who erase each other at once', async () => {
    const name = `pair_${kind.slice(0, 3)}`;
    const id = await addPerson(name, [SUPERS]);
    const { token: theirs } = await server.signIn(name, OWN_PASSWORD);
    const attempts = await Promise.allSettled([
      server.call(eraseAdmin, { id, password: TEST_PASSWORD }, { token }),
      server.call(eraseAdmin, { id: 1, password: OWN_PASSWORD }, { token: theirs }),
    ]);
    expect(attempts.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const left = await server.database.kysely
      .selectFrom('admin')
      .select('id')
      .where('id', 'in', [1, id])
      .where('status', '=', '1')
      .execute();
    expect(left).toHaveLength(1);
  });
});
