import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { Client } from 'pg';
import { type Database, STATEMENT_TIMEOUT_MS } from '#server/db/base/database';
import { openMemoryDatabase } from '#server/db/embedded/embedded-database';
import { migrateDatabase } from '#server/db/migrate';
import { openPostgresqlDatabase } from '#server/db/postgresql/postgresql-database';
import { silentLogger } from '#server/base/logger';

export type TestDatabaseKind = Database['kind'];

/** An address of a PostgreSQL that tests may create databases in. */
const serverUrl = process.env['TEST_DATABASE_URL'];

/** For `describe.each`: the embedded database always, PostgreSQL when TEST_DATABASE_URL is set. */
export const testDatabaseKinds: readonly TestDatabaseKind[] = serverUrl === undefined ? ['embedded'] : ['embedded', 'postgresql'];

/** A database of the caller's own with all tables and no rows. The caller closes it, which also removes it. */
export async function openTestDatabase(kind: TestDatabaseKind = 'embedded'): Promise<Database> {
  return kind === 'embedded' ? openMigratedMemory() : openMigratedServer();
}

/** Removes all rows and starts the ids again at 1; much faster than another database. */
export async function emptyTestDatabase(database: Database): Promise<void> {
  const tables = await database.kysely.introspection.getTables();
  const names = tables.map((table) => sql.table(table.name));
  await sql`truncate table ${sql.join(names)} restart identity cascade`.execute(database.kysely);
}

async function openMigratedMemory(): Promise<Database> {
  const options = { logger: silentLogger, statementTimeoutMs: STATEMENT_TIMEOUT_MS };
  const prepared = preparedDumpFile();
  if (existsSync(prepared)) return openMemoryDatabase({ ...options, dump: readFileSync(prepared) });
  const database = await openMemoryDatabase({ ...options, dump: null });
  await migrateDatabase(database);
  // Several test files may prepare it at the same time: each writes its own and the last one stays.
  const own = `${prepared}.${randomBytes(6).toString('hex')}`;
  writeFileSync(own, await database.dumpBytes());
  renameSync(own, prepared);
  return database;
}

/** Named after everything its content depends on, so a change makes another file. */
function preparedDumpFile(): string {
  const root = process.cwd();
  const cache = join(root, 'node_modules/.cache/troupe-test-database');
  mkdirSync(cache, { recursive: true });
  const migrations = join(root, 'server/db/migrations');
  const hash = createHash('sha256').update(readFileSync(join(root, 'node_modules/@electric-sql/pglite/package.json')));
  hash.update(readFileSync(join(root, 'server/db/migrate.ts')));
  for (const name of readdirSync(migrations).sort()) hash.update(name).update(readFileSync(join(migrations, name)));
  return join(cache, `${hash.digest('hex').slice(0, 16)}.tar.gz`);
}

async function openMigratedServer(): Promise<Database> {
  const { url, drop } = await createServerDatabase();
  const database = await openPostgresqlDatabase({ url, logger: silentLogger, statementTimeoutMs: STATEMENT_TIMEOUT_MS });
  await migrateDatabase(database);
  return {
    ...database,
    close: async () => {
      await database.close();
      await drop();
    },
  };
}

/** A new, empty database on the PostgreSQL of TEST_DATABASE_URL. */
export async function createServerDatabase(): Promise<{ readonly url: string; readonly drop: () => Promise<void> }> {
  if (serverUrl === undefined) throw new Error('TEST_DATABASE_URL is not set');
  const name = `troupe_test_${randomBytes(8).toString('hex')}`;
  await onServer(serverUrl, `create database ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => onServer(serverUrl, `drop database ${name} with (force)`) };
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
