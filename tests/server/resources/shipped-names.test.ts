import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { explainRight, listAdminGroups } from '#api/contract/rights/rights';
import { resourceEndpoints, type ListQuery } from '#api/contract/table/resource-endpoints';
import { resourceFileEndpoints } from '#api/contract/table/resource-files';
import { resourceWriteEndpoints } from '#api/contract/table/resource-writes';
import { SHIPPED_GROUPS } from '#server/db/seed/shipped-groups';
import type { WireRow } from '#server/resources/base/list-reply';
import { DEFAULT_MEMBER_GROUP } from '#server/db/seed/shipped-members';
import { SHIPPED_RECYCLE_RULES, SHIPPED_SENSITIVE_RULES } from '#server/db/seed/shipped-safety-rules';
import { SAMPLE_MEMBER_GROUP } from '#server/db/seed/sample-members';
import { chatQuota } from '#sections/chat-quota/chat-quota.resource.ts';
import { admin } from '#sections/admin/admin.resource.ts';
import { adminGroup } from '#sections/admin-group/admin-group.resource.ts';
import { dataRecycle } from '#sections/data-recycle/data-recycle.resource.ts';
import { member } from '#sections/member/member.resource.ts';
import { memberGroup } from '#sections/member-group/member-group.resource.ts';
import { sensitiveData } from '#sections/sensitive-data/sensitive-data.resource.ts';
import { dealtKinds } from '#tests/support/dealt.ts';
import { rowsOfCsv } from '#tests/support/exported.ts';
import { addMember, askAsMember } from '#tests/support/members.ts';
import { createTestServer, TEST_START_SECONDS, type TestServer } from '#tests/support/server.ts';

const names = (rows: readonly { readonly name: string }[]): readonly string[] => rows.map(({ name }) => name).toSorted();

it('has a text for each name of a record that comes with the program', () => {
  expect([...(adminGroup.shippedNames ?? [])].toSorted()).toEqual(names(SHIPPED_GROUPS));
  expect([...(memberGroup.shippedNames ?? [])].toSorted()).toEqual(names([DEFAULT_MEMBER_GROUP, SAMPLE_MEMBER_GROUP]));
  expect([...(dataRecycle.shippedNames ?? [])].toSorted()).toEqual(names(SHIPPED_RECYCLE_RULES));
  expect([...(sensitiveData.shippedNames ?? [])].toSorted()).toEqual(names(SHIPPED_SENSITIVE_RULES));
});

