import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request as ask, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BucketBackupOptions, createBucketBackups } from '#server/adapters/backups/bucket/backup-bucket';
import { allOf, type BucketObjects, createBucketObjects } from '#server/adapters/backups/bucket/bucket-objects';
import { fetchBackup, filesToBucket, filesToDisk } from '#server/adapters/backups/bucket/fetch-backup';
import { filesInBucket, storedFiles } from '#server/adapters/backups/bucket/stored-files';
import { createBucketFiles } from '#server/adapters/files/bucket-files';
import { createFileStore } from '#server/adapters/files/file-store';
import { dataDirPaths } from '#server/base/data-dir';
import { effort } from '#tests/support/effort.ts';
import { silentLogger as logger } from '#server/base/logger';
import { backupName } from '#server/ports/backup-port';
import { type RunningS3, S3_BUCKET, S3_CREDENTIALS, S3_NETWORKS, startS3 } from '#tests/support/servers/s3-server.ts';

const COUNTS = new Map([['goods', 2]]);
const DAY_MS = 86_400_000;

async function* bytes(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}
const keysIn = async (objects: BucketObjects, prefix = '') => (await allOf(objects.list(prefix))).map(({ key }) => key);
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

const nothingRefused = (_request: IncomingMessage): boolean => false;
const isPutOf = ({ method, url }: IncomingMessage, fileId = ''): boolean => method === 'PUT' && url?.includes(`/files/${fileId}`) === true;
const target = (url: string) => ({ url, bucket: S3_BUCKET, region: 'us-east-1' });
const access = { credentials: S3_CREDENTIALS, logger, privateNetworks: S3_NETWORKS };
const objectsOf = (url: string) => createBucketObjects({ ...access, target: target(url), restsMs: [0, 1] });

/** A bucket of backups, one of files, and a store between that may be broken. */
/** Of several places at which something breaks, every third in the short form: the files that come first on the way, and the manifest that comes last. */
const brief = <T>(places: readonly T[]): readonly T[] => places.filter((_, index) => effort(index % 3 === 0, true));

