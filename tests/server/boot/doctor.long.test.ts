import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dataDirPaths } from '#server/base/data-dir';
import { silentLogger as logger } from '#server/base/logger';
import { type DiagnosisFinding, looking } from '#server/boot/tools/diagnosis/finding';
import { lookAtBackups } from '#server/boot/tools/diagnosis/look-at-backups';
import { lookAtDatabase } from '#server/boot/tools/diagnosis/look-at-database';
import { lookAtDirectory, lookAtKeyFile } from '#server/boot/tools/diagnosis/look-at-machine';
import { readEnv } from '#server/boot/env';
import { startServer } from '#server/boot/start-server';
import { openDatabase } from '#server/db/open-database';
import { migrateDatabase } from '#server/db/migrate';
import { openPostgresqlDatabase } from '#server/db/postgresql/postgresql-database';
import { seedDatabase } from '#server/db/seed/seed';
import { createServerDatabase, testDatabaseKinds } from '#tests/support/database.ts';
import { SHORT_LIVED } from '../../../scripts/tests/short-lived.ts';

const root = mkdtempSync(join(tmpdir(), 'troupe-doctor-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const short = (findings: readonly DiagnosisFinding[]) => findings.map(({ about, state }) => `${about} ${state}`);

/** The command, as a person runs it. */
const doctor = (settings: Readonly<Record<string, string>>) =>
  promisify(execFile)(process.execPath, [...SHORT_LIVED, 'server/boot/tools/doctor.ts', '--json'], {
    env: { PATH: process.env['PATH'], ...settings },
  }).then(
    ({ stdout }) => ({ code: 0, findings: JSON.parse(stdout) as readonly DiagnosisFinding[] }),
    (error: unknown) => {
      const { code, stdout } = error as { readonly code: number; readonly stdout: string };
      return { code, findings: JSON.parse(stdout) as readonly DiagnosisFinding[] };
    },
  );

const machine = join(root, 'machine');
const at = async (iso: string) => lookAtBackups(readEnv({ DATA_DIR: machine }), new Date(iso));

describe('the look at a machine', () => {
  const dataDir = machine;
  const { secretKey, backups, database } = dataDirPaths(dataDir);

  it('says who can look into the directory and the key, and what to do', () => {
    expect(short(lookAtDirectory({ dataDir }))).toEqual(['directory doubtful']);
    mkdirSync(dataDir, { mode: 0o755 });
    chmodSync(dataDir, 0o755);
    expect(lookAtDirectory({ dataDir })[0]).toEqual({
      about: 'directory',
      state: 'bad',
      said: `Other users of this machine can look into ${dataDir}.`,
      advice: `Run: chmod 700 ${dataDir}`,
    });
    chmodSync(dataDir, 0o700);
    expect(short(lookAtDirectory({ dataDir }))[0]).toBe('directory good');
    const look = () => lookAtKeyFile({ dataDir, secretKey: undefined, databaseUrl: undefined });
    const key = () => short(look());
    expect(look()).toEqual([
      { about: 'key', state: 'doubtful', said: `There is no ${secretKey} yet.`, advice: 'The first start makes it.' },
    ]);
    // Beside data a missing key is one that is gone: a start makes no other.
    const gone = {
      about: 'key',
      state: 'doubtful',
      said: `There is no ${secretKey}.`,
      advice:
        'Put back the one that belongs to the data, from the folder of a backup for example. A start makes another one only where nothing was encrypted yet.',
    };
    expect(lookAtKeyFile({ dataDir, secretKey: undefined, databaseUrl: 'postgres://127.0.0.1/troupe' })).toEqual([gone]);
    mkdirSync(database);
    expect(look()).toEqual([gone]);
    rmSync(database, { recursive: true });
    const found = [key()];
    writeFileSync(secretKey, 'cut', { mode: 0o600 });
    found.push(key());
    writeFileSync(secretKey, 'A'.repeat(43));
    found.push(key());
    chmodSync(secretKey, 0o644);
    found.push(key(), short(lookAtKeyFile({ dataDir, secretKey: new Uint8Array(32), databaseUrl: undefined })));
    expect(found).toEqual([['key doubtful'], ['key bad'], ['key good'], ['key bad'], ['key good']]);
  });

  it('says how old the newest backup is', async () => {
    expect(await at('2026-11-24T00:00:00Z')).toEqual([
      { about: 'backup', state: 'doubtful', said: `There is no backup in ${backups}.`, advice: 'Run: npm run backup' },
    ]);
    const now = Date.now();
    mkdirSync(join(backups, 'troupe-2026-11-24T00-00-00Z'), { recursive: true });
    // Half a backup is none.
    expect(short(await at(new Date(now).toISOString()))).toEqual(['backup doubtful']);
    writeFileSync(join(backups, 'troupe-2026-11-24T00-00-00Z', 'manifest.json'), '{}');
    expect((await Promise.all([-100, -1].map((hours) => at(new Date(now + hours * 3_600_000).toISOString())))).flatMap(short)).toEqual([
      'backup doubtful',
      'backup doubtful',
    ]);
    expect((await Promise.all([1, 47, 49].map((hours) => at(new Date(now + hours * 3_600_000).toISOString())))).flatMap(short)).toEqual([
      'backup good',
      'backup good',
      'backup doubtful',
    ]);
  });
});

const failing = async (code: string) => {
  const error = Object.assign(new Error(`${code}: open '/var/lib/troupe/secret.key'`), { code });
  return looking('key', () => Promise.reject(error));
};

describe('a look that fails', () => {
  it('says whose the files are where the system keeps this user from them', async () => {
    const advice = 'Run this as the user that the server runs as, and give that user its files back (chown) where they are another’s.';
    expect(await failing('EACCES')).toEqual([{ about: 'key', state: 'bad', said: "EACCES: open '/var/lib/troupe/secret.key'", advice }]);
    expect(await failing('EPERM')).toMatchObject([{ state: 'bad', advice }]);
    expect(await failing('EIO')).toMatchObject([{ state: 'bad', advice: 'See to what this says, then look again.' }]);
  });
});

describe('the look at an embedded database', { timeout: 300_000 }, () => {
  const dataDir = join(root, 'embedded');
  const env = readEnv({ DATA_DIR: dataDir, PORT: '0', ADMIN_PASSWORD: 'secret99x', SAMPLE_DATA: '0' });
  it('makes none where there is none', async () => {
    expect(short(await lookAtDatabase(env, logger))).toEqual(['database doubtful']);
    expect(short(lookAtDirectory(env))).toEqual(['directory doubtful']);
  });

  it('asks the server that uses it, and looks by itself when that is stopped', async () => {
    const server = await startServer({ env, logger });
    const running = await doctor({ DATA_DIR: dataDir });
    expect(running.findings.find(({ about }) => about === 'database')?.said).toBe(
      'A server uses the database and is ready. Stop it for a closer look.',
    );
    await server.stop();
    expect(short(await lookAtDatabase(env, logger))).toEqual(['database good', 'migrations good', 'jobs good']);

    const database = await openDatabase({ dataDir, logger });
    await sql`insert into kysely_migration (name, timestamp) values ('9999-of-tomorrow', '2030')`.execute(database.kysely);
    await database.close();
    const newer = await lookAtDatabase(env, logger);
    expect(newer.at(-1)).toEqual({
      about: 'migrations',
      state: 'bad',
      said: 'The database was used by a newer version: it has the step 9999-of-tomorrow.',
      advice: 'Start the newer version, or restore a backup that was made before it.',
    });
    const again = await openDatabase({ dataDir, logger });
    await sql`delete from kysely_migration where name in ('9999-of-tomorrow', '0170-list-orders')`.execute(again.kysely);
    const factor = {
      account_type: 'admin',
      account_id: 1,
      sealed_secret: 'sealed with another key',
      confirmed_at: 1,
      create_time: 1,
    } as const;
    await again.kysely.insertInto('two_factor').values(factor).execute();
    await again.close();
    expect(short(await lookAtDatabase(env, logger))).toEqual(['database good', 'migrations doubtful', 'key bad', 'jobs good']);
    const stopped = await doctor({ DATA_DIR: dataDir });
    expect([stopped.code, short(stopped.findings).filter((each) => each.endsWith('bad') && !each.startsWith('pages'))]).toEqual([
      1,
      ['key bad'],
    ]);
  });

  it('says what is wrong with the settings', async () => {
    const { code, findings } = await doctor({ PORT: 'none', LOG_LEVEL: 'loud' });
    expect([code, findings.filter(({ about }) => about === 'environment').map(({ said }) => said)]).toEqual([
      1,
      ['PORT must be a whole number from 0 to 65535.', 'LOG_LEVEL must be one of debug, info, warn, error, silent.'],
    ]);
  });
});

describe.runIf(testDatabaseKinds.includes('postgresql'))('the look at PostgreSQL', () => {
  let url: string;
  let drop: () => Promise<void>;
  beforeAll(async () => {
    ({ url, drop } = await createServerDatabase());
  });
  afterAll(() => drop());

  it('tells version, connections, clock, what copies it, tables and jobs', async () => {
    const env = readEnv({ DATA_DIR: join(root, 'postgresql'), DATABASE_URL: url });
    const usual = ['postgresql good', 'connections good', 'clock good', 'rights good', 'pg_dump good'];
    expect(short(await lookAtDatabase(env, logger))).toEqual(['database good', 'migrations doubtful', ...usual]);
    const database = await openPostgresqlDatabase({ url, logger, statementTimeoutMs: 5000 });
    await migrateDatabase(database);
    await database.close();
    expect(short(await lookAtDatabase(env, logger))).toEqual(['database good', 'migrations good', ...usual, 'jobs good']);
    // As a restore leaves it, for copies have no queue: the look takes that for no fault, and makes none either.
    const restored = await openPostgresqlDatabase({ url, logger, statementTimeoutMs: 5000 });
    await sql`drop schema pgboss cascade`.execute(restored.kysely);
    expect((await lookAtDatabase(env, logger)).at(-1)).toEqual({
      about: 'jobs',
      state: 'good',
      said: 'There is no queue of jobs yet: the next start makes it.',
    });
    const { rows } = await sql`select from pg_namespace where nspname = 'pgboss'`.execute(restored.kysely);
    await restored.close();
    expect(rows).toEqual([]);
  });

  it('tells how many passkeys were made for another host than the one that the site has', async () => {
    const settings = { DATA_DIR: join(root, 'postgresql'), DATABASE_URL: url };
    const told = async (site: Readonly<Record<string, string>> = {}) =>
      (await lookAtDatabase(readEnv({ ...settings, ...site }), logger)).filter(({ about }) => about === 'passkeys');
    const database = await openPostgresqlDatabase({ url, logger, statementTimeoutMs: 5000 });
    try {
      await migrateDatabase(database);
      await seedDatabase(database, { adminPasswordHash: '$argon2id$v=19$fake', sampleData: false, nowSeconds: 1_700_000_000 });
      const add = (host: string) =>
        database.kysely
          .insertInto('passkey')
          .values({
            admin_id: 1,
            credential_id: `made-for-${host}`,
            rp_id: host,
            public_key: 'key',
            counter: 0,
            transports: '',
            is_synced: false,
            name: host,
            create_time: 1_700_000_000,
          })
          .execute();
      expect(await told()).toEqual([]);
      await add('localhost');
      expect(await told()).toEqual([{ about: 'passkeys', state: 'good', said: 'Passkeys are for localhost, and there are 1.' }]);
      await add('www.example.com');
      const advice = 'Let SITE_ADDRESS or the setting of the site’s address name the host that people use, or let them add passkeys anew.';
      expect(await told()).toEqual([
        {
          about: 'passkeys',
          state: 'doubtful',
          said: '1 of 2 passkeys were made for another host than localhost, and open nothing.',
          advice,
        },
      ]);
      // The same passkeys, once the site has the host of one of them, and once it has neither.
      expect((await told({ SITE_ADDRESS: 'https://www.example.com' })).map(({ said }) => said)).toEqual([
        '1 of 2 passkeys were made for another host than www.example.com, and open nothing.',
      ]);
      expect((await told({ SITE_ADDRESS: 'https://elsewhere.example.org' })).map(({ said }) => said)).toEqual([
        '2 of 2 passkeys were made for another host than elsewhere.example.org, and open nothing.',
      ]);
    } finally {
      await database.close();
    }
  });
});
