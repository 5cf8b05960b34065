import type { Generated } from 'kysely';
import type { SafetyEntryColumns } from '#server/db/columns/shared-columns';

/** A deletion that can be taken back by whoever may restore; its image is in the journal. */
export interface RecycleEntryTable extends SafetyEntryColumns {
  /** The rule that covered it; null where all deletions are kept. */
  recycle_id: number | null;
  state: Generated<'kept' | 'restored' | 'purged'>;
}
