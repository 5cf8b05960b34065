import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eraseChanges, planErasure } from '#api/contract/changes/change';
import { recycleRuleChoices, recycleRuleReach, sensitiveRuleReach } from '#api/contract/changes/data-safety';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { adminGroup } from '#sections/admin-group/admin-group.resource.ts';
import { dataRecycle } from '#sections/data-recycle/data-recycle.resource.ts';
import { goodsCategory } from '#sections/goods-category/goods-category.resource.ts';
import { sensitiveData } from '#sections/sensitive-data/sensitive-data.resource.ts';
import { dealtKinds } from '#tests/support/dealt.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

const categories = resourceEndpoints(goodsCategory);
const SECTION = 'goods/Category';

describe.each(dealtKinds())('what was before a rule on %s', (kind) => {
  let server: TestServer;
  let token: string;
  const call: TestServer['call'] = (endpoint, input, options) => server.call(endpoint, input, { token, ...options });
  const add = async (name: string): Promise<number> => (await call(categories.add, { name, name_en: name }))?.id ?? 0;
  const bin = () => server.database.kysely.selectFrom('recycle_entry').select(['title', 'recycle_id', 'admin_id']).orderBy('id').execute();

  beforeAll(async () => {
    server = await createTestServer({ kind, sampleData: false });
    ({ token } = await server.signIn());
  });
  afterAll(() => server.close());

  it('is counted and covered: deletions that nobody kept, and those that wait without a rule', async () => {
    const keepAll = (value: '0' | '1') =>
      server.database.kysely.updateTable('config').set({ value }).where('name', '=', 'recycle_all').execute();
    await call(categories.remove, { ids: [await add('Waits')] });
    await keepAll('0');
    const twice = await add('Twice');
    await call(categories.remove, { ids: [await add('Gone'), twice] });
    // By somebody who is no administrator, though one may have that number.
    await sql`with made as (insert into change_set (at, actor_type, actor_id, resource, action, source, records)
        select at, 'member', 1, resource, action, source, 1 from change_set order by id desc limit 1 returning id, at)
      insert into record_change (set_id, at, resource, record_id, kind, title, before)
        select id, at, 'goodsCategory', 900000, 'deleted', 'Of a member', '{}' from made`.execute(server.database.kysely);
    await keepAll('1');
    expect(await bin()).toEqual([{ title: 'Waits', recycle_id: null, admin_id: 1 }]);
    // A record that is there again is no deletion to be kept.
    await server.database.kysely
      .insertInto('goods_category')
      .values({ id: twice, name: 'Twice', name_en: '', create_time: 1, update_time: 1 })
      .execute();
    expect(await call(recycleRuleReach, { controller: SECTION })).toEqual({ earlier: 3 });
    const rule = await call(resourceEndpoints(dataRecycle).add, { name: 'Categories', controller: SECTION });
    expect(await bin()).toEqual([
      { title: 'Waits', recycle_id: rule?.id, admin_id: 1 },
      { title: 'Gone', recycle_id: rule?.id, admin_id: 1 },
      { title: 'Of a member', recycle_id: rule?.id, admin_id: 0 },
    ]);
    expect(await call(recycleRuleReach, { controller: SECTION })).toEqual({ earlier: 0 });
    const { sections } = await call(recycleRuleChoices, {});
    expect(sections.find(({ controller }) => controller === SECTION)).toEqual({
      controller: SECTION,
      resource: 'goodsCategory',
      rule: rule?.id,
    });
  });

  it('is counted and covered field by field: each change of a watched one, once', async () => {
    const id = await add('A');
    await call(categories.save, { id, name: 'B' });
    await call(categories.save, { id, name_en: 'C' });
    const reach = (columns: string) => call(sensitiveRuleReach, { controller: SECTION, columns });
    expect([await reach('name'), await reach('name,name_en'), await reach('')]).toEqual([{ earlier: 1 }, { earlier: 2 }, { earlier: 0 }]);
    const rules = resourceEndpoints(sensitiveData);
    const rule = await call(rules.add, { name: 'Names', controller: SECTION, fields: [{ key: 'name', value: 'Name' }] });
    await call(rules.save, { id: rule?.id ?? 0, name: 'Names of categories' });
    const entries = await server.database.kysely
      .selectFrom('sensitive_entry')
      .select(['data_field', 'data_comment', 'title', 'sensitive_id'])
      .execute();
    expect(entries).toEqual([{ data_field: 'name', data_comment: 'Name', title: 'B', sensitive_id: rule?.id }]);
    expect(await call(planErasure, { resource: 'goodsCategory', id })).toMatchObject({
      versions: 3,
      erased: 0,
      deletions: 0,
      watched: 1,
      title: 'B',
      exists: true,
    });
  });

  it('is covered where the name of a field is longer than its place, with no character cut in half', async () => {
    const rules = resourceEndpoints(sensitiveData);
    const before = await call(rules.list, { page: 1, limit: 10 });
    await call(rules.remove, { ids: (before.list ?? []).map(({ id }) => Number(id)) });
    const long = `${'x'.repeat(99)}😀 and more`;
    const id = await add('Before');
    await call(categories.save, { id, name: 'Earlier' });
    const rule = await call(rules.add, { name: 'Long', controller: SECTION, fields: [{ key: 'name', value: long }] });
    await call(categories.save, { id, name: 'Later' });
    const entries = await server.database.kysely
      .selectFrom('sensitive_entry')
      .select(['title', 'data_comment'])
      .where('sensitive_id', '=', rule?.id ?? 0)
      .orderBy('id')
      .execute();
    expect(entries).toEqual([
      { title: 'Earlier', data_comment: `${'x'.repeat(99)}\uFFFD` },
      { title: 'Later', data_comment: `${'x'.repeat(99)}\uFFFD` },
    ]);
  });

  it('is not counted for who may see a part of its records alone', async () => {
    const groups = resourceEndpoints(adminGroup);
    const id = (await call(groups.add, { name: 'Short-lived', pid: 0, rules: ['*'] }))?.id ?? 0;
    await call(groups.save, { id, name: 'Renamed' });
    await call(groups.remove, { ids: [id] });
    const about = { controller: 'auth/Group' };
    const { token: part } = await server.addAdmin('part', [
      'security/dataRecycle/index',
      'security/sensitiveData/index',
      'auth/group/index',
    ]);
    const reach = async (as: string) => [
      await call(recycleRuleReach, about, { token: as }),
      await call(sensitiveRuleReach, { ...about, columns: 'name' }, { token: as }),
    ];
    expect([await reach(token), await reach(part)]).toEqual([
      [{ earlier: 1 }, { earlier: 1 }],
      [{ earlier: 0 }, { earlier: 0 }],
    ]);
  });

  it('is no deletion that is older than the bin keeps, and no change that was erased', async () => {
    const { kysely } = server.database;
    const set = (name: string, value: string) => kysely.updateTable('config').set({ value }).where('name', '=', name).execute();
    const standing = await call(resourceEndpoints(dataRecycle).list, { page: 1, limit: 10 });
    await call(resourceEndpoints(dataRecycle).remove, { ids: (standing.list ?? []).map(({ id }) => Number(id)) });
    const watching = await call(resourceEndpoints(sensitiveData).list, { page: 1, limit: 10 });
    await call(resourceEndpoints(sensitiveData).remove, { ids: (watching.list ?? []).map(({ id }) => Number(id)) });
    const reach = () => call(recycleRuleReach, { controller: SECTION });
    const before = (await reach()).earlier;
    await set('recycle_all', '0');
    const days = (await kysely.selectFrom('config').select('value').where('name', '=', 'recycle_days').executeTakeFirstOrThrow()).value;
    await set('recycle_days', '30');
    const [old, told] = [await add('Old'), await add('Erased')];
    await call(categories.remove, { ids: [old] });
    expect((await reach()).earlier).toBe(before + 1);
    await call(categories.save, { id: told, name: 'Erased later' });
    const watched = () => call(sensitiveRuleReach, { controller: SECTION, columns: 'name' });
    const changes = (await watched()).earlier;
    await call(eraseChanges, { resource: 'goodsCategory', id: told, title: 'Erased later' });
    expect((await watched()).earlier).toBe(changes - 1);
    server.clock.advanceSeconds(30 * 86_400);
    ({ token } = await server.signIn());
    expect((await reach()).earlier).toBe(before + 1);
    server.clock.advanceSeconds(1);
    expect((await reach()).earlier).toBe(0);
    await set('recycle_all', '1');
    await set('recycle_days', days ?? '');
  });
});
