import type { Transaction } from 'kysely';
import type { Tables } from '../../db/tables/tables.ts';
import type { AccountType } from '../../resources/access/locked-account.ts';

/** What every account signs in by, of either kind. */
const OF_ACCOUNT = [
  'two_factor',
  'recovery_code',
  'sign_in_step',
  'sign_in_place',
  'external_identity',
  'external_sign_in',
  'external_session',
] as const;

/** Takes an account's factors, steps, places and identities elsewhere away, and ends its sessions. In the transaction that erases it. */
export async function eraseSignIns(trx: Transaction<Tables>, kind: AccountType, accountId: number): Promise<void> {
  for (const table of OF_ACCOUNT)
    await trx.deleteFrom(table).where('account_type', '=', kind).where('account_id', '=', accountId).execute();
  await trx
    .deleteFrom('token')
    .where('account_id', '=', accountId)
    .where('type', 'in', [kind, `${kind}-refresh` as const])
    .execute();
}
