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
import { lockWhenFree } from '#tests/support/databases/lock-when-free.ts';

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

const OF_TESTS = { logger: silentLogger, statementTimeoutMs: PATIENT_MS } as const;

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
  const prepared = preparedDumpFile(template);
  const made = existsSync(prepared) ? null : await prepareMemory(template, prepared);
  return made ?? openMemoryDatabase({ ...OF_TESTS, dump: sharedBytes(prepared) });
}

/**
 * Files that start together need the same at the same moment: it is made once, while the others wait, and of what all templates have in common.
 * @returns null where another one has made it meanwhile
 */
async function prepareMemory(template: DatabaseTemplate, prepared: string): Promise<Database | null> {
  const base = template === EMPTY ? null : preparedDumpFile(EMPTY);
  if (base !== null && !existsSync(base)) await (await prepareMemory(EMPTY, base))?.close();
  const lock = await lockWhenFree(PREPARED, join(PREPARED, `${template.name}.lock`));
  try {
    if (existsSync(prepared)) return null;
    const database = await openMemoryDatabase({ ...OF_TESTS, dump: base === null ? null : sharedBytes(base) });
    if (base === null) await migrateDatabase(database);
    await template.fill(database);
    const own = `${prepared}.unfinished`;
    // Not compressed, since to unpack it costs more than to read it.
    writeFileSync(own, gunzipSync(await database.dumpBytes()));
    renameSync(own, prepared);
    for (const name of readdirSync(PREPARED))
      if (name.includes('.tar') && !name.startsWith(schemaHash())) rmSync(join(PREPARED, name), { force: true });
    return database;
  } finally {
    lock.release();
  }
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
  const database = await openPostgresqlDatabase({ url, ...OF_TESTS });
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

/** Those that this process has seen, by what they are called. */
const templates = new Map<string, Promise<string>>();

/** The name of a database that the server copies file by file; made by whoever comes first. */
function preparedTemplate(template: DatabaseTemplate): Promise<string> {
  const known = templates.get(template.name);
  if (known) return known;
  const prepared = prepareTemplate(template);
  templates.set(template.name, prepared);
  prepared.catch(() => templates.delete(template.name));
  return prepared;
}

async function prepareTemplate(template: DatabaseTemplate): Promise<string> {
  const name = `troupe_template_${schemaHash()}_${template.name}`;
  const base = template === EMPTY ? null : await preparedTemplate(EMPTY);
  await withServer(async (client) => {
    await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (rowCount === 1) return;
    const { url, name: unfinished } = await createServerDatabase(base ?? undefined);
    const database = await openPostgresqlDatabase({ url, ...OF_TESTS });
    if (base === null) await migrateDatabase(database);
    await template.fill(database);
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
  await askServer(`create database ${name} template ${template} strategy file_copy`);
  const url = new URL(serverUrl ?? '');
  url.pathname = `/${name}`;
  return {
    name,
    url: url.href,
    drop: () => askServer(`drop database ${name} with (force)`),
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

/** What the types of the package do not know of it. */
type Line = Client & { readonly ref: () => void; readonly unref: () => void };

/** For what each test file asks the server. Where it is lost, the next one takes another. */
let standing: Line | null = null;
let turn: Promise<unknown> = Promise.resolve();

/** One after the other, on one line: to be let in costs the server more than what it is asked for. Between them the line keeps no process alive. */
function askServer(statement: string): Promise<void> {
  const before = turn;
  const mine = (async () => {
    await before;
    standing ??= await connect();
    const line = standing;
    line.ref();
    await line.query(statement).finally(() => line.unref());
  })();
  turn = mine.catch(() => undefined);
  return mine;
}

async function connect(): Promise<Line> {
  if (serverUrl === undefined) throw new Error('TEST_DATABASE_URL is not set');
  const client = new Client({ connectionString: serverUrl }) as Line;
  const forget = () => {
    if (standing === client) standing = null;
  };
  client.on('end', forget).on('error', forget);
  await client.connect();
  return client;
}

async function withServer(work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = await connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
