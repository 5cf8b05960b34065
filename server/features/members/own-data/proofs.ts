import type { Transaction } from 'kysely';
import type { MemberCaller } from '../../../base/caller.ts';
import type { Tables } from '../../../db/tables/tables.ts';

/** Verifies whether the caller has proved to be there, and locks their account. */
export interface Proofs {
  require(trx: Transaction<Tables>, caller: MemberCaller): Promise<void>;
}
