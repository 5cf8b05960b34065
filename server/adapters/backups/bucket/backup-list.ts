import type { Logger } from '../../../base/logger.ts';
import { BACKUP_MANIFEST } from '../../../db/base/backup-manifest.ts';
import type { Backup } from '../../../ports/backup-port.ts';
import { BACKUP_NAME, newestFirst } from '../backup-dates.ts';
import { toldBy } from '../backup-folder.ts';
import { type BucketManifest, readBucketManifest } from './bucket-manifest.ts';
import type { BucketObjects } from './bucket-objects.ts';

interface Listed {
  readonly objects: BucketObjects;
  /** The same for somebody who waits for the answer. */
  readonly quick: BucketObjects;
  readonly logger: Pick<Logger, 'warn'>;
}

/** The backups that lie in a bucket, each by its manifest. */
export function createBackupList({ objects, quick, logger }: Listed) {
  /** They do not change once they are there. */
  const manifests = new Map<string, BucketManifest>();

  async function manifestOf(name: string, from = objects): Promise<BucketManifest | null> {
    const manifest = manifests.get(name) ?? (await readBucketManifest(from, `${name}/${BACKUP_MANIFEST}`));
    if (manifest) manifests.set(name, manifest);
    return manifest;
  }

  async function list(from = objects): Promise<readonly Backup[]> {
    const found: Backup[] = [];
    for await (const { key } of from.list('troupe-')) {
      const [name = '', file] = key.split('/');
      if (file !== BACKUP_MANIFEST || !BACKUP_NAME.test(name)) continue;
      const manifest = await manifestOf(name, from).catch((error: unknown) => {
        logger.warn('backup.notRead', { key, error });
        return null;
      });
      if (manifest) found.push(toldBy(manifest, `${objects.url}/${name}`));
    }
    return newestFirst(found);
  }

  let listing: Promise<readonly Backup[]> | null = null;
  /** Who asks while the bucket is being listed has the same answer. */
  function listOnce(): Promise<readonly Backup[]> {
    listing ??= list(quick).finally(() => (listing = null));
    return listing;
  }

  return {
    manifestOf,
    list,
    listOnce,
    /** Those that were let go. */
    forget: (names: readonly string[]) => names.forEach((name) => manifests.delete(name)),
  };
}
