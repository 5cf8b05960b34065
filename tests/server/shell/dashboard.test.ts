import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readDashboard, saveDashboard } from '#api/contract/shell/dashboard';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { goods } from '#sections/goods/goods.resource.ts';
import { goodsCategory } from '#sections/goods-category/goods-category.resource.ts';
import { adminGroup } from '#sections/admin-group/admin-group.resource.ts';
import { dealtKinds } from '#tests/support/dealt.ts';
import { addToken, DAY, tokenCalls } from '../programs/token-support.ts';
import { createTestServer, TEST_START_SECONDS, type TestServer } from '#tests/support/server.ts';

/** Counts of fourteen days that end with these. */
const lastDays = (...counts: readonly number[]) => [...Array<number>(14 - counts.length).fill(0), ...counts];
const NO_CHANGES = { created: 0, changed: 0, deleted: 0 };

const sumOf = (days: readonly number[] = []): number => days.reduce((sum, one) => sum + one, 0);

describe.each(dealtKinds())('the dashboard on %s', (kind) => {
  let server: TestServer;
  let token: string;
  beforeAll(async () => {
    server = await createTestServer({ kind, sampleData: false });
    ({ token } = await server.signIn());
  });
  afterAll(() => server.close());

  const call: TestServer['call'] = (endpoint, input, options) => server.call(endpoint, input, { token, ...options });
  const figures = async (own = token) => server.call(readDashboard, {}, { token: own });

  it('says that a new shop has nothing yet', async () => {
    const { remark, goods: ofGoods, members, answers, waiting, sign_ins: signIns, changes, recent, layout } = await figures();
    expect({ remark, ofGoods, members, answers, waiting, signIns, recent, layout }).toEqual({
      remark: '',
      answers: { days: lastDays(), days_before: 0 },
      waiting: [],
      recent: [],
      layout: null,
      ofGoods: { on: 0, low_limit: 10, days: lastDays(), days_before: 0, categories: [] },
      // The member that every shop begins with.
      members: { total: 1, days: lastDays(1), days_before: 0 },
      signIns: { members: [], admins: [{ id: 1, name: 'Admin', at: TEST_START_SECONDS }] },
    });
    expect(changes).toHaveLength(14);
    expect(changes?.[0]).toEqual({ day: '2026-01-02', ...NO_CHANGES });
    expect(changes?.at(-1)).toEqual({ day: '2026-01-15', ...NO_CHANGES });
  });

  it('counts goods by status, stock and category, and changes by the day of the site', async () => {
    const { add, save, remove } = resourceEndpoints(goods);
    const category = async (name: string, name_en: string) =>
      (await call(resourceEndpoints(goodsCategory).add, { pid: 0, name, name_en, status: '1' }))?.id ?? 0;
    const [tea, pots] = [await category('茶', 'Tea'), await category('壶', 'Pots')];
    const put = async (category_id: number, status: string, stock: number) =>
      (await call(add, { category_id, title: 'x', price: '1.00', images: ['/a.png'], status, stock }))?.id ?? 0;
    await put(tea, 'on', 11);
    const low = await put(tea, 'on', 10);
    await put(tea, 'on', 1);
    await put(tea, 'draft', 0);
    await put(pots, 'on', 0);
    await put(pots, 'off', 3);
    const { goods: ofGoods, waiting } = await figures();
    expect(waiting).toEqual([
      { kind: 'goodsSoldOut', count: 2 },
      { kind: 'goodsLow', count: 2 },
      { kind: 'goodsDraft', count: 1 },
    ]);
    expect(ofGoods).toEqual({
      on: 4,
      low_limit: 10,
      days: lastDays(6),
      days_before: 0,
      categories: [
        { id: tea, name: '茶', name_en: 'Tea', count: 4 },
        { id: pots, name: '壶', name_en: 'Pots', count: 2 },
      ],
    });
    // It is 08:00 in Shanghai; 15:59:59 later its day ends.
    server.clock.advanceSeconds(16 * 3600 - 1);
    ({ token } = await server.signIn());
    await call(save, { id: low, stock: 9 });
    server.clock.advanceSeconds(1);
    await call(remove, { ids: [low] });
    const { changes, recent } = await figures();
    expect(
      recent?.slice(0, 2).map(({ actor_name: who, resource, title, records, action }) => [who, resource, title, records, action]),
    ).toEqual([
      ['admin', 'goods', 'x', 1, 'del'],
      ['admin', 'goods', 'x', 1, 'edit'],
    ]);
    expect(changes?.slice(-3)).toEqual([
      { day: '2026-01-14', ...NO_CHANGES },
      { day: '2026-01-15', created: 8, changed: 1, deleted: 0 },
      { day: '2026-01-16', created: 0, changed: 0, deleted: 1 },
    ]);
  });

  it('shows of other sections nothing, and of each their own actions', async () => {
    const clerk = await server.addAdmin('clerk', [
      'dashboard',
      'dashboard/index',
      'goods/category/index',
      'auth/group/index',
      'goods/category/add',
    ]);
    const boss = await server.signIn();
    await server.call(resourceEndpoints(adminGroup).add, { pid: 1, name: 'Sellers', rules: ['89'], status: '1' }, { token: boss.token });
    await server.call(resourceEndpoints(goodsCategory).add, { pid: 0, name: '杯', status: '1' }, { token: clerk.token });
    const { goods: ofGoods, members, answers, waiting, sign_ins: signIns, changes, recent, actions } = await figures(clerk.token);
    expect({ ofGoods, members, answers, waiting, signIns, recent }).toEqual({
      ofGoods: null,
      members: null,
      answers: null,
      waiting: [],
      signIns: null,
      recent: null,
    });
    // Three categories; goods are not theirs to see, and of groups they see only some.
    expect(changes?.reduce((sum, day) => sum + day.created, 0)).toBe(3);
    expect(actions?.map(({ title }) => title)).toEqual(['Categories: Add', 'Sign-in']);
    const nobody = await server.addAdmin('nobody', ['dashboard']);
    expect((await server.request('/admin/Dashboard/index', { token: nobody.token })).body?.code).toBe(401);
  });

  /** Until midnight on the clock of the site, which has no summer time. */
  const leftOfDay = (): number => 86_400 - ((server.clock.nowMs() / 1000 + 8 * 3600) % 86_400);

  it('compares with the days before, and tells of answers by the day of the site', async () => {
    const before = await figures();
    server.clock.advanceSeconds(14 * 86_400 + leftOfDay() - 1);
    ({ token } = await server.signIn());
    await server.database.kysely
      .insertInto('chat_usage')
      .values([
        { day: '2026-01-16', owner_type: 'admin', owner_id: 1, model_id: 1, answers: 2 },
        { day: '2026-01-17', owner_type: 'admin', owner_id: 1, model_id: 1, answers: 3 },
        { day: '2026-01-30', owner_type: 'admin', owner_id: 1, model_id: 1, answers: 4 },
        { day: '2026-01-30', owner_type: 'member', owner_id: 1, model_id: 1, answers: 5 },
      ])
      .execute();
    const { goods: ofGoods, members, answers, changes, changes_before: changesBefore } = await figures();
    const sum = (before.changes ?? []).reduce((total, day) => total + day.created + day.changed + day.deleted, 0);
    // The day with the deletion has moved out of sight with all before it.
    expect({ added: ofGoods?.days_before, joined: members?.days_before, answers, changesBefore, shown: changes?.[0] }).toEqual({
      added: 6 - 1,
      joined: 1,
      answers: { days: [3, ...lastDays(9).slice(1)], days_before: 2 },
      changesBefore: sum,
      shown: { day: '2026-01-17', ...NO_CHANGES },
    });
  });

  it('compares each morning with as much of a day as there was, and counts nobody who was deleted', async () => {
    server.clock.advanceSeconds(40 * 86_400 + leftOfDay() + 60);
    ({ token } = await server.signIn());
    const { kysely } = server.database;
    const now = Math.floor(server.clock.nowMs() / 1000);
    const times = Array.from({ length: 27 * 10 }, (_, index) => now - 120 - Math.floor(index / 10) * 86_400);
    const total = (await figures()).members?.total ?? 0;
    await kysely
      .insertInto('member')
      .values(times.map((time, index) => ({ group_id: 1, username: `daily${index}`, nickname: 'd', create_time: time, update_time: time })))
      .execute();
    const { members } = await figures();
    expect([members?.total, sumOf(members?.days), members?.days_before]).toEqual([total + 270, 130, 130]);
    await sql`update member set username = 'deleted-' || id where username in ('daily0', 'daily269')`.execute(kysely);
    const { members: left } = await figures();
    expect([left?.total, sumOf(left?.days), left?.days_before]).toEqual([total + 268, 129, 129]);
    await kysely.deleteFrom('member').where('nickname', '=', 'd').execute();
  });

  it('says which tokens end within two weeks, as many as their list finds by the same time, and nobody else of them', async () => {
    const now = Math.floor(server.clock.nowMs() / 1000);
    const ends = [now + 60, now + 14 * DAY - 60, now + 14 * DAY + 3600];
    for (const endsAt of ends) await addToken(server, token, { rules: '*', endsAt });
    const told = (await figures()).waiting?.find((one) => one.kind === 'tokensEnding');
    const search = [{ field: 'end_time', val: told?.period ?? '', operator: 'RANGE', render: 'datetime' }] as const;
    const { total } = await call(tokenCalls.list, { search });
    expect([told?.count, total]).toEqual([2, 2]);
    const other = await server.addAdmin('without_tokens', ['dashboard', 'dashboard/index', 'auth/apiToken', 'auth/apiToken/index']);
    expect((await figures(other.token)).waiting).toEqual([]);
    await server.database.kysely.updateTable('api_token').set({ status: '0' }).execute();
    expect((await figures()).waiting?.some((one) => one.kind === 'tokensEnding')).toBe(false);
    await server.database.kysely.deleteFrom('api_token').execute();
  });

  it('is arranged by each for themselves, and drops what it does not know', async () => {
    const layout = {
      order: ['signIns', 'weather', 'signIns', 'recent'],
      hidden: ['actions', 'weather'],
      favourites: ['user/user', 'user/user'],
    };
    expect(await call(saveDashboard, layout)).toBeNull();
    expect((await figures()).layout).toEqual({
      order: ['signIns', 'recent', 'waiting', 'changes', 'categories', 'actions'],
      hidden: ['actions'],
      favourites: ['user/user'],
    });
    const other = await server.addAdmin('other', ['dashboard', 'dashboard/index']);
    expect((await figures(other.token)).layout).toBeNull();
    const tooMany = { ...layout, favourites: Array.from({ length: 13 }, (_, index) => `page${index}`) };
    await expect(call(saveDashboard, tooMany)).rejects.toMatchObject({ failure: { kind: 'rejected' } });
    expect((await figures()).layout?.favourites).toEqual(['user/user']);
  });
});
