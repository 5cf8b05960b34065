import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { Abilities } from '#domain/table/abilities';
import type { Failure } from '#domain/base/failure';
import type { CollectionQuery } from '#domain/table/resource-query';
import { flatten, type ListRow } from '#domain/table/row';
import type { TableSettings } from '#domain/table/table-settings';
import { isOrderedByHand, positionOf } from './collection-context.ts';
import type { PendingChange } from './collection.vocabulary.ts';
import type { collectionMachine } from './collection.machine.ts';
import type { RecordFormRef } from './record-form.machine.ts';

export type CollectionSnapshot = SnapshotFrom<typeof collectionMachine>;
export type CollectionRef = ActorRefFrom<typeof collectionMachine>;

const NO_ROWS: readonly ListRow[] = [];

export const selectRows = ({ context }: CollectionSnapshot): readonly ListRow[] => context.rows ?? NO_ROWS;
export const selectTotal = ({ context }: CollectionSnapshot): number => context.total;
/** How many records of a tree are told, those below others too. */
export const selectRowCount = ({ context }: CollectionSnapshot): number => flatten(context.rows ?? NO_ROWS).length;
/** Of a section that was published at run time: which publishing its list knows. */
export const selectRevision = ({ context }: CollectionSnapshot): number | undefined => context.revision;
export const selectRemark = ({ context }: CollectionSnapshot): string => context.remark;
export const selectQuery = ({ context }: CollectionSnapshot): CollectionQuery => context.query;
export const selectPageCount = ({ context }: CollectionSnapshot): number => Math.max(1, Math.ceil(context.total / context.query.limit));
/** The number of a row's place in the whole list; 0 where it is none of those that pages are made of. */
export const selectPosition = ({ context }: CollectionSnapshot, id: number): number => positionOf(context, id);
export const selectQuickSearchText = ({ context }: CollectionSnapshot): string => context.quickSearchText;
export const selectSelection = ({ context }: CollectionSnapshot): readonly number[] => context.selection;
export const selectHasChosen = ({ context }: CollectionSnapshot): boolean => context.selection.length > 0;
/** What the header's box shows. */
export const selectSelectedShare = ({ context }: CollectionSnapshot): 'none' | 'some' | 'all' => {
  const count = flatten(context.rows ?? NO_ROWS).length;
  if (context.selection.length === 0) return 'none';
  return context.selection.length < count ? 'some' : 'all';
};
/** What is shown before the server has agreed to it. */
export const selectChanges = ({ context }: CollectionSnapshot): readonly PendingChange[] => context.changes;
export const selectExpanded = ({ context }: CollectionSnapshot): readonly number[] => context.expanded;
export const selectAbilities = ({ context }: CollectionSnapshot): Abilities => context.abilities;
export const selectTable = ({ context }: CollectionSnapshot): TableSettings => context.table;
export const selectCollectionFailure = ({ context }: CollectionSnapshot): Failure | null => context.failure;
/** The records a question is open about; none: no question. */
export const selectAskedIds = ({ context }: CollectionSnapshot): readonly number[] => context.askedIds;

/** The list is not what was asked for last; so it stays until a reading succeeds. */
export const selectHasListFailed = (snapshot: CollectionSnapshot): boolean =>
  snapshot.context.failure !== null && !selectIsFirstLoad(snapshot);
export const selectIsConfirming = (snapshot: CollectionSnapshot): boolean => snapshot.matches({ list: 'confirming' });
export const selectIsFirstLoad = (snapshot: CollectionSnapshot): boolean => snapshot.context.rows === null && !snapshot.hasTag('failed');
export const selectIsFiltered = ({ context: { query } }: CollectionSnapshot): boolean =>
  query.quickSearch !== '' || query.search.length > 0;
/** `filtered`: something else might be there without the filters. A list that could not be read again is not known to be empty. */
export const selectEmptiness = (snapshot: CollectionSnapshot): 'no' | 'empty' | 'filtered' => {
  const { rows, failure } = snapshot.context;
  if (rows === null || rows.length > 0 || failure !== null) return 'no';
  return selectIsFiltered(snapshot) ? 'filtered' : 'empty';
};
export const selectMaySortByHand = ({ context }: CollectionSnapshot): boolean => context.abilities.maySort && isOrderedByHand(context);

export const selectRecordForm = (snapshot: CollectionSnapshot): RecordFormRef | undefined => snapshot.children.recordForm;
