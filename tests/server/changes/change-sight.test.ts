import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyChanges, planChanges } from '#api/contract/changes/change';
import { restoreDeleted } from '#api/contract/changes/data-safety';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { resourceWriteEndpoints } from '#api/contract/table/resource-writes';
import { SEARCH_OPERATORS } from '#domain/table/resource-query';
import { changeSet } from '#sections/change-set/change-set.resource.ts';
import { dataRecycle } from '#sections/data-recycle/data-recycle.resource.ts';
import { dataRecycleLog } from '#sections/data-recycle-log/data-recycle-log.resource.ts';
import { goods } from '#sections/goods/goods.resource.ts';
import { goodsCategory } from '#sections/goods-category/goods-category.resource.ts';
import { member } from '#sections/member/member.resource.ts';
import { sensitiveDataLog } from '#sections/sensitive-data-log/sensitive-data-log.resource.ts';
import { dealtKinds } from '#tests/support/dealt.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

const CATEGORIES = resourceEndpoints(goodsCategory);
const GOODS = resourceEndpoints(goods);
const MEMBERS = resourceEndpoints(member);

const HIDDEN = 'Only those who may see sensitive values can search or sort by them.';

/** What rows tell in part only, whoever reads them. */
const IN_PART = [
  { resource: changeSet, field: 'title' },
  { resource: changeSet, field: 'records' },
];

describe.each(dealtKinds())('what somebody may know of changes on %s', (kind) => {
  let server: TestServer;
  let token: string;
  beforeAll(async () => {
    server = await createTestServer({ kind, sampleData: false });
    ({ token } = await server.signIn());
  });
  afterAll(() => server.close());

  const call: TestServer['call'] = (endpoint, input, options) => server.call(endpoint, input, { token, ...options });

  it('is not found out by searching for what is shown in part', async () => {
    const person = await call(MEMBERS.add, {
      username: 'watched',
      nickname: 'W',
      password: 'horse-7-battery',
      group_id: 1,
      mobile: '13800138000',
    });
    await call(MEMBERS.save, { id: person?.id ?? 0, mobile: '13911112222' });
    const reader = await server.addAdmin('reader', ['user/user', 'user/user/index', 'security/sensitiveDataLog/index']);
    const log = resourceEndpoints(sensitiveDataLog);
    const { list } = await call(log.list, {}, { token: reader.token });
    expect(list).toMatchObject([{ title: 'watched', data_field: 'mobile', before: '13***00', after: '13***22', masked: '1' }]);
    const began = { anyOf: [[{ field: 'before', operator: 'BEGINS' as const, val: '138001' }]] };
    await expect(call(log.list, began, { token: reader.token })).rejects.toMatchObject({
      failure: { kind: 'rejected', message: HIDDEN },
    });
  });

  it.each(IN_PART)('$resource.name is neither searched nor sorted by $field', async ({ resource, field }) => {
    const { path } = resourceEndpoints(resource).list;
    const condition = (at: string, operator: string) => ({ [`${at}[field]`]: field, [`${at}[operator]`]: operator, [`${at}[val]`]: '1' });
    const asked = [
      ...SEARCH_OPERATORS.map((operator) => condition('anyOf[0][0]', operator)),
      ...['eq', 'LIKE', 'RANGE', 'IN', 'NULL'].map((operator) => condition('search[0]', operator)),
      { order: `${field},asc` },
      { initKey: field, initValue: '1' },
    ];
    const heard = await Promise.all(
      asked.map(async (query) => (await server.request(`${path}?${new URLSearchParams(query)}`, { token })).body?.msg),
    );
    expect(heard).toEqual(asked.map(() => `There is no field “${field}” to search or sort by.`));
  });

  it('a restore of records of two sections is taken back by who may write to both only', async () => {
    await call(resourceEndpoints(dataRecycle).add, { name: 'goods', controller: 'goods/Goods', status: '1' });
    await call(resourceEndpoints(dataRecycle).add, { name: 'categories', controller: 'goods/Category', status: '1' });
    const category = (await call(CATEGORIES.add, { name: 'Tea', pid: 0 }))?.id ?? 0;
    const one = (await call(GOODS.add, { title: 'Pot', category_id: category, price: '1.00', stock: 1, status: 'draft' }))?.id ?? 0;
    await call(GOODS.remove, { ids: [one] });
    await call(CATEGORIES.remove, { ids: [category] });
    const bin = (await call(resourceEndpoints(dataRecycleLog).list, { limit: 100 })).list ?? [];
    const entry = bin.find(({ resource, record_id: id }) => resource === 'goods' && id === one);
    const restored = await call(restoreDeleted, { ids: [Number(entry?.['id'])], withParents: true });
    expect(restored).toMatchObject({ count: 2, refused: [] });
    const wish = { sets: [restored?.change ?? 0] };
    const seller = [
      'goods/goods',
      'goods/goods/index',
      'goods/goods/add',
      'goods/category',
      'goods/category/index',
      'security/change/undo',
    ];
    const planned = async (as: string) => {
      const { refused, steps, hash } = await call(planChanges, wish, { token: as });
      return { hash, seen: { reasons: refused.map(({ reason }) => reason), resources: steps.map(({ resource }) => resource) } };
    };
    const { token: low } = await server.addAdmin('seller', seller);
    const refused = await planned(low);
    expect(refused.seen).toEqual({ reasons: ['forbidden'], resources: [] });
    await expect(call(applyChanges, { ...wish, hash: refused.hash }, { token: low })).rejects.toMatchObject({
      failure: { kind: 'rejected' },
    });
    expect((await call(CATEGORIES.read, { id: category })).row).toMatchObject({ name: 'Tea' });
    const { token: high } = await server.addAdmin('merchant', [...seller, 'goods/category/add']);
    const allowed = await planned(high);
    expect(allowed.seen).toEqual({ reasons: [], resources: ['goodsCategory', 'goods'] });
    const done = await call(applyChanges, { ...wish, hash: allowed.hash }, { token: high });
    expect(done.counts).toEqual({ created: 0, changed: 0, deleted: 2 });
    // Who has done it themselves, and may write to one of both by now, takes it back by no other way either.
    const { undo } = resourceWriteEndpoints(goodsCategory);
    const change = done.change ?? 0;
    const { rows } = await sql<{ resource: string }>`select resource from change_set where id = ${change}`.execute(server.database.kysely);
    expect(rows).toEqual([{ resource: 'goodsCategory' }]);
    const rights = (names: readonly string[]) =>
      sql`update admin_group set rules = (select string_agg(id::text, ',') from admin_rule where name in (${sql.join(names)}))
        where id = (select group_id from admin_group_access where uid = (select id from admin where username = 'merchant'))`.execute(
        server.database.kysely,
      );
    const ofCategories = ['goods/category/add', 'goods/category/del'];
    await rights([...seller, ...ofCategories]);
    await expect(call(undo, { change }, { token: high })).rejects.toMatchObject({ failure: { kind: 'rejected' } });
    await expect(call(CATEGORIES.read, { id: category })).rejects.toMatchObject({ failure: { kind: 'rejected' } });
    await rights([...seller, ...ofCategories, 'goods/goods/del']);
    await call(undo, { change }, { token: high });
    expect((await call(CATEGORIES.read, { id: category })).row).toMatchObject({ name: 'Tea' });
  });
});
