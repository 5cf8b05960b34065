import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as cascade from '#api/contract/fields/cascade';
import { defineResource } from '#api/contract/table/resource';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { resourceFileEndpoints } from '#api/contract/table/resource-files';
import { resourceWriteEndpoints } from '#api/contract/table/resource-writes';
import { classification } from '#sections/classification/classification.resource.ts';
import { project } from '#sections/project/project.resource.ts';
import { adminInit } from '#api/contract/session/session';
import * as facts from '#api/contract/table/table-facts';
import { readChinaAreas } from '#server/db/seed/china-areas';
import { dealtKinds } from '#tests/support/dealt.ts';
import { rowsOfCsv } from '#tests/support/exported.ts';
import { createResourceTable } from '#tests/support/resource-table.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

const refusal = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'accepted',
    (error: unknown) => String(error),
  );

describe('the areas that a database begins with', () => {
  it('are 34 provinces with their cities and districts, each below one that came before', async () => {
    const areas = await readChinaAreas();
    const levelOf = new Map<number, number>([[0, 0]]);
    const lost = areas.filter(({ id, pid, level }) => {
      const isLost = levelOf.get(pid) !== level - 1 || levelOf.has(id);
      levelOf.set(id, level);
      return isLost;
    });
    expect(lost).toEqual([]);
    expect([1, 2, 3].map((level) => areas.filter((area) => area.level === level).length)).toEqual([34, 369, 3479]);
  });
});

const shop = defineResource({
  name: 'shop',
  controller: 'lab.Shop',
  table: 'lab_shop',
  titleField: 'name',
  rowActions: ['edit', 'delete'],
  defaultOrder: { field: 'id', direction: 'asc' },
  fields: { id: { kind: 'id' }, name: { kind: 'string', required: true }, city: { kind: 'citySelect', search: 'equal' } },
});

