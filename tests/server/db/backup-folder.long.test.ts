import { execFile } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { createBackups, type BackupOptions } from '#server/adapters/backups/backup-folder';
import { prepareFiles } from '#server/adapters/backups/restore-files';
import { tryCopy } from '#server/adapters/backups/try-copy';
import { dataDirPaths } from '#server/base/data-dir';
import { silentLogger as logger } from '#server/base/logger';
import { PROGRAM_VERSION } from '#server/base/platform/program-version';
import { readEnv } from '#server/boot/env';
import { startServer } from '#server/boot/start-server';
import { readBackupManifest } from '#server/db/base/backup-manifest';
import { countAllRows } from '#server/db/base/row-counts';
import { openDatabase } from '#server/db/open-database';
import { openPostgresqlDatabase } from '#server/db/postgresql/postgresql-database';
import { migrateDatabase } from '#server/db/migrate';
import { createServerDatabase, testDatabaseKinds } from '#tests/support/database.ts';
import { SHORT_LIVED } from '../../../scripts/tests/short-lived.ts';

const root = mkdtempSync(join(tmpdir(), 'troupe-backups-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const COUNTS = new Map([
  ['admin', 1],
  ['goods', 2],
]);
const HOUR_MS = 3_600_000;
const START_MS = Date.parse('2026-11-24T02:00:00.000Z');

/** A data directory with two stored files, and a database that is only said to be there. */
function directory(name: string) {
  const dataDir = join(root, name);
  const { uploads, secretKey } = dataDirPaths(dataDir);
  const stored = join(uploads, 'files', 'ab');
  mkdirSync(stored, { recursive: true });
  writeFileSync(join(stored, 'ab01'), 'one');
  writeFileSync(join(stored, 'ab02'), 'two of them');
  writeFileSync(secretKey, 'the key\n');
  let nowMs = START_MS;
  const backups = (options: Partial<BackupOptions> = {}) =>
    createBackups({
      database: {
        kind: 'embedded',
        dump: async (file) => {
          writeFileSync(file, 'rows');
          return COUNTS;
        },
      },
      dataDir,
      backupDir: undefined,
      keep: 2,
      everyHours: 24,
      logger,
      nowMs: () => nowMs,
      tryCopy: async () => ({ counts: COUNTS, isRestored: true }),
      openBackup: () => Promise.reject(new Error('not opened here')),
      ...options,
    });
  return { dataDir, stored, backups, place: dataDirPaths(dataDir).backups, later: (ms: number) => void (nowMs += ms) };
}

