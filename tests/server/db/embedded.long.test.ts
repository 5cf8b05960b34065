import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs, { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { PGlite } from '@electric-sql/pglite';
import { sql } from 'kysely';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { dataDirPaths, DataDirInUseError, freeDiskShare } from '#server/base/data-dir';
import { isRefusal } from '#server/db/base/database-error';
import { DurableNodeFS } from '#server/db/embedded/durable-file-system';
import { openEmbeddedClient } from '#server/db/embedded/embedded-client';
import { type EmbeddedDatabase, openEmbeddedDatabase } from '#server/db/embedded/embedded-database';
import { dueMaintenance } from '#server/db/embedded/embedded-maintenance';
import { migrateDatabase } from '#server/db/migrate';
import { createLogger } from '#server/base/logger';
import { effort } from '#tests/support/effort.ts';
import { SHORT_LIVED } from '../../../scripts/tests/short-lived.ts';

/** Making a database takes seconds, and far more on a machine that is busy with other tests. */
const SLOW = { timeout: 120_000 };

const root = mkdtempSync(join(tmpdir(), 'troupe-embedded-'));
const dataDir = join(root, 'data');
afterAll(() => rmSync(root, { recursive: true, force: true }));

const events: string[] = [];
const logger = createLogger({
  level: 'info',
  now: () => new Date(0),
  write: (line) => events.push((JSON.parse(line) as { event: string }).event),
});
/** Kills of a process that writes. `tests/e2e/crash.long.e2e.ts` kills whole servers. */
const CYCLES = effort(1, 6);
const ACKNOWLEDGED_IN_EACH = 35;

const stamps = { create_time: 1, update_time: 1 };

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

let hasTables = false;

async function open(statementTimeoutMs = 5000): Promise<EmbeddedDatabase> {
  const database = await openEmbeddedDatabase({ dataDir, logger, statementTimeoutMs });
  closing.push(() => database.close());
  if (!hasTables) await migrateDatabase(database);
  hasTables = true;
  return database;
}

const names = async (database: EmbeddedDatabase): Promise<string[]> =>
  (await database.kysely.selectFrom('goods_category').select('name').orderBy('id').execute()).map((row) => row.name);

/** Another process on the same directory, and what it says line by line. */
function another(
  mode: 'hold' | 'write',
  on = dataDir,
): {
  readonly child: ChildProcess;
  readonly lines: AsyncIterator<string>;
  readonly kill: () => Promise<void>;
} {
  const child = spawn(process.execPath, [...SHORT_LIVED, 'tests/support/processes/hold-database.ts', on, mode], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL');
    await ended;
  };
  closing.push(kill);
  return { child, lines: createInterface({ input: child.stdout })[Symbol.asyncIterator](), kill };
}

describe('the embedded database', SLOW, () => {
  test('is made on the first start, forced to the disk, and readable by its owner only', async () => {
    const database = await open();
    const paths = dataDirPaths(dataDir);
    expect(existsSync(paths.synced)).toBe(true);
    expect(statSync(paths.root).mode & 0o777).toBe(0o700);
    expect(await names(database)).toEqual([]);
  });

  test('forces each commit to the disk before it is acknowledged, and reads nothing but reads', async () => {
    const database = await open();
    const { rows } = await sql`select current_setting('fsync') as fsync, current_setting('wal_sync_method') as method,
      current_setting('shared_buffers') as buffers, current_setting('full_page_writes') as pages, current_setting('synchronous_commit') as waits`.execute(
      database.kysely,
    );
    expect(rows).toEqual([{ fsync: 'on', method: 'fsync', buffers: '16MB', pages: 'on', waits: 'on' }]);
    for (let commit = 0; commit < 5; commit += 1) {
      const before = await database.countSyncs();
      await database.kysely
        .insertInto('goods_category')
        .values({ name: 'kept', ...stamps })
        .execute();
      expect(await database.countSyncs()).toBeGreaterThan(before);
    }
    const before = await database.countSyncs();
    await database.kysely.selectFrom('goods_category').selectAll().execute();
    expect(await database.countSyncs()).toBe(before);
  });

  test('still has everything after a restart', async () => {
    const database = await open();
    expect(await names(database)).toEqual(['kept', 'kept', 'kept', 'kept', 'kept']);
    await database.kysely.deleteFrom('goods_category').execute();
  });

  test('stops a statement that takes too long and opens itself again without losing anything', async () => {
    const database = await open(1000);
    await database.kysely
      .insertInto('goods_category')
      .values({ name: 'before', ...stamps })
      .execute();
    const slow = database.transaction(async (trx) => {
      await trx
        .insertInto('goods_category')
        .values({ name: 'undone', ...stamps })
        .execute();
      await sql`select count(*) from generate_series(1, 1000000000)`.execute(trx);
    });
    const waiting = names(database);
    expect(
      isRefusal(
        await slow.then(
          () => null,
          (error: unknown) => error,
        ),
        'timeout',
      ),
    ).toBe(true);
    expect(await waiting).toEqual(['before']);
    await database.ping();
    expect(events).toContain('database.reopened');
    await database.withoutTimeout((kysely) => sql`select pg_sleep(1.2)`.execute(kysely));
    await database.kysely.deleteFrom('goods_category').execute();
  });

  test('refuses what the disk refused, opens itself again, and keeps what it acknowledged', async () => {
    const database = await open();
    await database.kysely
      .insertInto('goods_category')
      .values({ name: 'acknowledged', ...stamps })
      .execute();
    const log = join(dataDirPaths(dataDir).database, 'pg_wal');
    renameSync(log, `${log}.gone`);
    try {
      const switched = sql`select pg_switch_wal()`.execute(database.kysely).then(() =>
        database.kysely
          .insertInto('goods_category')
          .values({ name: 'refused', ...stamps })
          .execute(),
      );
      await expect(switched).rejects.toThrow('pg_wal');
    } finally {
      rmSync(log, { recursive: true, force: true });
      renameSync(`${log}.gone`, log);
    }
    expect(await names(database)).toEqual(['acknowledged']);
    await database.kysely.deleteFrom('goods_category').execute();
    await database.ping();
  });

  test('tells the engine when the disk refuses a sync, so that the commit is refused', async () => {
    const folder = join(root, 'refusing');
    const startParams = [
      ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
      '-c',
      'fsync=on',
      '-c',
      'wal_sync_method=fsync',
    ];
    const pg = await PGlite.create({ fs: new DurableNodeFS(folder), startParams });
    await pg.query('create table t (n int)');
    const { fsyncSync } = fs;
    fs.fsyncSync = () => {
      throw new Error('no space left');
    };
    syncBuiltinESMExports();
    try {
      await expect(pg.query('insert into t values (1)')).rejects.toMatchObject({ severity: 'PANIC', code: '58030' });
    } finally {
      fs.fsyncSync = fsyncSync;
      syncBuiltinESMExports();
    }
  });

  test('closes once, whoever asks, and says so afterwards', async () => {
    const database = await open();
    await Promise.all([database.close(), database.close()]);
    await expect(database.ping()).rejects.toThrow('closed');
  });
});

describe('making a new database', SLOW, () => {
  const fresh = join(root, 'fresh');
  const { database: folder, synced } = dataDirPaths(fresh);

  test('is done again by the next start when the first is killed in the middle of it', async () => {
    const first = another('hold', fresh);
    await vi.waitFor(() => expect(existsSync(join(folder, 'PG_VERSION'))).toBe(true), { timeout: 100_000, interval: 5 });
    await first.kill();
    expect(existsSync(synced)).toBe(false);
    const second = another('hold', fresh);
    expect(await second.lines.next()).toEqual({ done: false, value: 'open' });
    expect(existsSync(synced)).toBe(true);
    await second.kill();
  });

  test('begins anew where a killed start has left files that no database can be made of', async () => {
    const broken = join(root, 'broken');
    const paths = dataDirPaths(broken);
    mkdirSync(paths.database, { recursive: true });
    writeFileSync(join(paths.database, 'PG_VERSION'), '18\n');
    const start = another('hold', broken);
    expect(await start.lines.next()).toEqual({ done: false, value: 'open' });
    expect(existsSync(paths.synced)).toBe(true);
    await start.kill();
  });

  test('is done again when the files were removed', async () => {
    rmSync(folder, { recursive: true });
    const third = another('hold', fresh);
    expect(await third.lines.next()).toEqual({ done: false, value: 'open' });
    expect(statSync(synced).mtimeMs).toBeGreaterThan(statSync(join(folder, 'PG_VERSION')).mtimeMs);
  });
});

describe('a second process on the same data directory', SLOW, () => {
  test('is refused with the name of the directory, while the first works on', async () => {
    const database = await open();
    const second = another('hold');
    expect(await second.lines.next()).toEqual({
      done: false,
      value: `DataDirInUseError: The data directory ${dataDir} is in use by another Troupe process. Stop that process first, or set DATA_DIR to another directory.`,
    });
    await database.ping();
  });

  test('is refused inside the same process too', async () => {
    await open();
    await expect(open()).rejects.toThrow(DataDirInUseError);
  });

  test('gets in as soon as the first was killed, and finds every acknowledged write', async () => {
    const acknowledged: number[] = [];
    for (let cycle = 0; cycle < CYCLES; cycle += 1) {
      const writer = another('write');
      expect(await writer.lines.next()).toEqual({ done: false, value: 'open' });
      for (let count = 0; count < ACKNOWLEDGED_IN_EACH; count += 1) acknowledged.push(Number((await writer.lines.next()).value));
      await writer.kill();
      // What was said before the kill and not yet read was acknowledged too.
      for (let line = await writer.lines.next(); line.done !== true; line = await writer.lines.next())
        acknowledged.push(Number(line.value));
    }
    const database = await open();
    const found = new Set((await database.kysely.selectFrom('goods_category').select('id').execute()).map((row) => row.id));
    expect(acknowledged.length).toBeGreaterThanOrEqual(CYCLES * ACKNOWLEDGED_IN_EACH);
    expect(acknowledged.filter((id) => !found.has(id))).toEqual([]);
  });
});

describe('maintenance', () => {
  const done = { checkpointAtMs: 0, checkpointWrites: 0, vacuumWrites: 0 };
  test.each([
    ['nothing was written', 3_600_000, { writes: 0, lastUsedAtMs: 0 }, null],
    ['little was written just now', 60_000, { writes: 10, lastUsedAtMs: 59_000 }, null],
    ['little was written, minutes ago', 300_000, { writes: 10, lastUsedAtMs: 299_000 }, 'checkpoint'],
    ['much was written just now', 60_000, { writes: 5000, lastUsedAtMs: 59_000 }, 'checkpoint'],
    ['much was written, and nobody is there', 120_000, { writes: 2000, lastUsedAtMs: 60_000 }, 'vacuum'],
  ] as const)('when %s', (_when, nowMs, use, expected) => {
    expect(dueMaintenance(nowMs, use, done)).toBe(expected);
  });

  test('runs outside of every transaction, in turn, and has no time limit', async () => {
    const client = await openEmbeddedClient({ storage: { kind: 'memory', dump: null }, logger, statementTimeoutMs: 1500 });
    closing.push(() => client.close());
    const order: string[] = [];
    await client.query('create table t (n int)');
    const transaction = client.transaction(async (trx) => {
      await trx.query('insert into t select generate_series(1, 1000)');
      order.push('transaction');
    });
    await Promise.all([
      transaction,
      ...['vacuum (analyze)', 'checkpoint', 'select pg_sleep(1.7)'].map((what) => client.maintain(what).then(() => order.push(what))),
    ]);
    expect(order).toEqual(['transaction', 'vacuum (analyze)', 'checkpoint', 'select pg_sleep(1.7)']);
    expect((await client.query<{ n: number }>('select count(*) as n from t')).rows).toEqual([{ n: 1000 }]);
  });

  test('the free part of the disk is known', () => {
    expect(freeDiskShare(root)).toBeGreaterThan(0);
    expect(freeDiskShare(root)).toBeLessThanOrEqual(1);
  });
});
