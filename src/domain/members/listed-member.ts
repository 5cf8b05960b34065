import type { AnyRecord } from '../fields/field.ts';
import type { CollectionQuery } from '../table/resource-query.ts';

/** What an entry begins with where its ledger is listed for one member alone: whose it will be is settled then. */
export function entryOfListed({ search, alternatives }: Pick<CollectionQuery, 'search' | 'alternatives'>): AnyRecord {
  const userId = Number(search.find(({ field, operator }) => field === 'userId' && operator === 'eq')?.value);
  return alternatives.length === 0 && Number.isSafeInteger(userId) && userId > 0 ? { userId } : {};
}
