import type { CollectionQuery } from '#domain/table/resource-query';
import { isBeside, type RowTarget } from '#domain/table/row';
import type { CollectionContext, CollectionEvent, RowMove } from './collection-vocabulary.ts';
import type { RecordFormInput } from './record-form.machine.ts';

/** What a collection keeps before anything has happened, and readings of it that the machine's grammar needs. */
const NOTHING_YET = {
  rows: null,
  total: 0,
  remark: '',
  selection: [],
  expanded: [],
  failure: null,
  askedIds: [],
  move: null,
  changes: [],
  rowsBefore: null,
  form: null,
} as const;

export const NO_MOVE: RowMove = { id: 0, targetId: 0 };

export const initialContext = (query: CollectionQuery) => ({ ...NOTHING_YET, query, quickSearchText: query.quickSearch });

/** Rows can be dragged only where the list is in the order that dragging makes. */
export const isOrderedByHand = ({ sortField, query }: Pick<CollectionContext, 'sortField' | 'query'>): boolean =>
  sortField !== null && (query.order === null || query.order.field === sortField);

type MovableRows = Pick<CollectionContext, 'abilities' | 'rows' | 'sortField' | 'query'>;

/** Between siblings, in the order that dragging makes, and not to its own place. */
export const mayMove = (context: MovableRows, target: RowTarget): boolean =>
  context.abilities.maySort && isOrderedByHand(context) && target.id !== target.targetId && isBeside(context.rows ?? [], target);

/** Rows of different parents, or one that is no longer there. */
export const isBeyondRange = ({ abilities, rows }: MovableRows, target: RowTarget): boolean =>
  abilities.maySort && target.id !== target.targetId && !isBeside(rows ?? [], target);

/** The next record's form; each record of a series is a write of its own. */
export function formInput(resource: string, form: CollectionContext['form']): RecordFormInput {
  const id = form?.ids[0] ?? null;
  return { resource, id, initial: form?.values ?? {}, key: `${form?.key ?? ''}:${id ?? 'new'}` };
}

/** What was asked about goes; what other records need only when the person has seen that. */
export const removalInput = ({ context, event }: { readonly context: CollectionContext; readonly event: CollectionEvent }) => ({
  resource: context.resource,
  ids: context.askedIds,
  evenIfUsed: event.type === 'collection.deleteConfirmed' && event.evenIfUsed === true,
});
