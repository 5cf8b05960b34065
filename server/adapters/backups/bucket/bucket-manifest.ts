import type { BackupManifest } from '../../../db/base/backup-manifest.ts';
import type { BucketObjects } from './bucket-objects.ts';

/** A piece of a larger file, in the order of their numbers. */
export interface Part {
  readonly sizeBytes: number;
  /** In hexadecimal digits. */
  readonly sha256: string;
}

/** What a backup in a bucket says of itself. It is put last: where it does not lie there is no backup. */
export interface BucketManifest extends BackupManifest {
  /** Files of the backup's own folder by their names there, with the pieces that they were put in. */
  readonly parts: Readonly<Record<string, readonly Part[]>>;
}

/** No manifest is larger; a store may hold what is none. */
const MANIFEST_BYTES = 4_000_000;

/** The list of stored files, beside the manifest. */
export const LIST_NAME = 'files.txt';

/** Null where there is none. @throws Error for one of a newer program, and for what is none */
export async function readBucketManifest(objects: BucketObjects, key: string): Promise<BucketManifest | null> {
  const body = await objects.get(key);
  if (body === null) return null;
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    sizeBytes += chunk.byteLength;
    if (sizeBytes > MANIFEST_BYTES) throw new Error(`${objects.url}/${key} is no manifest of a backup.`);
    chunks.push(chunk);
  }
  let found: Partial<BucketManifest>;
  try {
    found = JSON.parse(Buffer.concat(chunks).toString()) as Partial<BucketManifest>;
  } catch {
    throw new Error(`${objects.url}/${key} is no manifest of a backup.`);
  }
  if (found.format !== 1 || !found.parts)
    throw new Error(`${objects.url}/${key} was made by a newer version of Troupe, which alone can read it.`);
  return found as BucketManifest;
}
