import type { Kysely } from 'kysely';
import type { Tables } from '../../../db/tables/tables.ts';
import { STEP_SECONDS } from './totp.ts';
import { accountColumns, type Account } from '../../../resources/access/locked-account.ts';

/** Since when an account has a second factor, in Unix seconds; null while none is on. One that waits for its first code is not. */
export async function factorSince(kysely: Kysely<Tables>, account: Account): Promise<number | null> {
  const row = await kysely
    .selectFrom('two_factor')
    .select('confirmed_at')
    .where((is) => is.and(accountColumns(account)))
    .executeTakeFirst();
  return row?.confirmed_at ?? null;
}

/** When a code of it or a recovery code was used last, in Unix seconds; null while none is on. The code that confirmed it counts. */
export async function factorUsed(kysely: Kysely<Tables>, account: Account): Promise<number | null> {
  const row = await kysely
    .selectFrom('two_factor')
    .select((select) => [
      'last_step',
      'confirmed_at',
      select
        .selectFrom('recovery_code')
        .select((code) => code.fn.max('used_at').as('used'))
        .where((is) => is.and(accountColumns(account)))
        .as('recovered'),
    ])
    .where((is) => is.and(accountColumns(account)))
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
  // A code is of half a minute, whose beginning may lie before the factor's own.
  return row ? Math.max(row.last_step * STEP_SECONDS, row.confirmed_at ?? 0, row.recovered ?? 0) : null;
}
