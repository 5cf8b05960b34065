import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { applyChanges, planChanges, recordHistory } from '#api/contract/changes/change';
import type { Database } from '#server/db/base/database';
import { migrateDatabase } from '#server/db/migrate';
import { migrations } from '#server/db/own-migrations';
import { SECTION_STEPS } from '#server/db/sections/section-steps';
import { seedDatabase } from '#server/db/seed/seed';
import { createPasswordHasher } from '#server/adapters/password-hasher';
import { SHIPPED_CONFIG } from '#server/db/seed/shipped-config';
import { SHIPPED_RULES } from '#server/db/seed/shipped-rules';
import { requireSuper } from '#server/resources/access/rights';
import { openTestDatabase, testDatabaseKinds } from '#tests/support/database.ts';
import { createTestServer, TEST_PASSWORD, type TestServer } from '#tests/support/server.ts';

const FIRST = '0001-first-tables';
const THEN = 1_700_000_000;
/** All there ever were, one after the other: seconds, and minutes on a machine with other work. */
const EVERY_MIGRATION_MS = 400_000;

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
  }, EVERY_MIGRATION_MS);
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

  test('has the settings of mail in a group of their own, and the outbox as a new one has it', async () => {
    const { kysely } = database;
    const config = await kysely
      .selectFrom('config')
      .select(['name', 'value', 'content'])
      .where('group', '=', 'mail')
      .orderBy('weigh', 'desc')
      .execute();
    expect(config).toEqual([
      { name: 'smtp_server', value: 'smtp.qq.com', content: null },
      { name: 'smtp_port', value: '465', content: null },
      { name: 'smtp_user', value: null, content: null },
      { name: 'smtp_pass', value: null, content: null },
      { name: 'smtp_verification', value: 'SSL', content: '{"SSL":"SSL","TLS":"TLS"}' },
      { name: 'smtp_sender_mail', value: null, content: null },
    ]);
    const { value } = await kysely.selectFrom('config').select('value').where('name', '=', 'config_group').executeTakeFirstOrThrow();
    expect(JSON.parse(value ?? '')).toContainEqual({ key: 'mail', value: 'Mail' });
    const columns = ['id', 'pid', 'type', 'title', 'name', 'path', 'icon', 'weigh', 'menu_type', 'keepalive', 'component'] as const;
    const rules = await kysely.selectFrom('admin_rule').select(columns).where('name', 'like', 'routine/outbox%').orderBy('id').execute();
    const shipped = SHIPPED_RULES.filter(({ name }) => name.startsWith('routine/outbox'));
    expect(
      rules.map((rule) =>
        Object.fromEntries(Object.entries(rule).filter(([key]) => key in (shipped.find(({ id }) => id === rule.id) ?? {}))),
      ),
    ).toEqual(shipped);
  });
});

const named = (name: string) => ({ name });

describe.each(testDatabaseKinds)('a %s database of the version just before the journal of changes', (kind) => {
  let server: TestServer;
  let token: string;

  beforeAll(async () => {
    const old = await openTestDatabase(kind);
    const { kysely } = old;
    await sql`drop schema public cascade`.execute(kysely);
    await sql`create schema public`.execute(kysely);
    const names = Object.keys(migrations);
    const before = Object.fromEntries(Object.entries(migrations).slice(0, names.indexOf('0052-changes')));
    const { error } = await new Migrator({ db: kysely, provider: { getMigrations: () => Promise.resolve(before) } }).migrateToLatest();
    if (error) throw error;
    await sql`insert into goods_category (id, name, weigh, create_time, update_time) values (7, 'Black tea', 1, ${THEN}, ${THEN})`.execute(
      kysely,
    );
    const change = (id: number, kindOf: string, images: readonly (object | null)[], rest: string) =>
      sql`insert into record_change (id, at, admin_id, ip, resource, record_id, kind, before, after, write_id, undoes, action) overriding system value
        values (${id}, ${THEN + id}, 1, '::1', 'goodsCategory', 7, ${kindOf}, ${JSON.stringify(images[0])}::jsonb, ${JSON.stringify(images[1])}::jsonb, ${sql.raw(rest)})`;
    await sql`alter table record_change disable trigger all`.execute(kysely);
    for (const one of [
      change(4, 'changed', [named('Tea'), named('Green tea')], `3, null, 'edit'`),
      change(6, 'changed', [named('Green tea'), named('Tea')], `5, 3, 'edit'`),
      change(8, 'changed', [named('Tea'), named('Black tea')], `7, null, 'edit'`),
      change(9, 'changed', [named('Black tea'), named('Black tea')], 'null, null, null'),
    ])
      await one.execute(kysely);
    await migrateDatabase(old);
    const adminPasswordHash = await createPasswordHasher({ memory: 8, passes: 1, parallelism: 1 }).hash(TEST_PASSWORD);
    server = await createTestServer({
      opened: old,
      prepare: async (database) => void (await seedDatabase(database, { adminPasswordHash, sampleData: false, nowSeconds: THEN })),
    });
    ({ token } = await server.signIn());
  }, EVERY_MIGRATION_MS);
  afterAll(() => server.close());

  test('finds its writes among the change sets, each with what it took back', async () => {
    const { kysely } = server.database;
    const sets = await kysely
      .selectFrom('change_set')
      .select(['id', 'action', 'source', 'records', 'kept_out', 'actor_id'])
      .orderBy('id')
      .execute();
    const plain = { action: 'edit', records: 1, actor_id: 1 };
    expect(sets).toEqual([
      { ...plain, id: 3, source: 'form', kept_out: null },
      { ...plain, id: 5, source: 'undo', kept_out: null },
      { ...plain, id: 7, source: 'form', kept_out: null },
      { ...plain, id: 9, source: 'form', kept_out: 'elsewhere' },
    ]);
    expect(await kysely.selectFrom('change_set_undo').selectAll().execute()).toEqual([{ set_id: 5, undoes_id: 3 }]);
  });

  test('takes them back by plan, below whatever is written from now on', async () => {
    const reasons = async (set: number) => (await server.call(planChanges, { sets: [set] }, { token })).refused.map(({ reason }) => reason);
    expect([await reasons(3), await reasons(9)]).toEqual([['undone'], ['elsewhere']]);
    const { hash, refused } = await server.call(planChanges, { sets: [7] }, { token });
    expect(refused).toEqual([]);
    const { change } = await server.call(applyChanges, { sets: [7], hash }, { token });
    expect(change).toBeGreaterThan(1_000_000_000);
    const now = await server.database.kysely.selectFrom('goods_category').select('name').where('id', '=', 7).executeTakeFirst();
    expect(now).toEqual({ name: 'Tea' });
    const { versions } = await server.call(recordHistory, { resource: 'goodsCategory', id: 7 }, { token });
    expect(versions.map(({ set }) => set.id)).toEqual([change, 9, 7, 5, 3]);
  });
});
