import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { sql, type Kysely } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { followDatabaseClock } from '#server/db/base/database-clock';
import { STATEMENT_TIMEOUT_MS, type Database } from '#server/db/base/database';
import { isRefusal, isUnansweredStatement, isUnavailable } from '#server/db/base/database-error';
import { migrateDatabase } from '#server/db/migrate';
import { migrations } from '#server/db/own-migrations';
import { openPool } from '#server/db/postgresql/postgresql-pool';
import { openPostgresqlDatabase } from '#server/db/postgresql/postgresql-database';
import { sharesConnections } from '#server/db/postgresql/postgresql-pooler';
import type { Tables } from '#server/db/tables/tables';
import { createLogger, type Logger, silentLogger } from '#server/base/logger';
import { createServerDatabase, testDatabaseKinds } from '#tests/support/database.ts';
import { startRelay, type Relay } from '#tests/support/servers/relay.ts';

const processId = async (kysely: Kysely<Tables>): Promise<number> =>
  (await sql<{ id: number }>`select pg_backend_pid() as id`.execute(kysely)).rows[0]?.id ?? 0;

describe.runIf(testDatabaseKinds.includes('postgresql'))('connections to PostgreSQL', () => {
  let database: Database;
  let url: string;
  let drop: () => Promise<void>;
  beforeAll(async () => {
    ({ url, drop } = await createServerDatabase());
    database = await openPostgresqlDatabase({ url, logger: silentLogger, statementTimeoutMs: STATEMENT_TIMEOUT_MS });
  });
  afterAll(async () => {
    await database.close();
    await drop();
  });

  const run = (statement: string) => sql.raw(statement).execute(database.kysely);

  // An error nobody listens to would end the process; here it fails the run.
  test('one that breaks while in use fails its user only', async () => {
    const outcome = database.transaction(async (trx) => {
      const id = await processId(trx);
      const other = await openPostgresqlDatabase({
        url: process.env['TEST_DATABASE_URL'] ?? '',
        logger: silentLogger,
        statementTimeoutMs: 0,
      });
      await sql`select pg_terminate_backend(${id}::integer)`.execute(other.kysely);
      await expect
        .poll(async () => (await sql`select from pg_stat_activity where pid = ${id}::integer`.execute(other.kysely)).rows.length)
        .toBe(0);
      await other.close();
      await sql`select 1`.execute(trx);
    });
    // In which words depends on how far the end had come when the statement was sent.
    expect(await outcome.catch(isUnavailable)).toBe(true);
    expect(await processId(database.kysely)).toBeGreaterThan(0);
  });

  test('none is free: the wait ends, and says that nothing was done', { timeout: 20_000 }, async () => {
    const release = Promise.withResolvers<undefined>();
    const holders = Array.from({ length: 10 }, () => database.transaction(async () => release.promise));
    const error: unknown = await processId(database.kysely).catch((cause: unknown) => cause);
    release.resolve(undefined);
    await Promise.all(holders);
    expect(isUnavailable(error)).toBe(true);
  });

  test('none is free while the pool is renewed: who waits has one of the new pool', async () => {
    const pool = openPool({ url, logger: silentLogger, max: 1, readTimeoutMs: 0, watch: async (answer) => answer });
    const held = await pool.connect();
    const next = pool.connect();
    pool.renew();
    const client = await next;
    expect((await client.query<{ one: number }>('select 1 as one', [])).rows).toEqual([{ one: 1 }]);
    held.release();
    client.release();
    await pool.end();
  });

  test('none is kept by a look for a pooler that is refused its second one', async () => {
    const role = `troupe_test_single_${randomBytes(4).toString('hex')}`;
    await run(`create role ${role} login connection limit 1 password '${role}'`);
    try {
      await expect(sharesConnections(Object.assign(new URL(url), { username: role, password: role }).href)).rejects.toThrow('too many');
      await expect.poll(async () => (await run(`select from pg_stat_activity where usename = '${role}'`)).rows.length).toBe(0);
    } finally {
      await run(`select pg_terminate_backend(pid) from pg_stat_activity where usename = '${role}'`);
      await run(`drop role ${role}`);
    }
  });

  test('one that breaks while a look for a pooler asks for its second one ends nothing but the look', async () => {
    const sockets: Socket[] = [];
    const line = createServer((client) => {
      sockets.push(client);
      if (sockets.length > 1) for (const socket of sockets) socket.destroy();
      else client.pipe(connect({ host: new URL(url).hostname, port: Number(new URL(url).port || 5432) })).pipe(client);
    }).listen(0, '127.0.0.1');
    await once(line, 'listening');
    const there = Object.assign(new URL(url), { hostname: '127.0.0.1', port: String((line.address() as AddressInfo).port) });
    await expect(sharesConnections(there.href)).rejects.toThrow('Connection terminated');
    await new Promise((closed) => line.close(closed));
  });
});

