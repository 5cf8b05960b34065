import { createHash, randomBytes } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
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

/** Removes all rows, but not what says which tables there are, and starts the ids again at 1; much faster than another database. */
export async function emptyTestDatabase(database: Database): Promise<void> {
  const tables = await database.kysely.introspection.getTables();
  const names = tables.filter(({ name, isView }) => !isView && name !== 'section_step').map((table) => sql.table(table.name));
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
  for (const name of readdirSync(PREPARED))
    if (name.includes('.tar') && !name.startsWith(schemaHash())) rmSync(join(PREPARED, name), { force: true });
  return database;
}

const PREPARED = join('node_modules', '.cache', 'troupe-test-database');

/** Named after everything its content depends on, so a change makes another file. */
function preparedDumpFile(): string {
  mkdirSync(PREPARED, { recursive: true });
  return join(PREPARED, `${schemaHash()}.tar.gz`);
}

let knownHash: string | null = null;

/** Of all that makes the tables what they are. */
function schemaHash(): string {
  if (knownHash !== null) return knownHash;
  const files = ['node_modules/@electric-sql/pglite/package.json', ...globSync('server/db/**/*.ts'), ...globSync('src/sections/**/*.ts')];
  const hash = createHash('sha256');
  for (const file of files.toSorted()) hash.update(file).update(readFileSync(file));
  return (knownHash = hash.digest('hex').slice(0, 16));
}

async function openMigratedServer(): Promise<Database> {
  const { url, drop } = await createServerDatabase(await migratedTemplate());
  const database = await openPostgresqlDatabase({ url, logger: silentLogger, statementTimeoutMs: STATEMENT_TIMEOUT_MS });
  return {
    ...database,
    close: async () => {
      await database.close();
      await drop();
    },
  };
}

/** Held while the template is made, so that test files that start together make it once. */
const TEMPLATE_LOCK = 4_018_002;

/** The name of a database with all tables that the server copies file by file; made by whoever comes first. */
async function migratedTemplate(): Promise<string> {
  const name = `troupe_template_${schemaHash()}`;
  await withServer(async (client) => {
    await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (rowCount === 1) return;
    const { url, name: unfinished } = await createServerDatabase();
    const database = await openPostgresqlDatabase({ url, logger: silentLogger, statementTimeoutMs: STATEMENT_TIMEOUT_MS });
    await migrateDatabase(database);
    await database.close();
    await client.query(`alter database ${unfinished} rename to ${name}`);
  });
  return name;
}

interface ServerDatabase {
  readonly name: string;
  readonly url: string;
  readonly drop: () => Promise<void>;
}

/** A new database on the PostgreSQL of TEST_DATABASE_URL: empty, or a copy of `template`. */
export async function createServerDatabase(template = 'template1'): Promise<ServerDatabase> {
  const name = `troupe_test_${randomBytes(8).toString('hex')}`;
  await withServer((client) => client.query(`create database ${name} template ${template}`));
  const url = new URL(serverUrl ?? '');
  url.pathname = `/${name}`;
  return {
    name,
    url: url.href,
    drop: async () => {
      await withServer((client) => client.query(`drop database ${name} with (force)`));
    },
  };
}

async function withServer(work: (client: Client) => Promise<unknown>): Promise<void> {
  if (serverUrl === undefined) throw new Error('TEST_DATABASE_URL is not set');
  const client = new Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
