import { existsSync } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { dataDirPaths, freeDiskShare } from '../../../base/data-dir.ts';
import { PROGRAM_VERSION } from '../../../base/platform/program-version.ts';
import { COPY_NAMES, KEY_NAME, BACKUP_MANIFEST } from '../../../db/base/backup-manifest.ts';
import { assertSameCounts } from '../../../db/base/row-counts.ts';
import { backupName, type Backups } from '../../../ports/backup-port.ts';
import { isBackupDue, letGoOf, nameAt, newestOf } from '../backup-dates.ts';
import { type BackupOptions, nearest, toldBy } from '../backup-folder.ts';
import type { StoredFiles } from './stored-files.ts';
import { clearUnfinished, openUnfinished } from '../unfinished.ts';
import { createBackupList } from './backup-list.ts';
import { type BucketManifest, LIST_NAME } from './bucket-manifest.ts';
import type { BucketObjects } from './bucket-objects.ts';
import { claim } from './claim.ts';
import { forgetBegun, noteBegun, readBegun } from './begun-files.ts';
import { type Copying, copyStored, POOL } from './copy-stored.ts';
import { fetchBackup, openFetched } from './fetch-backup.ts';
import { filesBelow, firstOfEach, mergedFiles, readFileList, writeFileList } from './file-list.ts';
import { fetchParts, partKey, putParts } from './parts.ts';
import { pruneBucket } from './prune-bucket.ts';

export interface BucketBackupOptions extends Omit<BackupOptions, 'backupDir'> {
  readonly objects: BucketObjects;
  /** The same for somebody who waits for the answer: what fails is told at once. */
  readonly quick: BucketObjects;
  /** All of the installation's stored files, wherever they lie. */
  readonly stored: StoredFiles;
  /** When the database was made: the data directory may come anew with each start. */
  readonly bornMs: () => Promise<number>;
  readonly partBytes?: number;
  readonly claimMs?: number;
  readonly notedAtOnce?: number;
}

/** Files, database, the trial of the copy, the files that came meanwhile, the copy's way into the bucket, and its papers. */
const STEPS = 6;

/**
 * Backups in a bucket, which needs no folder that all processes see. The copy of the database lies on this machine while it is made and tried; stored
 * files go from where they are into the bucket, piece by piece. Why so: docs/decisions/281-backups-in-a-bucket.md.
 */
