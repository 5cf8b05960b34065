import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../../../db/tables/tables.ts';
import { accountColumns, type Account } from '../../../resources/access/locked-account.ts';
import { drawRecoveryCodes, hashOfRecoveryCode } from './recovery-codes.ts';

/** Puts new recovery codes in the place of the account's former ones. @returns the codes, which nobody can read again */
export async function replaceRecoveryCodes(
  trx: Transaction<Tables>,
  account: Account,
  randomBytes: (count: number) => Uint8Array<ArrayBuffer>,
): Promise<readonly string[]> {
  const codes = drawRecoveryCodes(randomBytes);
  const hashes = await Promise.all(codes.map((code) => hashOfRecoveryCode(account, code)));
  await trx
    .deleteFrom('recovery_code')
    .where((is) => is.and(accountColumns(account)))
    .execute();
  await trx
    .insertInto('recovery_code')
    .values(hashes.map((hash) => ({ ...accountColumns(account), hash })))
    .execute();
  return codes;
}

/** Each counts once. @param at Unix seconds @returns whether it was one that had not been used */
export async function markRecoveryCodeUsed(kysely: Kysely<Tables>, account: Account, code: string, at: number): Promise<boolean> {
  const used = await kysely
    .updateTable('recovery_code')
    .set({ used_at: at })
    .where((is) => is.and(accountColumns(account)))
    .where('hash', '=', await hashOfRecoveryCode(account, code))
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return used.numUpdatedRows === 1n;
}

export async function recoveryCodesLeft(kysely: Kysely<Tables>, account: Account): Promise<number> {
  const { left } = await kysely
    .selectFrom('recovery_code')
    .select((select) => select.fn.countAll<number>().as('left'))
    .where((is) => is.and(accountColumns(account)))
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return left;
}
