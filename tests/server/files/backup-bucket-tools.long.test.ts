import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request as ask, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { allOf, createBucketObjects } from '#server/adapters/backups/bucket/bucket-objects';
import { dataDirPaths } from '#server/base/data-dir';
import { silentLogger as logger } from '#server/base/logger';
import { countAllRows } from '#server/db/base/row-counts';
import { openDatabase } from '#server/db/open-database';
import { migrateDatabase } from '#server/db/migrate';
import { seedDatabase } from '#server/db/seed/seed';
import { createServerDatabase, testDatabaseKinds } from '#tests/support/database.ts';
import { type RunningS3, S3_BUCKET, S3_CREDENTIALS, S3_NETWORKS, startS3 } from '#tests/support/servers/s3-server.ts';
import { SHORT_LIVED } from '../../../scripts/tests/short-lived.ts';

const FILE_ID = 'ab'.repeat(16);
const DISK_ID = 'cd'.repeat(16);

const noPath = (_path: string): boolean => false;
const objectsOf = (url: string) =>
  createBucketObjects({
    target: { url, bucket: S3_BUCKET, region: 'us-east-1' },
    credentials: S3_CREDENTIALS,
    logger,
    privateNetworks: S3_NETWORKS,
  });
const tool = (env: NodeJS.ProcessEnv, ...args: readonly string[]) =>
  promisify(execFile)(process.execPath, [...SHORT_LIVED, ...args], { env }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: unknown) => error as { readonly code: number; readonly stdout: string; readonly stderr: string },
  );
const using = async <T>(dataDir: string, url: string | undefined, work: (of: Awaited<ReturnType<typeof openDatabase>>) => Promise<T>) => {
  const database = await openDatabase({ dataDir, url, logger });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
};

