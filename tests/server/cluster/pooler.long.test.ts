import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBackups } from '#server/adapters/backups/backup-folder';
import { tryCopy } from '#server/adapters/backups/try-copy';
import { silentLogger as logger } from '#server/base/logger';
import type { Database } from '#server/db/base/database';
import { migrateDatabase } from '#server/db/migrate';
import { restorePostgresql } from '#server/db/postgresql/postgresql-backup';
import { openPostgresqlDatabase } from '#server/db/postgresql/postgresql-database';
import { sharesConnections } from '#server/db/postgresql/postgresql-pooler';
import { missingEngines } from '#tests/support/cluster/engines.ts';
import { type Pooler, startPooler } from '#tests/support/cluster/pooler.ts';
import { createServerDatabase, testDatabaseKinds } from '#tests/support/database.ts';

const CALLERS = 8;
const lacking = [
  ...(missingEngines.includes('pgbouncer') ? ['pgbouncer is not installed'] : []),
  ...(testDatabaseKinds.includes('postgresql') ? [] : ['TEST_DATABASE_URL is not set']),
];
const skipped = lacking.length > 0 ? ` (not tried: ${lacking.join(', ')})` : '';

/** Calls again and again through the pooler, each by a connection of its own. */
function startCalling(url: string) {
  const failures = new Set<string>();
  const state = { isOver: false, calls: 0 };
  async function call(): Promise<void> {
    const client = new Client({ connectionString: url });
    await client.connect();
    while (!state.isOver) {
      await client.query('select id from admin').catch((error: unknown) => failures.add(String(error)));
      state.calls += 1;
    }
    await client.end();
  }
  const callers = Promise.all(Array.from({ length: CALLERS }, call));
  return {
    async stop() {
      state.isOver = true;
      await callers;
      return { failures: [...failures], calls: state.calls };
    },
  };
}

describe.skipIf(skipped !== '')(`PostgreSQL behind a pooler in transaction mode${skipped}`, { timeout: 300_000 }, () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'troupe-pooled-'));
  let own: Awaited<ReturnType<typeof createServerDatabase>>;
  let pooler: Pooler;
  let pooled: string;
  const opened: Database[] = [];
  const open = async (directUrl?: string): Promise<Database> => {
    const database = await openPostgresqlDatabase({ url: pooled, directUrl, logger, statementTimeoutMs: 60_000 });
    opened.push(database);
    return database;
  };
  const backups = (database: Database, direct: string) =>
    createBackups({
      database,
      dataDir,
      backupDir: undefined,
      keep: 2,
      everyHours: null,
      logger,
      nowMs: Date.now,
      tryCopy: (file) => tryCopy('postgresql', direct, file, logger),
      openBackup: () => Promise.reject(new Error('not opened here')),
    });

  beforeAll(async () => {
    own = await createServerDatabase();
    pooler = await startPooler(own.url);
    pooled = pooler.through(own.url);
    await migrateDatabase(await open());
  });
  afterAll(async () => {
    await Promise.all(opened.splice(0).map((database) => database.close()));
    await pooler?.close();
    await own?.drop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('is known from PostgreSQL itself, and from a pooler that leaves everybody a connection', async () => {
    const patient = await startPooler(own.url, 'session');
    try {
      expect(await Promise.all([own.url, pooled, patient.through(own.url)].map(sharesConnections))).toEqual([false, true, false]);
    } finally {
      await patient.close();
    }
  });

  it('is copied and restored past the pooler while others call through it', async () => {
    const database = await open(own.url);
    const calling = startCalling(pooled);
    const [making] = await Promise.allSettled([backups(database, own.url).make()]);
    const { failures, calls } = await calling.stop();
    if (making.status === 'rejected') throw making.reason;
    const made = making.value;
    expect([made.isRestored, failures, calls > CALLERS]).toEqual([true, [], true]);
    // Connections of the pooler still say whose they were.
    await Promise.all(opened.splice(0).map((one) => one.close()));
    await pooler.close();
    pooler = await startPooler(own.url);
    pooled = pooler.through(own.url);
    const file = join(made.folder, 'database.dump');
    const restored = await restorePostgresql({ url: own.url, logger, file, now: new Date() });
    expect([...restored.counts.values()].reduce((sum, count) => sum + count, 0)).toBe(made.rows);
    const after = startCalling(pooled);
    expect((await after.stop()).failures).toEqual([]);
  });

  it('is told what is wanted where no way past the pooler is known, and nobody’s connection is spoiled', async () => {
    const database = await open();
    const file = join(dataDir, 'any.dump');
    writeFileSync(file, '');
    const calling = startCalling(pooled);
    const refused = await Promise.allSettled([
      backups(database, pooled).make(),
      tryCopy('postgresql', pooled, file, logger),
      restorePostgresql({ url: pooled, logger, file, now: new Date() }),
    ]);
    const { failures } = await calling.stop();
    expect(failures).toEqual([]);
    for (const each of refused)
      expect(each).toMatchObject({ reason: { message: expect.stringContaining('Set DATABASE_DIRECT_URL') as string } });
    const { rows } = await sql<{ path: string }>`select current_setting('search_path') as path`.execute(database.kysely);
    expect(rows).toEqual([{ path: '"$user", public' }]);
  });
});
