import { join } from 'node:path';
import { BACKUP_MANIFEST } from '../../../db/base/backup-manifest.ts';
import { BACKUP_NAME } from '../backup-dates.ts';
import { type BucketManifest, LIST_NAME } from './bucket-manifest.ts';
import type { BucketObjects } from './bucket-objects.ts';
import type { Claim } from './claim.ts';
import { POOL } from './copy-stored.ts';
import { filesBelow, mergedFiles, readFileList } from './file-list.ts';
import { fetchParts } from './parts.ts';

interface Pruning {
  readonly objects: BucketObjects;
  readonly claimed: Claim;
  /** Backups that go, by what they are called. */
  readonly letGo: readonly string[];
  /** Where lists of the others are put meanwhile. */
  readonly folder: string;
  readonly manifestOf: (name: string) => Promise<BucketManifest | null>;
}

/**
 * Removes backups, then what none of the others names: files that only those had, and what a backup that was killed has left. Nobody else writes
 * meanwhile, for this process has the claim; where anything is not understood, nothing of the files goes.
 */
export async function pruneBucket({ objects, claimed, letGo, folder, manifestOf }: Pruning): Promise<void> {
  await claimed.assertHeld();
  // The manifest first: half of a backup is none.
  for (const name of letGo) await objects.remove(`${name}/${BACKUP_MANIFEST}`);
  const whole: string[] = [];
  const others: string[] = [];
  // All of the bucket: a backup that somebody has put aside, under whatever name, needs its files as well.
  for await (const { key } of objects.list('')) {
    if (key.startsWith(POOL)) continue;
    if (key.endsWith(`/${BACKUP_MANIFEST}`)) whole.push(key.slice(0, -BACKUP_MANIFEST.length - 1));
    else others.push(key);
  }
  for (const key of others) {
    const [name = ''] = key.split('/');
    if (BACKUP_NAME.test(name) && !whole.includes(name)) await objects.remove(key);
  }
  const lists: string[] = [];
  for (const [index, name] of whole.entries()) {
    const parts = (await manifestOf(name))?.parts[LIST_NAME];
    if (!parts) return;
    const path = join(folder, `${index}.txt`);
    await fetchParts(objects, `${name}/${LIST_NAME}`, parts, path);
    lists.push(path);
  }
  await claimed.assertHeld();
  for await (const { fileId, found } of mergedFiles([filesBelow(objects.list(POOL), POOL), ...lists.map(readFileList)]))
    if (found.slice(1).every((one) => one === null)) await objects.remove(`${POOL}${fileId}`);
}
