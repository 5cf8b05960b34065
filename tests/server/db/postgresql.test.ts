import { sql, type Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { STATEMENT_TIMEOUT_MS, type Database } from '#server/db/database';
import { isUnavailable } from '#server/db/database-error';
import { openPostgresqlDatabase } from '#server/db/postgresql-database';
import type { Tables } from '#server/db/tables';
import { silentLogger } from '#server/logger';
import { createServerDatabase, testDatabaseKinds } from '#tests/support/database.ts';

const processId = async (kysely: Kysely<Tables>): Promise<number> =>
  (await sql<{ id: number }>`select pg_backend_pid() as id`.execute(kysely)).rows[0]?.id ?? 0;

describe.runIf(testDatabaseKinds.includes('postgresql'))('connections to PostgreSQL', () => {
  let database: Database;
  let drop: () => Promise<void>;
  beforeAll(async () => {
    const created = await createServerDatabase();
    ({ drop } = created);
    database = await openPostgresqlDatabase({ url: created.url, logger: silentLogger, statementTimeoutMs: STATEMENT_TIMEOUT_MS });
  });
  afterAll(async () => {
    await database.close();
    await drop();
  });

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
    await expect(outcome).rejects.toThrow(/connection/iu);
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
});
