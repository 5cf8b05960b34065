import { randomBytes } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import { Client } from 'pg';
import { type Logger, silentLogger } from '../../base/logger.ts';
import type { Database } from '../base/database.ts';
import type { DatabaseExchange, Restored } from '../embedded/embedded-backup.ts';
import { forgetCloudForms } from '../base/forget-cloud-forms.ts';
import { FORMERLY, TABLES_LOCK } from './broken-restore.ts';
import { openPostgresqlDatabase } from './postgresql-database.ts';
import { APPLICATION_NAME } from './postgresql-pool.ts';
import { refuseSharedConnections } from './postgresql-pooler.ts';
import { type AccountRights, refuseNoRestore, RIGHTS } from './postgresql-rights.ts';
import { runPostgresqlTool } from './postgresql-tool.ts';
import { assertSameCounts, countAllRows, type RowCounts } from '../base/row-counts.ts';
import type { Tables } from '../tables/tables.ts';

interface Options {
  /** Leads to PostgreSQL itself: its programs share no connection. */
  readonly url: string;
  readonly logger: Logger;
  readonly file: string;
  /** Ends the work, and what was made for it goes. */
  readonly signal?: AbortSignal | undefined;
}

async function usingUnhurried<T>(url: string, logger: Logger, work: (trx: Transaction<Tables>) => Promise<T>): Promise<T> {
  const database = await openPostgresqlDatabase({ url, logger, statementTimeoutMs: 0 });
  try {
    return await database.withoutTimeout(work);
  } finally {
    await database.close();
  }
}

/** What copies that are tried and read are called; the hour says how long one that was left behind has been there. */
const TRY_NAME = 'troupe_try';
const READ_NAME = 'troupe_read';
const HOUR_MS = 3_600_000;
const LEFT_HOURS = 24;
const WHOLE = ['--single-transaction', '--exit-on-error', '--no-owner', '--no-privileges'] as const;

/** Who may not make databases. */
const MAY_NOT = '42501';

/**
 * Puts an archive into a database of its own, which is made and dropped for it, and counts the rows; where the account may make none, the
 * archive is read to its end. What a process that was killed left behind goes a day later.
 */
export async function tryArchive({
  url,
  logger,
  file,
  signal,
}: Options): Promise<{ readonly counts: RowCounts; readonly isRestored: boolean }> {
  await refuseSharedConnections(url);
  const hour = hourNow();
  await dropLeft({ url, logger }, hour);
  const name = `${TRY_NAME}_${hour}_${randomBytes(6).toString('hex')}`;
  const made = await onServer(url, `create database ${name}`).then(
    () => true,
    (error: unknown) => {
      if ((error as { readonly code?: unknown }).code === MAY_NOT) return false;
      throw error;
    },
  );
  if (!made) return { counts: await countRowsOfArchive(file, signal), isRestored: false };
  const scratch = new URL(url);
  scratch.pathname = `/${name}`;
  try {
    await runPostgresqlTool('pg_restore', scratch.href, [...WHOLE, file], { signal });
    return { counts: await usingUnhurried(scratch.href, silentLogger, countAllRows), isRestored: true };
  } finally {
    await onServer(url, `drop database if exists ${name} with (force)`);
  }
}

const hourNow = (): number => Math.floor(Date.now() / HOUR_MS);

export interface OpenArchive {
  readonly database: Database;
  readonly close: () => Promise<void>;
}

/**
 * Puts an archive into a database of its own, to read from it; closing drops that. What a process that was killed left behind goes a day later.
 * @throws Error where the account may make no databases, or the archive cannot be put there
 */
export async function openDatabaseArchive({ url, logger, file, signal }: Options): Promise<OpenArchive> {
  await refuseSharedConnections(url);
  const hour = hourNow();
  await dropLeft({ url, logger }, hour);
  const name = `${READ_NAME}_${hour}_${randomBytes(6).toString('hex')}`;
  await onServer(url, `create database ${name}`).catch((error: unknown) => {
    if ((error as { readonly code?: unknown }).code !== MAY_NOT) throw error;
    throw new Error(
      'To read from a backup it is put into a database of its own, and the account of DATABASE_URL may make none. Let it (alter role … createdb), or name an account that may.',
      { cause: error },
    );
  });
  const drop = async (): Promise<void> => void (await onServer(url, `drop database if exists ${name} with (force)`));
  const scratch = new URL(url);
  scratch.pathname = `/${name}`;
  try {
    await runPostgresqlTool('pg_restore', scratch.href, [...WHOLE, file], { signal });
    const database = await openPostgresqlDatabase({ url: scratch.href, logger: silentLogger, statementTimeoutMs: 0 });
    return {
      database,
      close: async () => {
        await database.close();
        await drop();
      },
    };
  } catch (error) {
    await drop();
    throw error;
  }
}

/** A copy of ours; of names that versions before this one gave nobody can tell since when they are there. */
const LEFT = /^troupe_(?:read|try)_(?:(?<made>\d+)_)?[\da-f]{12}$/u;

/**
 * Its own alone: other installations may share the server. One that tells no hour goes where nobody is in it, which is where whoever made it is gone.
 * One that cannot go is no reason to be without a copy.
 */
async function dropLeft({ url, logger }: Pick<Options, 'url' | 'logger'>, hour: number): Promise<void> {
  const rows = await onServer(
    url,
    `select datname from pg_database where datname like any (array['${READ_NAME}\\_%', '${TRY_NAME}\\_%']) and pg_get_userbyid(datdba) = current_user`,
  );
  for (const { datname } of rows) {
    const database = String(datname);
    const found = LEFT.exec(database);
    const made = found?.groups?.['made'];
    if (!found || (made !== undefined && Math.abs(hour - Number(made)) <= LEFT_HOURS)) continue;
    await onServer(url, `drop database if exists ${database}${made === undefined ? '' : ' with (force)'}`).catch((error: unknown) =>
      logger.warn('copy.notDropped', { database, error }),
    );
  }
}

