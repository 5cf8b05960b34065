import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { adminLog } from '#sections/admin-log/admin-log.resource.ts';
import { isLogged } from '#server/features/base/admin-log';
import { nodeIn, nodeTitles } from '#server/features/base/call-titles';
import { readMessageFiles } from '#server/adapters/message-files';
import { LOG_DATA_LENGTH, REFUSED_ENTRIES_A_DAY, REFUSED_ENTRIES_OF_A_CALL } from '#server/base/limits';
import { goodsCategory } from '#sections/goods-category/goods-category.resource.ts';
import { dealtKinds } from '#tests/support/dealt.ts';
import { createTestServer, TEST_PASSWORD, TEST_START_SECONDS, type TestServer } from '#tests/support/server.ts';

const { list, remove } = resourceEndpoints(adminLog);
const categories = resourceEndpoints(goodsCategory);

const refused = (whose: string): string => `${whose} 商品分类-添加（被拒绝）`;

describe.each(dealtKinds())('the log of the back office on %s', (kind) => {
  let server: TestServer;
  let boss: string;
  let clerk: { readonly id: number; readonly token: string };
  beforeAll(async () => {
    server = await createTestServer({ kind, sampleData: false });
    ({ token: boss } = await server.signIn());
    clerk = await server.addAdmin('clerk', ['auth/adminLog/index', 'auth/adminLog/del', 'goods/category/add']);
  });
  afterAll(() => server.close());

  const rows = async (token: string, query: object = {}) => (await server.call(list, query, { token })).list ?? [];

  it('says who did what, with what was sent and without secrets', async () => {
    await server.request('/admin/goods.Category/add?trace=1', {
      method: 'POST',
      token: clerk.token,
      json: { name: 'Tea', apiToken: 'hidden-one', code: 'T-1', deep: [{ 'client-secret': 'hidden', Cookie: 'hidden', pwd: 'hidden' }] },
    });
    const [row] = await rows(boss);
    expect(row).toEqual({
      id: row?.['id'],
      admin_id: clerk.id,
      username: 'clerk',
      title: 'Categories: Add',
      url: '/admin/goods.Category/add?trace=1',
      ip: '127.0.0.1',
      useragent: '',
      data: row?.['data'],
      create_time: TEST_START_SECONDS,
    });
    expect(JSON.parse(String(row?.['data']))).toMatchObject({
      name: 'Tea',
      apiToken: '***',
      code: 'T-1',
      deep: [{ 'client-secret': '***', Cookie: '***', pwd: '***' }],
    });
  });

  it('keeps what was refused an administrator, too, and says so in either language; of strangers it keeps nothing', async () => {
    const { kysely } = server.database;
    const entries = async () =>
      Number(
        (
          await kysely
            .selectFrom('admin_log')
            .select((eb) => eb.fn.countAll().as('count'))
            .executeTakeFirst()
        )?.count,
      );
    const before = await entries();
    const post = (action: string, json: object, token?: string) =>
      server.request(`/admin/goods.Category/${action}`, { method: 'POST', json, ...(token !== undefined && { token }) });
    // What is wrong with the values, what is not allowed at all, what is not there.
    expect((await post('add', { name: '', apiToken: 'hidden-two' }, clerk.token)).body?.code).toBe(0);
    expect((await post('edit', { id: 1, name: 'x'.repeat(20_000) }, clerk.token)).body?.code).toBe(401);
    expect((await post('edit', { id: 99_999, name: 'Gone' }, boss)).body?.code).toBe(0);
    await post('add', { name: 'Stranger' });
    await post('add', { name: 'Stranger' }, 'no-such-token');
    await server.request('/admin/Index/login', { method: 'POST', json: { username: 'admin', password: 'guessed1' } });
    await post('nothing', {}, boss);
    await server.request('/admin/goods.Category/index', { token: boss });
    const told = async (language: 'zh-cn' | 'en') =>
      ((await server.call(list, { limit: 3 }, { token: boss, language })).list ?? []).map((row) => [row['username'], row['title']]);
    expect([await entries(), await told('en'), await told('zh-cn')]).toEqual([
      before + 3,
      [
        ['admin', 'Categories: Edit (refused)'],
        ['clerk', 'Categories: Edit (refused)'],
        ['clerk', 'Categories: Add (refused)'],
      ],
      [
        ['admin', '商品分类-编辑（被拒绝）'],
        ['clerk', '商品分类-编辑（被拒绝）'],
        ['clerk', '商品分类-添加（被拒绝）'],
      ],
    ]);
    const data = (await rows(boss, { limit: 3 })).map((row) => String(row['data']));
    expect([data[2], (data[1] ?? '').length <= LOG_DATA_LENGTH]).toEqual([JSON.stringify({ name: '', apiToken: '***' }), true]);
    await kysely.deleteFrom('admin_log').where('title', 'like', '%（被拒绝）').execute();
  });

  it('says it in the language of who reads, as long as rules know it by that name', async () => {
    const first = async (language: 'zh-cn' | 'en') => (await server.call(list, { limit: 1 }, { token: boss, language })).list?.[0];
    expect([(await first('zh-cn'))?.['title'], (await first('en'))?.['title']]).toEqual(['商品分类-添加', 'Categories: Add']);
    const { kysely } = server.database;
    expect((await kysely.selectFrom('admin_log').select('title').orderBy('id', 'desc').executeTakeFirst())?.title).toBe('商品分类-添加');
    const id = Number((await first('en'))?.['id']);
    await kysely.updateTable('admin_log').set({ title: '旧栏目-添加' }).where('id', '=', id).execute();
    expect([(await first('zh-cn'))?.['title'], (await first('en'))?.['title']]).toEqual(['旧栏目-添加', '旧栏目-添加']);
    await kysely.updateTable('admin_log').set({ title: '商品分类-添加' }).where('id', '=', id).execute();
  });

  it('shows everything to a super administrator, and to others only what they did', async () => {
    await server.call(categories.add, { name: 'Cups' }, { token: boss });
    expect(new Set((await rows(boss)).map((row) => row['username']))).toEqual(new Set(['admin', 'clerk']));
    expect(new Set((await rows(clerk.token)).map((row) => row['username']))).toEqual(new Set(['clerk']));
    expect(await rows(clerk.token, { search: [{ field: 'username', operator: 'eq', val: 'admin' }] })).toEqual([]);
  });

  it('finds entries by their title', async () => {
    expect((await rows(boss, { quickSearch: '商品分类' })).length).toBe(2);
  });

  it('deletes what the caller may see, and says who did that', async () => {
    const [foreign] = await rows(boss, { search: [{ field: 'username', operator: 'eq', val: 'admin' }] });
    await expect(server.call(remove, { ids: [Number(foreign?.['id'])] }, { token: clerk.token })).rejects.toThrow('does not exist');
    expect(await rows(boss, { search: [{ field: 'id', operator: 'eq', val: Number(foreign?.['id']) }] })).toHaveLength(1);
    await server.call(remove, { ids: [Number(foreign?.['id'])] }, { token: boss });
    expect(await rows(boss, { search: [{ field: 'id', operator: 'eq', val: Number(foreign?.['id']) }] })).toEqual([]);
    expect((await rows(boss))[0]).toMatchObject({ username: 'admin', title: 'Admin log: Delete' });
  });

  it('cannot be written or changed by a call', async () => {
    for (const action of ['add', 'edit']) {
      const reply = await server.request(`/admin/auth.AdminLog/${action}`, { method: 'POST', token: boss, json: { id: 1, title: 'x' } });
      expect([action, reply.status]).toEqual([action, 404]);
    }
  });

  it('is not rid of their own traces by anybody, nor of those of a deletion', async () => {
    const { kysely } = server.database;
    await kysely.deleteFrom('admin_log').execute();
    const entry = { username: 'x', url: '/admin/goods.Category/add', title: 'x', data: '{}', create_time: TEST_START_SECONDS };
    const add = async (adminId: number, more: object = {}): Promise<number> =>
      (
        await kysely
          .insertInto('admin_log')
          .values({ ...entry, admin_id: adminId, ...more })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id;
    const [ofClerk, ofBoss] = [await add(clerk.id), await add(1)];
    const ofDeletion = await add(1, { url: '/api/admin/auth.adminLog/del?ids=1' });
    const removed = (ids: readonly number[], token: string) => server.call(remove, { ids: [...ids] }, { token });
    await expect(removed([ofClerk], clerk.token)).rejects.toThrow('You cannot delete log entries of your own actions.');
    await expect(removed([ofDeletion], boss)).rejects.toThrow('An entry that tells of deletions from this log cannot be deleted');
    expect(await removed([ofClerk, ofBoss, ofDeletion], boss)).toMatchObject({ count: 2 });
    const left = await kysely.selectFrom('admin_log').select(['id', 'url']).orderBy('id').execute();
    // Deleting them has left a trace in turn, and so has what was refused.
    expect(left.map(({ url }) => /adminLog\/del/iu.test(url))).toEqual([true, true, true, true]);
    expect(left[0]?.id).toBe(ofDeletion);
  });

  const spend = async (key: string, count: number) => {
    const now = server.clock.nowMs() / 1000;
    await server.database.kysely
      .insertInto('throttle_counter')
      .values({ key, window_start: now - (now % 3600), count })
      .onConflict((on) => on.columns(['key', 'window_start']).doUpdateSet({ count }))
      .execute();
  };
  const post = (path: string, name: string, token: string) =>
    server.request(`/admin/${path}`, { method: 'POST', json: { id: 99_999, name }, token });
  const add = (name: string, token: string) => post('goods.Category/add', name, token);

  it('keeps so many refusals of one administrator a day, then one an hour that tells how many it left out, and every deed', async () => {
    const { kysely } = server.database;
    await spend(`admin-log:refused:${clerk.id}`, REFUSED_ENTRIES_A_DAY.count - 1);
    const mark = await kysely.selectFrom('admin_log').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
    // One after the other: of those that come together, any may be the one that tells how many were left out before it.
    for (let time = 0; time < 4; time += 1) await add('', clerk.token);
    await add('', boss);
    await add('Mugs', clerk.token);
    const kept = async () => {
      const entries = kysely.selectFrom('admin_log').select(['username', 'title']).where('id', '>', mark.id).orderBy('id');
      return (await entries.execute()).map(({ username, title }) => `${username} ${title}`);
    };
    const first = [refused('clerk'), refused('clerk'), refused('admin'), 'clerk 商品分类-添加'];
    expect(await kept()).toEqual(first);
    server.clock.advanceSeconds(7200);
    const { token } = await server.signIn('clerk', TEST_PASSWORD);
    for (let time = 0; time < 3; time += 1) await add('', token);
    const second = [...first, 'clerk 登录', 'clerk 商品分类-添加（被拒绝，另有 2 次未记录）'];
    expect(await kept()).toEqual(second);
    const told = (await rows((await server.signIn()).token, { limit: 2 })).map((row) => row['title']);
    expect(told).toEqual(['Sign-in', 'Categories: Add (refused, 2 more not listed)']);
  });

  it('keeps what is tried by one call though another has been refused as often as is told', async () => {
    const { kysely } = server.database;
    await kysely.deleteFrom('throttle_counter').execute();
    const guest = await server.addAdmin('guest', []);
    await spend(`admin-log:refused:${guest.id}:goods/category/add`, REFUSED_ENTRIES_OF_A_CALL.count);
    const entries = async () =>
      (await kysely.selectFrom('admin_log').select('title').where('admin_id', '=', guest.id).orderBy('id').execute()).map(
        ({ title }) => title,
      );
    for (let time = 0; time < 3; time += 1) await post('goods.Category/add', '', guest.token);
    expect(await entries()).toEqual(['登录', '商品分类-添加（被拒绝）']);
    await spend(`admin-log:refused:${guest.id}`, REFUSED_ENTRIES_A_DAY.count);
    await post('goods.Category/edit', '', guest.token);
    await post('goods.Category/edit', '', guest.token);
    expect(await entries()).toEqual(['登录', '商品分类-添加（被拒绝）', '商品分类-编辑（被拒绝）']);
  });

  it('has a name for every call that it keeps, in either language', async () => {
    const kept = server.app.routes().flatMap(({ endpoint }) => (isLogged(endpoint) ? [nodeIn(endpoint.path)] : []));
    expect(kept).toEqual(expect.arrayContaining(['index/login', 'goods/goods/edit']));
    const messages = readMessageFiles('locales');
    for (const [language, unknown] of [
      ['zh-cn', '未知('],
      ['en', 'unknown('],
    ] as const) {
      const titleOf = await nodeTitles({ database: server.database, messages, resources: server.app.resources }, language, kept);
      expect(
        kept.flatMap((node) => (titleOf(node) === node || titleOf(node).includes(unknown) ? [`${node}: ${titleOf(node)}`] : [])),
      ).toEqual([]);
    }
  });
});