describe.each(dealtKinds())('cascading options on %s', (kind) => {
  let server: TestServer;
  let token: string;
  let clerk: { readonly token: string };
  beforeAll(async () => {
    server = await createTestServer({ kind, sampleData: false, prepare: (database) => createResourceTable(database, shop) });
    server.app.resources.register(shop, { origin: 'shipped' });
    ({ token } = await server.signIn());
    clerk = await server.addAdmin('clerk', ['dashboard', 'dashboard/index']);
  });
  afterAll(() => server.close());

  const call: TestServer['call'] = (endpoint, input, options) => server.call(endpoint, input, { token, ...options });
  const asClerk = () => ({ token: clerk.token });
  const add = async (of: typeof project, row: Readonly<Record<string, unknown>>): Promise<number> =>
    (await call(resourceEndpoints(of).add, { pid: 0, type: 1, status: '1', ...row }))?.id ?? 0;

  it('areas: leave in files by their names, and are read back by them, by their codes, and by none that lie elsewhere', async () => {
    const { importRows } = resourceWriteEndpoints(shop);
    const { exportList } = resourceFileEndpoints(shop);
    const { id = 0 } = (await call(resourceEndpoints(shop).add, { name: 'Lake', city: ['33', '3301', '330106'] })) ?? {};
    const file = await call(exportList, { format: 'csv', columns: 'name,city', ids: String(id) });
    const [, line = []] = rowsOfCsv(await file.blob.arrayBuffer());
    expect(line).toEqual(['Lake', '浙江省, 杭州市, 西湖区']);
    const columns = ['name', 'city'];
    const elsewhere = ['None', '江苏省, 杭州市'];
    expect(await call(importRows, { columns, rows: [line, elsewhere], isDryRun: true })).toMatchObject({
      count: 1,
      refused: [{ row: 2, field: 'city' }],
    });
    await call(importRows, { columns, rows: [line, ['Codes', '33、3301'], ['Mixed', '浙江省，3301']], isDryRun: false });
    const { list = [] } = await call(resourceEndpoints(shop).list, { order: 'id,asc' });
    expect(list.slice(-3).map((row) => row['city'])).toEqual([
      ['33', '3301', '330106'],
      ['33', '3301'],
      ['33', '3301'],
    ]);
    await call(resourceEndpoints(shop).remove, { ids: list.map((row) => Number(row['id'])) });
  });

  it('areas: provinces, then cities, then districts, to visitors too', async () => {
    const provinces = await call(cascade.listAreas, {});
    expect(provinces).toHaveLength(34);
    expect(provinces[0]).toEqual({ value: 11, label: '北京市' });
    expect(await call(cascade.listAreas, { province: '33', city: '' })).toContainEqual({ value: 3301, label: '杭州市' });
    const districts = await server.call(cascade.listPublicAreas, { province: 33, city: 3301 });
    expect(districts).toContainEqual({ value: 330106, label: '西湖区' });
    // A city counts only beside its own province.
    expect(await call(cascade.listAreas, { province: 32, city: 3301 })).toEqual([]);
    expect(await call(cascade.listAreas, { city: 3301 })).toEqual(provinces);
    expect(await call(cascade.listAreas, { province: 3301 })).toEqual([]);
    const raw = await server.request('/api/ajax/area?province=82&batoken=x&unknown=1');
    expect(raw.body?.data).toEqual([
      { value: 8201, label: '澳门半岛' },
      { value: 8202, label: '离岛' },
    ]);
  });

  it('a record lists its area by ids and by names, and is found by any of them', async () => {
    const { add: addShop, list, read } = resourceEndpoints(shop);
    const id = (await call(addShop, { name: '西湖店', city: ['33', '3301', '330106'] }))?.id ?? 0;
    await call(addShop, { name: '外地店', city: '44,nowhere' });
    await call(addShop, { name: '云店', city: [] });
    const found = async (val: string) =>
      (await call(list, { search: [{ field: 'city', operator: 'FIND_IN_SET', val }] })).list?.map(({ name }) => name);
    expect((await call(read, { id })).row).toEqual({
      id,
      name: '西湖店',
      city: ['33', '3301', '330106'],
      city_text: '浙江省,杭州市,西湖区',
    });
    expect((await call(list, {})).list?.map((row) => row['city_text'])).toEqual(['浙江省,杭州市,西湖区', '广东省,nowhere', '']);
    expect([await found('33'), await found('330106'), await found('3302')]).toEqual([['西湖店'], ['西湖店'], []]);
  });

  it('classifications: the level below what is chosen, as far as it hangs together', async () => {
    const tea = await add(classification, { name: '茶' });
    const green = await add(classification, { name: '绿茶', pid: tea });
    const spring = await add(classification, { name: '明前', pid: green });
    const early = await add(classification, { name: '头采', pid: spring });
    await add(classification, { name: '停用', pid: green, status: '0' });
    const other = await add(classification, { name: '材质', type: 2 });
    expect(await call(cascade.listClassifications, {})).toEqual([{ value: tea, label: '茶' }]);
    expect(await call(cascade.listClassifications, { type: '2' })).toEqual([{ value: other, label: '材质' }]);
    expect(await call(cascade.listClassifications, { lv1: tea })).toEqual([{ value: green, label: '绿茶' }]);
    expect(await call(cascade.listClassifications, { lv1: tea, lv2: green })).toEqual([{ value: spring, label: '明前' }]);
    expect(await call(cascade.listClassifications, { lv1: tea, lv2: green, lv3: spring })).toEqual([{ value: early, label: '头采' }]);
    expect(await call(cascade.listClassifications, { lv1: green })).toEqual([]);
    expect(await call(cascade.listClassifications, { lv1: tea, lv2: spring })).toEqual([]);
    expect(await call(cascade.listClassifications, { lv1: tea, type: 2 })).toEqual([]);
  });

  it('projects: told from the start whether there are some, offered by type and level, those switched off disabled', async () => {
    const start = async () => (await call(adminInit, {}, asClerk())).siteConfig.hasProjects;
    expect([await start(), await call(cascade.listProjects, {})]).toEqual([false, []]);
    const products = await add(project, { name: '产品', type: 2 });
    expect(await start()).toBe(false);
    const spring = await add(project, { name: '春茶上新' });
    const autumn = await add(project, { name: '秋茶', status: '0' });
    const sub = await add(project, { name: '明前龙井', pid: spring, type: 7 });
    expect(await start()).toBe(true);
    expect(await call(cascade.listProjects, {}, asClerk())).toEqual([
      { value: autumn, label: '秋茶', disabled: true },
      { value: spring, label: '春茶上新', disabled: false },
    ]);
    expect(await call(cascade.listProjects, { type: 1, pid: spring, level: 1 })).toEqual([
      { value: sub, label: '明前龙井', disabled: false },
    ]);
    expect(await call(cascade.listProjects, { type: 2 })).toEqual([{ value: products, label: '产品', disabled: false }]);
  });

  it('areas are found by any name on their way, those that have it themselves first, as whole ways', async () => {
    const found = async (text: string, lv = 3) => (await call(cascade.searchAreas, { text, lv })).map(({ labels }) => labels.join('/'));
    expect(await found('西湖')).toEqual(['浙江省/杭州市/西湖区', ...(await found('西湖')).slice(1)]);
    expect((await found('西湖')).every((way) => way.includes('西湖'))).toBe(true);
    expect(await found('浙江 西湖')).toEqual(['浙江省/杭州市/西湖区']);
    expect(await found('杭州', 2)).toEqual(['浙江省/杭州市']);
    const [way] = await call(cascade.searchAreas, { text: '西湖', lv: 3 });
    expect(way).toEqual({ value: [33, 3301, 330106], labels: ['浙江省', '杭州市', '西湖区'] });
    expect(await found('%')).toEqual([]);
    expect(await found('浙江')).toHaveLength(50);
  });

  const ways = (wish: object) => call(cascade.searchProjects, { type: 21, text: '古树', ...wish }, asClerk());

  it('projects are found where they can be chosen', async () => {
    const top = await add(project, { name: '云南普洱', type: 21 });
    const old = await add(project, { name: '古树', pid: top });
    const shut = await add(project, { name: '古树停用', type: 21, status: '0' });
    await add(project, { name: '古树之下', pid: shut });
    const alone = await add(project, { name: '古树单独', type: 21 });
    expect(await ways({})).toEqual(
      expect.arrayContaining([
        { value: [top, old], labels: ['云南普洱', '古树'] },
        { value: [alone], labels: ['古树单独'] },
      ]),
    );
    expect(await ways({})).toHaveLength(2);
    expect(await ways({ text: '普洱' })).toEqual([{ value: [top, old], labels: ['云南普洱', '古树'] }]);
    expect(await ways({ type: 22 })).toEqual([]);
    for (const text of ['', '   ', 'x'.repeat(51)]) await expect(ways({ text })).rejects.toThrow('text');
  });

  it('what stands below another project follows its type', async () => {
    const top = await add(project, { name: '上', type: 3 });
    const middle = await add(project, { name: '中', pid: top, type: 9 });
    const low = await add(project, { name: '下', pid: middle });
    const typesOf = async () =>
      Object.fromEntries(
        (await server.database.kysely.selectFrom('project').select(['id', 'type']).where('id', 'in', [top, middle, low]).execute()).map(
          ({ id, type }) => [id, type],
        ),
      );
    expect(await typesOf()).toEqual({ [top]: 3, [middle]: 3, [low]: 3 });
    await call(resourceEndpoints(project).save, { id: top, type: 4 });
    expect(await typesOf()).toEqual({ [top]: 4, [middle]: 4, [low]: 4 });
    const elsewhere = await add(project, { name: '别处', type: 5 });
    await call(resourceEndpoints(project).save, { id: middle, pid: elsewhere });
    expect(await typesOf()).toEqual({ [top]: 4, [middle]: 5, [low]: 5 });
  });

  it('remembers for each administrator what they chose, by the last id or by all of them', async () => {
    const top = await add(project, { name: '门店' });
    const shop = await add(project, { name: '西湖店', pid: top });
    const chosen = (input = {}) => call(cascade.readProjectChoice, input, asClerk());
    const choose = (set_id: unknown, input = {}) =>
      server.request('/api/admin/auth.project/setProject', { method: 'POST', token: clerk.token, json: { set_id, lv: 2, ...input } });
    expect(await chosen()).toEqual([]);
    expect((await choose(shop)).body).toMatchObject({ code: 1, data: null });
    expect(await chosen()).toEqual([top, shop]);
    expect(await chosen({ lv: 3 })).toEqual([]);
    expect(await call(cascade.readProjectChoice, {})).toEqual([]);
    for (const form of [[top, shop], [String(top), String(shop)], `${top},${shop}`, [top]])
      expect([form, (await choose(form)).body?.code]).toEqual([form, 1]);
    expect(await chosen()).toEqual([top]);
    // No selector of one level reaches the second.
    expect((await choose(shop, { lv: 1 })).body?.code).toBe(0);
    expect((await choose([shop, top])).body?.code).toBe(0);
    expect((await choose(999_999)).body?.msg).toContain('does not exist');
    expect((await choose('')).body?.code).toBe(1);
    expect(await chosen()).toEqual([]);
    const titles = await server.database.kysely
      .selectFrom('admin_log')
      .select('title')
      .where('username', '=', 'clerk')
      .distinct()
      .execute();
    expect(titles).toContainEqual({ title: '选择项目/产品' });
  });

  it('forgets what can be chosen no longer', async () => {
    const top = await add(project, { name: '街区', type: 6 });
    const shop = await add(project, { name: '东街', pid: top });
    const chosen = () => call(cascade.readProjectChoice, { type: 6 });
    const saveChoice = () => call(cascade.saveProjectChoice, { set_id: [top, shop] });
    await saveChoice();
    expect(await chosen()).toEqual([top, shop]);
    await call(resourceEndpoints(project).save, { id: top, status: '0' });
    expect(await chosen()).toEqual([]);
    expect(await refusal(saveChoice())).toContain('switched off');
    await call(resourceEndpoints(project).save, { id: top, status: '1' });
    expect(await chosen()).toEqual([top, shop]);
    await call(resourceEndpoints(project).remove, { ids: [shop] });
    expect(await chosen()).toEqual([]);
  });

  it('offers tables of sections and the columns that their readers may see, and nothing else', async () => {
    const clerk = await server.addAdmin(`clerk_${kind}`, ['auth/admin/index']);
    const open = { token: clerk.token };
    const tables = async (query: object = {}) => (await server.call(facts.listTables, query, open)).list;
    expect(await tables()).toEqual([{ table: 'admin', comment: 'admin - Administrator', connection: null, prefix: '' }]);
    expect([await tables({ quickSearch: 'nobody' }), await tables({ excludeTable: ['admin'] })]).toEqual([[], []]);
    expect(await server.call(facts.readTableKey, { table: 'admin' }, open)).toEqual({ pk: 'id' });
    const { pk, fieldList } = await server.call(facts.readTableFields, { table: 'admin' }, open);
    // A secret is told by its name, so that it can be watched.
    expect([pk, fieldList['username'], Object.keys(fieldList).filter((name) => /pass|hash|salt/u.test(name))]).toEqual([
      'id',
      'Account',
      ['password'],
    ]);
    const { fieldList: raw } = await server.call(facts.readTableFields, { table: 'admin', clean: '0' }, open);
    expect(Object.keys(raw)).toEqual(Object.keys(fieldList).filter((name) => name !== 'password'));
    expect(raw['id']).toMatchObject({ COLUMN_NAME: 'id', DATA_TYPE: 'bigint', IS_NULLABLE: 'NO', COLUMN_KEY: 'PRI', COLUMN_COMMENT: 'ID' });
    // Neither what holds secrets, nor what the caller may not open, nor what does not exist.
    for (const table of ['admin_password', 'token', 'goods', 'nothing'])
      for (const endpoint of [facts.readTableKey, facts.readTableFields])
        expect(await refusal(server.call(endpoint, { table }, open))).toContain(`There is no table “${table}”, or you may not see it.`);
    expect(await refusal(server.call(facts.readTableKey, { table: 'admin', connection: 'other' }, open))).toContain('connection');
    const { list: connections } = await server.call(facts.listConnections, {}, open);
    expect(connections).toEqual([{ type: 'pgsql', database: expect.stringMatching(/^.\*{4}/u), key: 'postgresql' }]);
    const all = (await call(facts.listTables, {})).list.map(({ table }) => table);
    expect(all).toEqual(expect.arrayContaining(['admin', 'goods', 'admin_log']));
    // The tokens of other programs are a section; what opens with them stands in a table of its own, which is none.
    expect(all.filter((table) => /password|token|secret|captcha|code/u.test(table))).toEqual(['api_token']);
    const { fieldList: ofToken } = await call(facts.readTableFields, { table: 'api_token', clean: '0' });
    expect(Object.keys(ofToken).filter((name) => /token|hash|secret/u.test(name))).toEqual([]);
  });
});
