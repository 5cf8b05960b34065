import { type GuessLimit, STRAY_FILE_SECONDS } from '../../base/limits.ts';
import type { ServerPorts } from '../../ports/ports.ts';
import { count, isSpent } from '../base/throttle.ts';

/** One process looks through a bucket in an hour. */
const BUCKET_SWEEPS: GuessLimit = { count: 1, windowSeconds: 3000, bucketSeconds: 60 };

/** Clears away what broken uploads and deletions left on the disk. */
export async function sweepFiles(
  ports: Pick<ServerPorts, 'database' | 'files' | 'logger' | 'clock'>,
  stopped?: AbortSignal,
): Promise<number> {
  const { database, files, logger } = ports;
  const isKnown = async (fileIds: readonly string[]): Promise<ReadonlySet<string>> => {
    // The databases refuse a list of nothing.
    if (fileIds.length === 0) return new Set();
    const rows = await database.kysely
      .selectFrom('blob')
      .select('file_id')
      .where('file_id', 'in', [...fileIds])
      .unionAll(
        database.kysely
          .selectFrom('member_export')
          .select((select) => select.ref('file_id').$notNull().as('file_id'))
          .where('file_id', 'in', [...fileIds]),
      )
      .unionAll(
        database.kysely
          .selectFrom('chat_attachment')
          .select('file_id')
          .where('file_id', 'in', [...fileIds]),
      )
      .execute();
    return new Set(rows.map((row) => row.file_id));
  };
  const mayAskBucket = async (): Promise<boolean> => !isSpent(await count(ports, [{ key: 'sweep:bucket', limit: BUCKET_SWEEPS }]));
  const removed = await files.sweep(STRAY_FILE_SECONDS * 1000, isKnown, stopped, mayAskBucket);
  if (removed > 0) logger.info('upload.strayFilesRemoved', { count: removed });
  return removed;
}
