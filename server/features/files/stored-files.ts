import type { ServerPorts } from '../../ports/ports.ts';

/** A file at an address of ours. */
export interface StoredFileFacts {
  readonly name: string;
  readonly mimeType: string;
  readonly sizeBytes: number;
  /** SHA-256 of the bytes; '' for files of the cloud store. */
  readonly sha256: string;
  /** The address names the content, so that it can never be another's. */
  readonly isFixed: boolean;
  /** Null when it lies in the cloud store. */
  readonly fileId: string | null;
  readonly fullUrl: string;
}

/** @param path decoded; it is looked up as a text and never becomes part of a path on the disk */
export async function findStoredFile({ database }: Pick<ServerPorts, 'database'>, path: string): Promise<StoredFileFacts | null> {
  const row = await database.kysely
    .selectFrom('attachment')
    .leftJoin('blob', 'blob.id', 'attachment.blob_id')
    .select([
      'attachment.name',
      'attachment.mimetype',
      'attachment.size',
      'attachment.sha1',
      'attachment.full_url',
      'blob.sha256',
      'blob.file_id',
    ])
    .where('attachment.url', '=', path)
    .executeTakeFirst();
  if (!row) return null;
  return {
    name: row.name,
    mimeType: row.mimetype,
    sizeBytes: row.size,
    sha256: row.sha256 ?? '',
    isFixed: row.sha1 !== '' && path.includes(row.sha1),
    fileId: row.file_id,
    fullUrl: row.full_url,
  };
}
