import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { copyFile, mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type DataDirPaths, dataDirPaths, syncToDisk, syncTreeToDisk } from '../../base/data-dir.ts';
import { toolLine } from '../../base/platform/tool-line.ts';
import { FILES_FOLDER, KEY_NAME } from '../../db/base/backup-manifest.ts';
import { copyFiles } from './copy-files.ts';

type Paths = Pick<DataDirPaths, 'root' | 'uploads' | 'secretKey' | 'unsettled'>;

/** A backup's stored files, complete beside their place. */
export interface PreparedFiles {
  /** The database is about to be another one: until the files are its own as well, no server starts. */
  announce(): void;
  /** It is the former one again, also where that is one whose own files never came. */
  withdraw(): void;
  /** Nothing comes of it. */
  discard(): Promise<void>;
  /**
   * Puts the files and the key in their places.
   * @returns where that is now which was there before
   */
  place(now: Date): Promise<readonly string[]>;
}

interface Preparing {
  /** What the backup is called to whoever has to run the restore again. */
  readonly named?: string;
  /** Puts the stored files into a new folder of them; without it they lie in the backup's own. */
  readonly bring?: (files: string) => Promise<unknown>;
}

/**
 * Copies a backup's stored files before anything is changed: what takes long, or fails for want of room, leaves everything as it is.
 */
export async function prepareFiles(
  folder: string,
  { root, uploads, secretKey, unsettled }: Paths,
  { named = folder, bring = (files) => copyFiles(join(folder, FILES_FOLDER), files) }: Preparing = {},
): Promise<PreparedFiles> {
  const incoming = `${uploads}.restoring`;
  // What another one left behind may be the beginning of a file, or belong to another backup.
  await rm(incoming, { recursive: true, force: true });
  await mkdir(incoming, { recursive: true, mode: 0o700 });
  await bring(join(incoming, 'files'));
  syncTreeToDisk(incoming);

  // Of a restore that was interrupted: the database is its, and is so again where this one fails.
  const former = existsSync(unsettled) ? readFileSync(unsettled, 'utf8') : null;
  const mark = (text: string | null): void => {
    if (text === null) rmSync(unsettled, { force: true });
    else {
      const writing = `${unsettled}.writing`;
      try {
        writeFileSync(writing, text, { mode: 0o600 });
        syncToDisk(writing);
        renameSync(writing, unsettled);
      } finally {
        rmSync(writing, { force: true });
      }
    }
    syncToDisk(root);
  };
  const withdraw = (): void => mark(former);
  return {
    announce() {
      try {
        mark(`${named}\n`);
      } catch (error) {
        // The database is not touched then.
        withdraw();
        throw error;
      }
    },
    withdraw,
    discard: () => rm(incoming, { recursive: true, force: true }),
    async place(now) {
      const aside: string[] = [];
      const setAside = async (path: string): Promise<void> => {
        if (!existsSync(path)) return;
        const formerly = `${path}.before-${now.toISOString().replaceAll(/[:.]/gu, '-')}`;
        await rename(path, formerly);
        aside.push(formerly);
      };
      await setAside(uploads);
      await rename(incoming, uploads);
      const key = join(folder, KEY_NAME);
      if (existsSync(key) && !(existsSync(secretKey) && readFileSync(key, 'utf8') === readFileSync(secretKey, 'utf8'))) {
        await setAside(secretKey);
        await copyFile(key, `${secretKey}.restoring`);
        syncToDisk(`${secretKey}.restoring`);
        await rename(`${secretKey}.restoring`, secretKey);
      }
      syncToDisk(root);
      syncToDisk(dirname(root));
      mark(null);
      return aside;
    },
  };
}

/** The database is that of a backup, and the stored files are others: what the one names the other may lack. @throws Error saying what to do */
export function refuseUnsettled(dataDir: string): void {
  const { unsettled } = dataDirPaths(dataDir);
  if (!existsSync(unsettled)) return;
  const backup = readFileSync(unsettled, 'utf8').trim();
  throw new Error(
    `A restore was interrupted: the database comes from ${backup}, its stored files do not yet. Run it again: ${toolLine('restore', `${backup} --replace`)}. Or put the former database back and delete ${unsettled}.`,
  );
}
