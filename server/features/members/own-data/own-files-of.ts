import type { ServerPorts } from '../../../ports/ports.ts';
import { rowBatches } from '../../base/member-data.ts';

/** A file that a member has uploaded. */
export interface MemberFile {
  readonly id: number;
  readonly name: string;
  readonly mimeType: string;
  readonly sizeBytes: number;
  readonly address: string;
  /** Null when it lies in the cloud store. */
  readonly fileId: string | null;
  /** Unix seconds. */
  readonly createTime: number;
}

/** What members hand to the chat has no address; its numbers are below nought, so that they are nobody else's in the archive. */
async function chatFilesOf({ database: { kysely } }: Pick<ServerPorts, 'database'>, memberId: number): Promise<readonly MemberFile[]> {
  const rows = await kysely
    .selectFrom('chat_attachment')
    .select(['id', 'name', 'mime_type', 'size', 'file_id', 'create_time'])
    .where('owner_type', '=', 'member')
    .where('owner_id', '=', memberId)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: -row.id,
    name: row.name,
    mimeType: row.mime_type,
    sizeBytes: row.size,
    address: '',
    fileId: row.file_id,
    createTime: row.create_time,
  }));
}

/** All files of a member, which are bounded in number: what they uploaded, and what they handed to the chat. */
export async function ownFilesOf(ports: Pick<ServerPorts, 'database'>, memberId: number): Promise<readonly MemberFile[]> {
  const { kysely } = ports.database;
  const batches = rowBatches((after, limit) =>
    kysely
      .selectFrom('attachment')
      .leftJoin('blob', 'blob.id', 'attachment.blob_id')
      .select(['attachment.id', 'attachment.name', 'attachment.mimetype', 'attachment.size', 'attachment.full_url', 'blob.file_id'])
      .select('attachment.create_time')
      .where('user_id', '=', memberId)
      .where('attachment.id', '>', after)
      .orderBy('attachment.id')
      .limit(limit)
      .execute(),
  );
  const files: MemberFile[] = [];
  for await (const rows of batches)
    for (const { id, name, mimetype: mimeType, size: sizeBytes, full_url: address, file_id: fileId, create_time: createTime } of rows)
      files.push({ id, name, mimeType, sizeBytes, address, fileId, createTime });
  return [...files, ...(await chatFilesOf(ports, memberId))];
}
