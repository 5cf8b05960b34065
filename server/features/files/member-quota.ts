import type { Kysely } from 'kysely';
import type { Tables } from '../../db/tables/tables.ts';
import type { UploadOwner } from './owner.ts';

const MEGABYTE = 1_048_576;

/** How much the owner may still store; administrators are not measured. Files that are uploaded together are measured one by one. */
export async function bytesLeft(kysely: Kysely<Tables>, { userId }: UploadOwner): Promise<number> {
  if (userId === 0) return Infinity;
  const item = await kysely.selectFrom('config').select('value').where('name', '=', 'member_file_megabytes').executeTakeFirst();
  const { stored } = await kysely
    .selectFrom('attachment')
    .select((select) => select.fn.coalesce(select.fn.sum<string | number>('size'), select.val(0)).as('stored'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(item?.value ?? 0) * MEGABYTE - Number(stored);
}
