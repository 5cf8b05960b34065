import type { Kysely, Transaction } from 'kysely';
import { rejection } from '#domain/base/failure';
import { FILES_OF_A_MEMBER } from '../../base/limits.ts';
import type { Tables } from '../../db/tables/tables.ts';
import { lockAccount } from '../../resources/access/locked-account.ts';
import type { UploadOwner } from './owner.ts';

const MEGABYTE = 1_048_576;

/** How much the owner may still store, in bytes; administrators are not measured. Of files on their way those to the cloud store are counted. */
export async function bytesLeft(kysely: Kysely<Tables>, owner: UploadOwner): Promise<number> {
  return (await roomOf(kysely, owner)).bytes;
}

async function roomOf(
  kysely: Kysely<Tables>,
  { userId }: UploadOwner,
  besides = '',
): Promise<{ readonly bytes: number; readonly files: number }> {
  if (userId === 0) return { bytes: Infinity, files: Infinity };
  const { bytes, maxBytes, files } = await spaceOf(kysely, userId);
  const coming = await kysely
    .selectFrom('member_cloud_form')
    .select((select) => [
      select.fn.coalesce(select.fn.sum<string | number>('size'), select.val(0)).as('bytes'),
      select.fn.countAll<string | number>().as('files'),
    ])
    .where('user_id', '=', userId)
    .where('state', '=', 'open')
    .where('sent_key', '<>', besides)
    .executeTakeFirstOrThrow();
  return { bytes: maxBytes - bytes - Number(coming.bytes), files: FILES_OF_A_MEMBER - files - Number(coming.files) };
}

/** What a member has stored, and how many bytes the site gives each. */
export async function spaceOf(
  kysely: Kysely<Tables>,
  userId: number,
): Promise<{ readonly bytes: number; readonly maxBytes: number; readonly files: number }> {
  const item = await kysely.selectFrom('config').select('value').where('name', '=', 'member_file_megabytes').executeTakeFirst();
  const { stored, files } = await kysely
    .selectFrom('attachment')
    .select((select) => [
      select.fn.coalesce(select.fn.sum<string | number>('size'), select.val(0)).as('stored'),
      select.fn.countAll<string | number>().as('files'),
    ])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return { bytes: Number(stored), maxBytes: Number(item?.value ?? 0) * MEGABYTE, files: Number(files) };
}

/** From here to the end of the transaction no other upload of the same member is measured or kept. */
export async function lockQuota(trx: Transaction<Tables>, { userId }: UploadOwner): Promise<void> {
  if (userId !== 0) await lockAccount(trx, { area: 'user', accountId: userId });
}

/**
 * After `lockQuota`, so that of files that come together each is measured with those before it.
 * @param besides the key of the form by which the file itself came
 * @throws the refusal where there is no room
 */
export async function requireRoom(trx: Transaction<Tables>, owner: UploadOwner, sizeBytes: number, besides = ''): Promise<void> {
  const { bytes, files } = await roomOf(trx, owner, besides);
  if (sizeBytes > bytes) throw rejection('refusals.upload.quota');
  if (files < 1) throw rejection('refusals.upload.tooManyFiles', { max: FILES_OF_A_MEMBER });
}