describe('a backup', () => {
  it('is a folder with the database, stored files and the key, and says what it holds', async () => {
    const { backups, place } = directory('whole');
    const made = await backups().make();
    const folder = join(place, 'troupe-2026-11-24T02-00-00Z');
    const told = {
      version: PROGRAM_VERSION,
      database: 'embedded',
      databaseBytes: 4,
      files: 2,
      fileBytes: 14,
      hasKey: true,
      isRestored: true,
    };
    expect(made).toEqual({ folder, madeAt: new Date(START_MS), rows: 3, ...told });
    expect(readBackupManifest(folder)).toEqual({ format: 1, madeAt: '2026-11-24T02:00:00.000Z', counts: { admin: 1, goods: 2 }, ...told });
    expect(readdirSync(folder).toSorted()).toEqual(['database.tar.gz', 'files', 'manifest.json', 'secret.key']);
    expect([readFileSync(join(folder, 'files/ab/ab02'), 'utf8'), readFileSync(join(folder, 'secret.key'), 'utf8')]).toEqual([
      'two of them',
      'the key\n',
    ]);
    // A second name of the same file: it costs no room.
    expect(statSync(join(folder, 'files/ab/ab02')).nlink).toBe(2);
  });

  it('is due and kept also where a clock was ahead once, and what was dated then goes first', async () => {
    const { backups, later, place } = directory('ahead');
    later(40 * 24 * HOUR_MS);
    await backups({ keep: 1 }).make();
    later(-40 * 24 * HOUR_MS);
    expect([await backups().isDue(), await backups().newest()]).toEqual([true, null]);
    const made = await backups({ keep: 2 }).make();
    expect([await backups().isDue(), await backups().newest()]).toEqual([false, made]);
    later(24 * HOUR_MS);
    expect(await backups().isDue()).toBe(true);
    const { folder } = await backups({ keep: 2 }).make();
    expect(readdirSync(place).toSorted()).toEqual(['troupe-2026-11-24T02-00-00Z', 'troupe-2026-11-25T02-00-00Z']);
    expect(folder).toBe(join(place, 'troupe-2026-11-25T02-00-00Z'));
    later(24 * HOUR_MS);
    await backups({ keep: 1 }).make();
    expect(readdirSync(place)).toEqual(['troupe-2026-11-26T02-00-00Z']);
  });

  it('holds what is deleted while it is made, and what comes', async () => {
    const { backups, stored, dataDir } = directory('moving');
    const dump = async (file: string) => {
      writeFileSync(file, 'rows');
      rmSync(join(stored, 'ab01'));
      mkdirSync(join(dataDir, 'uploads/files/cd'));
      writeFileSync(join(dataDir, 'uploads/files/cd/cd03'), 'three');
      return COUNTS;
    };
    const { folder } = await backups({ database: { kind: 'embedded', dump } }).make();
    expect(readdirSync(join(folder, 'files'), { recursive: true }).map(String).toSorted()).toEqual([
      'ab',
      'ab/ab01',
      'ab/ab02',
      'cd',
      'cd/cd03',
    ]);
  });

  it('holds what is known and lies with the strays, where the next restore finds it', async () => {
    const { backups, dataDir } = directory('aside');
    const fileId = 'cd'.padEnd(32, '0');
    const strays = join(dataDir, 'uploads', 'strays');
    mkdirSync(strays);
    writeFileSync(join(strays, fileId), 'set aside');
    writeFileSync(join(strays, '.DS_Store'), 'of a desktop');
    const { folder, files } = await backups().make();
    expect([files, readdirSync(join(folder, 'files', 'cd')), statSync(join(strays, fileId)).nlink]).toEqual([3, [fileId], 2]);
  });

  it.each([
    [
      'its copy lacks a row',
      {
        tryCopy: async () => ({
          counts: new Map([
            ['admin', 1],
            ['goods', 1],
          ]),
          isRestored: true,
        }),
      },
      'goods: 2 in the source, 1 in the copy',
    ],
    ['its copy cannot be opened', { tryCopy: async () => Promise.reject(new Error('cannot be opened')) }, 'cannot be opened'],
    [
      'the database cannot be copied',
      { database: { kind: 'embedded', dump: async () => Promise.reject(new Error('no disk')) } },
      'no disk',
    ],
  ] as const)('is none where %s, and nothing is left of it', async (what, options, reason) => {
    const { backups, place } = directory(what);
    await expect(backups(options as Partial<BackupOptions>).make()).rejects.toThrow(reason);
    expect([readdirSync(place), await backups().list()]).toEqual([[], []]);
  });

  it.each(['while files are copied', 'while the database is copied', 'while the copy is tried'])(
    'is none where it was cancelled %s, and nothing is left of it',
    async (when) => {
      const { backups, place } = directory(`cancelled ${when}`);
      const stop = new AbortController();
      const cancelled = new Error('cancelled');
      const cancelAt = (moment: string): void => {
        if (moment === when) stop.abort(cancelled);
      };
      const steps: number[] = [];
      const dump = async (file: string) => {
        cancelAt('while the database is copied');
        writeFileSync(file, 'rows');
        return COUNTS;
      };
      const tried = async () => {
        cancelAt('while the copy is tried');
        return { counts: COUNTS, isRestored: true };
      };
      cancelAt('while files are copied');
      const making = backups({ database: { kind: 'embedded', dump }, tryCopy: tried }).make(stop.signal, (done) => void steps.push(done));
      await expect(making).rejects.toBe(cancelled);
      expect([readdirSync(place), steps]).toEqual([
        [],
        { 'while files': [], 'while the database': [1], 'while the copy': [1, 2, 3] }[when.replace(/ (?:are|is) .*$/u, '')],
      ]);
    },
  );

  it('is made when the newest is old enough, or the data are where there is none; as many as wanted are kept', async () => {
    const { backups, place, later, dataDir } = directory('many');
    mkdirSync(place);
    writeFileSync(dataDirPaths(dataDir).synced, '');
    utimesSync(dataDirPaths(dataDir).synced, new Date(START_MS), new Date(START_MS));
    const due: boolean[] = [await backups().isDue()];
    later(24 * HOUR_MS);
    due.push(await backups().isDue(), await backups({ everyHours: null }).isDue());
    for (const waitMs of [24 * HOUR_MS, 23 * HOUR_MS, 24 * HOUR_MS]) {
      await backups().make();
      due.push(await backups().isDue());
      later(waitMs);
      due.push(await backups().isDue());
    }
    expect(due).toEqual([false, true, false, false, true, false, false, false, true]);
    // What somebody else has put there stays; what was left half done a day ago goes.
    writeFileSync(join(place, 'notes.txt'), 'mine');
    mkdirSync(join(place, 'troupe-2026-01-01T00-00-00Z'));
    mkdirSync(join(place, 'troupe-2026-11-20T00-00-00Z-00ff.unfinished'));
    utimesSync(join(place, 'troupe-2026-11-20T00-00-00Z-00ff.unfinished'), new Date(START_MS), new Date(START_MS));
    const last = await backups().make();
    expect((await backups().list()).map(({ madeAt }) => madeAt.toISOString())).toEqual([
      '2026-11-28T01:00:00.000Z',
      '2026-11-27T01:00:00.000Z',
    ]);
    expect(readdirSync(place).toSorted()).toEqual([
      'notes.txt',
      'troupe-2026-01-01T00-00-00Z',
      'troupe-2026-11-27T01-00-00Z',
      'troupe-2026-11-28T01-00-00Z',
    ]);
    expect(statSync(join(last.folder, 'files/ab/ab01')).nlink).toBe(3);
  });

  it('puts back whole files, and none of another backup, where one that was interrupted left some behind', async () => {
    const { backups } = directory('begun');
    const { folder } = await backups().make();
    const paths = dataDirPaths(join(root, 'begun-elsewhere'));
    const left = join(`${paths.uploads}.restoring`, 'files', 'ab');
    mkdirSync(left, { recursive: true });
    writeFileSync(join(left, 'ab02'), 'two');
    writeFileSync(join(left, 'ab09'), 'of another backup');
    expect(await (await prepareFiles(folder, paths)).place(new Date(START_MS))).toEqual([]);
    const shelf = join(paths.uploads, 'files', 'ab');
    expect(Object.fromEntries(readdirSync(shelf).map((name) => [name, readFileSync(join(shelf, name), 'utf8')]))).toEqual({
      ab01: 'one',
      ab02: 'two of them',
    });
  });

  it('lets no server start between the database and the files', async () => {
    const { backups } = directory('between');
    const { folder } = await backups().make();
    const dataDir = join(root, 'between-elsewhere');
    const paths = dataDirPaths(dataDir);
    const files = await prepareFiles(folder, paths);
    files.announce();
    const env = readEnv({ DATA_DIR: dataDir, PORT: '0', ADMIN_PASSWORD: 'secret99x' });
    await expect(startServer({ env, logger })).rejects.toThrow(`Run it again: npm run restore -- ${folder} --replace.`);
    expect([existsSync(paths.database), existsSync(paths.uploads)]).toEqual([false, false]);
    await files.place(new Date(START_MS));
    expect([existsSync(paths.unsettled), existsSync(join(paths.uploads, 'files/ab/ab01'))]).toEqual([false, true]);
  });

  it('keeps the mark of one that was interrupted where the next one fails', async () => {
    const { backups } = directory('again');
    const { folder } = await backups().make();
    const paths = dataDirPaths(join(root, 'again-elsewhere'));
    const mark = () => (existsSync(paths.unsettled) ? readFileSync(paths.unsettled, 'utf8') : null);
    const first = await prepareFiles(folder, paths);
    first.announce();
    first.withdraw();
    expect(mark()).toBe(null);
    // It has changed the database, and was killed before the files came.
    first.announce();
    renameSync(folder, `${folder}-moved`);
    const next = await prepareFiles(`${folder}-moved`, paths);
    next.announce();
    expect(mark()).toBe(`${folder}-moved\n`);
    next.withdraw();
    expect(mark()).toBe(`${folder}\n`);
    const last = await prepareFiles(`${folder}-moved`, paths);
    last.announce();
    await last.place(new Date(START_MS));
    expect(mark()).toBe(null);
  });

  it('leaves no mark that could not be written', async () => {
    const { backups } = directory('no-room');
    const { folder } = await backups().make();
    const paths = dataDirPaths(join(root, 'no-room-elsewhere'));
    // The mark stands by then, and what it lies in cannot be forced to the disk.
    const files = await prepareFiles(folder, { ...paths, root: join(root, 'nowhere') });
    expect(() => files.announce()).toThrow('ENOENT');
    expect(existsSync(paths.unsettled)).toBe(false);
  });

  it('puts files and key back, and sets aside what was there', async () => {
    const { backups, dataDir } = directory('back');
    const { folder } = await backups().make();
    const elsewhere = dataDirPaths(join(root, 'elsewhere'));
    mkdirSync(join(elsewhere.uploads, 'files/zz'), { recursive: true });
    writeFileSync(elsewhere.secretKey, 'another key\n');
    const now = new Date(START_MS);
    expect(await (await prepareFiles(folder, elsewhere)).place(now)).toEqual([
      `${elsewhere.uploads}.before-2026-11-24T02-00-00-000Z`,
      `${elsewhere.secretKey}.before-2026-11-24T02-00-00-000Z`,
    ]);
    expect(readdirSync(elsewhere.uploads, { recursive: true }).map(String).toSorted()).toEqual([
      'files',
      'files/ab',
      'files/ab/ab01',
      'files/ab/ab02',
    ]);
    expect(readFileSync(elsewhere.secretKey, 'utf8')).toBe('the key\n');
    // The same key is the same key.
    expect(await (await prepareFiles(folder, dataDirPaths(dataDir))).place(now)).toEqual([
      `${dataDirPaths(dataDir).uploads}.before-2026-11-24T02-00-00-000Z`,
    ]);
  });
});

