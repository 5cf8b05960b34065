import { STRAY_FILE_SECONDS } from '../../base/limits.ts';
import type { ServerPorts } from '../../ports/ports.ts';

/** Clears away what broken uploads and deletions left on the disk. */
export async function sweepFiles(
  { database, files, logger }: Pick<ServerPorts, 'database' | 'files' | 'logger'>,
  stopped?: AbortSignal,
): Promise<number> {
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
  const count = await files.sweep(STRAY_FILE_SECONDS * 1000, isKnown, stopped);
  if (count > 0) logger.info('upload.strayFilesRemoved', { count });
  return count;
}
