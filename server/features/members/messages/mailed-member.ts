import type { Kysely } from 'kysely';
import { endedName } from '#domain/members/ended-member';
import type { Tables } from '../../../db/tables/tables.ts';

async function isMember(kysely: Kysely<Tables>, memberId: number): Promise<boolean> {
  const row = await kysely.selectFrom('member').select('username').where('id', '=', memberId).executeTakeFirst();
  return row !== undefined && row.username !== endedName(memberId);
}

/**
 * Mails a member, unless they are gone or nothing is kept of them any more: their row stays then, and neither a mail nor a note of one is for an address
 * that was erased. Who is erased while it leaves has what was noted of it erased again.
 * @param mail also where it fails it has noted the address
 */
export async function mailWhoIsThere(
  kysely: Kysely<Tables>,
  memberId: number,
  address: () => Promise<string>,
  mail: (address: string) => Promise<void>,
): Promise<void> {
  if (!(await isMember(kysely, memberId))) return;
  const target = await address();
  try {
    await mail(target);
  } finally {
    if (!(await isMember(kysely, memberId))) await kysely.deleteFrom('outbox_message').where('target', '=', target).execute();
  }
}
