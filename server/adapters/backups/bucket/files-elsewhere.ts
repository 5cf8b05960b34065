import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ELSEWHERE_NAME } from '../../../db/base/backup-manifest.ts';
import type { BucketObjects } from './bucket-objects.ts';
import { mergedFiles, readFileList } from './file-list.ts';
import { filesInBucket } from './stored-files.ts';

/** As many are named as one looks through. */
const NAMED = 20;

/** Of a backup that only names the files of a bucket: what became of those since, for people to read. */
export async function saidOfElsewhere(folder: string, bucket: BucketObjects | null): Promise<readonly string[]> {
  const path = join(folder, ELSEWHERE_NAME);
  if (!existsSync(path)) return [];
  if (!bucket) return ['The backup names stored files of a bucket, and FILES_BUCKET leads to none: they are not served until it does.'];
  let [count, gone] = [0, 0];
  const names: string[] = [];
  for await (const { fileId, found } of mergedFiles([readFileList(path), filesInBucket(bucket)])) {
    const [wanted, there] = found;
    if (!wanted) continue;
    count += 1;
    if (there?.sizeBytes === wanted.sizeBytes) continue;
    gone += 1;
    if (names.length < NAMED) names.push(`\n  files/${fileId}`);
  }
  if (gone === 0) return [`All ${count} stored files that it names in ${bucket.url} are there.`];
  return [
    `Of ${count} stored files that the backup names in ${bucket.url}, ${gone} are gone or have another size. Bring them back from the versions that the store keeps:${names.join('')}${gone > names.length ? '\n  …' : ''}`,
  ];
}
