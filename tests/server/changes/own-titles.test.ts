import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InputOf } from '#api/contract/base/endpoint';
import { applyChanges, changeSetInfo, planChanges, recordHistory } from '#api/contract/changes/change';
import { deletedInfo, restoreDeleted } from '#api/contract/changes/data-safety';
import { listNotifications, saveWatch } from '#api/contract/notifications/notifications';
import { saveConfig } from '#api/contract/settings/config';
import { readDashboard } from '#api/contract/shell/dashboard';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import type { Language } from '#domain/base/language';
import { eraseRecords } from '#server/resources/changes/erase-records';
import { logChanges } from '#server/resources/write/record-change';
import { changeSet } from '#sections/change-set/change-set.resource.ts';
import { dataRecycle } from '#sections/data-recycle/data-recycle.resource.ts';
import { dataRecycleLog } from '#sections/data-recycle-log/data-recycle-log.resource.ts';
import { goods } from '#sections/goods/goods.resource.ts';
import { goodsCategory } from '#sections/goods-category/goods-category.resource.ts';
import { dealtKinds } from '#tests/support/dealt.ts';
import { createTestServer, TEST_START_SECONDS, type TestServer } from '#tests/support/server.ts';

const { add, save, remove } = resourceEndpoints(goodsCategory);
const { list } = resourceEndpoints(changeSet);
const { list: binned } = resourceEndpoints(dataRecycleLog);
const titled = (val: string) => ({ search: [{ field: 'title', operator: 'LIKE' as const, val }] });

