import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIST_NAME } from '#server/adapters/backups/bucket/bucket-manifest';
import { allOf, type BucketObjects } from '#server/adapters/backups/bucket/bucket-objects';
import { filesToBucket, filesToDisk, openFetched } from '#server/adapters/backups/bucket/fetch-backup';
import { findInFileList, type ListedFile } from '#server/adapters/backups/bucket/file-list';

const named = (index: number): string => index.toString(16).padStart(32, '0');
const lineOf = ({ fileId, sizeBytes, sha256 }: ListedFile): string => `${fileId} ${sizeBytes} ${sha256}\n`;

async function* streamed<T>(items: readonly T[]): AsyncGenerator<T> {
  await Promise.resolve();
  yield* items;
}

/** Which files a backup in a bucket has, of which one section wants some. */
describe('the list of a backup’s files', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'troupe-file-list-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  // As long and as short as lines are, side by side.
  const files = Array.from({ length: 40 }, (_, index): ListedFile => {
    const sizeBytes = index % 3 === 0 ? 999_999_999_999_999 : index;
    return { fileId: named(2 * index + 1), sizeBytes, sha256: index % 2 === 0 ? 'a'.repeat(64) : '' };
  });

  it('tells of each file, and of none that is not in it, however many there are', async () => {
    const path = join(folder, 'list.txt');
    for (const count of [0, 1, 2, 3, 7, files.length]) {
      writeFileSync(path, files.slice(0, count).map(lineOf).join(''));
      const all = await Promise.all(Array.from({ length: 2 * count + 2 }, (_, name) => findInFileList(path, named(name))));
      expect(all.filter((one) => one !== null)).toEqual(files.slice(0, count));
    }
    writeFileSync(path, 'x'.repeat(1000));
    await expect(findInFileList(path, named(1))).rejects.toThrow('is not the list');
  });

  it('is worked off some at a time where all of them come back', async () => {
    const listed = files.map(({ fileId }) => ({ fileId, sizeBytes: 32, sha256: createHash('sha256').update(fileId).digest('hex') }));
    /** Answers nobody before six wait. */
    function awaited() {
      const six = Promise.withResolvers<void>();
      let asked = 0;
      const objects = {
        async get(key: string) {
          asked += 1;
          if (asked === 6) six.resolve();
          await six.promise;
          return new Blob([key.slice('files/'.length)]).stream();
        },
      } as unknown as BucketObjects;
      return { folder, objects, files: () => streamed(listed), discard: () => Promise.resolve() };
    }
    const shelves = join(folder, 'shelves');
    await filesToDisk(awaited(), shelves);
    expect(readdirSync(join(shelves, '00'))).toEqual(listed.map(({ fileId }) => fileId));
    const put: string[] = [];
    const bucket = {
      async *list() {
        // Nothing lies there yet.
      },
      async put(key: string, _size: number, open: () => AsyncIterable<Uint8Array>) {
        put.push(`${key} ${Buffer.concat(await allOf(open())).toString()}`);
      },
    } as unknown as BucketObjects;
    expect(await filesToBucket(awaited(), bucket)).toBe(files.length);
    expect(put.toSorted()).toEqual(listed.map(({ fileId }) => `files/${fileId} ${fileId}`));
  }, 5000);

  it('is not read as a whole for each of them', async () => {
    writeFileSync(join(folder, LIST_NAME), files.map(lineOf).join(''));
    const asked: string[] = [];
    const get = (key: string): Promise<null> => {
      asked.push(key);
      return Promise.resolve(null);
    };
    const objects = { get } as unknown as BucketObjects;
    const backup = await openFetched(
      {
        folder,
        objects,
        files: () => {
          throw new Error('The whole list was read.');
        },
        discard: () => Promise.resolve(),
      },
      () => Promise.resolve({ copy: {} as never, bytesOf: () => Promise.resolve(null), close: () => Promise.resolve() }),
    );
    expect(await backup.bytesOf(named(2))).toBeNull();
    const bytes = await backup.bytesOf(named(3));
    await expect(allOf(bytes!)).rejects.toThrow('is gone');
    expect(asked).toEqual([`files/${named(3)}`]);
  });
});
