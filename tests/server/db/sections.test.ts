import { sql, type Transaction } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defineResource } from '#api/contract/table/resource';
import type { Resource } from '#domain/table/resource';
import type { Database } from '#server/db/base/database';
import { SHIPPED_RESOURCES } from '#server/base/shipped-resources';
import { inOrderOfNeed, runSectionSteps, type SectionSteps } from '#server/db/sections/section-steps';
import { syncSectionRules } from '#server/db/seed/sync-section-rules';
import { seedDatabase } from '#server/db/seed/seed';
import { rulesWith, sectionRulesOf } from '#server/db/seed/shipped-rules';
import type { Tables } from '#server/db/tables/tables';
import { openTestDatabase } from '#tests/support/database.ts';
import { dealtKinds } from '#tests/support/dealt.ts';

const section = (name: string, of?: string) =>
  defineResource({
    name,
    controller: `lab.${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    table: name,
    titleField: 'title',
    rowActions: ['edit', 'delete'],
    defaultOrder: { field: 'id', direction: 'desc' },
    calls: ['list', 'read', 'add', 'save', 'remove'],
    menu: { under: { name: 'lab', icon: 'el-icon-Box', sortOrder: 50 }, icon: 'el-icon-Memo', sortOrder: 9 },
    fields: {
      id: { kind: 'id' },
      title: { kind: 'string', required: true },
      ...(of !== undefined && { madeOf: { kind: 'remoteSelect', of } as const }),
    },
  });
const table = (name: string): SectionSteps => ({
  section: name,
  steps: { '0001-table': [`create table ${name} (id bigint primary key)`] },
});
const wider = (name: string): SectionSteps => ({
  section: name,
  steps: { ...table(name).steps, '0002-note': [`alter table ${name} add column note text`] },
});

const and = (...more: readonly Resource[]) => sectionRulesOf(rulesWith([...SHIPPED_RESOURCES, ...more]));

const button = (id: number, pid: number, action: string) => ({
  id,
  pid,
  type: 'button',
  name: `lab/labone/${action}`,
  title: `menu.action.${action}`,
  component: '',
  status: '1',
});

describe.each(dealtKinds())('sections in their folders, on %s', (kind) => {
  let database: Database;
  const inTransaction = <Value>(work: (trx: Transaction<Tables>) => Promise<Value>): Promise<Value> => database.transaction(work);
  beforeAll(async () => {
    database = await openTestDatabase(kind);
    await seedDatabase(database, { adminPasswordHash: 'hash', sampleData: false, nowSeconds: 1_700_000_000 });
  });
  afterAll(() => database.close());

  test('run their steps once, whatever ran before them and in whatever order they come', async () => {
    expect(await inTransaction((trx) => runSectionSteps(trx, [table('labone')]))).toEqual(['labone/0001-table']);
    expect(await inTransaction((trx) => runSectionSteps(trx, [table('labtwo'), wider('labone')]))).toEqual([
      'labtwo/0001-table',
      'labone/0002-note',
    ]);
    expect(await inTransaction((trx) => runSectionSteps(trx, [table('labtwo'), wider('labone')]))).toEqual([]);
    // The folder is gone, and comes back.
    expect(await inTransaction((trx) => runSectionSteps(trx, [wider('labone')]))).toEqual([]);
    expect(await inTransaction((trx) => runSectionSteps(trx, [table('labtwo'), wider('labone')]))).toEqual([]);
  });

  test('name a step that fails', async () => {
    const broken = { section: 'broken', steps: { '0001-table': ['create table nothing (', 'select 1'] } };
    await expect(inTransaction((trx) => runSectionSteps(trx, [broken]))).rejects.toThrow('failed at the step broken/0001-table');
  });

  const lab = () =>
    database.kysely
      .selectFrom('admin_rule')
      .select(['id', 'pid', 'type', 'name', 'title', 'component', 'status'])
      .where('name', 'like', 'lab%')
      .orderBy('id')
      .execute();

  const groups = () => database.kysely.selectFrom('admin_group').select(['id', 'rules']).orderBy('id').execute();
  const all = () => database.kysely.selectFrom('admin_rule').select(['id', 'name', 'status']).orderBy('id').execute();

  test('are given their menu rules at a start, which no group has by itself', async () => {
    const before = await groups();
    const shipped = await all();
    await inTransaction((trx) => syncSectionRules(trx));
    expect(await all()).toEqual(shipped);
    for (let start = 0; start < 2; start += 1) await inTransaction((trx) => syncSectionRules(trx, and(section('labone'))));
    const [{ id: first } = { id: 0 }] = await lab();
    expect(first < 1000).toBe(true);
    expect(await lab()).toEqual([
      { id: first, pid: 0, type: 'menu_dir', name: 'lab', title: 'menu.lab', component: '', status: '1' },
      {
        id: first + 1,
        pid: first,
        type: 'menu',
        name: 'lab/labone',
        title: 'menu.lab.labone',
        component: '/src/views/backend/lab/labone/index.vue',
        status: '1',
      },
      ...['index', 'add', 'edit', 'del'].map((action, index) => button(first + 2 + index, first + 1, action)),
    ]);
    expect(await groups()).toEqual(before);
  });

  test('take the next free ids where theirs are taken', async () => {
    const labtwo = { ...section('labtwo'), menu: { under: 'lab', icon: 'el-icon-Box', sortOrder: 10 } };
    await inTransaction((trx) => syncSectionRules(trx, and(labtwo, section('labone'))));
    const ids = (await lab()).filter(({ name }) => name.startsWith('lab/labtwo')).map(({ id, pid }) => [id, pid]);
    const first = (await lab())[0]?.id ?? 0;
    const page = first + 6;
    expect(ids).toEqual([[page, first], ...[1, 2, 3, 4].map((index) => [page + index, page])]);
  });

  const off = async () =>
    (await lab()).filter(({ status, name }) => status === '0' && !name.startsWith('lab/labtwo')).map(({ name }) => name);

  test('lose their place in the menu with their folder, and have it again with it', async () => {
    const { kysely } = database;
    await kysely.updateTable('admin_rule').set({ status: '0' }).where('name', '=', 'lab/labone/del').execute();
    await inTransaction((trx) => syncSectionRules(trx));
    expect(await off()).toEqual(['lab', 'lab/labone', 'lab/labone/index', 'lab/labone/add', 'lab/labone/edit', 'lab/labone/del']);
    await inTransaction((trx) => syncSectionRules(trx));
    await inTransaction((trx) => syncSectionRules(trx, and(section('labone'))));
    expect(await off()).toEqual(['lab/labone/del']);
    await inTransaction((trx) =>
      syncSectionRules(
        trx,
        and(section('labone')).filter(({ section: one }) => one !== 'goods'),
      ),
    );
    const goods = await kysely.selectFrom('admin_rule').select('status').where('name', '=', 'goods/goods').executeTakeFirst();
    expect(goods).toEqual({ status: '0' });
  });

  test('get nothing before the first start', async () => {
    await inTransaction(async (trx) => {
      await sql`truncate admin_group, admin_rule restart identity cascade`.execute(trx);
      await syncSectionRules(trx, and(section('labone')));
      expect(await trx.selectFrom('admin_rule').select('id').execute()).toEqual([]);
    });
  });
});

test('tables come after those that their records name', () => {
  const order = inOrderOfNeed([table('a'), table('b'), table('c')], [section('a', 'c'), section('b', 'a'), section('c', 'b')]);
  expect(order.map(({ section: name }) => name)).toEqual(['b', 'c', 'a']);
  const free = inOrderOfNeed([table('a'), table('b'), table('c')], [section('a', 'c'), section('b'), section('c', 'goods')]);
  expect(free.map(({ section: name }) => name)).toEqual(['c', 'a', 'b']);
});

test('a section stands under a directory that somebody declares', () => {
  const lost = { ...section('labone'), menu: { under: 'nowhere', icon: '', sortOrder: 1 } };
  expect(() => rulesWith([lost])).toThrow('The section labone stands under nowhere, which is no directory of the menu');
});

test('a section takes no page of the program along', () => {
  const config = { ...section('config'), controller: 'routine.Config', menu: { under: 'routine', icon: '', sortOrder: 1 } };
  expect(() => rulesWith([config])).toThrow('The section config has the menu rule routine/config, which is there already');
});