describe('backups in a bucket', () => {
  let backupStore: RunningS3;
  let fileStore: RunningS3;
  let proxy: Server;
  let refuses = nothingRefused;
  /** Says that it has what it has not. */
  let loses = nothingRefused;
  const asked: string[] = [];
  let root: string;
  let nowMs = Date.UTC(2026, 10, 28, 3);

  beforeAll(() => {
    // In front of the store of the backups: what it refuses breaks off.
    proxy = createServer((incoming, outgoing) => {
      asked.push(`${incoming.method} ${incoming.url?.split('?')[0]}`);
      if (refuses(incoming)) {
        incoming.socket.destroy();
        return;
      }
      if (incoming.method === 'PUT' && loses(incoming)) {
        incoming.resume().on('end', () => outgoing.writeHead(200).end());
        return;
      }
      const { port } = new URL(backupStore.url);
      const passed = ask({ port, host: '127.0.0.1', path: incoming.url, method: incoming.method, headers: incoming.headers }, (reply) => {
        outgoing.writeHead(reply.statusCode ?? 500, reply.headers);
        reply.pipe(outgoing);
      });
      passed.on('error', () => outgoing.destroy());
      incoming.pipe(passed);
    });
    return new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', () => listening()));
  });
  afterAll(() => void proxy.close());
  beforeEach(async () => {
    [backupStore, fileStore] = [await startS3(), await startS3()];
    root = mkdtempSync(join(tmpdir(), 'troupe-backup-bucket-'));
    [refuses, loses, nowMs] = [nothingRefused, nothingRefused, Date.UTC(2026, 10, 28, 3)];
  });
  afterEach(async () => {
    await backupStore.close();
    await fileStore.close();
    rmSync(root, { recursive: true, force: true });
  });

  const installation = (name = 'data') => {
    const dataDir = join(root, name);
    const paths = dataDirPaths(dataDir);
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(paths.secretKey, 'the key');
    const local = createFileStore({ dir: paths.uploads, randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)), logger });
    const files = createBucketFiles({ ...access, target: target(fileStore.url), local });
    const inFiles = objectsOf(fileStore.url);
    const objects = objectsOf(`http://127.0.0.1:${(proxy.address() as AddressInfo).port}/${S3_BUCKET}`);
    const backups = (more: Partial<BucketBackupOptions> = {}) =>
      createBucketBackups({
        database: {
          kind: 'embedded',
          dump: async (file) => {
            writeFileSync(file, 'all the rows');
            return COUNTS;
          },
        },
        dataDir,
        keep: 2,
        everyHours: 24,
        logger,
        nowMs: () => nowMs,
        tryCopy: async () => ({ counts: COUNTS, isRestored: true }),
        openBackup: async (folder) => ({
          copy: { rows: async () => [{ said: readFileSync(join(folder, 'database.tar.gz'), 'utf8') }] } as never,
          bytesOf: async () => null,
          close: async () => undefined,
        }),
        objects,
        quick: objects,
        stored: storedFiles(paths.uploads, files, inFiles),
        bornMs: async () => nowMs,
        partBytes: 5,
        ...more,
      });
    return { paths, local, files, inFiles, objects, backups };
  };

  it('hold the copy in pieces, the key, and files of the disk and of the bucket, which come back with their bytes', async () => {
    const { local, files, inFiles, objects, backups, paths } = installation();
    const [onDisk, inBucket] = [await local.store(bytes('on the disk')), await files.store(bytes('in the bucket'))];
    const made = await backups().make();
    expect(made).toMatchObject({ rows: 2, files: 2, fileBytes: 24, hasKey: true, databaseBytes: 12, isRestored: true });
    const name = backupName(made);
    expect([name, await backups().list(), await backups().newest()]).toEqual(['troupe-2026-11-28T03-00-00Z', [made], made]);
    expect((await keysIn(objects, `${name}/`)).filter((key) => key.includes('database'))).toHaveLength(3);
    expect(await keysIn(objects, 'making/')).toEqual([]);
    expect(readdirSync(paths.backups)).toEqual([]);

    const fetched = await fetchBackup(objects, name, paths.backups);
    expect(readFileSync(join(fetched.folder, 'database.tar.gz'), 'utf8')).toBe('all the rows');
    expect(readFileSync(join(fetched.folder, 'secret.key'), 'utf8')).toBe('the key');
    expect(await allOf(fetched.files())).toEqual(
      [
        { fileId: onDisk.fileId, sizeBytes: 11, sha256: sha256('on the disk') },
        { fileId: inBucket.fileId, sizeBytes: 13, sha256: sha256('in the bucket') },
      ].toSorted((a, b) => (a.fileId < b.fileId ? -1 : 1)),
    );
    const shelves = join(root, 'shelves');
    await filesToDisk(fetched, shelves);
    expect(readFileSync(join(shelves, inBucket.fileId.slice(0, 2), inBucket.fileId), 'utf8')).toBe('in the bucket');
    // Into a bucket goes what it lacks.
    await inFiles.remove(`files/${inBucket.fileId}`);
    expect([await filesToBucket(fetched, inFiles), await filesToBucket(fetched, inFiles)]).toEqual([2, 0]);
    expect((await allOf(filesInBucket(inFiles))).map(({ sizeBytes }) => sizeBytes).toSorted((a, b) => a - b)).toEqual([11, 13]);
    await fetched.discard();

    const opened = await backups().open(name);
    expect(await opened.copy.rows({} as never)).toEqual([{ said: 'all the rows' }]);
    const found = await opened.bytesOf(inBucket.fileId);
    expect(found && Buffer.concat(await allOf(found)).toString()).toBe('in the bucket');
    expect(await opened.bytesOf('0'.repeat(32))).toBeNull();
    await opened.close();
    expect(readdirSync(paths.backups)).toEqual([]);
  });

  it('send each file once, and let go of files that only backups before them had', async () => {
    const { files, objects, backups } = installation();
    const [stays, goes] = [await files.store(bytes('stays')), await files.store(bytes('goes'))];
    await backups().make();
    await files.remove(goes.fileId);
    asked.length = 0;
    nowMs += DAY_MS;
    await backups().make();
    expect(asked.filter((one) => one.startsWith(`PUT /${S3_BUCKET}/files/`))).toEqual([]);
    expect((await backups().list()).map(({ files: count }) => count)).toEqual([1, 2]);
    expect(await keysIn(objects, 'files/')).toHaveLength(2);
    nowMs += DAY_MS;
    await backups().make();
    expect((await backups().list()).map(backupName)).toEqual(['troupe-2026-11-30T03-00-00Z', 'troupe-2026-11-29T03-00-00Z']);
    expect(await keysIn(objects, 'files/')).toEqual([`files/${stays.fileId}`]);
    expect(await keysIn(objects, 'troupe-2026-11-28')).toEqual([]);
  });

  it.each(effort(['kept/the-one-before-the-move'], ['troupe-2026-11-28T03-00-00Z-keep', 'kept/the-one-before-the-move']))(
    'keep the files of one that was put aside as %s',
    async (aside) => {
      const { files, objects, backups, paths } = installation();
      const goes = await files.store(bytes('goes'));
      const first = backupName(await backups().make());
      for (const key of await keysIn(objects, `${first}/`)) {
        const body = await objects.get(key);
        await objects.putText(key.replace(first, aside), await new Response(body).text());
      }
      await files.remove(goes.fileId);
      for (let day = 0; day < 2; day += 1) {
        nowMs += DAY_MS;
        await backups().make();
      }
      expect(await keysIn(objects, first + '/')).toEqual([]);
      const fetched = await fetchBackup(objects, aside, paths.backups);
      await filesToDisk(fetched, join(root, 'shelves'));
      expect(readdirSync(join(root, 'shelves'))).toHaveLength(1);
      await fetched.discard();
    },
  );

  it('have what came, and what went, while the database was copied', async () => {
    const { files, backups } = installation();
    const goes = await files.store(bytes('deleted meanwhile'));
    const dump = async (file: string) => {
      await files.remove(goes.fileId);
      await files.store(bytes('uploaded meanwhile'));
      writeFileSync(file, 'rows');
      return COUNTS;
    };
    expect(await backups({ database: { kind: 'embedded', dump } }).make()).toMatchObject({ files: 2, fileBytes: 35 });
  });

  it.each(
    brief([
      ['a file', '/files/'],
      ['a piece of the copy', '/database.tar.gz.00002'],
      ['the list of files', '/files.txt.00001'],
      ['the manifest', '/manifest.json'],
    ]),
  )('are not offered where the way broke off at %s, and the next one is whole', async (_what, key) => {
    const { files, objects, backups, paths } = installation();
    await files.store(bytes('a stored file'));
    refuses = ({ method, url }) => method === 'PUT' && url?.includes(key) === true;
    await expect(backups().make()).rejects.toThrow('cannot be reached, or refuses');
    expect([await backups().list(), await backups().isDue(), readdirSync(paths.backups)]).toEqual([[], false, []]);
    refuses = nothingRefused;
    nowMs += DAY_MS;
    const made = await backups().make();
    expect(await backups().list()).toEqual([made]);
    // What the first one left is gone.
    expect((await keysIn(objects)).every((one) => one.startsWith('files/') || one.startsWith(backupName(made)))).toBe(true);
  });

  it('go on from the files that an attempt before has put, however that ended', async () => {
    const { files, objects, backups } = installation();
    const ids: string[] = [];
    for (let index = 0; index < 10; index += 1) ids.push((await files.store(bytes(`stored file ${index}`))).fileId);
    ids.sort();
    const puts = () => asked.filter((one) => one.startsWith(`PUT /${S3_BUCKET}/files/`)).map((one) => one.split('/').at(-1));
    // Nothing is put any more once that one is on its way, as where the process is killed then.
    let isKilled = false;
    refuses = (request) => (isKilled ||= isPutOf(request, ids[8])) && request.method === 'PUT';
    await expect(backups({ notedAtOnce: 2 }).make()).rejects.toThrow('cannot be reached, or refuses');
    asked.length = 0;
    // Broken off with the chance to say what it has put.
    refuses = (request) => isPutOf(request, ids[9]);
    await expect(backups().make()).rejects.toThrow('cannot be reached, or refuses');
    expect([puts().includes(ids[0]), puts().includes(ids[1]), puts().includes(ids[8])]).toEqual([false, false, true]);
    refuses = nothingRefused;
    asked.length = 0;
    expect((await backups({ partBytes: 10_000 }).make()).files).toBe(10);
    expect([puts(), await keysIn(objects, 'begun/')]).toEqual([[ids[9]], []]);
  });

  it.each(
    brief([
      ['a file', '/files/'],
      ['a piece of the copy', '/database.tar.gz.00002'],
    ]),
  )('are none where the store has lost %s that it said it has', async (_what, key) => {
    const { files, backups } = installation();
    await files.store(bytes('a stored file'));
    loses = ({ url }) => url?.includes(key) === true;
    await expect(backups().make()).rejects.toThrow(/does not lie in the bucket|has gone from the bucket/u);
    expect(await backups().list()).toEqual([]);
  });

  it('are made by one at a time, and by the next where the first was killed', async () => {
    const { objects, backups } = installation();
    await objects.putText('making/troupe-2026-11-28T03-00-00Z-1.unfinished', '');
    await expect(backups().make()).rejects.toThrow('Another backup is being made');
    expect(await keysIn(objects, 'making/')).toEqual(['making/troupe-2026-11-28T03-00-00Z-1.unfinished']);
    await new Promise((later) => setTimeout(later, 1100));
    await backups({ claimMs: 500 }).make();
    expect([(await backups().list()).length, await keysIn(objects, 'making/')]).toEqual([1, []]);
  });

  it('are told from one whose bytes were changed in the bucket, or are gone', async () => {
    const { files, objects, backups, paths } = installation();
    const { fileId } = await files.store(bytes('as it was'));
    const name = backupName(await backups().make());
    const fetched = await fetchBackup(objects, name, paths.backups);
    await objects.putText(`files/${fileId}`, 'as it is.');
    await expect(filesToDisk(fetched, join(root, 'changed'))).rejects.toThrow('is damaged');
    await objects.remove(`files/${fileId}`);
    await expect(filesToDisk(fetched, join(root, 'gone'))).rejects.toThrow('is gone: the backup is not whole');
    await objects.putText(`${name}/database.tar.gz.00001`, 'other');
    await expect(fetchBackup(objects, name, paths.backups)).rejects.toThrow('is damaged');
    await objects.remove(`${name}/manifest.json`);
    await expect(fetchBackup(objects, name, paths.backups)).rejects.toThrow('There is no backup');
    await fetched.discard();
    expect(existsSync(paths.backups) ? readdirSync(paths.backups) : []).toEqual([]);
  });

  it('are made although nothing can be removed from the bucket', async () => {
    const { backups } = installation();
    refuses = ({ method }) => method === 'DELETE';
    const made = await backups().make();
    expect(await backups().list()).toEqual([made]);
  });

  it('are listed once for all who ask at a time', async () => {
    const { backups } = installation();
    const all = backups();
    await all.make();
    asked.length = 0;
    const [listed, newest, isDue] = await Promise.all([all.list(), all.newest(), all.isDue()]);
    expect([listed.length, newest, isDue, asked.filter((one) => one.startsWith('GET'))]).toEqual([
      1,
      listed[0],
      false,
      [`GET /${S3_BUCKET}`],
    ]);
    nowMs += DAY_MS;
    expect(await all.isDue()).toBe(true);
    expect(asked.filter((one) => one.startsWith('GET'))).toHaveLength(2);
  });

  it('are no answer while the store is away: nobody is told that there is none', async () => {
    const { backups } = installation();
    refuses = () => true;
    await expect(backups().list()).rejects.toThrow('cannot be reached');
    await expect(backups().isDue()).rejects.toThrow('cannot be reached');
  });
});