/** Reads an archive to its end, which proves that it can be read. */
async function countRowsOfArchive(file: string, signal?: AbortSignal): Promise<RowCounts> {
  const counts = new Map<string, number>();
  let table: string | null = null;
  let rest = '';
  const onOutput = (chunk: string): void => {
    const lines = `${rest}${chunk}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (table === null) {
        table = /^COPY public\."?([^\s"]+)"? .*FROM stdin;$/u.exec(line)?.[1] ?? null;
        if (table !== null) counts.set(table, 0);
      } else if (line === '\\.') table = null;
      else counts.set(table, (counts.get(table) ?? 0) + 1);
    }
  };
  await runPostgresqlTool('pg_restore', null, ['--data-only', '--file=-', file], { onOutput, signal });
  return new Map([...counts].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** What would refuse a restore when all else is done, asked before anything is fetched for it: that may take hours. @throws Error in plain words */
export async function refuseRestoreNow(url: string): Promise<void> {
  await refuseWithoutRights(url);
  await refuseWhileServing(url);
}

async function refuseWithoutRights(url: string): Promise<void> {
  await refuseSharedConnections(url);
  const [rights] = (await onServer(url, RIGHTS)) as unknown as AccountRights[];
  if (rights) refuseNoRestore(rights);
}

/**
 * Puts an archive in the place of the database's tables. The former ones stay in a schema of another name; if anything fails they
 * are put back. Refuses while a Troupe server is connected.
 */
export async function restorePostgresql({
  exchange,
  now,
  ...options
}: Options & { readonly now: Date; readonly exchange?: DatabaseExchange }): Promise<Restored> {
  const { url, file } = options;
  await refuseWithoutRights(url);
  const expected = await countRowsOfArchive(file);
  const formerly = `${FORMERLY}_${now.toISOString().replaceAll(/[^\d]/gu, '').slice(0, 14)}`;
  return holdingTables(url, () => exchangeTables(options, expected, formerly, exchange));
}

/** A server that starts meanwhile waits: it would find no tables, and make new ones. The lock falls with this process, however that ends. */
async function holdingTables<T>(url: string, work: () => Promise<T>): Promise<T> {
  const client = clientOf(url);
  await client.connect();
  try {
    // One of a transaction: a pooler gives the session to somebody else afterwards.
    await client.query('begin; set local idle_in_transaction_session_timeout = 0; set local statement_timeout = 0');
    await client.query(`select pg_advisory_xact_lock(${TABLES_LOCK})`);
    return await work();
  } finally {
    await client.end();
  }
}

async function exchangeTables(
  { url, logger, file }: Options,
  expected: RowCounts,
  formerly: string,
  told: DatabaseExchange | undefined,
): Promise<Restored> {
  await refuseWhileServing(url);
  told?.begun();
  try {
    await onServer(url, `begin; alter schema public rename to ${formerly}; create schema public; commit`);
  } catch (error) {
    // A line that broke at the commit leaves an empty database, which a start refuses by itself.
    told?.undone();
    throw error;
  }
  try {
    await runPostgresqlTool('pg_restore', url, [...WHOLE, file]);
    await usingUnhurried(url, logger, async (trx) => {
      assertSameCounts(expected, await countAllRows(trx));
      await forgetCloudForms(trx);
      await forgetJobs(trx);
    });
  } catch (error) {
    await onServer(url, `begin; drop schema public cascade; alter schema ${formerly} rename to public; commit`);
    told?.undone();
    throw error;
  }
  const [row] = await onServer(url, `select exists (select from pg_class where relnamespace = '${formerly}'::regnamespace) as "isKept"`);
  if (row?.['isKept'] === true) return { counts: expected, formerly: `the schema ${formerly} of the same database` };
  await onServer(url, `drop schema ${formerly} cascade`);
  return { counts: expected, formerly: null };
}

/**
 * The queue is in no copy, so that of the replaced database is still there. Its jobs name rows by numbers, which the restored database gives to
 * others: a mail would reach whom it is not for. What matters of its own has its state in a table, and is sent again from there.
 */
async function forgetJobs(trx: Transaction<Tables>): Promise<void> {
  await sql`do $$ begin if to_regclass('pgboss.job') is not null then delete from pgboss.job; end if; end $$`.execute(trx);
}

/** Whether Troupe has used this database. */
export async function hasTables(url: string): Promise<boolean> {
  const [row] = await onServer(url, `select to_regclass('public.admin') is not null as "isThere"`);
  return row?.['isThere'] === true;
}

async function refuseWhileServing(url: string): Promise<void> {
  const statement = `select count(*)::int as others from pg_stat_activity where datname = current_database() and application_name = '${APPLICATION_NAME}'`;
  const [row] = await onServer(url, statement);
  if (row?.['others'] !== 0)
    throw new Error(
      'A Troupe server is connected to this database. Stop it first. A pooler keeps connections of one that has stopped for some minutes: RECONNECT in the console of pgbouncer ends them.',
    );
}

function clientOf(url: string): Client {
  const client = new Client({ connectionString: url, application_name: `${APPLICATION_NAME}-restore`, connectionTimeoutMillis: 5000 });
  // A line that breaks while nothing is asked would end the process in the middle of a restore; the next statement tells of it.
  client.on('error', () => undefined);
  return client;
}

async function onServer(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = clientOf(url);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}
