import { isSameBucket } from '../../ports/same-bucket.ts';
import type { ServerPorts } from '../../ports/ports.ts';

/** Whether the cloud store of the settings, which everybody reads, is a bucket that holds what nobody else may read. */
export async function isBucketShared({ database, ownBuckets = [] }: Pick<ServerPorts, 'database' | 'ownBuckets'>): Promise<boolean> {
  if (ownBuckets.length === 0) return false;
  const names = ['upload_cloud_url', 'upload_cloud_bucket'];
  const rows = await database.kysely.selectFrom('config').select(['name', 'value']).where('name', 'in', names).execute();
  const [url, bucket] = names.map((name) => rows.find((row) => row.name === name)?.value?.trim() ?? '');
  return ownBuckets.some((own) => isSameBucket(own, { url: url ?? '', bucket: bucket ?? '' }));
}
