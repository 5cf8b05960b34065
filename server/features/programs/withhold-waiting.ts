import type { Transaction } from 'kysely';
import type { Tables } from '../../db/tables/tables.ts';

/** What waited while a webhook was on is not sent once it is on again, but can be sent by hand. */
export async function withholdWaiting(trx: Pick<Transaction<Tables>, 'updateTable'>, webhookId: number): Promise<void> {
  await trx
    .updateTable('webhook_delivery')
    .set({ state: 'withheld', fault: 'withheld' })
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'waiting')
    .execute();
}