describe.each(dealtKinds())('what changes call records in the reader’s language on %s', (kind) => {
  let server: TestServer;
  let token: string;
  beforeAll(async () => {
    server = await createTestServer({ kind, sampleData: false });
    ({ token } = await server.signIn());
  });
  afterAll(() => server.close());

  const titles = async (language: Language): Promise<readonly unknown[]> =>
    ((await server.call(list, {}, { token, language })).list ?? []).map((row) => row['title']);
  const make = async (name: string, nameEn: string): Promise<number> =>
    (await server.call(add, { name, name_en: nameEn }, { token }))?.id ?? 0;

  it('is the field of that language, as each write kept it', async () => {
    const tea = await make('茶', 'Tea');
    const pots = await make('壶', '');
    await server.call(save, { id: tea, name_en: 'Teas' }, { token });
    // What this write did not touch is called as the record stands.
    await server.call(save, { id: tea, icon: 'fa fa-leaf' }, { token });
    await server.call(save, { id: tea, name_en: 'All tea' }, { token });
    await server.call(remove, { ids: [pots] }, { token });
    expect(await titles('zh-cn')).toEqual(['壶', '茶', '茶', '茶', '壶', '茶']);
    expect(await titles('en')).toEqual(['壶', 'All tea', 'All tea', 'Teas', '壶', 'Tea']);
    expect((await server.call(readDashboard, {}, { token, language: 'en' })).recent?.map(({ title }) => title)).toEqual(
      (await titles('en')).slice(0, 6),
    );

    const { versions } = await server.call(recordHistory, { resource: 'goodsCategory', id: tea }, { token, language: 'en' });
    expect(versions.map(({ title }) => title)).toEqual(['All tea', 'All tea', 'Teas', 'Tea']);
    const { records } = await server.call(changeSetInfo, { id: versions[2]?.set.id ?? 0 }, { token, language: 'en' });
    expect(records.map(({ title }) => title)).toEqual(['Teas']);
  });

  it('is the first two hundred characters of a long one, none of them cut through', async () => {
    const caller = { kind: 'admin', id: 1, username: 'admin', client: { ip: '', userAgent: '', language: 'en' } } as const;
    const write = {
      resource: goodsCategory,
      caller,
      nowSeconds: TEST_START_SECONDS,
      action: 'add',
      source: 'form',
      jobs: undefined,
    } as const;
    const after = { id: 999_999, name: '茶😀'.repeat(150) };
    await server.database.transaction((trx) => logChanges(trx, write, [{ recordId: after.id, before: null, after }]));
    const { kysely } = server.database;
    const { title } = await kysely.selectFrom('record_change').select('title').where('record_id', '=', after.id).executeTakeFirstOrThrow();
    expect(title).toBe('茶😀'.repeat(100));
  });

  it('is told of watched records, and of deleted ones as they were', async () => {
    const cups = await make('杯', 'Cups');
    const clerk = await server.addAdmin('clerk', ['goods/category/index', 'goods/category']);
    await server.call(saveWatch, { resource: 'goodsCategory', recordId: cups, isWatched: true }, { token: clerk.token });
    await server.call(remove, { ids: [cups] }, { token });
    const told = async (language: Language) => (await server.call(listNotifications, {}, { token: clerk.token, language })).list[0]?.title;
    expect(await told('en')).toBe('“Cups” was deleted');
    expect(await told('zh-cn')).toContain('杯');
  });

  it('is that of the first record of the set’s own section, where it has records of others too', async () => {
    await server.call(resourceEndpoints(dataRecycle).add, { name: 'goods', controller: 'goods/Goods', status: '1' }, { token });
    await server.call(resourceEndpoints(dataRecycle).add, { name: 'categories', controller: 'goods/Category', status: '1' }, { token });
    const trays = await make('托盘', 'Trays');
    const goodsCalls = resourceEndpoints(goods);
    const oak = { title: 'Oak tray', category_id: trays, price: '1.00', stock: 1, status: 'draft' };
    const one = (await server.call(goodsCalls.add, oak, { token }))?.id ?? 0;
    await server.call(goodsCalls.remove, { ids: [one] }, { token });
    await server.call(remove, { ids: [trays] }, { token });
    const bin = (await server.call(resourceEndpoints(dataRecycleLog).list, { limit: 100 }, { token })).list ?? [];
    const entry = bin.find(({ resource, record_id: id }) => resource === 'goods' && id === one);
    const restored = await server.call(restoreDeleted, { ids: [Number(entry?.['id'])], withParents: true }, { token });
    const wish = { sets: [restored?.change ?? 0] };
    const { hash } = await server.call(planChanges, wish, { token });
    const { change } = await server.call(applyChanges, { ...wish, hash }, { token });
    const storedTitles = async () =>
      (
        await server.database.kysely
          .selectFrom('change_set')
          .select(['id', 'resource', 'title'])
          .where('id', 'in', [restored?.change ?? 0, change ?? 0])
          .orderBy('id')
          .execute()
      ).map(({ resource, title }) => [resource, title]);
    const first = await server.database.kysely
      .selectFrom('record_change')
      .select(['set_id', 'resource'])
      .where('set_id', 'in', [restored?.change ?? 0, change ?? 0])
      .orderBy('id')
      .execute();
    // Of each, another section's record comes first.
    const firstOf = (id: number | null | undefined) => first.find(({ set_id: set }) => set === id)?.resource;
    expect([firstOf(restored?.change), firstOf(change)]).toEqual(['goodsCategory', 'goods']);
    expect(await storedTitles()).toEqual([
      ['goods', 'Oak tray'],
      ['goodsCategory', '托盘'],
    ]);
    const { token: planner } = await server.addAdmin('planner', [
      'security', 'security/change', 'security/change/index', 'goods', 'goods/category', 'goods/category/index',
    ]); // prettier-ignore
    const seen = async (language: Language) =>
      (await server.call(list, {}, { token: planner, language })).list?.find(({ id }) => id === change)?.['title'];
    expect([await seen('zh-cn'), await seen('en')]).toEqual(['托盘', 'Trays']);
    const erase = (resource: string, id: number) =>
      server.database.transaction((trx) => eraseRecords(trx, { resource, ids: [id] }, { at: TEST_START_SECONDS, by: 1 }));
    await erase('goods', one);
    expect(await storedTitles()).toEqual([
      ['goods', ''],
      ['goodsCategory', '托盘'],
    ]);
    await erase('goodsCategory', trays);
    expect((await storedTitles())[1]).toEqual(['goodsCategory', '']);
  });

  const bin = async (language: Language, query: InputOf<typeof binned>): Promise<readonly unknown[]> =>
    ((await server.call(binned, query, { token, language })).list ?? []).map((row) => row['record_id']);

  it('is told in the recycle bin, and in the plan that takes a change back', async () => {
    const lids = await make('盖', 'Lids');
    await server.call(save, { id: lids, icon: 'fa fa-circle' }, { token });
    const [first] = (await server.call(list, {}, { token })).list ?? [];
    await server.call(save, { id: lids, icon: 'fa fa-square' }, { token });
    const planned = async (language: Language) => {
      const { sets, steps, dependents } = await server.call(planChanges, { sets: [Number(first?.['id'])] }, { token, language });
      return [...sets.map(({ title }) => title), ...steps.map(({ title }) => title), ...dependents.map(({ set }) => set?.title)];
    };
    expect([new Set(await planned('en')), new Set(await planned('zh-cn'))]).toEqual([new Set(['Lids']), new Set(['盖'])]);
    expect((await planned('en')).length).toBeGreaterThan(1);

    await server.call(remove, { ids: [lids] }, { token });
    const told = async (language: Language) => {
      const rows = (await server.call(binned, { limit: 100 }, { token, language })).list ?? [];
      const entry = rows.find(({ resource, record_id: id }) => resource === 'goodsCategory' && id === lids);
      const { row } = await server.call(deletedInfo, { id: Number(entry?.['id']) }, { token, language });
      return [entry?.['title'], row['title']];
    };
    expect([await told('en'), await told('zh-cn')]).toEqual([
      ['Lids', 'Lids'],
      ['盖', '盖'],
    ]);

    // Searched by what is shown; the short search finds the stored name as well, as that of goods does.
    const sought = async (language: Language, query: InputOf<typeof binned>) => (await bin(language, query)).includes(lids);
    expect([
      await sought('en', { quickSearch: 'lid' }),
      await sought('en', { quickSearch: '盖' }),
      await sought('zh-cn', { quickSearch: '盖' }),
      await sought('zh-cn', { quickSearch: 'lid' }),
      await sought('en', titled('Lids')),
      await sought('en', titled('盖')),
      await sought('zh-cn', titled('盖')),
    ]).toEqual([true, true, true, false, true, false, true]);
    expect(await sought('en', { anyOf: [[{ field: 'title', operator: 'BEGINS', val: 'Lid' }]] })).toBe(true);
  });

  it('is told of what a changed record names, too', async () => {
    const [lamps, shades] = [await make('灯', 'Lamps'), await make('罩', '')];
    const { id: ware } = (await server.call(
      resourceEndpoints(goods).add,
      { title: '台灯', category_id: lamps, price: '1.00', stock: 1, status: 'draft' },
      { token },
    )) ?? { id: 0 };
    await server.call(resourceEndpoints(goods).save, { id: ware, category_id: shades }, { token });
    const named = async (language: Language) => {
      const { versions } = await server.call(recordHistory, { resource: 'goods', id: ware }, { token, language });
      const { records } = await server.call(changeSetInfo, { id: versions[0]?.set.id ?? 0 }, { token, language });
      const field = records[0]?.fields.find(({ name }) => name === 'category_id');
      return [field?.beforeText, field?.afterText];
    };
    expect([await named('en'), await named('zh-cn')]).toEqual([
      ['Lamps', '罩'],
      ['灯', '罩'],
    ]);
  });

  it('is nothing of what was erased', async () => {
    const jars = await make('罐', 'Jars');
    await server.call(remove, { ids: [jars] }, { token });
    await server.database.transaction((trx) =>
      eraseRecords(trx, { resource: 'goodsCategory', ids: [jars] }, { at: TEST_START_SECONDS, by: 1 }),
    );
    expect((await titles('en')).slice(0, 2)).toEqual((await titles('zh-cn')).slice(0, 2));
    expect(await titles('en')).not.toContain('Jars');
  });

  it('is what a record that came with the program is called there', async () => {
    const { list: rules, save: saveRule } = resourceEndpoints(dataRecycle);
    const named = async (language: Language) =>
      new Map(((await server.call(rules, {}, { token, language })).list ?? []).map((rule) => [Number(rule['id']), rule['name']]));
    const [english, chinese] = [await named('en'), await named('zh-cn')];
    const id = [...english.keys()].find((one) => english.get(one) !== chinese.get(one)) ?? 0;
    await server.call(saveRule, { id, status: 0 }, { token });
    expect([(await titles('en'))[0], (await titles('zh-cn'))[0]]).toEqual([english.get(id), chinese.get(id)]);
    expect(id).toBeGreaterThan(0);
  });

  it('is the title of a setting, not the name by which programs know it', async () => {
    await server.call(saveConfig, { site_name: 'Tea house' }, { token });
    const [set] = (await server.call(list, {}, { token })).list ?? [];
    const told = async (language: Language) => {
      const { set: facts, records } = await server.call(changeSetInfo, { id: Number(set?.['id']) }, { token, language });
      const { recent } = await server.call(readDashboard, {}, { token, language });
      return [(await titles(language))[0], facts.title, records[0]?.title, recent?.[0]?.title];
    };
    expect(await told('en')).toEqual(Array(4).fill('Site name'));
    expect(await told('zh-cn')).toEqual(Array(4).fill('站点名称'));
  });
});