/** All connections of the pool at once, idle afterwards. */
const fillPool = (database: Database) =>
  Promise.all(Array.from({ length: 10 }, () => database.transaction((trx) => sql`select pg_sleep(0.05)`.execute(trx))));

const settingOf = async (kysely: Kysely<Tables>, name: string): Promise<string | undefined> =>
  (await sql<{ setting: string }>`select current_setting(${name}) as setting`.execute(kysely)).rows[0]?.setting;

/** What the application is told, of a database behind a line that fails. */
describe.runIf(testDatabaseKinds.includes('postgresql'))('a line to PostgreSQL that fails', { timeout: 30_000 }, () => {
  let drop: () => Promise<void>;
  let relay: Relay;
  let url: URL;
  beforeAll(async () => {
    const created = await createServerDatabase();
    ({ drop } = created);
    url = new URL(created.url);
    relay = await startRelay({ host: url.hostname, port: Number(url.port) });
    url.port = String(relay.port);
  });
  afterAll(async () => {
    await relay.close();
    await drop();
  });
  const open = (
    options: { readonly logger?: Logger; readonly waitMs?: number; readonly statementTimeoutMs?: number } = {},
  ): Promise<Database> =>
    openPostgresqlDatabase({ url: url.href, logger: silentLogger, statementTimeoutMs: STATEMENT_TIMEOUT_MS, ...options });
  const one = sql<{ one: number }>`select 1 as one`;

  test('connections fall silent for good: one call learns it, and the next ones have new connections', async () => {
    const database = await open({ statementTimeoutMs: 500 });
    await fillPool(database);
    relay.silence();
    const lost: unknown = await database.transaction((trx) => one.execute(trx)).catch((error: unknown) => error);
    expect([isUnansweredStatement(lost), isUnavailable(lost)]).toEqual([true, true]);
    const answers = await Promise.all(Array.from({ length: 10 }, () => one.execute(database.kysely)));
    expect(answers.flatMap(({ rows }) => rows)).toEqual(Array.from({ length: 10 }, () => ({ one: 1 })));
    await database.ping();
    await database.close();
  });

  test.each([
    ['connections are taken and closed', () => Promise.resolve(relay.turnAway())],
    ['nobody listens', () => relay.stop()],
  ])('%s: it counts as away, and works again by itself', async (_what, fail) => {
    const database = await open();
    await fillPool(database);
    await fail();
    for (const work of [() => one.execute(database.kysely), () => database.transaction((trx) => one.execute(trx)), () => database.ping()]) {
      expect(isUnavailable(await work().catch((error: unknown) => error))).toBe(true);
    }
    await relay.resume();
    expect((await one.execute(database.kysely)).rows).toEqual([{ one: 1 }]);
    await database.close();
  });

  test('a server that may no longer be written to counts as away, and its connections are given up', async () => {
    const database = await open();
    const before = await processId(database.kysely);
    const refused: unknown = await database
      .transaction(async (trx) => {
        await sql`set transaction read only`.execute(trx);
        await sql`create table never (id integer)`.execute(trx);
      })
      .catch((error: unknown) => error);
    expect([(refused as { readonly code?: unknown }).code, isUnavailable(refused)]).toEqual(['25006', true]);
    expect(await processId(database.kysely)).not.toBe(before);
    await database.close();
  });

  test('the start waits for a server that comes later, and says so once', async () => {
    await relay.stop();
    const lines: string[] = [];
    const told = Promise.withResolvers<undefined>();
    const logger = createLogger({
      level: 'warn',
      now: () => new Date(0),
      write: (line) => {
        lines.push(line);
        told.resolve(undefined);
      },
    });
    const opening = open({ logger, waitMs: 20_000 });
    await told.promise;
    await relay.resume();
    const database = await opening;
    expect((await one.execute(database.kysely)).rows).toEqual([{ one: 1 }]);
    await database.close();
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      {
        time: '1970-01-01T00:00:00.000Z',
        level: 'warn',
        event: 'database.awaited',
        address: `127.0.0.1:${relay.port}${url.pathname}`,
        seconds: 20,
        reason: `connect ECONNREFUSED 127.0.0.1:${relay.port}`,
      },
    ]);
  });

  test('the start ends with what to do where no server comes, or it does not know us', async () => {
    await relay.stop();
    await expect(open()).rejects.toThrow(
      `PostgreSQL at 127.0.0.1:${relay.port}${url.pathname} did not answer (connect ECONNREFUSED 127.0.0.1:${relay.port}). Check that it runs and that DATABASE_URL leads to it, then start again.`,
    );
    await relay.resume();
    const elsewhere = new URL(url);
    elsewhere.pathname = '/no_such_database';
    await expect(openPostgresqlDatabase({ url: elsewhere.href, logger: silentLogger, statementTimeoutMs: 0 })).rejects.toThrow(
      `PostgreSQL at 127.0.0.1:${relay.port}/no_such_database refuses us: database "no_such_database" does not exist. Check DATABASE_URL.`,
    );
  });
});

