import type { Failure } from '#domain/base/failure';
import type { MatchingAct, Portion, Refused } from '#domain/table/matching';
import type { PercentRehearsal } from '#domain/table/percent';
import type { CollectionQuery } from '#domain/table/resource-query';
import type { Owner } from '../base/owner.ts';

/** What a run over all that match is told, and what it knows. */
export interface MatchingInput {
  readonly resource: string;
  /** The list as it was when somebody wanted all of it, and how many records it told of. */
  readonly query: CollectionQuery;
  readonly total: number;
  readonly list: Owner<
    { readonly type: 'collection.refreshed' } | { readonly type: 'collection.rowsSelected'; readonly ids: readonly number[] }
  >;
  /** The window that shows it. */
  readonly dialog: Owner<{ readonly type: 'rowWindow.closed' }>;
}

/** From the reading under way: how many records are known. */
type Advance = { readonly type: 'matching.advanced'; readonly known: number };

export type MatchingEvent =
  | { readonly type: 'matching.actChosen'; readonly kind: MatchingAct['kind'] }
  /** `key` is made once for a run. */
  | { readonly type: 'matching.confirmed'; readonly act: MatchingAct; readonly key: string }
  | { readonly type: 'matching.agreed' }
  | { readonly type: 'matching.returned' }
  | { readonly type: 'matching.stopRequested' }
  | { readonly type: 'matching.retried' }
  | { readonly type: 'matching.undoRequested' }
  | { readonly type: 'matching.left' }
  | Advance;

export interface ReadIdsTask extends Pick<MatchingInput, 'resource' | 'query'> {
  readonly owner: Owner<Advance>;
}

export interface PortionTask {
  readonly resource: string;
  readonly act: MatchingAct;
  readonly ids: Portion;
  /** How many refused records are told of so far: beyond the most that are told, nobody asks for a name. */
  readonly told: number;
  /** The same for as long as nobody has answered. */
  readonly idempotencyKey: string;
}

export interface UndoTask {
  readonly resource: string;
  readonly changes: readonly number[];
  readonly idempotencyKey: string;
}

export interface MatchingContext extends MatchingInput {
  readonly kind: MatchingAct['kind'] | null;
  readonly act: MatchingAct | null;
  readonly key: string;
  readonly known: number;
  readonly ids: readonly number[];
  /** Portions that are left, the present one first; `sent` counts those that were answered. */
  readonly queue: readonly Portion[];
  readonly sent: number;
  readonly done: number;
  readonly refused: readonly Refused[];
  readonly refusedCount: number;
  readonly changes: readonly number[];
  readonly rehearsal: PercentRehearsal;
  readonly failure: Failure | null;
}