/** They are told in the language of whoever reads, and stay stored as they came. */
describe.each(dealtKinds())('names that came with the program on %s', (kind) => {
  let server: TestServer;
  let token: string;
  const groups = resourceEndpoints(memberGroup);
  const EN = { language: 'en' } as const;
  const call: TestServer['call'] = (endpoint, input, options) => server.call(endpoint, input, { token, ...options });
  const stored = () => server.database.kysely.selectFrom('member_group').select('name').where('id', '=', 1).executeTakeFirstOrThrow();
  const listed = async (query: Partial<ListQuery>, language: 'en' | 'zh-cn' = 'en') =>
    (await call(groups.list, query, { language })).list?.map((row) => row['name']);

  beforeAll(async () => {
    server = await createTestServer({ kind, sampleData: false });
    ({ token } = await server.signIn());
  });
  afterAll(() => server.close());

  it('read in the language of the reader in lists, options, forms and where other records name them', async () => {
    expect(await listed({}, 'zh-cn')).toEqual(['默认分组']);
    expect(await listed({})).toEqual(['Default group']);
    expect((await call(groups.list, { select: true }, EN)).list?.map((row) => row['name'])).toEqual(['Default group']);
    expect((await call(groups.read, { id: 1 }, EN)).row).toMatchObject({ name: 'Default group' });
    expect((await call(resourceEndpoints(member).list, {}, EN)).list?.[0]).toMatchObject({ group: { id: 1, name: 'Default group' } });
    expect((await call(resourceEndpoints(admin).list, {}, EN)).list?.[0]).toMatchObject({ group_name_arr: ['Super administrators'] });
    const flat = (rows: readonly WireRow[]): unknown[] =>
      rows.flatMap((row) => [row['name'], ...flat((row['children'] ?? []) as WireRow[])]);
    expect(flat((await call(listAdminGroups, { isTree: true }, EN)).list ?? [])).toEqual([
      'Super administrators',
      'Administrators, level 1',
      'Administrators, level 2',
      'Administrators, level 3',
    ]);
    const { groups: explained } = await call(explainRight, { id: 1, node: 'goods/goods/edit' }, EN);
    expect(explained.map(({ name }) => name)).toEqual(['Super administrators']);
    const { token: lin } = await (await addMember(server, 'lin')).signIn();
    const overview = await askAsMember(server, 'GET', '/api/account/summary', { token: lin, headers: { 'think-lang': 'en' } });
    expect(overview.body?.data).toMatchObject({ group: 'Default group' });
    const rules = (await call(resourceEndpoints(dataRecycle).list, {}, EN)).list ?? [];
    expect(rules.map((row) => row['name'])).toContain('Recycle rules');
  });

  it('are found by what is read, as by what is stored', async () => {
    expect(await listed({ quickSearch: 'default' })).toEqual(['Default group']);
    expect(await listed({ quickSearch: 'default' }, 'zh-cn')).toEqual([]);
    expect(await listed({ quickSearch: '默认' })).toEqual(['Default group']);
    expect(await listed({ search: [{ field: 'name', operator: 'LIKE', val: 'fault g' }] })).toEqual(['Default group']);
    expect(await listed({ search: [{ field: 'name', operator: 'eq', val: 'Default group' }] })).toEqual(['Default group']);
    expect(await listed({ search: [{ field: 'name', operator: 'ne', val: 'Default group' }] })).toEqual([]);
    expect(await listed({ search: [{ field: 'name', operator: 'NOT LIKE', val: 'Default' }] })).toEqual([]);
    expect(await listed({ anyOf: [[{ field: 'name', operator: 'BEGINS', val: 'Def' }]] })).toEqual(['Default group']);
    const search = [{ field: 'group.name', operator: 'eq', val: 'Default group' }] as const;
    expect((await call(resourceEndpoints(member).list, { search: [...search] }, EN)).total).toBe(2);
  });

  const others = async (operator: 'ne' | 'NOT LIKE') => {
    const condition = { field: 'group.name', operator, val: 'Default group' };
    return (await call(resourceEndpoints(chatQuota).list, { anyOf: [[condition]] }, EN)).list?.map((row) => row['group_id']);
  };

  it('are not asked for by who asks for all others, who finds what names no record, too', async () => {
    const ofGroup = { group_id: 1, answers_at_once: 1, create_time: TEST_START_SECONDS, update_time: TEST_START_SECONDS };
    await server.database.kysely
      .insertInto('chat_quota')
      .values({ ...ofGroup, audience: 'member' })
      .execute();
    expect([await others('ne'), await others('NOT LIKE')]).toEqual([
      [null, null, null],
      [null, null, null],
    ]);
  });

  it('say neither record in a file where somebody’s own is called as one of them reads', async () => {
    const { kysely } = server.database;
    const own = await kysely
      .insertInto('admin_group')
      .values({
        pid: 4,
        name: 'Administrators, level 3',
        rules: '',
        status: '1',
        create_time: TEST_START_SECONDS,
        update_time: TEST_START_SECONDS,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { importRows } = resourceWriteEndpoints(adminGroup);
    const rows = [
      ['Writers', 'Administrators, level 3'],
      ['Printers', '三级管理员'],
    ];
    const verified = await call(importRows, { columns: ['name', 'pid'], rows, isDryRun: true }, EN);
    expect(verified.refused).toMatchObject([{ row: 1, field: 'pid', message: expect.stringContaining('Several records') }]);
    await kysely.deleteFrom('admin_group').where('id', '=', own.id).execute();
  });

  it('stay as they came when they are sent back as they were read, and are somebody’s own once they were changed', async () => {
    await call(groups.save, { id: 1, name: 'Default group', status: '1' }, EN);
    expect(await stored()).toEqual({ name: '默认分组' });
    await call(groups.save, { id: 1, name: 'Everybody' }, EN);
    expect([await stored(), await listed({}, 'zh-cn')]).toEqual([{ name: 'Everybody' }, ['Everybody']]);
    await call(groups.save, { id: 1, name: '默认分组' }, EN);
    expect(await listed({})).toEqual(['Default group']);
  });

  it('go out in files as the list says them, and come in by the name of either language', async () => {
    const { exportList } = resourceFileEndpoints(memberGroup);
    const cells = async (language: 'en' | 'zh-cn') =>
      rowsOfCsv(await (await call(exportList, { format: 'csv', columns: 'name' }, { language })).blob.arrayBuffer());
    expect([await cells('en'), await cells('zh-cn')]).toEqual([
      [['Name'], ['Default group']],
      [['分组名称'], ['默认分组']],
    ]);
    const members = await call(resourceFileEndpoints(member).exportList, { format: 'csv', columns: 'username,group_id' }, EN);
    expect(rowsOfCsv(await members.blob.arrayBuffer()).at(-1)).toEqual(['user', 'Default group']);
    const { importRows } = resourceWriteEndpoints(adminGroup);
    const columns = ['name', 'pid'];
    const rows = [
      ['Editors', 'Administrators, level 3'],
      ['Readers', '三级管理员'],
    ];
    expect(await call(importRows, { columns, rows, isDryRun: false }, EN)).toMatchObject({ count: 2, refused: [] });
    const { kysely } = server.database;
    expect(await kysely.selectFrom('admin_group').select(['name', 'pid']).where('id', '>', 4).orderBy('name').execute()).toEqual([
      { name: 'Editors', pid: 4 },
      { name: 'Readers', pid: 4 },
    ]);
    const unknown = [['Nobody', 'administrators, level 3']];
    const verified = await call(importRows, { columns, rows: [...rows, ...unknown], isDryRun: true }, { language: 'zh-cn' });
    expect(verified.refused.map(({ row, field }) => [row, field])).toEqual([[3, 'pid']]);
  });
});
