import { sql, type Kysely, type Transaction } from 'kysely';
import type { uploadAsAdmin } from '#api/contract/files/upload';
import type { OutputOf } from '#api/contract/base/endpoint';
import { rejection } from '#domain/base/failure';
import type { NewRow, Row, Tables } from '../../db/tables/tables.ts';
import type { UploadOwner } from './owner.ts';

export type WireAttachment = OutputOf<typeof uploadAsAdmin>['file'];

/** An attachment as a reply carries it. Source: wire protocol §6.4. */
export const wireAttachment = (row: Row<'attachment'>): WireAttachment => ({
  id: row.id,
  topic: row.topic,
  admin_id: row.admin_id,
  user_id: row.user_id,
  url: row.url,
  full_url: row.full_url,
  name: row.name,
  suffix: row.suffix,
  size: row.size,
  mimetype: row.mimetype,
  sha1: row.sha1,
  width: row.width,
  height: row.height,
  storage: row.storage,
  last_upload_time: row.last_upload_time,
});

const ADDRESS_LENGTH = 255;
const SAME_NAMES = 1000;

/** `/a/b.png` → `/a/b-2.png`. */
function numberedUrl(url: string, count: number): string {
  if (count === 1) return url;
  const dot = url.lastIndexOf('.');
  const end = dot > url.lastIndexOf('/') ? dot : url.length;
  return `${url.slice(0, end)}-${count}${url.slice(end)}`;
}

/** The address itself, or the first numbered one that no file has. Those who ask for the same wait for each other until the end. */
export async function freeAddress(trx: Transaction<Tables>, url: string): Promise<string> {
  await sql`select pg_advisory_xact_lock(hashtext('attachment.url'), hashtext(${url}))`.execute(trx);
  for (let count = 1; count < SAME_NAMES; count += 1) {
    const candidate = numberedUrl(url, count);
    if (candidate.length > ADDRESS_LENGTH) break;
    const taken = await trx.selectFrom('attachment').select('id').where('url', '=', candidate).executeTakeFirst();
    if (!taken) return candidate;
  }
  throw rejection('refusals.upload.notStored');
}

/** The owner's row with exactly these bytes, the newest where one came back from the recycle bin; it counts one more upload. */
export async function countedAgain(
  trx: Transaction<Tables>,
  owner: UploadOwner,
  { topic, blobId }: { readonly topic: string; readonly blobId: number },
  nowSeconds: number,
): Promise<Row<'attachment'> | undefined> {
  const newest = trx
    .selectFrom('attachment')
    .select('id')
    .where('admin_id', '=', owner.adminId)
    .where('user_id', '=', owner.userId)
    .where('topic', '=', topic)
    .where('storage', '=', 'local')
    .where('blob_id', '=', blobId)
    .orderBy('last_upload_time', 'desc')
    .orderBy('id', 'desc')
    .limit(1);
  return trx
    .updateTable('attachment')
    .set({ quote: sql`quote + 1`, last_upload_time: nowSeconds })
    .where('id', '=', newest)
    .returningAll()
    .executeTakeFirst();
}

type NewAttachment = Omit<NewRow<'attachment'>, 'admin_id' | 'user_id' | 'uploader' | 'create_time' | 'last_upload_time' | 'quote'>;

export const insertAttachment = (
  kysely: Kysely<Tables>,
  owner: UploadOwner,
  values: NewAttachment,
  nowSeconds: number,
): Promise<Row<'attachment'>> =>
  kysely
    .insertInto('attachment')
    .values(newRow(owner, values, nowSeconds))
    .returningAll()
    .executeTakeFirstOrThrow();

/** The same, or the row that a notice sent at the same time has made. @returns undefined when the address is another file's */
export const insertOnce = (
  kysely: Kysely<Tables>,
  owner: UploadOwner,
  values: NewAttachment,
  nowSeconds: number,
): Promise<Row<'attachment'> | undefined> =>
  kysely
    .insertInto('attachment')
    .values(newRow(owner, values, nowSeconds))
    .onConflict((on) =>
      on
        .column('url')
        .doUpdateSet({ last_upload_time: nowSeconds })
        .where('attachment.admin_id', '=', owner.adminId)
        .where('attachment.user_id', '=', owner.userId)
        .where('attachment.storage', '=', values.storage ?? ''),
    )
    .returningAll()
    .executeTakeFirst();

const newRow = (owner: UploadOwner, values: NewAttachment, nowSeconds: number): NewRow<'attachment'> => ({
  ...values,
  admin_id: owner.adminId,
  user_id: owner.userId,
  uploader: owner.name.slice(0, 50),
  quote: 1,
  create_time: nowSeconds,
  last_upload_time: nowSeconds,
});
