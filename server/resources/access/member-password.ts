import type { Transaction } from 'kysely';
import type { Tables } from '../../db/tables/tables.ts';

/** Sets a member's password. Whoever calls it ends the sessions that the old one has opened. @param hash of the new one */
export async function storeMemberPassword(trx: Transaction<Tables>, memberId: number, hash: string, nowSeconds: number): Promise<void> {
  await trx
    .insertInto('member_password')
    .values({ member_id: memberId, hash, update_time: nowSeconds })
    .onConflict((on) => on.column('member_id').doUpdateSet({ hash, update_time: nowSeconds }))
    .execute();
}
