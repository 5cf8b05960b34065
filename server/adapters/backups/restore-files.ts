import { existsSync, readFileSync } from 'node:fs';
import { copyFile, mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type DataDirPaths, syncToDisk, syncTreeToDisk } from '../../base/data-dir.ts';
import { FILES_FOLDER, KEY_NAME } from '../../db/base/backup-manifest.ts';
import { copyFiles } from './copy-files.ts';

/**
 * Puts a backup's stored files and its key in their places.
 * @returns where that is now which was there before
 */
export async function restoreFiles(
  folder: string,
  { root, uploads, secretKey }: Pick<DataDirPaths, 'root' | 'uploads' | 'secretKey'>,
  now: Date,
): Promise<readonly string[]> {
  const aside: string[] = [];
  const setAside = async (path: string): Promise<void> => {
    if (!existsSync(path)) return;
    const formerly = `${path}.before-${now.toISOString().replaceAll(/[:.]/gu, '-')}`;
    await rename(path, formerly);
    aside.push(formerly);
  };
  // Complete before it gets its name: whoever is interrupted here has what was there before, and can begin anew.
  const incoming = `${uploads}.restoring`;
  // What another one left behind may be the beginning of a file, or belong to another backup.
  await rm(incoming, { recursive: true, force: true });
  await mkdir(incoming, { recursive: true, mode: 0o700 });
  await copyFiles(join(folder, FILES_FOLDER), join(incoming, 'files'));
  syncTreeToDisk(incoming);
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
  return aside;
}