describe.runIf(testDatabaseKinds.includes('postgresql'))('time limits of statements', () => {
  let url: string;
  let drop: () => Promise<void>;
  beforeAll(async () => ({ url, drop } = await createServerDatabase()));
  afterAll(() => drop());

  test("are the role's, so that they hold through a pooler; migrations and copies have none", async () => {
    const database = await openPostgresqlDatabase({ url, logger: silentLogger, statementTimeoutMs: 300 });
    const client = new Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query('show statement_timeout');
    await client.end();
    expect(rows).toEqual([{ statement_timeout: '300ms' }]);
    expect(isRefusal(await sql`select pg_sleep(5)`.execute(database.kysely).catch((error: unknown) => error), 'timeout')).toBe(true);
    const unhurried = await database.withoutTimeout(async (trx) => {
      await sql`select pg_sleep(0.4)`.execute(trx);
      return [await settingOf(trx, 'statement_timeout'), await settingOf(trx, 'idle_in_transaction_session_timeout')];
    });
    expect(unhurried).toEqual(['0', '0']);
    await database.close();
  });

  test('that somebody has set before are kept', async () => {
    const before = await openPostgresqlDatabase({ url, logger: silentLogger, statementTimeoutMs: 300 });
    await before.close();
    const database = await openPostgresqlDatabase({ url, logger: silentLogger, statementTimeoutMs: 7000 });
    expect(await settingOf(database.kysely, 'statement_timeout')).toBe('300ms');
    await database.close();
  });

  test('four servers that start at once bring the tables up to date once', async () => {
    const databases = await Promise.all(
      Array.from({ length: 4 }, () => openPostgresqlDatabase({ url, logger: silentLogger, statementTimeoutMs: STATEMENT_TIMEOUT_MS })),
    );
    const done = await Promise.all(databases.map((one) => migrateDatabase(one)));
    expect(done.flat()).toEqual(Object.keys(migrations));
    const { rows } = await sql<{ locks: number }>`
      select count(*)::integer as locks from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`.execute(
      databases[0]!.kysely,
    );
    expect(rows).toEqual([{ locks: 0 }]);
    await Promise.all(databases.map((database) => database.close()));
  });
});

test.runIf(testDatabaseKinds.includes('postgresql'))('a server goes by the clock of the database, however far its own is off', async () => {
  const { url, drop } = await createServerDatabase();
  const database = await openPostgresqlDatabase({ url, logger: silentLogger, statementTimeoutMs: STATEMENT_TIMEOUT_MS });
  const lines: string[] = [];
  const logger = createLogger({ level: 'warn', now: () => new Date(0), write: (line) => lines.push(line) });
  const clock = await followDatabaseClock({ database, logger, ownMs: () => Date.now() + 20_000 });
  const databaseMs = async (): Promise<number> =>
    (await sql<{ ms: number }>`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`.execute(database.kysely)).rows[0]?.ms ??
    0;
  const before = await databaseMs();
  const now = clock.nowMs();
  const after = await databaseMs();
  // Half the way of the question is a guess.
  const slackMs = 5000;
  expect(now).toBeGreaterThan(before - slackMs);
  expect(now).toBeLessThan(after + slackMs);
  const slow = await followDatabaseClock({ database, logger, ownMs: () => Date.now() - 20_000 });
  const told = lines.map((line) => JSON.parse(line) as { event: string; aheadMs: number });
  expect(told.map(({ event, aheadMs }) => [event, Math.sign(aheadMs)])).toEqual([
    ['clock.differs', 1],
    ['clock.differs', -1],
  ]);
  slow.stop();
  clock.stop();
  await database.close();
  await drop();
});

test.runIf(testDatabaseKinds.includes('postgresql'))('the clock passes over an answer that was long on its way', async () => {
  const { url, drop } = await createServerDatabase();
  const database = await openPostgresqlDatabase({ url, logger: silentLogger, statementTimeoutMs: 0 });
  // The first question, its answer and a look at the clock; every question after that waits for a second.
  const moments = [0, 0, 0];
  let laterMs = 10_000;
  const passedMs = (): number => moments.shift() ?? (laterMs += 1000);
  const clock = await followDatabaseClock({ database, logger: silentLogger, passedMs, askEveryMs: 1 });
  await expect.poll(() => laterMs).toBeGreaterThan(14_000);
  clock.stop();
  const realMs = Date.now();
  expect(clock.nowMs() - realMs).toBeGreaterThan(10_000 - 5000);
  await database.close();
  await drop();
});
