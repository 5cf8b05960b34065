import { createHash, randomBytes } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { Client } from 'pg';
import type { Database } from '#server/db/base/database';
import { openMemoryDatabase } from '#server/db/embedded/embedded-database';
import { migrateDatabase } from '#server/db/migrate';
import { openPostgresqlDatabase } from '#server/db/postgresql/postgresql-database';
import { silentLogger } from '#server/base/logger';

export type TestDatabaseKind = Database['kind'];

/** An address of a PostgreSQL that tests may create databases in. */
const serverUrl = process.env['TEST_DATABASE_URL'];

/** Longer than a test may take: no statement fails because a machine is busy. Whoever tests the limit of time sets one of their own. */
const PATIENT_MS = 300_000;

/** For `describe.each`: the embedded database always, PostgreSQL when TEST_DATABASE_URL is set. */
export const testDatabaseKinds: readonly TestDatabaseKind[] = serverUrl === undefined ? ['embedded'] : ['embedded', 'postgresql'];

/** For whoever needs one database and does not mind which: the one that is opened in a tenth of the time, where there is one. */
export const anyDatabaseKind: TestDatabaseKind = serverUrl === undefined ? 'embedded' : 'postgresql';

/** What databases begin with; made once for each kind, and then copied. */
export interface DatabaseTemplate {
  /** Lower-case letters and underscores; two templates of one name are taken for the same. */
  readonly name: string;
  /** Runs on a database with all tables and no rows. */
  readonly fill: (database: Database) => Promise<unknown>;
}

const EMPTY: DatabaseTemplate = { name: 'empty', fill: async () => undefined };

/**
 * A database of the caller's own with all tables, and no rows unless the template has some. The caller closes it, which also removes it.
 */
export async function openTestDatabase(kind: TestDatabaseKind = anyDatabaseKind, template = EMPTY): Promise<Database> {
  return kind === 'embedded' ? openPreparedMemory(template) : openPreparedServer(template);
}

/** Removes all rows, but not what says which tables there are, and starts the ids again at 1; much faster than another database. */
export async function emptyTestDatabase({ kysely }: Database): Promise<void> {
  const tables = (await kysely.introspection.getTables())
    .filter(({ name, schema, isView }) => schema === 'public' && !isView && name !== 'section_step')
    .map(({ name }) => name);
  // To empty a table makes its files anew, and those of its indexes: it is done to those alone that have rows, or had some.
  const used = await sql<{ name: string }>`${sql.join(
    tables.map((name) => sql`select ${sql.lit(name)} as name where exists (select from ${sql.table(name)})`),
    sql` union `,
  )} union select owner.relname from pg_sequence join pg_depend on objid = seqrelid and deptype in ('a', 'i') join pg_class as owner on owner.oid = refobjid
    where pg_sequence_last_value(seqrelid) is not null`.execute(kysely);
  const names = used.rows.map(({ name }) => name).filter((name) => tables.includes(name));
  if (names.length === 0) return;
  await sql`truncate table ${sql.join(names.map((name) => sql.table(name)))} restart identity cascade`.execute(kysely);
}

async function openPreparedMemory(template: DatabaseTemplate): Promise<Database> {
  const options = { logger: silentLogger, statementTimeoutMs: PATIENT_MS };
  const prepared = preparedDumpFile(template);
  if (existsSync(prepared)) return openMemoryDatabase({ ...options, dump: sharedBytes(prepared) });
  const database = await openMemoryDatabase({ ...options, dump: null });
  await migrateDatabase(database);
  await template.fill(database);
  // Several test files may prepare it at the same time: each writes its own and the last one stays.
  const own = `${prepared}.${randomBytes(6).toString('hex')}`;
  // Not compressed, since to unpack it costs more than to read it.
  writeFileSync(own, gunzipSync(await database.dumpBytes()));
  renameSync(own, prepared);
  for (const name of readdirSync(PREPARED))
    if (name.includes('.tar') && !name.startsWith(schemaHash())) rmSync(join(PREPARED, name), { force: true });
  return database;
}

/** What is made once and copied by many, named after a digest of what makes it. */
export const PREPARED = join('node_modules', '.cache', 'troupe-test-database');

/** Templates that this process has read. */
const read = new Map<string, Uint8Array>();

/** What threads look at together: none of them copies it, and the next one need not read it again. */
function sharedBytes(file: string): Uint8Array {
  const known = read.get(file);
  if (known) return known;
  const bytes = readFileSync(file);
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
  shared.set(bytes);
  read.set(file, shared);
  return shared;
}

/** Named after everything its content depends on, so a change makes another file. */
function preparedDumpFile({ name }: DatabaseTemplate): string {
  mkdirSync(PREPARED, { recursive: true });
  return join(PREPARED, `${schemaHash()}-${name}.tar`);
}

let knownHash: string | null = null;

const SCHEMA = ['server/db/**/*.ts', 'server/base/*.ts', 'src/sections/**/*.ts', 'src/domain/table/**/*.ts'];

/** Of all that makes the tables and their first rows what they are. */
export function schemaHash(): string {
  if (knownHash !== null) return knownHash;
  const files = [
    'node_modules/@electric-sql/pglite/package.json',
    'node_modules/pg-boss/package.json',
    'tests/support/database.ts',
    'tests/support/server.ts',
    ...globSync(SCHEMA),
  ];
  const hash = createHash('sha256');
  for (const file of files.toSorted()) hash.update(file).update(readFileSync(file));
  return (knownHash = hash.digest('hex').slice(0, 16));
}

async function openPreparedServer(template: DatabaseTemplate): Promise<Database> {
  const { url, drop } = await createServerDatabase(await preparedTemplate(template));
  const database = await openPostgresqlDatabase({ url, logger: silentLogger, statementTimeoutMs: PATIENT_MS });
  return {
    ...database,
    close: async () => {
      await database.close();
      await drop();
    },
  };
}

/** Held while a template is made, so that test files that start together make it once. */
const TEMPLATE_LOCK = 4_018_002;

/** The name of a database that the server copies file by file; made by whoever comes first. */
async function preparedTemplate({ name: content, fill }: DatabaseTemplate): Promise<string> {
  const name = `troupe_template_${schemaHash()}_${content}`;
  await withServer(async (client) => {
    await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (rowCount === 1) return;
    const { url, name: unfinished } = await createServerDatabase();
    const database = await openPostgresqlDatabase({ url, logger: silentLogger, statementTimeoutMs: PATIENT_MS });
    await migrateDatabase(database);
    await fill(database);
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
  // Copied as files: half of the work of writing each of its pages into the log as well, which nobody reads.
  await withServer((client) => client.query(`create database ${name} template ${template} strategy file_copy`));
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

/** Databases that stay when a test ends, to be copied by others. */
export const keepServerDatabase = {
  isThere: async (name: string): Promise<boolean> => {
    let isThere = false;
    await withServer(async (client) => {
      isThere = (await client.query('select 1 from pg_database where datname = $1', [name])).rowCount === 1;
    });
    return isThere;
  },
  /** In the place of one of that name. */
  as: (name: string, kept: string): Promise<void> =>
    withServer(async (client) => {
      await client.query(`drop database if exists ${kept} with (force)`);
      await client.query(`alter database ${name} rename to ${kept}`);
    }),
};

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
