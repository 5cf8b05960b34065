import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBucketFiles } from '#server/adapters/files/bucket-files';
import { createFileStore } from '#server/adapters/files/file-store';
import { STRAY_FILE_SECONDS, STRAY_KEPT_SECONDS } from '#server/base/limits';
import { silentLogger as logger } from '#server/base/logger';
import type { Database } from '#server/db/base/database';
import { giveBytesBack } from '#server/features/files/recycled-bytes';
import { sweepFiles } from '#server/features/files/sweep-files';
import { anyDatabaseKind, openTestDatabase } from '#tests/support/database.ts';
import { type RunningS3, S3_BUCKET, S3_CREDENTIALS, S3_NETWORKS, startS3 } from '#tests/support/servers/s3-server.ts';

async function* bytes(...texts: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield new TextEncoder().encode(text);
}

const textOf = async (stream: ReadableStream<Uint8Array> | null) => stream && (await new Response(stream).text());

/** Two processes without a folder that both see, on one bucket. */
describe('stored files in a bucket', () => {
  let s3: RunningS3;
  let laterMs = 0;
  const nowMs = () => Date.now() + laterMs;
  const folders: string[] = [];
  const processOn = (url: string) => {
    const dir = mkdtempSync(join(tmpdir(), 'troupe-bucket-'));
    folders.push(dir);
    const local = createFileStore({ dir, randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)), logger, nowMs });
    const target = { url, bucket: S3_BUCKET, region: 'us-east-1' };
    const files = createBucketFiles({ target, local, credentials: S3_CREDENTIALS, logger, privateNetworks: S3_NETWORKS, nowMs });
    return { files, local, names: () => readdirSync(dir, { recursive: true, withFileTypes: true }).filter((one) => one.isFile()) };
  };
  type Process = ReturnType<typeof processOn>;
  let one: Process;
  let other: Process;
  beforeAll(async () => {
    s3 = await startS3();
    [one, other] = [processOn(s3.url), processOn(s3.url)];
  });
  afterAll(async () => {
    await s3.close();
    folders.forEach((dir) => rmSync(dir, { recursive: true, force: true }));
  });
  const sweep = ({ files }: Process, ...known: readonly string[]) =>
    files.sweep(STRAY_FILE_SECONDS * 1000, async (ids) => new Set(ids.filter((id) => known.includes(id))));

  it('are read by the other process, whole and in part, and lie on no disk', async () => {
    const { fileId, sizeBytes } = await one.files.store(bytes('what one ', 'has stored'));
    expect([sizeBytes, await other.files.sizeOf(fileId)]).toEqual([19, 19]);
    expect(await textOf(await other.files.read(fileId))).toBe('what one has stored');
    expect(await textOf(await other.files.read(fileId, { start: 5, end: 7 }))).toBe('one');
    expect([one.names(), other.names()]).toEqual([[], []]);
  });

  it('may be large, and empty', async () => {
    const large = 'x'.repeat(5_000_000);
    const stored = await one.files.store(bytes(large, large));
    expect((await textOf(await other.files.read(stored.fileId)))?.length).toBe(10_000_000);
    const empty = await one.files.store(bytes());
    expect([await other.files.sizeOf(empty.fileId), await textOf(await other.files.read(empty.fileId))]).toEqual([0, '']);
  });

  it('are gone for both when one removes them', async () => {
    const { fileId } = await one.files.store(bytes('gone'));
    await other.files.remove(fileId);
    expect([await one.files.read(fileId), await one.files.sizeOf(fileId)]).toEqual([null, null]);
  });

  it('were there before the bucket, and are still read where they lie', async () => {
    const { fileId } = await one.local.store(bytes('older'));
    expect([await textOf(await one.files.read(fileId)), await one.files.sizeOf(fileId)]).toEqual(['older', 5]);
    await one.files.remove(fileId);
    expect(one.names()).toEqual([]);
  });

  it('are not kept, and nothing is left of them, while the bucket cannot be reached', async () => {
    const alone = processOn('http://127.0.0.1:9/troupe');
    await expect(alone.files.store(bytes('nowhere'))).rejects.toThrow('refusals.upload.cloudUnreachable');
    expect(alone.names()).toEqual([]);
  });

  it('are set aside where the database does not know them, served from there, put back where it knows them again, and gone after two weeks', async () => {
    const { fileId } = await one.files.store(bytes('uploaded since the backup'));
    laterMs += (STRAY_FILE_SECONDS + 1) * 1000;
    await sweep(one, fileId);
    expect(await sweep(other)).toBe(1);
    expect([await textOf(await one.files.read(fileId)), await one.files.sizeOf(fileId)]).toEqual(['uploaded since the backup', 25]);
    expect([await sweep(one, fileId), await textOf(await other.files.read(fileId))]).toEqual([0, 'uploaded since the backup']);
    laterMs += STRAY_FILE_SECONDS * 1000;
    expect(await sweep(other)).toBe(1);
    laterMs += (STRAY_KEPT_SECONDS + 1) * 1000;
    await sweep(one);
    expect(await one.files.read(fileId)).toBeNull();
  });
});

