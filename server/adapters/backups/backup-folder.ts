import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { copyFile, mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { type DataDirPaths, dataDirPaths, freeDiskShare, syncToDisk, syncTreeToDisk } from '../../base/data-dir.ts';
import type { Logger } from '../../base/logger.ts';
import { PROGRAM_VERSION } from '../../base/platform/program-version.ts';
import { type BackupManifest, COPY_NAMES, FILES_FOLDER, KEY_NAME, MANIFEST, readManifest } from '../../db/base/backup-manifest.ts';
import { CLOCKS_APART_MS } from '../../db/base/backups.ts';
import type { Database } from '../../db/base/database.ts';
import { assertSameCounts, type RowCounts } from '../../db/base/row-counts.ts';
import { type Backup, backupName, type Backups, type OpenBackup } from '../../ports/backup-port.ts';
import { STRAYS } from '../files/file-store.ts';
import { copyFiles, copyStrays, weighFiles } from './copy-files.ts';

const NAME = /^troupe-[\dTZ-]+$/u;
const UNFINISHED = /^troupe-[\w-]+\.unfinished$/u;
/** Who makes a backup is done, or dead, by then. */
const UNFINISHED_MS = 86_400_000;

type Advance = (done: number, total: number) => void;
/** Files, database, the files that came meanwhile, the trial of the copy, and its papers. */
const STEPS = 5;

const HOUR_MS = 3_600_000;
/** The hourly look must not find the newest a few seconds too young, and wait for another hour. */
const EARLY_MS = 300_000;

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
      await copyStrays(join(paths.uploads, STRAYS), copied, { ...former, signal });
    };
    // Before the database: what somebody deletes for good meanwhile is still wanted by the copy's rows. After it: so is what comes.
    await copyAll();
    advance(1, STEPS);
    const file = join(folder, COPY_NAMES[database.kind]);
    const counts = await database.dump(file, signal);
    signal?.throwIfAborted();
    advance(2, STEPS);
    await copyAll();
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
      hasKey,
      isRestored: tried.isRestored,
    };
    await writeFile(join(folder, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
    syncTreeToDisk(folder);
  }

  /** A clock that was ahead once has dated it: it says neither when the last one was made nor which of them is the newest. */
  const isAhead = ({ madeAt }: Pick<Backup, 'madeAt'>): boolean => madeAt.getTime() > options.nowMs() + CLOCKS_APART_MS;

  /** @param made is never among them */
  async function letGo(made: string): Promise<void> {
    const others = list().filter(({ folder }) => folder !== made);
    const byAge = [...others.filter((one) => !isAhead(one)), ...others.filter(isAhead)];
    for (const { folder } of byAge.slice(options.keep - 1)) await rm(folder, { recursive: true, force: true });
  }

  /** What a process that was killed has left takes the room of the next one. */
  async function clear(): Promise<void> {
    for (const name of existsSync(place) ? readdirSync(place) : []) {
      const path = join(place, name);
      if (UNFINISHED.test(name) && Math.abs(options.nowMs() - statSync(path).mtimeMs) > UNFINISHED_MS)
        await rm(path, { recursive: true, force: true });
    }
  }

  const newest = (): Backup | null => list().find((one) => !isAhead(one)) ?? null;

  function isDue(): boolean {
    if (everyHours === null) return false;
    const last = newest();
    if (!last && list().length > 0) return true;
    const sinceMs = options.nowMs() - (last?.madeAt.getTime() ?? madeMs(paths));
    return sinceMs >= everyHours * HOUR_MS - EARLY_MS;
  }

  return {
    everyHours,
    isDue,
    list,
    newest,
    freeShare: () => freeDiskShare(nearest(resolve(place))),
    clear,
    async open(name, signal) {
      // Only what is listed: a name leads nowhere else.
      const found = list().find((one) => backupName(one) === name);
      if (!found) throw new Error(`There is no backup ${name} any more.`);
      return options.openBackup(found.folder, signal);
    },
    async make(signal, advance = () => undefined) {
      const madeAt = new Date(options.nowMs());
      const name = `troupe-${madeAt.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
      const folder = join(place, name);
      if (existsSync(folder)) throw new Error(`There is a backup ${folder} already.`);
      const unfinished = join(place, `${name}-${randomBytes(4).toString('hex')}.unfinished`);
      await clear();
      await mkdir(unfinished, { recursive: true, mode: 0o700 });
      try {
        await fill(unfinished, madeAt, signal, advance);
        await rename(unfinished, folder);
        syncToDisk(dirname(folder));
      } catch (error) {
        await rm(unfinished, { recursive: true, force: true });
        throw error;
      }
      await letGo(folder);
      const made = backupOf(folder);
      if (made === null) throw new Error(`${folder} cannot be read although it was written.`);
      const { rows, files, isRestored } = made;
      logger.info('backup.made', { folder, rows, files, isRestored });
      return made;
    },
  };
}

/** What is there of a path: the folder comes with the first backup. */
const nearest = (path: string): string => (existsSync(path) || dirname(path) === path ? path : nearest(dirname(path)));

/** When there was first something to copy. */
function madeMs({ root, synced }: Pick<DataDirPaths, 'root' | 'synced'>): number {
  const found = statSync(synced, { throwIfNoEntry: false }) ?? statSync(root, { throwIfNoEntry: false });
  return found ? Math.min(found.birthtimeMs || found.mtimeMs, found.mtimeMs) : Number.POSITIVE_INFINITY;
}

function backupsIn(place: string): readonly Backup[] {
  const names = existsSync(place) ? readdirSync(place) : [];
  return names
    .filter((name) => NAME.test(name))
    .flatMap((name) => backupOf(join(place, name)) ?? [])
    .toSorted((a, b) => b.madeAt.getTime() - a.madeAt.getTime());
}

function backupOf(folder: string): Backup | null {
  const manifest = readManifest(folder);
  if (manifest === null) return null;
  const { madeAt, counts, version, database, databaseBytes, files, fileBytes, hasKey, isRestored } = manifest;
  const rows = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return { folder, madeAt: new Date(madeAt), rows, version, database, databaseBytes, files, fileBytes, hasKey, isRestored };
}
