import type { Transaction } from 'kysely';
import type { AnyRecord, Fields, RecordOf } from '#domain/fields/field';
import type { Resource } from '#domain/table/resource';
import type { Tables } from '../../db/tables/tables.ts';
import type { AdminCaller } from '../../base/caller.ts';
import type { KeptAs } from './write-meta.ts';

export interface WriteContext {
  readonly trx: Transaction<Tables>;
  readonly caller: AdminCaller;
  readonly nowSeconds: number;
  readonly write: KeptAs;
  /** The record as it was; null when it is new. */
  readonly before: AnyRecord | null;
}

/**
 * What a section adds to the engine, by five names; a section needing a sixth is a page with its own service.
 * Values are those inside the application, by field key.
 */
export interface ResourceHooks<F extends Fields = Fields> {
  /** What takes long, before the write's transaction opens: nobody waits for it then. Values are checked by themselves only. */
  readonly prepare?: (values: Partial<RecordOf<F>>, caller: AdminCaller) => Promise<void>;
  /** The last word on what is stored, inside the write's transaction. */
  readonly beforeWrite?: (values: Partial<RecordOf<F>>, context: WriteContext) => Promise<Partial<RecordOf<F>>>;
  /** Further writes of the same transaction. */
  readonly afterWrite?: (record: RecordOf<F>, context: WriteContext) => Promise<void>;
  /** The ids that may go, before they go; what hangs on them goes in the same transaction. They are within the caller's data limit. */
  readonly beforeRemove?: (ids: readonly number[], context: Omit<WriteContext, 'before'>) => Promise<readonly number[]>;
  /** Records as this person may see them, in the same order; those of a list or of a portion of a file come together. */
  readonly present?: (records: readonly RecordOf<F>[], caller: AdminCaller) => Promise<readonly RecordOf<F>[]>;
}

/** Joins a shipped resource with its hooks; a hook that names no field does not compile. */
export const withHooks = <F extends Fields>(resource: Resource<F>, hooks: ResourceHooks<F>): HookedResource => ({
  resource,
  hooks: hooks as unknown as ResourceHooks,
});

interface HookedResource {
  readonly resource: Resource;
  readonly hooks: ResourceHooks;
}
