import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '#server/db/base/database';
import { migrateDatabase, migrations } from '#server/db/migrate';
import { SECTION_STEPS } from '#server/db/sections/section-steps';
import { SHIPPED_CONFIG } from '#server/db/seed/shipped-config';
import { SHIPPED_RULES } from '#server/db/seed/shipped-rules';
import { requireSuper } from '#server/resources/access/rights';
import { openTestDatabase, testDatabaseKinds } from '#tests/support/database.ts';

const FIRST = '0001-first-tables';
const THEN = 1_700_000_000;

/** The pages of the first release; every later one must have come by a migration. */
const isOld = (name: string): boolean => /^(?:dashboard|goods)(?:\/|$)/u.test(name);

const placeOf = ({ id, pid, type, name, path = '', component = '' }: (typeof SHIPPED_RULES)[number]) => ({
  id,
  pid,
  type,
  name,
  path,
  component,
});
const byId = <T extends { readonly id: number }>(list: readonly T[]) => [...list].sort((a, b) => a.id - b.id);

describe.each(testDatabaseKinds)('a %s database of the first release', (kind) => {
  let database: Database;
  let ran: readonly string[];

  beforeAll(async () => {
    database = await openTestDatabase(kind);
    const { kysely } = database;
    await sql`drop schema public cascade`.execute(kysely);
    await sql`create schema public`.execute(kysely);
    const provider = { getMigrations: () => Promise.resolve({ [FIRST]: migrations[FIRST]! }) };
    const { error } = await new Migrator({ db: kysely, provider }).migrateToLatest();
    if (error) throw error;
    const run = (text: string) => sql.raw(text).execute(kysely);
    const stamps = `${THEN}, ${THEN}`;
    await run(
      `insert into admin_group (id, pid, name, rules, create_time, update_time) values (1, 0, 'Super', '*', ${stamps}), (2, 1, 'Clerks', '101', ${stamps})`,
    );
    await run(
      `insert into admin (id, username, nickname, email, last_login_time, create_time, update_time)
       values (1, 'admin', 'Admin', 'a@b.cn', ${THEN}, ${stamps}), (2, 'clerk', 'Clerk', '', null, ${stamps})`,
    );
    await run(`insert into admin_password (admin_id, hash, update_time) values (1, 'hash-1', ${THEN}), (2, 'hash-2', ${THEN})`);
    await run('insert into admin_group_access (uid, group_id) values (1, 1), (2, 2)');
    for (const { id, pid, type, name, title, path = '', icon = '', menu_type, component = '', weigh = 0 } of SHIPPED_RULES.filter((rule) =>
      isOld(rule.name),
    )) {
      await sql`insert into admin_rule (id, pid, type, name, title, path, icon, menu_type, component, weigh, keepalive, create_time, update_time)
        values (${id}, ${pid}, ${type}, ${name}, ${title}, ${path}, ${icon}, ${menu_type ?? null}, ${component}, ${weigh}, 1, ${THEN}, ${THEN})`.execute(
        kysely,
      );
    }
    await run(
      `insert into config (name, "group", title, type, value, weigh) values
       ('config_group', 'basics', 'Config group', 'array', '[{"key":"basics","value":"Basics"}]', -1),
       ('site_name', 'basics', 'Site Name', 'string', 'My tea house', 99), ('record_number', 'basics', 'Record number', 'string', '', 0),
       ('version', 'basics', 'Version number', 'string', 'v1.0.0', 0), ('time_zone', 'basics', 'time zone', 'string', 'Asia/Shanghai', 0),
       ('no_access_ip', 'basics', 'No access ip', 'textarea', '', 0)`,
    );
    await run(`insert into goods_category (id, name, weigh, create_time, update_time) values (1, 'Tea', 1, ${stamps})`);
    await run(
      `insert into goods (id, category_id, title, price, images, tags, status, weigh, version, create_time, update_time)
       values (7, 1, 'Longjing', 12800, '["/a.png"]', '["new"]', 'on', 3, 5, ${stamps})`,
    );
    await run(
      `insert into record_change (at, admin_id, ip, resource, record_id, kind, after) values (${THEN}, 1, '::1', 'goods', 7, 'created', '{"title":"Longjing"}')`,
    );
    ran = await migrateDatabase(database);
  }, 60_000);
  afterAll(() => database.close());

  test('is brought to the newest shape by every migration in turn, once', async () => {
    const ofSections = SECTION_STEPS.flatMap(({ section, steps }) => Object.keys(steps).map((step) => `${section}/${step}`));
    expect(ran).toEqual([...Object.keys(migrations).slice(1), ...ofSections]);
    expect(await migrateDatabase(database)).toEqual([]);
  });

  test('keeps its accounts, what they may do, its goods and its history', async () => {
    const { kysely } = database;
    expect(
      await kysely.selectFrom('admin').select(['id', 'username', 'email', 'last_login_time', 'group_arr']).orderBy('id').execute(),
    ).toEqual([
      { id: 1, username: 'admin', email: 'a@b.cn', last_login_time: THEN, group_arr: [1] },
      { id: 2, username: 'clerk', email: '', last_login_time: null, group_arr: [2] },
    ]);
    const hashes = await kysely.selectFrom('admin_password').select(['admin_id', 'hash']).orderBy('admin_id').execute();
    expect(hashes).toEqual([
      { admin_id: 1, hash: 'hash-1' },
      { admin_id: 2, hash: 'hash-2' },
    ]);
    expect(await kysely.selectFrom('admin_group').select(['id', 'rules']).orderBy('id').execute()).toEqual([
      { id: 1, rules: '*' },
      { id: 2, rules: '101' },
    ]);
    expect(await kysely.selectFrom('goods').select(['id', 'title', 'price', 'images', 'tags', 'version']).execute()).toEqual([
      { id: 7, title: 'Longjing', price: 12_800, images: ['/a.png'], tags: ['new'], version: 5 },
    ]);
    expect(await kysely.selectFrom('record_change').select(['resource', 'record_id', 'after']).execute()).toEqual([
      { resource: 'goods', record_id: 7, after: { title: 'Longjing' } },
    ]);
    expect(await kysely.selectFrom('config').select('value').where('name', '=', 'site_name').executeTakeFirst()).toEqual({
      value: 'My tea house',
    });
    await database.transaction((trx) => requireSuper(trx));
  });

  test('has every page and every setting that a new one has, in the same places', async () => {
    const { kysely } = database;
    const rules = await kysely.selectFrom('admin_rule').select(['id', 'pid', 'type', 'name', 'path', 'component']).execute();
    expect(byId(rules)).toEqual(byId(SHIPPED_RULES.map(placeOf)));
    const names = (await kysely.selectFrom('config').select('name').execute()).map(({ name }) => name);
    const missing = SHIPPED_CONFIG.map(({ name }) => name).filter((name) => !names.includes(name));
    expect(missing).toEqual([]);
  });
});
