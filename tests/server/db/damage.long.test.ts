import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { dataDirPaths } from '#server/base/data-dir';
import type { Database } from '#server/db/base/database';
import { openEmbeddedClient } from '#server/db/embedded/embedded-client';
import type { EmbeddedDatabase } from '#server/db/embedded/embedded-database';
import { migrateDatabase } from '#server/db/migrate';
import { openDatabase } from '#server/db/open-database';
import { createLogger, silentLogger } from '#server/base/logger';
import { openTestDatabase, testDatabaseKinds } from '#tests/support/database.ts';

const PAGE_BYTES = 8192;
const root = mkdtempSync(join(tmpdir(), 'troupe-damage-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

let lines: { readonly event: string; readonly text?: string }[] = [];
const logger = createLogger({ level: 'info', now: () => new Date(0), write: (line) => lines.push(JSON.parse(line) as { event: string }) });
const open = (dataDir: string, allowDamaged = false): Promise<Database> => openDatabase({ dataDir, allowDamaged, logger });
const refusal = (dataDir: string): Promise<string> =>
  open(dataDir).then(
    async (database) => {
      await database.close();
      return 'it was opened';
    },
    (error: unknown) => (error as Error).message,
  );

const fileOf = async ({ kysely }: Database, relation: string): Promise<string> =>
  (await sql<{ path: string }>`select pg_relation_filepath(${relation}::text::regclass) as path`.execute(kysely)).rows[0]?.path ?? '';
const writeNames = ({ kysely }: Database, from: number, to: number) =>
  sql`insert into goods_category (name, create_time, update_time) select repeat('n', 40) || n, 1, 1 from generate_series(${from}::integer, ${to}::integer) as n`.execute(
    kysely,
  );

async function placeInLog({ kysely }: Database): Promise<{ readonly file: string; readonly place: number }> {
  const { rows } = await sql<{ file: string; place: number }>`
    select file_name as file, file_offset as place from pg_walfile_name_offset(pg_current_wal_insert_lsn())`.execute(kysely);
  return rows[0] ?? { file: '', place: 0 };
}

/** A data directory with several pages of records, as a stop leaves it, and as a kill does. */
const sound = join(root, 'sound');
const killed = join(root, 'killed');
let table = '';
let index = '';
/** In the write-ahead log, half-way through what was written last. */
let middle = { file: '', place: 0 };

beforeAll(async () => {
  const prepared = (await openTestDatabase('embedded')) as EmbeddedDatabase;
  const { database: folder, synced } = dataDirPaths(sound);
  mkdirSync(sound);
  const storage = { kind: 'folder', folder, syncedMarker: synced, dump: await prepared.dumpBytes() } as const;
  await prepared.close();
  await (await openEmbeddedClient({ storage, logger: silentLogger, statementTimeoutMs: 0 })).close();
  const database = await open(sound);
  table = await fileOf(database, 'goods_category');
  index = await fileOf(database, 'goods_category_pkey');
  await writeNames(database, 1, 400);
  await sql`checkpoint`.execute(database.kysely);
  for (let n = 401; n <= 440; n += 1) {
    await writeNames(database, n, n);
    if (n === 420) middle = await placeInLog(database);
  }
  cpSync(sound, killed, { recursive: true });
  await database.close();
}, 120_000);

describe('a damaged database', { timeout: 60_000 }, () => {
  const dataDir = join(root, 'data');
  const { database: folder, synced, backups } = dataDirPaths(dataDir);
  beforeEach(() => {
    lines = [];
    cpSync(sound, dataDir, { recursive: true });
  });
  afterEach(() => rmSync(dataDir, { recursive: true }));

  const change = (path: string, at: number, how: (bytes: Buffer) => void): void => {
    const file = join(folder, path);
    const bytes = readFileSync(file);
    how(bytes.subarray(at));
    writeFileSync(file, bytes);
  };
  const zeroPage = (page: number) => change(table, page * PAGE_BYTES, (bytes) => void bytes.fill(0, 0, PAGE_BYTES));

  test('with a page of zeros is refused, with the newest backup and a way to save the rest', async () => {
    zeroPage(1);
    mkdirSync(backups);
    for (const [name, seconds] of [
      ['troupe-old.tar.gz', 1_700_000_000],
      ['troupe-new.tar.gz', 1_750_000_000],
      ['notes.txt', 1_760_000_000],
    ] as const) {
      writeFileSync(join(backups, name), '');
      utimesSync(join(backups, name), seconds, seconds);
    }
    const newest = join(backups, 'troupe-new.tar.gz');
    expect(await refusal(dataDir)).toBe(
      `The database in ${folder} is damaged: goods_category: page 1 is empty, although an index knows rows of it. It was left as it is. Look after the disk, keep a copy of this folder, then restore a backup. To save what can still be read, start once with SERVE_DAMAGED=1. The newest backup is ${newest} of 2025-06-15 15:06 UTC; npm run restore -- ${newest} puts it in the database's place and keeps what is there now.`,
    );
    const database = await open(dataDir, true);
    expect(database.damage()).toBe('goods_category: page 1 is empty, although an index knows rows of it');
    await database.close();
  });

  test('is named by what is damaged, in a table or an index', async () => {
    change(table, 2 * PAGE_BYTES - 100, (bytes) => void (bytes[0]! ^= 1));
    change(index, 2 * PAGE_BYTES - 100, (bytes) => void (bytes[0]! ^= 1));
    const said = await refusal(dataDir);
    expect(said).toContain(`goods_category: invalid page in block 1 of relation "${table}"`);
    expect(said).toContain(`goods_category_pkey: invalid page in block 1 of relation "${index}"`);
    expect(said).toContain(`There is no backup in ${backups}.`);
  });

  test('is looked at with each start, and left alone where nothing is wrong', async () => {
    const database = await open(dataDir);
    expect(lines).toMatchObject([{ event: 'database.checked', isComplete: true, damages: 0 }]);
    expect(database.damage()).toBe(null);
    const { rows } = await sql<{ extname: string }>`select extname from pg_extension`.execute(database.kysely);
    expect(rows).toEqual([{ extname: 'plpgsql' }]);
    await database.close();
  });

  test.each([
    ['global/pg_control', () => truncateSync(join(folder, 'global/pg_control')), 'has 0 bytes instead of 8192'],
    ['PG_VERSION', () => rmSync(join(folder, 'PG_VERSION')), 'is missing, although the tables are there'],
    ['global/pg_control', () => rmSync(join(folder, 'global/pg_control')), 'is missing'],
  ])('says which file it is: %s', async (file, damage, how) => {
    damage();
    const before = readdirSync(folder, { recursive: true });
    expect(await refusal(dataDir)).toContain(`The database is damaged: ${join(folder, file)} ${how}. Nothing was changed.`);
    expect(readdirSync(folder, { recursive: true })).toEqual(before);
  });

  test('is never moved away once it was served, and the reason is in the words of the engine', async () => {
    rmSync(synced);
    const catalog = join(folder, 'base/5/1259');
    renameSync(catalog, `${catalog}.gone`);
    expect(await refusal(dataDir)).toContain(`The database in ${folder} cannot be opened: could not open`);
    expect(readdirSync(dataDir).filter((name) => name.includes('incomplete'))).toEqual([]);
    renameSync(`${catalog}.gone`, catalog);
    const database = await open(dataDir);
    expect(await database.kysely.selectFrom('goods_category').select('id').execute()).toHaveLength(440);
    await database.close();
  });

  test('of another version of the engine is refused as that', async () => {
    writeFileSync(join(folder, 'PG_VERSION'), '17\n');
    expect(await refusal(dataDir)).toContain(
      `The database in ${folder} was made by PostgreSQL 17; this version of Troupe reads that of PostgreSQL 18 only. Start the version of Troupe that made it.`,
    );
  });
});

const told = (): readonly string[] => lines.filter(({ event }) => event !== 'database.checked').map(({ event }) => event);

describe('after a kill', { timeout: 60_000 }, () => {
  beforeEach(() => {
    lines = [];
  });

  test('the log says that the engine put the database in order', async () => {
    const dataDir = join(root, 'once');
    cpSync(killed, dataDir, { recursive: true });
    const database = await open(dataDir);
    expect(await database.kysely.selectFrom('goods_category').select('id').execute()).toHaveLength(440);
    await database.close();
    expect(new Set(told())).toEqual(new Set(['database.engineSaid']));
    expect(lines.map(({ text }) => text)).toContain('database system was not properly shut down; automatic recovery in progress');
  });

  test('the log warns where what was written last could not be read any more', async () => {
    const dataDir = join(root, 'torn');
    cpSync(killed, dataDir, { recursive: true });
    const file = join(dataDirPaths(dataDir).database, 'pg_wal', middle.file);
    const bytes = readFileSync(file);
    bytes[middle.place + 40]! ^= 1;
    writeFileSync(file, bytes);
    const database = await open(dataDir);
    expect((await database.kysely.selectFrom('goods_category').select('id').execute()).length).toBeLessThan(440);
    await database.close();
    expect(told()).toContain('database.replayEndedEarly');
  });
});

test('a database of a newer program is refused, and stays as it is', async () => {
  const database = await openTestDatabase('embedded');
  await sql`insert into kysely_migration (name, timestamp) values ('9999-from-the-future', '2030-01-01')`.execute(database.kysely);
  await expect(migrateDatabase(database)).rejects.toThrow(
    'The database was used by a newer version of Troupe than this one: it has the step 9999-from-the-future, which this version does not know. Nothing was changed. Start the newer version, or restore a backup that was made before it.',
  );
  await database.close();
});

test.each(testDatabaseKinds)('damage that is met while a database is used is known from then on (%s)', async (kind) => {
  const database = await openTestDatabase(kind);
  const met = sql`do $$ begin raise exception 'invalid page in block 7' using errcode = 'data_corrupted'; end $$`.execute(database.kysely);
  await expect(met).rejects.toThrow('invalid page in block 7');
  expect(database.damage()).toBe('invalid page in block 7');
  await database.close();
});
