import type { Kysely } from 'kysely';
import type { Tables } from '../../../db/tables/tables.ts';
import type { Account } from '../../../resources/access/locked-account.ts';

/** Since when an account has a second factor, in Unix seconds; null while none is on. One that waits for its first code is not. */
export async function factorSince(kysely: Kysely<Tables>, { area, accountId }: Account): Promise<number | null> {
  const row = await kysely
    .selectFrom('two_factor')
    .select('confirmed_at')
    .where('account_type', '=', area)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row?.confirmed_at ?? null;
}
