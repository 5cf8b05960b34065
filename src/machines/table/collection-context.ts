import type { CollectionQuery } from '#domain/table/resource-query';
import { isSameValue } from '#domain/base/same-value';
import { branchIds, flatten, isBeside, moveRow, siblingsOf, type RowTarget } from '#domain/table/row';
import { withChanges } from './collection-changes.ts';
import type { CollectionContext, CollectionEvent, CollectionPage, RowMove, Scrolled } from './collection.vocabulary.ts';
import type { RecordFormInput } from './record-form.machine.ts';

export const AT_TOP: Scrolled = { topPx: 0, leftPx: 0 };

/** What a collection keeps before anything has happened, and readings of it that the machine's grammar needs. */
const NOTHING_YET = {
  rows: null,
  readBy: null,
  total: 0,
  remark: '',
  selection: [],
  expanded: [],
  scrolled: AT_TOP,
  failure: null,
  askedIds: [],
  move: null,
  changes: [],
  rowsBefore: null,
  form: null,
} as const;

/** So many rows of a tree stand on one screen. */
const GLANCE_ROWS = 15;

const NO_MOVE: RowMove = { id: 0, targetId: 0 };

export const initialContext = (query: CollectionQuery) => ({ ...NOTHING_YET, query, quickSearchText: query.quickSearch });

/** Rows can be dragged only where the list is in the order that dragging makes. */
export const isOrderedByHand = ({ sortField, query }: Pick<CollectionContext, 'sortField' | 'query'>): boolean =>
  sortField !== null && (query.order === null || query.order.field === sortField);

type MovableRows = Pick<CollectionContext, 'abilities' | 'rows' | 'readBy' | 'sortField' | 'query'>;

/** Rows of another page or search say nothing about the places that are asked for by now. */
const isMovable = (context: MovableRows): boolean =>
  context.abilities.maySort && isOrderedByHand(context) && isSameValue(context.readBy, context.query);

/** Between siblings, in the order that dragging makes, and not to its own place. */
export const mayMove = (context: MovableRows, target: RowTarget): boolean =>
  isMovable(context) && target.id !== target.targetId && isBeside(context.rows ?? [], target);

/** A place by its number in the whole list, from 1. */
export interface MovePlace {
  readonly id: number;
  readonly position: number;
  readonly isFollowed?: boolean;
}

type PlacedRows = MovableRows & Pick<CollectionContext, 'total'>;

/** The number of a row's place; 0 where it is none of those that pages are made of. */
export function positionOf({ rows, readBy }: Pick<CollectionContext, 'rows' | 'readBy'>, id: number): number {
  const index = (rows ?? []).findIndex((row) => row.id === id);
  return index === -1 || readBy === null ? 0 : (readBy.page - 1) * readBy.limit + index + 1;
}

/** To any other place of the list that is shown in the order that dragging makes. */
export const mayMoveTo = (context: PlacedRows, { id, position }: MovePlace): boolean => {
  const own = positionOf(context, id);
  const isPlace = Number.isSafeInteger(position) && position >= 1 && position <= context.total;
  return isMovable(context) && own > 0 && isPlace && position !== own;
};

type Moving = Pick<CollectionContext, 'move' | 'rows' | 'rowsBefore'>;

/** A row that goes to the place of another one is shown there at once. */
export const movedBeside = ({ rows }: Pick<CollectionContext, 'rows'>, { id, targetId = id }: RowTarget): Moving => ({
  move: { id, targetId },
  rowsBefore: rows,
  rows: moveRow(rows ?? [], id, targetId),
});

/** Where that place is shown, it is that of a row; else nothing is shown of it before the server has agreed. */
export function movedTo({ rows, query }: Pick<CollectionContext, 'rows' | 'query'>, place: MovePlace): Moving {
  const { id, position, isFollowed = false } = place;
  const shown = (rows ?? [])[position - 1 - (query.page - 1) * query.limit];
  return shown ? movedBeside({ rows }, { id, targetId: shown.id }) : { move: { id, position, isFollowed }, rowsBefore: rows, rows };
}

/** What a move asks for; `isDown`: towards the end of the list, as it was shown before. */
export function moveInput({ resource, query, readBy, rowsBefore, move: asked }: CollectionContext) {
  const move = asked ?? NO_MOVE;
  const rows = rowsBefore ?? [];
  const places = siblingsOf(rows, move.id).map(({ id }) => id);
  const isDown =
    'position' in move ? move.position > positionOf({ rows, readBy }, move.id) : places.indexOf(move.targetId) > places.indexOf(move.id);
  return { resource, move, query, isDown };
}

/** The page on which a row stands that has gone there by keyboard. */
export const followed = ({ query, move }: Pick<CollectionContext, 'query' | 'move'>): Pick<CollectionContext, 'query'> => ({
  query: move && 'position' in move ? { ...query, page: Math.ceil(move.position / query.limit) } : query,
});

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
  related: (event.type === 'collection.deleteConfirmed' && event.related) || null,
});

/** What is selected stays so as far as it is still shown. */
export function shownPage({ changes, expanded, query, rows: before, scrolled, selection }: CollectionContext, page: CollectionPage) {
  const shown = new Set(flatten(page.rows).map((row) => row.id));
  return {
    ...page,
    rows: withChanges(page.rows, changes),
    readBy: query,
    // A tree that is seen at a glance opens as one.
    expanded: before === null && shown.size <= GLANCE_ROWS ? branchIds(page.rows) : expanded,
    // Rows where there were none are another list.
    scrolled: before?.length ? scrolled : AT_TOP,
    failure: null,
    selection: selection.filter((id) => shown.has(id)),
  };
}
