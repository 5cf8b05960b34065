import { existsSync, readdirSync } from 'node:fs';
import { copyFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { dataDirPaths, freeDiskShare, syncToDisk, syncTreeToDisk } from '../../base/data-dir.ts';
import type { Logger } from '../../base/logger.ts';
import { PROGRAM_VERSION } from '../../base/platform/program-version.ts';
import {
  type BackupManifest,
  COPY_NAMES,
  ELSEWHERE_NAME,
  FILES_FOLDER,
  KEY_NAME,
  BACKUP_MANIFEST,
  readBackupManifest,
} from '../../db/base/backup-manifest.ts';
import type { Database } from '../../db/base/database.ts';
import { assertSameCounts, type RowCounts } from '../../db/base/row-counts.ts';
import { type Backup, backupName, type Backups, type OpenBackup } from '../../ports/backup-port.ts';
import { STRAYS_FOLDER } from '../files/shelves.ts';
import { BACKUP_NAME, directoryBornMs, isBackupDue, letGoOf, nameAt, newestFirst, newestOf } from './backup-dates.ts';
import { copyFiles, copyStrays, weighFiles } from './copy-files.ts';
import { clearUnfinished, openUnfinished } from './unfinished.ts';

type Advance = (done: number, total: number) => void;
/** Files, database, the files that came meanwhile, the trial of the copy, and its papers. */
const STEPS = 5;

export interface BackupOptions {
  readonly database: Pick<Database, 'kind' | 'dump'>;
  readonly dataDir: string;
  /** Where backups are kept; a folder of the data directory where nothing else is said. */
  readonly backupDir: string | undefined;
  /** Older ones are let go. */
  readonly keep: number;
  readonly everyHours: number | null;
  readonly logger: Logger;
  readonly nowMs: () => number;
  /** Opens a copy, and counts its rows by table. */
  readonly tryCopy: (file: string, signal?: AbortSignal) => Promise<{ readonly counts: RowCounts; readonly isRestored: boolean }>;
  /** Stored files that lie in a bucket, of which a folder keeps names and sizes; left out where there is none. */
  readonly elsewhere?:
    | {
        readonly bucket: string;
        readonly writeList: (path: string) => Promise<{ readonly files: number; readonly fileBytes: number }>;
      }
    | undefined;
  /** Opens a backup by its folder. */
  readonly openBackup: (folder: string, signal?: AbortSignal) => Promise<OpenBackup>;
}

/** Backups as folders that lie beside each other. Decision 098 says why so. */
export function createBackups(options: BackupOptions): Backups {
  const { database, everyHours, logger } = options;
  const paths = dataDirPaths(options.dataDir);
  const place = options.backupDir ?? paths.backups;
  const list = (): readonly Backup[] => backupsIn(place);

  async function fill(folder: string, madeAt: Date, signal: AbortSignal | undefined, advance: Advance): Promise<void> {
    const stored = join(paths.uploads, 'files');
    const copied = join(folder, FILES_FOLDER);
    const before = list()[0];
    const former = before ? { former: join(before.folder, FILES_FOLDER) } : {};
    const copyAll = async (): Promise<void> => {
      await copyFiles(stored, copied, { ...former, signal });
      await copyStrays(join(paths.uploads, STRAYS_FOLDER), copied, { ...former, signal });
    };
    // Before the database: what somebody deletes for good meanwhile is still wanted by the copy's rows. After it: so is what comes.
    await copyAll();
    advance(1, STEPS);
    const file = join(folder, COPY_NAMES[database.kind]);
    const counts = await database.dump(file, signal);
    signal?.throwIfAborted();
    advance(2, STEPS);
    await copyAll();
    const { elsewhere } = options;
    const listed = elsewhere && { bucket: elsewhere.bucket, ...(await elsewhere.writeList(join(folder, ELSEWHERE_NAME))) };
    advance(3, STEPS);
    const hasKey = existsSync(paths.secretKey);
    if (hasKey) await copyFile(paths.secretKey, join(folder, KEY_NAME));
    const tried = await options.tryCopy(file, signal);
    assertSameCounts(counts, tried.counts);
    signal?.throwIfAborted();
    advance(4, STEPS);
    const manifest: BackupManifest = {
      format: 1,
      madeAt: madeAt.toISOString(),
      version: PROGRAM_VERSION,
      database: database.kind,
      counts: Object.fromEntries(counts),
      databaseBytes: (await stat(file)).size,
      ...(await weighFiles(copied)),
      ...(listed && { filesElsewhere: listed }),
      hasKey,
      isRestored: tried.isRestored,
    };
    await writeFile(join(folder, BACKUP_MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
    syncTreeToDisk(folder);
  }

  return {
    everyHours,
    isDue: async () => isBackupDue(list(), { everyHours, nowMs: options.nowMs(), bornMs: directoryBornMs(paths) }),
    list: async () => list(),
    newest: async () => newestOf(list(), options.nowMs()),
    freeShare: () => freeDiskShare(nearest(resolve(place))),
    clear: () => clearUnfinished(place, options.nowMs()),
    async open(name, signal) {
      // Only what is listed: a name leads nowhere else.
      const found = list().find((one) => backupName(one) === name);
      if (!found) throw new Error(`There is no backup ${name} any more.`);
      return options.openBackup(found.folder, signal);
    },
    async make(signal, advance = () => undefined) {
      const madeAt = new Date(options.nowMs());
      const name = nameAt(madeAt);
      const folder = join(place, name);
      if (existsSync(folder)) throw new Error(`There is a backup ${folder} already.`);
      await clearUnfinished(place, options.nowMs());
      const unfinished = await openUnfinished(place, name);
      try {
        await fill(unfinished, madeAt, signal, advance);
        await rename(unfinished, folder);
        syncToDisk(dirname(folder));
      } catch (error) {
        await rm(unfinished, { recursive: true, force: true });
        throw error;
      }
      for (const old of letGoOf(list(), folder, options.keep, options.nowMs())) await rm(old.folder, { recursive: true, force: true });
      const made = backupOf(folder);
      if (made === null) throw new Error(`${folder} cannot be read although it was written.`);
      const { rows, files, isRestored } = made;
      logger.info('backup.made', { folder, rows, files, isRestored });
      return made;
    },
  };
}

/** What is there of a path: the folder comes with the first backup. */
export const nearest = (path: string): string => (existsSync(path) || dirname(path) === path ? path : nearest(dirname(path)));

function backupsIn(place: string): readonly Backup[] {
  const names = existsSync(place) ? readdirSync(place) : [];
  return newestFirst(names.filter((name) => BACKUP_NAME.test(name)).flatMap((name) => backupOf(join(place, name)) ?? []));
}

const backupOf = (folder: string): Backup | null => {
  const manifest = readBackupManifest(folder);
  return manifest && toldBy(manifest, folder);
};

/** @param folder where it lies, or its address in a bucket */
export function toldBy(manifest: BackupManifest, folder: string): Backup {
  const { madeAt, counts, version, database, databaseBytes, files, fileBytes, filesElsewhere, hasKey, isRestored } = manifest;
  const rows = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const elsewhere = filesElsewhere === undefined ? {} : { filesElsewhere: filesElsewhere.files };
  return { folder, madeAt: new Date(madeAt), rows, version, database, databaseBytes, files, fileBytes, ...elsewhere, hasKey, isRestored };
}