/** The tools themselves, each a process of its own, on an installation whose files and backups lie in buckets. */
describe.each(testDatabaseKinds)('the tools of backups in a bucket, on %s', { timeout: 300_000 }, (kind) => {
  let [files, backups]: (RunningS3 | undefined)[] = [];
  let gate: Server;
  /** Called with the way of what is put; what it keeps waiting goes no further. */
  let heldAt = noPath;
  /** What was asked for. */
  const read: string[] = [];
  let held = Promise.withResolvers<string>();
  let root: string;
  const dropped: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    gate = createServer((incoming, outgoing) => {
      const path = incoming.url ?? '';
      if (incoming.method === 'GET') read.push(path);
      if (incoming.method === 'PUT' && heldAt(path)) {
        held.resolve(path);
        return;
      }
      const { port } = new URL(backups?.url ?? '');
      const passed = ask({ port, host: '127.0.0.1', path, method: incoming.method, headers: incoming.headers }, (reply) => {
        outgoing.writeHead(reply.statusCode ?? 500, reply.headers);
        reply.pipe(outgoing);
      });
      passed.on('error', () => outgoing.destroy());
      incoming.pipe(passed);
    });
    await new Promise<void>((listening) => gate.listen(0, '127.0.0.1', () => listening()));
  });
  beforeEach(async () => {
    [files, backups] = [await startS3(), await startS3()];
    root = mkdtempSync(join(tmpdir(), 'troupe-bucket-tools-'));
    [heldAt, held] = [noPath, Promise.withResolvers<string>()];
  });
  afterEach(async () => {
    await Promise.all([files?.close(), backups?.close(), ...dropped.splice(0).map((drop) => drop())]);
    rmSync(root, { recursive: true, force: true });
  });
  afterAll(() => {
    gate.closeAllConnections();
    gate.close();
  });

  const newDatabase = async () => {
    if (kind === 'embedded') return undefined;
    const { url, drop } = await createServerDatabase();
    dropped.push(drop);
    return url;
  };
  const environment = (dataDir: string, url: string | undefined) => ({
    ...process.env,
    DATA_DIR: dataDir,
    DATABASE_URL: url ?? '',
    CLOUD_KEY_ID: S3_CREDENTIALS.keyId,
    CLOUD_SECRET: S3_CREDENTIALS.secret,
    CLOUD_PRIVATE_NETWORKS: '127.0.0.1',
    FILES_BUCKET: files?.url,
    BACKUP_BUCKET: `http://127.0.0.1:${(gate.address() as AddressInfo).port}/${S3_BUCKET}`,
  });
  it('bring an installation onto another machine, and offer nothing of a backup whose process was killed on the way', async () => {
    const dataDir = join(root, 'data');
    const url = await newDatabase();
    const counts = await using(dataDir, url, async (database) => {
      await migrateDatabase(database);
      await seedDatabase(database, { adminPasswordHash: 'x', sampleData: true, nowSeconds: 1_700_000_000 });
      return countAllRows(database.kysely);
    });
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    writeFileSync(dataDirPaths(dataDir).secretKey, 'the key', { mode: 0o600 });
    const shelf = join(dataDirPaths(dataDir).uploads, 'files', DISK_ID.slice(0, 2));
    mkdirSync(shelf, { recursive: true });
    writeFileSync(join(shelf, DISK_ID), 'on the disk');
    await objectsOf(files?.url ?? '').putText(`files/${FILE_ID}`, 'in the bucket');
    const env = environment(dataDir, url);
    const stored = objectsOf(backups?.url ?? '');

    // Killed in the middle of the copy's way, and before its manifest.
    for (const place of ['/database.', '/manifest.json']) {
      held = Promise.withResolvers<string>();
      heldAt = (path) => path.includes(place);
      const child = spawn(process.execPath, [...SHORT_LIVED, 'server/boot/tools/backup.ts'], { env, stdio: 'ignore' });
      await held.promise;
      const ended = new Promise((resolve) => void child.once('exit', resolve));
      child.kill('SIGKILL');
      await ended;
      heldAt = noPath;
      const asked = await tool(env, 'server/boot/tools/restore.ts');
      expect([asked.code, asked.stderr.includes('There is none in ')]).toEqual([1, true]);
      // The next one waits for it, who may only have been silent.
      expect((await tool(env, 'server/boot/tools/backup.ts')).stderr).toContain('Another backup is being made');
      for await (const { key } of stored.list('making/')) await stored.remove(key);
    }
    const said = await tool(env, 'server/boot/tools/backup.ts');
    const [, name = '', rows] =
      /^Wrote \S+\/(troupe-\S+), .* found all (\d+) rows\. 2 stored files lie with it\.\n$/u.exec(said.stdout) ?? [];
    expect([said.stderr, said.code, Number(rows)]).toEqual(['', 0, [...counts.values()].reduce((a, b) => a + b, 0)]);
    expect((await tool(env, 'server/boot/tools/restore.ts')).stderr).toContain(`\n  ${name}`);
    expect(readdirSync(dataDirPaths(dataDir).backups)).toHaveLength(2);

    // Another machine, whose bucket of files has lost one and whose database is empty.
    const elsewhere = join(root, 'elsewhere');
    const other = await newDatabase();
    const there = environment(elsewhere, other);
    await objectsOf(files?.url ?? '').remove(`files/${FILE_ID}`);
    // What would refuse it in the end refuses it before anything is fetched.
    read.length = 0;
    const refused =
      other === undefined
        ? undefined
        : await using(elsewhere, other, async (database) => {
            await database.ping();
            return tool(there, 'server/boot/tools/restore.ts', name, '--replace');
          });
    expect([refused?.stderr.includes('A Troupe server is connected'), read]).toEqual([other === undefined ? undefined : true, []]);
    const restored = await tool(there, 'server/boot/tools/restore.ts', name);
    expect([restored.stderr, restored.code]).toEqual(['', 0]);
    expect(restored.stdout).toContain('2 were put back there');
    expect(await using(elsewhere, other, ({ kysely }) => countAllRows(kysely))).toEqual(counts);
    expect(readFileSync(dataDirPaths(elsewhere).secretKey, 'utf8')).toBe('the key');
    const back = await allOf(objectsOf(files?.url ?? '').list('files/'));
    expect(back.map(({ key, sizeBytes }) => [key, sizeBytes])).toEqual([
      [`files/${FILE_ID}`, 13],
      [`files/${DISK_ID}`, 11],
    ]);
    // Without a bucket of files they come to the disk.
    const onDisk = join(root, 'on-disk');
    const third = await newDatabase();
    expect(await tool({ ...environment(onDisk, third), FILES_BUCKET: '' }, 'server/boot/tools/restore.ts', name)).toMatchObject({
      code: 0,
    });
    expect(readFileSync(join(dataDirPaths(onDisk).uploads, 'files/ab', FILE_ID), 'utf8')).toBe('in the bucket');
    expect(readdirSync(dataDirPaths(onDisk).backups)).toEqual([]);

    // One section by the name of the backup.
    await using(dataDir, url, ({ kysely }) => kysely.deleteFrom('goods').where('id', '<=', 2).execute());
    const section = await tool(env, 'server/boot/tools/restore-section.ts', name, 'goods', '--missing');
    expect([section.stderr, section.stdout.includes('Restored 2 missing rows')]).toEqual(['', true]);
  });

  it('say of a backup in a folder what it has not, and of a restore what the bucket has lost since', async () => {
    const dataDir = join(root, 'data');
    const url = await newDatabase();
    await using(dataDir, url, (database) => migrateDatabase(database));
    const bucket = objectsOf(files?.url ?? '');
    for (const id of [FILE_ID, DISK_ID]) await bucket.putText(`files/${id}`, 'in the bucket');
    const env = { ...environment(dataDir, url), BACKUP_BUCKET: '' };
    const made = await tool(env, 'server/boot/tools/backup.ts');
    expect(made.stdout).toContain('2 more lie in FILES_BUCKET and are not in it');
    const folder = /^Wrote (\S+),/u.exec(made.stdout)?.[1] ?? '';
    expect(existsSync(join(folder, 'files-elsewhere.txt'))).toBe(true);
    const [one, two] = [await newDatabase(), await newDatabase()];
    const whole = await tool({ ...environment(join(root, 'one'), one), BACKUP_BUCKET: '' }, 'server/boot/tools/restore.ts', folder);
    expect(whole.stdout).toContain('All 2 stored files that it names');
    await bucket.remove(`files/${FILE_ID}`);
    const lacking = await tool({ ...environment(join(root, 'two'), two), BACKUP_BUCKET: '' }, 'server/boot/tools/restore.ts', folder);
    expect(lacking.stdout).toContain(`1 are gone or have another size`);
    expect(lacking.stdout).toContain(`\n  files/${FILE_ID}`);
  });
});