export function createBucketBackups(options: BucketBackupOptions): Backups {
  const { objects, quick, stored, database, everyHours, logger, keep, nowMs } = options;
  const paths = dataDirPaths(options.dataDir);
  const { manifestOf, list, listOnce, forget } = createBackupList({ objects, quick, logger });

  /** The files of the newest backup, so that their bytes need not be read again. */
  async function knownFiles(folder: string, signal: AbortSignal | undefined): Promise<string | null> {
    const newest = (await list())[0];
    const name = newest && backupName(newest);
    const parts = name === undefined ? undefined : (await manifestOf(name))?.parts[LIST_NAME];
    if (name === undefined || !parts) return null;
    const path = join(folder, 'former.txt');
    await fetchParts(objects, `${name}/${LIST_NAME}`, parts, path, signal);
    return path;
  }

  /** One round of the files into a list. Where it is broken off, the next attempt goes on from what it has put. */
  async function copyNoted(folder: string, round: number, path: string, copying: Pick<Copying, 'known' | 'keepsKnown' | 'signal'>) {
    const { note, flush } = noteBegun({ objects, folder }, `${basename(folder)}-${round}`, options.notedAtOnce);
    try {
      return await writeFileList(path, copyStored({ objects, stored, note, ...copying }));
    } finally {
      await flush().catch((error: unknown) => logger.warn('backup.notNoted', { error }));
    }
  }

  async function fill(
    folder: string,
    name: string,
    madeAt: Date,
    signal: AbortSignal | undefined,
    advance: (done: number) => void,
  ): Promise<BucketManifest> {
    const [first, listed] = [join(folder, 'first.txt'), join(folder, LIST_NAME)];
    const former = await knownFiles(folder, signal);
    const begun = await readBegun({ objects, folder }, signal);
    const known = firstOfEach([...(former === null ? [] : [readFileList(former)]), ...begun]);
    // Before the database: what somebody deletes for good meanwhile is still wanted by the copy's rows. After it: so is what comes.
    await copyNoted(folder, 1, first, { known, keepsKnown: false, signal });
    advance(1);
    const file = join(folder, COPY_NAMES[database.kind]);
    const counts = await database.dump(file, signal);
    signal?.throwIfAborted();
    advance(2);
    const tried = await options.tryCopy(file, signal);
    assertSameCounts(counts, tried.counts);
    signal?.throwIfAborted();
    advance(3);
    const weight = await copyNoted(folder, 2, listed, { known: readFileList(first), keepsKnown: true, signal });
    advance(4);
    const hasKey = existsSync(paths.secretKey);
    const { partBytes } = options;
    const put = async (path: string) => putParts(objects, `${name}/${basename(path)}`, path, { signal, partBytes });
    const parts: BucketManifest['parts'] = {
      [COPY_NAMES[database.kind]]: await put(file),
      [LIST_NAME]: await put(listed),
      ...(hasKey && { [KEY_NAME]: await put(paths.secretKey) }),
    };
    await assertWhole(objects, { name, listed, parts });
    advance(5);
    const manifest: BucketManifest = {
      format: 1,
      madeAt: madeAt.toISOString(),
      version: PROGRAM_VERSION,
      database: database.kind,
      counts: Object.fromEntries(counts),
      databaseBytes: (await stat(file)).size,
      ...weight,
      hasKey,
      isRestored: tried.isRestored,
      parts,
    };
    return manifest;
  }

  return {
    everyHours,
    list: listOnce,
    async isDue() {
      if (everyHours === null) return false;
      const found = await listOnce();
      const bornMs = found.length > 0 ? nowMs() : await options.bornMs();
      return isBackupDue(found, { everyHours, nowMs: nowMs(), bornMs });
    },
    newest: async () => newestOf(await listOnce(), nowMs()),
    freeShare: () => freeDiskShare(nearest(resolve(paths.backups))),
    clear: () => clearUnfinished(paths.backups, nowMs()),
    async open(name, signal) {
      const found = (await list()).find((one) => backupName(one) === name);
      if (!found) throw new Error(`There is no backup ${name} any more.`);
      const fetched = await fetchBackup(objects, name, paths.backups, signal);
      return openFetched(fetched, options.openBackup, signal);
    },
    async make(signal, advance = () => undefined) {
      const madeAt = new Date(nowMs());
      const name = nameAt(madeAt);
      await clearUnfinished(paths.backups, nowMs());
      const folder = await openUnfinished(paths.backups, name);
      try {
        const claimed = await claim(objects, basename(folder), logger, options.claimMs);
        try {
          if (await manifestOf(name)) throw new Error(`There is a backup ${objects.url}/${name} already.`);
          const manifest = await fill(folder, name, madeAt, signal, (done) => advance(done, STEPS));
          await claimed.assertHeld();
          await objects.putText(`${name}/${BACKUP_MANIFEST}`, `${JSON.stringify(manifest, null, 2)}\n`, signal);
          const made = toldBy(manifest, `${objects.url}/${name}`);
          const { rows, files, isRestored } = made;
          logger.info('backup.made', { folder: made.folder, rows, files, isRestored });
          await forgetBegun(objects, logger);
          const letGo = letGoOf(await list(), made.folder, keep, nowMs()).map(backupName);
          // It is made, whatever becomes of those before it.
          await pruneBucket({ objects, claimed, letGo, folder, manifestOf }).catch((error: unknown) =>
            logger.warn('backup.notPruned', { error }),
          );
          forget(letGo);
          return made;
        } finally {
          await claimed.release();
        }
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}

/** Whatever the store has answered, all of it lies there now. */
async function assertWhole(
  objects: BucketObjects,
  { name, listed, parts }: { readonly name: string; readonly listed: string } & Pick<BucketManifest, 'parts'>,
): Promise<void> {
  const sizes = new Map<string, number | undefined>();
  for await (const { key, sizeBytes } of objects.list(`${name}/`)) sizes.set(key, sizeBytes);
  for (const [file, pieces] of Object.entries(parts))
    for (const [index, { sizeBytes }] of pieces.entries()) {
      const key = partKey(`${name}/${file}`, index);
      if (sizes.get(key) !== sizeBytes) throw new Error(`${key} does not lie in the bucket ${objects.url} as it was put there.`);
    }
  for await (const { fileId, found } of mergedFiles([readFileList(listed), filesBelow(objects.list(POOL), POOL)]))
    if (found[0] && found[0].sizeBytes !== found[1]?.sizeBytes)
      throw new Error(`${POOL}${fileId} does not lie in the bucket ${objects.url} as it was put there.`);
}
