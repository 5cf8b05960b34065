import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { saveNotificationWay, saveWatch } from '#api/contract/notifications/notifications';
import { eraseAdmin, planAdminErasure } from '#api/contract/rights/admin-erasure';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { FailureError } from '#domain/base/failure';
import { admin } from '#sections/admin/admin.resource.ts';
import { goodsCategory } from '#sections/goods-category/goods-category.resource.ts';
import { dump, holding } from '#tests/support/database-dump.ts';
import { dealtKinds } from '#tests/support/dealt.ts';
import { holdNext } from '#tests/support/hold.ts';
import { createTestServer, TEST_PASSWORD, type TestServer } from '#tests/support/server.ts';

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
const OWN_PASSWORD = 'secret99x';
const SUPERS = 1;

describe.each(dealtKinds())('erasing an administrator on %s', (kind) => {
  let server: TestServer;
  let token: string;
  beforeAll(async () => {
    server = await createTestServer({ kind });
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
    for (const again of [call(planAdminErasure, { id }), call(eraseAdmin, { id, password: TEST_PASSWORD })])
      await expect(again).rejects.toThrow('has been erased');
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
    held.release();
    await mailed;
    const left = server.database.kysely.selectFrom('outbox_message').select('text').where('target', '=', 'leaving@example.com');
    expect(await left.execute()).toEqual([]);
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