describe('a sweep of very many files', () => {
  let s3: RunningS3;
  const dir = mkdtempSync(join(tmpdir(), 'troupe-bucket-'));
  beforeAll(async () => {
    s3 = await startS3();
  });
  afterAll(async () => {
    await s3.close();
    rmSync(dir, { recursive: true, force: true });
  });

  it('begins anywhere and goes around, and looks at no more than it has time for', async () => {
    const local = createFileStore({ dir, randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)), logger });
    const target = { url: s3.url, bucket: S3_BUCKET, region: 'us-east-1' };
    const access = { credentials: S3_CREDENTIALS, logger, privateNetworks: S3_NETWORKS, nowMs: () => Date.now() + 1000 };
    const files = createBucketFiles({ target, local, ...access, beginAt: () => '8' });
    const ids = [];
    for (let count = 0; count < 12; count += 1) ids.push((await files.store(bytes('one'))).fileId);
    const asked: string[][] = [];
    const known = async (names: readonly string[]) => (asked.push([...names]), new Set(names));
    await files.sweep(0, known);
    expect(asked.flat().toSorted()).toEqual(ids.toSorted());
    expect(asked[0]?.every((name) => name >= '8')).toBe(true);
    asked.length = 0;
    await createBucketFiles({ target, local, ...access, beginAt: () => '8', pagesOfASweep: 1 }).sweep(0, known);
    expect(asked).toHaveLength(1);
    expect(
      await files.sweep(
        0,
        async () => new Set(),
        undefined,
        async () => false,
      ),
    ).toBe(0);
    expect(await files.sizeOf(ids[0] ?? '')).toBe(3);
  });
});

describe('the sweep of a bucket that the database is asked about', () => {
  let s3: RunningS3;
  let database: Database;
  const dir = mkdtempSync(join(tmpdir(), 'troupe-bucket-'));
  let laterMs = 0;
  const nowMs = () => Date.now() + laterMs;
  beforeAll(async () => {
    s3 = await startS3();
    database = await openTestDatabase(anyDatabaseKind);
  });
  afterAll(async () => {
    await s3.close();
    await database.close();
    rmSync(dir, { recursive: true, force: true });
  });

  it('takes an empty bucket, a fresh file, and one that no row names', async () => {
    const local = createFileStore({ dir, randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)), logger, nowMs });
    const target = { url: s3.url, bucket: S3_BUCKET, region: 'us-east-1' };
    const files = createBucketFiles({ target, local, credentials: S3_CREDENTIALS, logger, privateNetworks: S3_NETWORKS, nowMs });
    const ports = { database, files, logger, clock: { nowMs } as never };
    expect(await sweepFiles(ports)).toBe(0);
    // Another process has looked through it a moment ago.
    let lists = 0;
    const counting = {
      ...files,
      sweep: (...about: Parameters<typeof files.sweep>) =>
        files.sweep(about[0], about[1], about[2], async () => (await about[3]?.()) === true && ((lists += 1), true)),
    };
    await sweepFiles({ ...ports, files: counting });
    expect(lists).toBe(0);
    const { fileId } = await files.store(bytes('named by no row'));
    expect(await sweepFiles(ports)).toBe(0);
    laterMs += (STRAY_FILE_SECONDS + 1) * 1000;
    expect(await sweepFiles(ports)).toBe(1);
    laterMs += (STRAY_KEPT_SECONDS + 1) * 1000;
    expect([await sweepFiles(ports), await files.sizeOf(fileId)]).toEqual([1, null]);
  });

  it('is not begun by whoever brings a file back from the recycle bin, while its rows are locked', async () => {
    const asked: string[] = [];
    const files = { isFar: true, sizeOf: async (id: string) => (asked.push(id), null) } as never;
    const sha256 = 'a'.repeat(64);
    await database.transaction(async (trx) => {
      await trx
        .insertInto('blob')
        .values({ sha256, size: 3, file_id: 'b'.repeat(32), create_time: 1 })
        .execute();
      const told = { name: 'one.png', storage: 'local', url: '/storage/one.png' };
      await giveBytesBack({ files }, trx, { id: 0, ...told }, { sha256, size: 3 });
      // Where the database knows of no bytes there are none.
      await expect(giveBytesBack({ files }, trx, { id: 0, ...told }, { sha256, size: 4 })).rejects.toThrow('bytesGone');
    });
    expect(asked).toEqual([]);
  });
});
