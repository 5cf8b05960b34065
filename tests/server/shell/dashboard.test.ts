import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readDashboard } from '#api/contract/shell/dashboard';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { goods } from '#sections/goods/goods.resource.ts';
import { goodsCategory } from '#sections/goods-category/goods-category.resource.ts';
import { adminGroup } from '#sections/admin-group/admin-group.resource.ts';
import { dealtKinds } from '#tests/support/dealt.ts';
import { createTestServer, TEST_START_SECONDS, type TestServer } from '#tests/support/server.ts';

const NO_CHANGES = { created: 0, changed: 0, deleted: 0 };

describe.each(dealtKinds(import.meta.filename))('the dashboard on %s', (kind) => {
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
    const { remark, goods: ofGoods, members, sign_ins: signIns, changes } = await figures();
    expect({ remark, ofGoods, members, signIns }).toEqual({
      remark: '',
      ofGoods: { draft: 0, on: 0, off: 0, low: 0, low_limit: 10, sold_out: 0, categories: [] },
      // The member that every shop begins with.
      members: { total: 1, joined: 1, since: '2026-01-09 00:00:00' },
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
    expect((await figures()).goods).toEqual({
      draft: 1,
      on: 4,
      off: 1,
      low: 2,
      low_limit: 10,
      sold_out: 2,
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
    const { changes } = await figures();
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
    const { goods: ofGoods, members, sign_ins: signIns, changes, actions } = await figures(clerk.token);
    expect({ ofGoods, members, signIns }).toEqual({ ofGoods: null, members: null, signIns: null });
    // Three categories; goods are not theirs to see, and of groups they see only some.
    expect(changes?.reduce((sum, day) => sum + day.created, 0)).toBe(3);
    expect(actions?.map(({ title }) => title)).toEqual(['Categories-Add', 'Sign-in']);
    const nobody = await server.addAdmin('nobody', ['dashboard']);
    expect((await server.request('/admin/Dashboard/index', { token: nobody.token })).body?.code).toBe(401);
  });
});
