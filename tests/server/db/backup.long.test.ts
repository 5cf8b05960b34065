import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dataDirPaths } from '#server/base/data-dir';
import type { Database } from '#server/db/base/database';
import { openDatabase } from '#server/db/open-database';
import { restoreEmbedded } from '#server/db/embedded/embedded-backup';
import { migrateDatabase } from '#server/db/migrate';
import { migrations } from '#server/db/own-migrations';
import { SHIPPED_CONFIG } from '#server/db/seed/shipped-config';
import { TABLES_LOCK } from '#server/db/postgresql/broken-restore';
import { openDatabaseArchive, restorePostgresql, tryArchive } from '#server/db/postgresql/postgresql-backup';
import { openPostgresqlDatabase } from '#server/db/postgresql/postgresql-database';
import { assertSameCounts, countAllRows } from '#server/db/base/row-counts';
import { createPasswordHasher } from '#server/adapters/password-hasher';
import { seedDatabase } from '#server/db/seed/seed';
import { createLogger, silentLogger as logger } from '#server/base/logger';
import { createServerDatabase, testDatabaseKinds } from '#tests/support/database.ts';
import { SHORT_LIVED } from '../../../scripts/tests/short-lived.ts';

const root = mkdtempSync(join(tmpdir(), 'troupe-backup-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const now = new Date('2026-11-20T08:00:00.000Z');
const seeds = { adminPasswordHash: '$argon2id$v=19$fake', sampleData: true, nowSeconds: 1_700_000_000 };

/** Forms for the cloud store: open ones of an administrator and of a member, and one whose files were promised to go. */
async function signForms({ kysely }: Database): Promise<void> {
  const store = { url: 'https://s.example.com', bucket: 'b', region: 'r', signed_at: 1 };
  await kysely
    .insertInto('cloud_form')
    .values({ ...store, admin_id: 1, mark: 'm' })
    .execute();
  const sent = { ...store, user_id: 1, size: 1, sha1: '' };
  await kysely
    .insertInto('member_cloud_form')
    .values([
      { ...sent, sent_key: 'open', kept_key: 'a', state: 'open' },
      { ...sent, sent_key: 'registered', kept_key: 'b', state: 'registered' },
      { ...sent, sent_key: 'released', kept_key: 'c', state: 'released' },
    ])
    .execute();
}
const formsLeft = async ({ kysely }: Database): Promise<readonly unknown[]> => [
  await kysely.selectFrom('cloud_form').select('mark').execute(),
  await kysely.selectFrom('member_cloud_form').select('sent_key').execute(),
];

const titles = async (database: Database): Promise<string[]> =>
  (await database.kysely.selectFrom('goods').select('title').orderBy('id').execute()).map((row) => row.title);

test('a copy that lacks a row, a table, or has one too many is told by name', () => {
  const source = new Map([
    ['admin', 1],
    ['goods', 42],
    ['token', 0],
  ]);
  expect(() => assertSameCounts(source, new Map(source))).not.toThrow();
  expect(() =>
    assertSameCounts(
      source,
      new Map([
        ['admin', 1],
        ['goods', 41],
        ['extra', 2],
      ]),
    ),
  ).toThrow(
    'The copy is not complete. extra: missing in the source, 2 in the copy; goods: 42 in the source, 41 in the copy; token: 0 in the source, missing in the copy.',
  );
});

describe('the embedded database', { timeout: 120_000 }, () => {
  const dataDir = join(root, 'data');
  const file = join(root, 'copy.tar.gz');
  const using = async <T>(work: (database: Database) => Promise<T>): Promise<T> => {
    const database = await openDatabase({ dataDir, logger });
    try {
      return await work(database);
    } finally {
      await database.close();
    }
  };
  let before: string[];

  beforeAll(async () => {
    await using(async (database) => {
      await migrateDatabase(database);
      await seedDatabase(database, seeds);
      await signForms(database);
      before = await titles(database);
    });
  });

  test('comes back from its copy with every row, and what was there is kept aside', async () => {
    const counts = await using((database) => database.dump(file));
    expect([counts.get('goods'), counts.get('admin'), counts.get('kysely_migration')]).toEqual([42, 1, Object.keys(migrations).length]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    await using((database) => database.kysely.deleteFrom('goods').execute());

    const restored = await restoreEmbedded({ dataDir, logger, file, now });
    const formerly = `${dataDirPaths(dataDir).database}.before-2026-11-20T08-00-00-000Z`;
    expect(restored).toEqual({ counts, formerly });
    expect(existsSync(join(formerly, 'PG_VERSION'))).toBe(true);
    await using(async (database) => {
      expect(await titles(database)).toEqual(before);
      // What was sent since the copy is judged by nobody.
      expect(await formsLeft(database)).toEqual([[], [{ sent_key: 'released' }]]);
      expect(await migrateDatabase(database)).toEqual([]);
      const { id } = await database.kysely
        .insertInto('goods')
        .values({ category_id: 2, title: 'x', price: 1, create_time: 1, update_time: 1 })
        .returning('id')
        .executeTakeFirstOrThrow();
      expect(id).toBe(43);
    });
  });

  test('comes back on a machine that had none', async () => {
    const elsewhere = join(root, 'elsewhere');
    expect((await restoreEmbedded({ dataDir: elsewhere, logger, file, now })).formerly).toBe(null);
    const database = await openDatabase({ dataDir: elsewhere, logger });
    expect(await titles(database)).toEqual(before);
    await database.close();
  });

  test.each([
    ['is cut short', () => truncateSync(file, Math.floor(statSync(file).size / 2))],
    ['is something else', () => writeFileSync(file, 'not a backup')],
  ])('is left alone by a copy that %s', async (_what, damage) => {
    damage();
    const names = readdirSync(dataDir);
    await expect(restoreEmbedded({ dataDir, logger, file, now })).rejects.toThrow('cannot be opened');
    expect(readdirSync(dataDir)).toEqual(names);
    await using(async (database) => expect((await titles(database)).slice(0, 42)).toEqual(before));
  });

  const tool = async (...args: string[]): Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }> =>
    promisify(execFile)(process.execPath, [...SHORT_LIVED, ...args], { env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' } }).then(
      (said) => ({ code: 0, ...said }),
      (error: unknown) => {
        const { code, stdout, stderr } = error as { readonly code: number; readonly stdout: string; readonly stderr: string };
        return { code, stdout, stderr };
      },
    );

  test('is neither copied nor replaced nor helped while it is in use, and the tools say why', async () => {
    const stderr = `The data directory ${dataDir} is in use by another Troupe process. Stop that process first, or set DATA_DIR to another directory.\n`;
    await using(async () => {
      for (const args of [
        ['server/boot/tools/backup.ts'],
        ['server/boot/tools/restore.ts', file, '--replace'],
        ['server/boot/tools/admin-unlock.ts', 'admin'],
      ])
        expect(await tool(...args)).toEqual({ code: 1, stdout: '', stderr });
    });
  });

  test('is helped while nobody uses it: a new password is said once', async () => {
    const { code, stdout } = await tool('server/boot/tools/admin-reset-password.ts', 'Admin');
    const [, password = ''] = /^The new password of admin is (\S{16})\n/u.exec(stdout) ?? [];
    const hash = await using((database) => database.kysely.selectFrom('admin_password').select('hash').executeTakeFirstOrThrow());
    expect([code, await createPasswordHasher().verify(password, hash.hash)]).toEqual([0, true]);
    expect(await tool('server/boot/tools/admin-unlock.ts', 'nobody')).toMatchObject({
      code: 1,
      stderr: 'There is no administrator called "nobody".\n',
    });
    expect(await tool('server/boot/tools/admin-unlock.ts')).toMatchObject({
      code: 1,
      stderr: 'Usage: npm run admin:unlock -- <user name>\n',
    });
  });
});

describe.runIf(testDatabaseKinds.includes('postgresql'))('the database on PostgreSQL', () => {
  const file = join(root, 'copy.dump');
  let url: string;
  let drop: () => Promise<void>;
  let before: string[];
  const using = async <T>(work: (database: Database) => Promise<T>, at = url): Promise<T> => {
    const database = await openPostgresqlDatabase({ url: at, logger, statementTimeoutMs: 5000 });
    try {
      return await work(database);
    } finally {
      await database.close();
    }
  };

  beforeAll(async () => {
    ({ url, drop } = await createServerDatabase());
    await using(async (database) => {
      await migrateDatabase(database);
      await seedDatabase(database, seeds);
      await signForms(database);
      before = await titles(database);
    });
  });
  afterAll(() => drop());

  const onUrl = async (statement: string): Promise<void> => {
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  };
  test('is copied while it is in use, with every row', async () => {
    const counts = await using((database) => database.dump(file));
    expect([counts.get('goods'), counts.get('admin'), counts.get('config'), counts.get('token')]).toEqual([
      42,
      1,
      SHIPPED_CONFIG.length,
      0,
    ]);
    expect(counts).toEqual(await using((database) => countAllRows(database.kysely)));
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test('is not replaced while a server is connected', async () => {
    await using(async (database) => {
      await database.ping();
      await expect(restorePostgresql({ url, logger, file, now })).rejects.toThrow('A Troupe server is connected');
    });
  });

  test('comes back from its copy, and what was there is kept aside', async () => {
    await using((database) => database.kysely.deleteFrom('goods').execute());
    // Its job names a row by a number that another one has afterwards.
    await onUrl(`insert into pgboss.job (name, data) values ('short', '{"kind": "member.staffMail", "params": {"message": 1}}')`);
    const restored = await restorePostgresql({ url, logger, file, now });
    expect(restored.formerly).toBe('the schema before_restore_20261120080000 of the same database');
    expect(await using(titles)).toEqual(before);
    expect(await using(formsLeft)).toEqual([[], [{ sent_key: 'released' }]]);
    expect((await using((database) => sql`select from pgboss.job`.execute(database.kysely))).rows).toEqual([]);
    expect(await using((database) => migrateDatabase(database))).toEqual([]);
    // What was kept aside does not travel in the next copy.
    expect((await using((database) => database.dump(file))).get('goods')).toBe(42);
  });

  test('shares the database with other programs, whose tables stay where they are and travel in no copy', async () => {
    const own = join(root, 'shared.dump');
    const shared = await createServerDatabase();
    const client = new Client({ connectionString: shared.url });
    await client.connect();
    try {
      await client.query(
        `create schema "Other ""one"""; create table "Other ""one""".kept (a int); insert into "Other ""one""".kept values (7)`,
      );
      await client.query('create schema plain; create extension citext schema plain');
      await restorePostgresql({ url: shared.url, logger, file, now });
      const counts = await using((database) => database.dump(own), shared.url);
      const restored = await restorePostgresql({ url: shared.url, logger, file: own, now: new Date(now.getTime() + 1000) });
      const tried = await tryArchive({ url: shared.url, logger, file: own });
      expect([counts.get('goods'), restored.counts.get('goods'), tried.isRestored]).toEqual([42, 42, true]);
      expect((await client.query(`select a from "Other ""one""".kept`)).rows).toEqual([{ a: 7 }]);
    } finally {
      await client.end();
      await shared.drop();
    }
  });

  test('comes into an empty one, and leaves nothing aside where nothing was', async () => {
    const fresh = await createServerDatabase();
    try {
      const restored = await restorePostgresql({ url: fresh.url, logger, file, now });
      expect([restored.formerly, restored.counts.get('goods')]).toEqual([null, 42]);
      const database = await openPostgresqlDatabase({ url: fresh.url, logger, statementTimeoutMs: 5000 });
      const { rows } = await sql`select nspname from pg_namespace where nspname like 'before_restore%'`.execute(database.kysely);
      await database.close();
      expect(rows).toEqual([]);
    } finally {
      await fresh.drop();
    }
  });

  test('is not begun anew where a restore was killed: the start says where its tables are', async () => {
    await onUrl('alter schema public rename to before_restore_20261129120000; create schema public');
    await expect(using((database) => migrateDatabase(database))).rejects.toThrow(
      'A restore was broken off: the database is empty, and its tables are in the schema before_restore_20261129120000.',
    );
    await onUrl('drop schema public; alter schema before_restore_20261129120000 rename to public');
    expect(await using((database) => migrateDatabase(database))).toEqual([]);
    expect(await using(titles)).toEqual(before);
  });

  test('is not brought up to date while it is put back', async () => {
    const holder = new Client({ connectionString: url });
    await holder.connect();
    await holder.query(`begin; select pg_advisory_xact_lock(${TABLES_LOCK})`);
    let state = 'waiting';
    const restored = restorePostgresql({ url, logger, file, now: new Date(now.getTime() + 60_000) }).then(() => (state = 'done'));
    const { rows } = await (async () => {
      const waits = `select 1 from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`;
      for (;;) {
        const found = await holder.query(waits);
        if (found.rows.length > 0) return found;
      }
    })();
    expect([rows.length, state]).toEqual([1, 'waiting']);
    await holder.query('commit');
    await holder.end();
    await restored;
    expect(await using(titles)).toEqual(before);
  });

  test('leaves no trial of a copy behind for longer than a day, also where its process was killed', async () => {
    const left = `troupe_try_${Math.floor(Date.now() / 3_600_000) - 25}_0123456789ab`;
    const fresh = `troupe_try_${Math.floor(Date.now() / 3_600_000)}_0123456789ab`;
    // As versions before this one called them.
    const [old, used] = ['troupe_try_0123456789ab', 'troupe_try_1123456789ab'];
    const named = () =>
      using(async (database) => {
        const { rows } = await sql<{
          name: string;
        }>`select datname as name from pg_database where datname in (${left}, ${fresh}, ${old}, ${used})
          order by datname desc`.execute(database.kysely);
        return rows.map(({ name }) => name);
      });
    const client = new Client({ connectionString: url });
    await client.connect();
    for (const name of [left, fresh, old, used]) await client.query(`create database ${name}`);
    const user = new Client({ connectionString: Object.assign(new URL(url), { pathname: `/${used}` }).href });
    await user.connect();
    expect((await tryArchive({ url, logger, file })).isRestored).toBe(true);
    expect(await named()).toEqual([fresh, used]);
    await user.end();
    for (const name of [fresh, used]) await client.query(`drop database ${name}`);
    await client.end();
  });

  test('is tried and read also where another account of the same server has left a trial there', async () => {
    const own = 'troupe_test_copies';
    const foreign = `troupe_try_${Math.floor(Date.now() / 3_600_000) - 25}_ba9876543210`;
    const lines: string[] = [];
    const client = new Client({ connectionString: url });
    await client.connect();
    await client.query(`drop role if exists ${own}`);
    await client.query(`create role ${own} login createdb password '${own}'`);
    await client.query(`create database ${foreign}`);
    const address = Object.assign(new URL(url), { username: own, password: own }).href;
    const asOwn = { url: address, logger: createLogger({ level: 'warn', write: (line) => lines.push(line), now: () => now }), file };
    const owned = async () =>
      (
        await client.query<{ name: string }>(
          `select datname as name from pg_database where datname = '${foreign}' or pg_get_userbyid(datdba) = '${own}'`,
        )
      ).rows.map(({ name }) => name);
    try {
      expect((await tryArchive(asOwn)).isRestored).toBe(true);
      const copy = await openDatabaseArchive(asOwn);
      await copy.close();
      expect([await owned(), lines]).toEqual([[foreign], []]);
      // One of its own that cannot go stops nothing either, and is told.
      await client.query(`alter database ${foreign} owner to ${own}`);
      await client.query(`alter database ${foreign} is_template true`);
      expect((await tryArchive(asOwn)).isRestored).toBe(true);
      expect([await owned(), lines.length, lines[0]]).toEqual([[foreign], 1, expect.stringContaining(`"database":"${foreign}"`)]);
    } finally {
      await client.query(`alter database ${foreign} is_template false`);
      for (const name of await owned()) await client.query(`drop database ${name}`);
      await client.query(`drop role ${own}`);
      await client.end();
    }
  });

  test('is left as it was by a copy that cannot be put in its place', async () => {
    const own = join(root, 'with-annex.dump');
    const told: string[] = [];
    const exchange = { begun: () => void told.push('begun'), undone: () => void told.push('undone') };
    const annex = (statement: string) => using((database) => sql.raw(statement).execute(database.kysely));
    await annex("create schema annex; create type annex.kind as enum ('a'); create table public.annexed (kind annex.kind)");
    await using((database) => database.dump(own));
    await annex('drop table public.annexed; drop schema annex cascade');
    const elsewhere = restorePostgresql({ url, logger, file: own, now: new Date(now.getTime() + 1000), exchange });
    await expect(elsewhere).rejects.toThrow('schema "annex" does not exist');
    expect([await using(titles), told]).toEqual([before, ['begun', 'undone']]);
    truncateSync(file, Math.floor(statSync(file).size / 2));
    await expect(restorePostgresql({ url, logger, file, now: new Date(now.getTime() + 1000) })).rejects.toThrow(
      'pg_restore ended with code 1',
    );
    expect(await using(titles)).toEqual(before);
  });
});
