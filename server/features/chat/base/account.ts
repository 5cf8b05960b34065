import type { Transaction } from 'kysely';
import type { Tables } from '../../../db/tables/tables.ts';
import { lockOwnAccount } from '../../../resources/access/own-account.ts';
import type { ChatOwner } from './owner.ts';

/** Nothing is added to the chat of an account that ends meanwhile: what ends it holds the same lock. @throws SessionEnded */
export async function requireAccount(trx: Transaction<Tables>, { caller }: Pick<ChatOwner, 'caller'>): Promise<void> {
  if (caller.kind !== 'visitor') await lockOwnAccount(trx, caller);
}
