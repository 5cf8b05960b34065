import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { silentLogger as logger } from '#server/base/logger';
import { readEnv } from '#server/boot/env';
import { lookAtDatabase } from '#server/boot/tools/diagnosis/look-at-database';
import type { Database } from '#server/db/base/database';
import { migrateDatabase } from '#server/db/migrate';
import { restorePostgresql } from '#server/db/postgresql/postgresql-backup';
import { openPostgresqlDatabase } from '#server/db/postgresql/postgresql-database';
import { refuseMissingRights } from '#server/db/postgresql/postgresql-rights';
import { createServerDatabase, testDatabaseKinds } from '#tests/support/database.ts';

/** An account as PostgreSQL 15 and newer make one: it owns nothing, and may make nothing. */
describe.runIf(testDatabaseKinds.includes('postgresql'))('an account of PostgreSQL', () => {
  const account = `troupe_test_account_${randomBytes(4).toString('hex')}`;
  let name: string;
  let url: string;
  let drop: () => Promise<void>;
  let superuser: Client;

  const asSuperuser = (statement: string) => superuser.query(statement);
  const using = async <T>(work: (database: Database) => Promise<T>): Promise<T> => {
    const database = await openPostgresqlDatabase({ url, logger, statementTimeoutMs: 0 });
    try {
      return await work(database);
    } finally {
      await database.close();
    }
  };
  const started = () => using((database) => migrateDatabase(database));
  const look = async () =>
    (await lookAtDatabase(readEnv({ DATA_DIR: '/tmp/troupe-no-such', DATABASE_URL: url }), logger)).find(({ about }) => about === 'rights');

  beforeAll(async () => {
    const first = new Client({ connectionString: process.env['TEST_DATABASE_URL'] });
    await first.connect();
    await first.query(`create role ${account} login password '${account}'`);
    await first.end();
  });
  beforeEach(async () => {
    const created = await createServerDatabase();
    ({ name, drop } = created);
    url = Object.assign(new URL(created.url), { username: account, password: account }).href;
    superuser = new Client({ connectionString: created.url });
    await superuser.connect();
  });
  afterEach(async () => {
    await superuser.end();
    await drop();
  });
  afterAll(async () => {
    const last = new Client({ connectionString: process.env['TEST_DATABASE_URL'] });
    await last.connect();
    await last.query(`drop role ${account}`);
    await last.end();
  });

  test('that owns nothing is told what it lacks, and what is advised is enough for a start and a restore', async () => {
    const refused: unknown = await started().catch((error: unknown) => error);
    expect(String(refused)).toContain(
      `the account ${account} work in the database ${name}: it may not make tables in its schema public, nor make the schema pgboss, for the queue of jobs. Nothing was changed.`,
    );
    expect((await asSuperuser(`select from pg_class where relnamespace = 'public'::regnamespace`)).rows).toEqual([]);
    expect(await look()).toMatchObject({ state: 'bad' });
    const [, remedy = ''] = /in that database: (.*;) Then/u.exec(String(refused)) ?? [];
    await asSuperuser(remedy);
    expect((await started()).length).toBeGreaterThan(0);
    expect(await look()).toMatchObject({ state: 'good', said: expect.stringContaining('may make no databases') as string });
    // The copy is not there: that is what it is refused for now.
    await expect(restorePostgresql({ url, logger, file: '/tmp/troupe-no-such.dump', now: new Date() })).rejects.toThrow('pg_restore ended');
  });

  test('that may make tables alone is told of the queue; a schema that was made for it is enough', async () => {
    await asSuperuser(`grant create on schema public to ${account}`);
    await expect(started()).rejects.toThrow('it may not make the schema pgboss, for the queue of jobs. Nothing was changed.');
    await asSuperuser(`create schema pgboss authorization ${account}`);
    expect((await started()).length).toBeGreaterThan(0);
    // Tables that are whole are served, whatever it may do besides.
    await asSuperuser(`revoke create on schema public from ${account}`);
    expect(await started()).toEqual([]);
  });

  test('that does not own its schema is told before a restore begins, by the doctor too', async () => {
    await asSuperuser(`grant create on schema public to ${account}`);
    await asSuperuser(`grant create on database ${name} to ${account}`);
    expect(await look()).toMatchObject({ state: 'doubtful', said: expect.stringContaining('no backup can be restored') as string });
    await expect(restorePostgresql({ url, logger, file: '/tmp/troupe-no-such.dump', now: new Date() })).rejects.toThrow(
      `only who owns its schema public may, and the account ${account} does not. Nothing was changed.`,
    );
  });
});

describe('a PostgreSQL that is too old', () => {
  const rights = {
    account: 'troupe',
    database: 'troupe',
    isNew: true,
    version: 140_022,
    shownVersion: '14.22',
    mayMakeTables: true,
    mayMakeQueue: true,
    remedy: '',
  };

  test('gets no new site, and goes on with one that it has', () => {
    expect(() => refuseMissingRights(rights)).toThrow('PostgreSQL 14.22 is too old: Troupe needs 15 or newer. Nothing was changed.');
    expect(() => refuseMissingRights({ ...rights, isNew: false })).not.toThrow();
    expect(() => refuseMissingRights({ ...rights, version: 150_000 })).not.toThrow();
  });
});
