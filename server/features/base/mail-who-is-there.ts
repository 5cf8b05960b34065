import type { Kysely } from 'kysely';
import { endedName } from '#domain/members/ended-member';
import { endedAdminName } from '#domain/rights/ended-admin';
import type { Tables } from '../../db/tables/tables.ts';
import type { LockedAccount } from '../../resources/access/locked-account.ts';

type Account = Pick<LockedAccount, 'area' | 'accountId'>;

const OF = { user: { table: 'member', nameOfEnded: endedName }, admin: { table: 'admin', nameOfEnded: endedAdminName } } as const;

async function isThere(kysely: Kysely<Tables>, { area, accountId }: Account): Promise<boolean> {
  const { table, nameOfEnded } = OF[area];
  const row = await kysely.selectFrom(table).select('username').where('id', '=', accountId).executeTakeFirst();
  return row !== undefined && row.username !== nameOfEnded(accountId);
}

/**
 * Mails the owner of an account, unless they are gone or nothing is kept of them any more: their row stays then, and neither a mail nor a note of
 * one is for an address that was erased. Who is erased while it leaves has what was noted of it erased again.
 * @param mail also where it fails it has noted the address
 */
export async function mailWhoIsThere(
  kysely: Kysely<Tables>,
  account: Account,
  address: () => Promise<string>,
  mail: (address: string) => Promise<void>,
): Promise<void> {
  if (!(await isThere(kysely, account))) return;
  const target = await address();
  try {
    await mail(target);
  } finally {
    if (!(await isThere(kysely, account))) await kysely.deleteFrom('outbox_message').where('target', '=', target).execute();
  }
}
