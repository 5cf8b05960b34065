import { existsSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { checkGoods } from '#sections/goods/goods.rules.ts';
import type { Database } from '#server/db/base/database';
import { isSeeded, seedDatabase } from '#server/db/seed/seed';
import { SECTION_RULES } from '#server/db/seed/shipped-rules';
import { EnvError } from '#server/boot/env';
import { firstStart } from '#server/boot/first-start';
import { ledgerDifferences } from '#server/features/members/ledger';
import { emptyTestDatabase, openTestDatabase, testDatabaseKinds } from '#tests/support/database.ts';

const options = { adminPasswordHash: '$argon2id$v=19$fake', sampleData: true, nowSeconds: 1_700_000_000 };

describe.each(testDatabaseKinds)('the first start on %s', (kind) => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase(kind);
  });
  beforeEach(() => emptyTestDatabase(database));
  afterAll(() => database.close());

  const count = async (table: 'admin' | 'admin_group' | 'admin_rule' | 'config' | 'goods_category' | 'goods'): Promise<number> =>
    (
      await database.kysely
        .selectFrom(table)
        .select((e) => e.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
    ).n;

  test('makes one super administrator whose password lies apart', async () => {
    expect(await isSeeded(database)).toBe(false);
    expect(await seedDatabase(database, options)).toBe(true);
    expect(await isSeeded(database)).toBe(true);
    expect(await database.kysely.selectFrom('admin').selectAll().execute()).toEqual([
      {
        id: 1,
        username: 'admin',
        nickname: 'Admin',
        avatar: '',
        email: '',
        mobile: '',
        login_failure: 0,
        last_login_time: null,
        last_login_ip: '',
        motto: '',
        status: '1',
        has_factor: '0',
        group_arr: [1],
        version: 1,
        create_time: 1_700_000_000,
        update_time: 1_700_000_000,
      },
    ]);
    expect(await database.kysely.selectFrom('admin_password').selectAll().execute()).toEqual([
      { admin_id: 1, hash: '$argon2id$v=19$fake', update_time: 1_700_000_000 },
    ]);
    expect(await database.kysely.selectFrom('admin_group_access').selectAll().execute()).toEqual([{ uid: 1, group_id: 1 }]);
  });

  test('makes one member, who cannot sign in before somebody gives a password, and the rules of the member centre', async () => {
    await seedDatabase(database, { ...options, sampleData: false });
    const { kysely } = database;
    expect(
      await kysely
        .selectFrom('member')
        .select(['id', 'group_id', 'username', 'nickname', 'gender', 'birthday', 'money', 'status'])
        .execute(),
    ).toEqual([
      { id: 1, group_id: 1, username: 'user', nickname: 'User', gender: '2', birthday: '2023-11-14', money: 0, status: 'enable' },
    ]);
    expect(await kysely.selectFrom('member_password').selectAll().execute()).toEqual([]);
    expect(await kysely.selectFrom('member_group').select(['id', 'name', 'rules']).execute()).toEqual([
      { id: 1, name: '默认分组', rules: '*' },
    ]);
    expect(await kysely.selectFrom('member_rule').select(['id', 'pid', 'type', 'name']).orderBy('id').execute()).toEqual([
      { id: 1, pid: 0, type: 'menu_dir', name: 'account' },
      ...['overview', 'profile', 'changePassword', 'integral', 'balance'].map((name, index) => ({
        id: index + 2,
        pid: 1,
        type: 'menu',
        name: `account/${name}`,
      })),
      { id: 110, pid: 1, type: 'menu', name: 'account/security' },
      { id: 120, pid: 1, type: 'menu', name: 'account/messages' },
      { id: 121, pid: 1, type: 'menu', name: 'account/data' },
      { id: 122, pid: 1, type: 'menu', name: 'account/files' },
      { id: 123, pid: 1, type: 'menu', name: 'account/notices' },
    ]);
  });

  test('sample members own what their ledgers sum up to; later members get later ids', async () => {
    await seedDatabase(database, options);
    const { kysely } = database;
    expect(await ledgerDifferences(kysely, 'money')).toEqual([]);
    expect(await ledgerDifferences(kysely, 'score')).toEqual([]);
    const members = await kysely.selectFrom('member').select(['id', 'money']).orderBy('id').execute();
    expect(members.filter(({ money }) => money > 0).length).toBeGreaterThan(2);
    const added = await kysely
      .insertInto('member')
      .values({ group_id: 2, username: 'later', create_time: 1, update_time: 1 })
      .returning('id')
      .executeTakeFirstOrThrow();
    expect(added.id).toBe(members.length + 1);
  });

  test.each(['Admin123', 'admin'])(
    'the first administrator gets no password that guessers try first, such as %s',
    async (adminPassword) => {
      const ports = { passwords: { hash: () => Promise.resolve('hash'), verify: () => Promise.resolve(false) }, clock: { nowMs: () => 0 } };
      const told: string[] = [];
      const start = (password: string) =>
        firstStart(database, { adminPassword: password, sampleData: false }, ports, (one) => void told.push(one));
      await expect(start(adminPassword)).rejects.toThrow(EnvError);
      expect(await isSeeded(database)).toBe(false);
      await start('horse-7-battery');
      // What stands there later is none of a start's business.
      await start(adminPassword);
      expect(told).toEqual([]);
    },
  );

  test('a password that is made is told once, before it counts, by the one of two starts that fills the database', async () => {
    const hashed: string[] = [];
    const told: string[] = [];
    const passwords = {
      hash: (password: string) => Promise.resolve(`hash ${hashed.push(password)}`),
      verify: () => Promise.resolve(false),
    };
    const ports = { passwords, clock: { nowMs: () => 0 } };
    const env = { adminPassword: undefined, sampleData: false };
    const failing = firstStart(database, env, ports, () => {
      throw new Error('nobody reads');
    });
    await expect(failing).rejects.toThrow('nobody reads');
    expect(await isSeeded(database)).toBe(false);
    const start = () => firstStart(database, env, ports, (password) => void told.push(password));
    await Promise.all([start(), start()]);
    const { hash } = await database.kysely.selectFrom('admin_password').select('hash').executeTakeFirstOrThrow();
    expect(told.map((password) => `hash ${hashed.indexOf(password) + 1}`)).toEqual([hash]);
  });

  test('a second time changes nothing, even after people deleted what came with it', async () => {
    await seedDatabase(database, options);
    await database.kysely.deleteFrom('goods').execute();
    expect(await seedDatabase(database, options)).toBe(false);
    expect(await count('goods')).toBe(0);
    expect(await count('admin')).toBe(1);
    expect(await count('admin_group')).toBe(4);
  });

  test('two at the same time do it once', async () => {
    const results = await Promise.all([seedDatabase(database, options), seedDatabase(database, options)]);
    expect(results.toSorted()).toEqual([false, true]);
    expect(await count('admin')).toBe(1);
  });

  test('the menu holds the pages that exist, each button below its page', async () => {
    await seedDatabase(database, options);
    const all = await database.kysely.selectFrom('admin_rule').select(['id', 'pid', 'type', 'name', 'title']).orderBy('id').execute();
    const rules = all.filter(({ name }) => !SECTION_RULES.some(({ isNew, rule }) => isNew && rule.name === name));
    const nameOf = new Map(rules.map((rule) => [rule.id, rule.name]));
    expect(rules.filter((rule) => rule.type !== 'button').map((rule) => [rule.name, rule.title, nameOf.get(rule.pid) ?? null])).toEqual([
      ['dashboard', 'menu.dashboard', null],
      ['auth', 'menu.auth', null],
      ['auth/group', 'menu.auth.group', 'auth'],
      ['auth/admin', 'menu.auth.admin', 'auth'],
      ['auth/rule', 'menu.auth.rule', 'auth'],
      ['auth/adminLog', 'menu.auth.adminLog', 'auth'],
      ['user', 'menu.user', null],
      ...['user', 'group', 'rule', 'moneyLog', 'scoreLog'].map((name) => [`user/${name}`, `menu.user.${name}`, 'user']),
      ['routine', 'menu.routine', null],
      ['routine/config', 'menu.routine.config', 'routine'],
      ['routine/attachment', 'menu.routine.attachment', 'routine'],
      ['routine/adminInfo', 'menu.routine.adminInfo', 'routine'],
      ['security', 'menu.security', null],
      ...['dataRecycleLog', 'sensitiveDataLog', 'dataRecycle', 'sensitiveData'].map((name) => [
        `security/${name}`,
        `menu.security.${name}`,
        'security',
      ]),
      ['moduleStore/moduleStore', 'menu.moduleStore.moduleStore', null],
      ['crud/crud', 'menu.crud.crud', null],
      ['goods', 'menu.goods', null],
      ['goods/goods', 'menu.goods.goods', 'goods'],
      ['goods/category', 'menu.goods.category', 'goods'],
      ['routine/outbox', 'menu.routine.outbox', 'routine'],
      ['auth/project', 'menu.auth.project', 'auth'],
      ['routine/classification', 'menu.routine.classification', 'routine'],
      ['routine/problemReport', 'menu.routine.problemReport', 'routine'],
      ['routine/system', 'menu.routine.system', 'routine'],
      ['auth/apiTrial', 'menu.auth.apiTrial', 'auth'],
    ]);
    const buttons = rules.filter((rule) => rule.type === 'button');
    expect(buttons.map((rule) => rule.name)).toEqual([
      'auth/group/index',
      'auth/group/add',
      'auth/group/edit',
      'auth/group/del',
      'auth/admin/index',
      'auth/admin/add',
      'auth/admin/edit',
      'auth/admin/del',
      'auth/rule/index',
      'auth/rule/add',
      'auth/rule/edit',
      'auth/rule/del',
      'auth/rule/sortable',
      'auth/adminLog/index',
      ...['index', 'add', 'edit', 'del'].map((action) => `user/user/${action}`),
      ...['index', 'add', 'edit', 'del'].map((action) => `user/group/${action}`),
      ...['index', 'add', 'edit', 'del', 'sortable'].map((action) => `user/rule/${action}`),
      ...['index', 'add'].map((action) => `user/moneyLog/${action}`),
      ...['index', 'add'].map((action) => `user/scoreLog/${action}`),
      ...['index', 'edit'].map((action) => `routine/config/${action}`),
      ...['index', 'edit', 'del'].map((action) => `routine/attachment/${action}`),
      ...['index', 'edit'].map((action) => `routine/adminInfo/${action}`),
      ...['index', 'del', 'restore', 'info'].map((action) => `security/dataRecycleLog/${action}`),
      ...['index', 'del', 'rollback', 'info'].map((action) => `security/sensitiveDataLog/${action}`),
      ...['index', 'add', 'edit', 'del'].map((action) => `security/dataRecycle/${action}`),
      ...['index', 'add', 'edit', 'del'].map((action) => `security/sensitiveData/${action}`),
      'routine/config/add',
      ...['index', 'install', 'changeState', 'uninstall', 'update'].map((action) => `moduleStore/moduleStore/${action}`),
      ...['index', 'generate', 'delete'].map((action) => `crud/crud/${action}`),
      'routine/config/del',
      'dashboard/index',
      ...['index', 'add', 'edit', 'del', 'sortable'].map((action) => `goods/goods/${action}`),
      ...['index', 'add', 'edit', 'del', 'sortable'].map((action) => `goods/category/${action}`),
      ...['index', 'del'].map((action) => `routine/outbox/${action}`),
      ...['index', 'add', 'edit', 'del', 'sortable'].map((action) => `auth/project/${action}`),
      ...['index', 'add', 'edit', 'del', 'sortable'].map((action) => `routine/classification/${action}`),
      'auth/adminLog/del',
      ...['index', 'edit', 'del', 'download'].map((action) => `routine/problemReport/${action}`),
      'security/sensitiveDataLog/reveal',
      'routine/system/index',
      'routine/system/jobs',
      'auth/apiTrial/index',
    ]);
    for (const button of buttons) expect(button.name).toBe(`${nameOf.get(button.pid)}/${button.title.replace('menu.action.', '')}`);
  });

  test('the pages of one menu have a weight each, so that they do not stand as their numbers happen to be', async () => {
    await seedDatabase(database, options);
    const pages = await database.kysely
      .selectFrom('admin_rule')
      .select(['pid', 'weigh', 'name'])
      .where('type', '!=', 'button')
      // Where the command for new sections puts them all.
      .where('weigh', '!=', 50)
      .execute();
    const alike = [...Map.groupBy(pages, ({ pid, weigh }) => `${pid} ${weigh}`).values()].filter(({ length }) => length > 1);
    expect(alike).toEqual([]);
  });

  test('a group lists whole branches, with the directories on the way to them', async () => {
    await seedDatabase(database, options);
    const groups = await database.kysely.selectFrom('admin_group').select(['id', 'pid', 'rules']).orderBy('id').execute();
    expect(groups).toEqual([
      { id: 1, pid: 0, rules: '*' },
      {
        id: 2,
        pid: 1,
        rules:
          '1,89,100,101,102,103,104,105,106,107,108,109,110,111,112,21,22,23,24,25,26,232,233,27,28,29,30,31,32,33,34,35,36,37,38,39,40,41,42,43,234,235,236,44,52,53,54,48,49,50,51',
      },
      {
        id: 3,
        pid: 2,
        rules:
          '100,101,102,103,104,105,106,107,108,109,110,111,112,21,22,23,24,25,26,232,233,27,28,29,30,31,32,33,34,35,36,37,38,39,40,41,42,43,234,235,236,44,52,53,54',
      },
      { id: 4, pid: 3, rules: '100,107,108,109,110,111,112,44,52,53,54' },
    ]);
  });

  test('sample goods keep the rules that people are held to, and their pictures exist', async () => {
    await seedDatabase(database, options);
    const goods = await database.kysely.selectFrom('goods').select(['title', 'status', 'images', 'price', 'list_price']).execute();
    for (const { list_price: listPrice, ...row } of goods) expect([row.title, checkGoods({ ...row, listPrice })]).toEqual([row.title, {}]);
    const pictures = goods.flatMap((row) => row.images);
    expect(pictures.filter((path) => !existsSync(`public${path}`))).toEqual([]);
    expect(pictures.length).toBeGreaterThan(30);
  });

  test('sample goods are optional; later records get later ids', async () => {
    await seedDatabase(database, { ...options, sampleData: false });
    expect([await count('goods_category'), await count('goods')]).toEqual([0, 0]);
    await emptyTestDatabase(database);
    await seedDatabase(database, options);
    expect([await count('goods_category'), await count('goods')]).toEqual([8, 42]);
    const stamps = { create_time: 1, update_time: 1 };
    const added = await database.kysely
      .insertInto('goods')
      .values({ category_id: 2, title: '毛峰', price: 1, ...stamps })
      .returningAll()
      .executeTakeFirstOrThrow();
    expect(added).toEqual({
      id: 43,
      category_id: 2,
      title: '毛峰',
      title_en: '',
      subtitle: '',
      images: [],
      price: 1,
      list_price: null,
      stock: 0,
      unit: '',
      status: 'draft',
      tags: [],
      description: '',
      is_featured: '0',
      publish_time: null,
      end_time: null,
      weigh: 0,
      version: 1,
      ...stamps,
    });
    const rule = await database.kysely
      .insertInto('admin_rule')
      .values({ title: 'x', name: 'x', menu_type: null, ...stamps })
      .returning('id')
      .executeTakeFirstOrThrow();
    expect(rule.id).toBe(1001);
  });
});
