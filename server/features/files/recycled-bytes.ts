import type { Kysely, Transaction } from 'kysely';
import { rejection } from '#domain/base/failure';
import type { Tables } from '../../db/tables/tables.ts';
import type { ServerPorts } from '../../ports/ports.ts';

/** What the bytes of local files are known by, for when their records come back. */
export const localBytesOf = (kysely: Kysely<Tables>, ids: readonly number[]) =>
  kysely
    .selectFrom('attachment')
    .innerJoin('blob', 'blob.id', 'attachment.blob_id')
    .select(['attachment.id', 'blob.sha256', 'blob.size'])
    .where('attachment.id', 'in', [...ids])
    .execute();

/** Of these files, those whose bytes lie in the cloud store. */
export const cloudObjectsOf = (kysely: Kysely<Tables>, ids: readonly number[]) =>
  kysely
    .selectFrom('attachment')
    .select(['id', 'url'])
    .where('id', 'in', [...ids])
    .where('storage', '=', 'cloud')
    .execute();

interface Returning {
  readonly id: number;
  readonly name: string;
  readonly storage: string;
  readonly url: string;
}

/** Joins a record that came back with its bytes. @throws FailureError where they are gone: nothing kept them when the file was deleted */
export async function giveBytesBack(
  { files }: Pick<ServerPorts, 'files'>,
  trx: Transaction<Tables>,
  { id, name, storage, url }: Returning,
  bytes: Readonly<Record<string, unknown>> | undefined,
): Promise<void> {
  const isThere = storage === 'cloud' ? await waitsInCloud(trx, url) : bytes !== undefined && (await join());
  if (!isThere) throw rejection('refusals.upload.bytesGone', { name });

  async function join(): Promise<boolean> {
    const blob = await trx
      .selectFrom('blob')
      .select(['id', 'file_id'])
      .where('sha256', '=', String(bytes?.['sha256']))
      .where('size', '=', Number(bytes?.['size']))
      .forUpdate()
      .executeTakeFirst();
    if (!blob) return false;
    // A bucket is asked nothing while rows are locked: what it has lost is told by whoever opens the file.
    if (files.isFar !== true && (await files.sizeOf(blob.file_id)) === null) return false;
    await trx.updateTable('attachment').set({ blob_id: blob.id }).where('id', '=', id).execute();
    return true;
  }
}

const waitsInCloud = async (trx: Transaction<Tables>, url: string): Promise<boolean> =>
  (await trx
    .selectFrom('recycled_file')
    .select('entry_id')
    .where('url', '=', url)
    .where('is_released', '=', false)
    .forUpdate()
    .executeTakeFirst()) !== undefined;
