import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createFileStore } from '#server/adapters/files/file-store';
import { STRAY_FILE_SECONDS, STRAY_KEPT_SECONDS } from '#server/base/limits';
import { silentLogger as logger } from '#server/base/logger';

const dir = mkdtempSync(join(tmpdir(), 'troupe-strays-'));
const shared = mkdtempSync(join(tmpdir(), 'troupe-strays-shared-'));
afterAll(() => [dir, shared].forEach((one) => rmSync(one, { recursive: true, force: true })));

async function* bytes(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}

describe('a file that the database does not know', () => {
  let laterMs = 0;
  const storeIn = (folder: string) =>
    createFileStore({
      dir: folder,
      randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
      logger,
      nowMs: () => Date.now() + laterMs,
    });
  const files = storeIn(dir);
  /** A round of the housekeeping on a database that knows these. */
  const sweepOf = (store: typeof files, ...known: readonly string[]) =>
    store.sweep(STRAY_FILE_SECONDS * 1000, async (ids) => new Set(ids.filter((id) => known.includes(id))));
  const sweep = (...known: readonly string[]) => sweepOf(files, ...known);
  const text = async (fileId: string) => {
    const stream = await files.read(fileId);
    return stream && (await new Response(stream).text());
  };
  const shelves = () => readdirSync(dir, { recursive: true, withFileTypes: true }).flatMap((one) => (one.isFile() ? one.name : []));

  it('is there again when a newer database takes the place of an older one', async () => {
    const { fileId } = await files.store(bytes('uploaded since the backup'));
    laterMs += (STRAY_FILE_SECONDS + 1) * 1000;
    expect([await sweep(), await sweep()]).toEqual([1, 0]);
    // The former database is put back: its rows are served at once, and the next round puts the file in its place.
    expect([await text(fileId), await files.sizeOf(fileId)]).toEqual(['uploaded since the backup', 25]);
    expect([await sweep(fileId), await sweep(fileId), await text(fileId)]).toEqual([0, 0, 'uploaded since the backup']);
    laterMs += (STRAY_KEPT_SECONDS + 1) * 1000;
    expect([await sweep(fileId), await text(fileId)]).toEqual([0, 'uploaded since the backup']);
    // Not known again, it goes after two weeks.
    expect([await sweep(), await text(fileId)]).toEqual([1, 'uploaded since the backup']);
    laterMs += (STRAY_KEPT_SECONDS - 10) * 1000;
    expect([await sweep(), shelves()]).toEqual([0, [fileId]]);
    laterMs += 20_000;
    expect([await sweep(), shelves()]).toEqual([1, []]);
  });

  it('is put back by two processes at once, and neither takes it from the other', async () => {
    const folder = mkdtempSync(join(shared, 'both-'));
    const [one, other] = [storeIn(folder), storeIn(folder)];
    const known: string[] = [];
    for (let count = 0; count < 200; count += 1) known.push((await one.store(bytes(`file ${count}`))).fileId);
    laterMs += (STRAY_FILE_SECONDS + 1) * 1000;
    expect(await sweepOf(one)).toBe(known.length);
    await Promise.all([one, other].map((store) => sweepOf(store, ...known)));
    const found = await Promise.all(known.map(async (fileId) => one.sizeOf(fileId)));
    expect([found.filter((size) => size === null), readdirSync(join(folder, 'strays'))]).toEqual([[], []]);
  });

  it('goes aside also where a name is none of a stored file, and keeps no round from what lies behind it', async () => {
    const folder = mkdtempSync(join(shared, 'foreign-'));
    const store = storeIn(folder);
    const { fileId } = await store.store(bytes('on another shelf'));
    mkdirSync(join(folder, 'files', '!'));
    writeFileSync(join(folder, 'files', '!', '.DS_Store'), 'of a desktop');
    renameSync(join(folder, 'files', fileId.slice(0, 2), fileId), join(folder, 'files', '!', fileId));
    laterMs += (STRAY_FILE_SECONDS + 1) * 1000;
    expect([await sweepOf(store), readdirSync(join(folder, 'strays')).toSorted()]).toEqual([2, ['.DS_Store', fileId]]);
    expect([await sweepOf(store, fileId), readdirSync(join(folder, 'files', fileId.slice(0, 2)))]).toEqual([0, [fileId]]);
    laterMs += (STRAY_KEPT_SECONDS + 1) * 1000;
    expect([await sweepOf(store, fileId), readdirSync(join(folder, 'strays'))]).toEqual([1, []]);
  });

  it('goes at once when it is removed', async () => {
    const { fileId } = await files.store(bytes('erased'));
    laterMs += (STRAY_FILE_SECONDS + 1) * 1000;
    expect(await sweep()).toBe(1);
    await files.remove(fileId);
    expect([await text(fileId), shelves()]).toEqual([null, []]);
  });
});