/** One of the commands, as a person runs it. */
const tool = (env: Readonly<Record<string, string>>, ...args: string[]) =>
  promisify(execFile)(process.execPath, [...SHORT_LIVED, ...args], { env: { PATH: process.env['PATH'], ...env } }).then(
    ({ stdout }) => ({ code: 0, stdout, stderr: '' }),
    (error: unknown) => {
      const { code, stdout, stderr } = error as { readonly code: number; readonly stdout: string; readonly stderr: string };
      return { code, stdout, stderr };
    },
  );

describe('a server on the embedded database', { timeout: 300_000 }, () => {
  const started: { stop(): Promise<void> }[] = [];
  afterEach(() => Promise.all(started.splice(0).map((server) => server.stop())));

  it('is copied by its own hand while it runs; the copy makes another one elsewhere, and takes no place that is taken', async () => {
    const dataDir = join(root, 'running');
    const env = readEnv({ DATA_DIR: dataDir, PORT: '0', ADMIN_PASSWORD: 'secret99x' });
    const server = await startServer({ env, logger });
    started.push(server);
    const stored = join(dataDirPaths(dataDir).uploads, 'files', 'ab');
    mkdirSync(stored, { recursive: true });
    writeFileSync(join(stored, 'ab01'), 'one');

    const said = await tool({ DATA_DIR: dataDir }, 'server/boot/tools/backup.ts');
    const [, folder = '', rows = ''] =
      /^Wrote (\S+), put it into a database of its own, and found all (\d+) rows\. 1 stored files lie with it\.\n$/u.exec(said.stdout) ??
      [];
    expect([said.code, said.stderr, Number(rows) > 100]).toEqual([0, '', true]);
    // It has gone on meanwhile.
    expect((await fetch(`${server.address}/health/ready`)).status).toBe(200);

    const elsewhere = join(root, 'from-running');
    expect(await tool({ DATA_DIR: elsewhere }, 'server/boot/tools/restore.ts', folder)).toMatchObject({ code: 0, stderr: '' });
    const database = await openDatabase({ dataDir: elsewhere, logger });
    const counts = await countAllRows(database.kysely);
    await database.close();
    expect(Object.fromEntries(counts)).toEqual(readBackupManifest(folder)?.counts);
    expect(readFileSync(join(elsewhere, 'secret.key'), 'utf8')).toBe(readFileSync(join(dataDir, 'secret.key'), 'utf8'));
    expect(existsSync(join(elsewhere, 'uploads/files/ab/ab01'))).toBe(true);

    expect(await tool({ DATA_DIR: elsewhere }, 'server/boot/tools/restore.ts', folder)).toEqual({
      code: 1,
      stdout: '',
      stderr: `There is a database in ${join(elsewhere, 'database')} already. Add --replace to put the backup in its place; what is there is kept beside it.\n`,
    });
    const replaced = await tool({ DATA_DIR: elsewhere }, 'server/boot/tools/restore.ts', folder, '--replace');
    expect([replaced.code, replaced.stdout.match(/\.before-/gu)?.length]).toEqual([0, 2]);
    const wrong = await tool(
      { DATA_DIR: elsewhere, DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' },
      'server/boot/tools/restore.ts',
      folder,
    );
    expect(wrong.stderr).toBe(
      `${folder} is a backup of an embedded database, and DATABASE_URL leads to another one. Nothing was changed.\n`,
    );
  });
});

describe.runIf(testDatabaseKinds.includes('postgresql'))('a backup of PostgreSQL', { timeout: 300_000 }, () => {
  it('is tried in a database of its own, which is gone afterwards', async () => {
    const { url, drop } = await createServerDatabase();
    const database = await openPostgresqlDatabase({ url, logger, statementTimeoutMs: 5000 });
    await migrateDatabase(database);
    const { backups } = directory('on postgresql');
    const made = await backups({ database, tryCopy: (file) => tryCopy('postgresql', url, file, logger) }).make();
    expect([made.isRestored, made.database, made.rows]).toEqual([
      true,
      'postgresql',
      [...(await countAllRows(database.kysely)).values()].reduce((a, b) => a + b, 0),
    ]);
    const { rows } = await sql`select datname from pg_database where datname like 'troupe_try_%'`.execute(database.kysely);
    expect(rows).toEqual([]);
    await database.close();
    await drop();
  });
});
