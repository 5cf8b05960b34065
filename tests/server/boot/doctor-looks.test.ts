import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { silentLogger as logger } from '#server/base/logger';
import { readEnv } from '#server/boot/env';
import { lookAtDatabase } from '#server/boot/tools/diagnosis/look-at-database';
import { openPostgresqlDatabase } from '#server/db/postgresql/postgresql-database';
import { createServerDatabase, testDatabaseKinds } from '#tests/support/database.ts';

const root = mkdtempSync(join(tmpdir(), 'troupe-looks-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
afterEach(() => vi.restoreAllMocks());

const look = (dataDir: string) => lookAtDatabase(readEnv({ DATA_DIR: dataDir }), logger);

describe('who looks at a database', () => {
  it('makes none where only its folder is, and leaves rights as they are', async () => {
    const dataDir = join(root, 'wrong-volume');
    mkdirSync(join(dataDir, 'database'), { recursive: true });
    chmodSync(dataDir, 0o755);
    await expect(look(dataDir)).rejects.toThrow(`There is no database in ${join(dataDir, 'database')}`);
    expect([readdirSync(dataDir, { recursive: true }), statSync(dataDir).mode & 0o777]).toEqual([['database'], 0o755]);
  });

  it('leaves no files beside those of another user', async () => {
    const dataDir = join(root, 'of-another');
    mkdirSync(join(dataDir, 'database'), { recursive: true });
    writeFileSync(join(dataDir, 'database/PG_VERSION'), '18');
    vi.spyOn(process as { getuid(): number }, 'getuid').mockReturnValue(54_321);
    await expect(look(dataDir)).rejects.toThrow('belongs to another user of this machine');
    expect(readdirSync(dataDir)).toEqual(['database']);
  });

  it.runIf(testDatabaseKinds.includes('postgresql'))('sets no limits of the role on PostgreSQL', async () => {
    const { url, name, drop } = await createServerDatabase();
    await lookAtDatabase(readEnv({ DATA_DIR: root, DATABASE_URL: url }), logger);
    const database = await openPostgresqlDatabase({ url, logger, statementTimeoutMs: 0 });
    const { rows } =
      await sql`select setconfig from pg_db_role_setting join pg_database on oid = setdatabase where datname = ${name}`.execute(
        database.kysely,
      );
    await database.close();
    await drop();
    expect(rows).toEqual([]);
  });
});
