import type { FocusEvent, KeyboardEvent, MouseEvent, PointerEvent } from 'react';
import { findRow, siblingsOf, type ListRow } from '#domain/table/row';
import type { CollectionQuery } from '#domain/table/resource-query';
import type { RowAction } from '#domain/table/resource';
import type { CollectionRef } from '#machines/table/collection.selectors';
import { newKey } from '../../../base/new-key.ts';
import { startRowDrag } from './row-drag.ts';
import { holdFocus, moveFocus } from './row-focus.ts';
import { rangeSelection } from './row-range.ts';
import { visibleRows } from './visible-rows.ts';

/** What the rows of a table do, heard once for all of them. Source: performance.md, "Tables". */
export interface RowHearing {
  readonly collection: CollectionRef;
  /** No undo takes back what is changed in a row: turning something off is asked about. */
  readonly isOffAsked: boolean;
  /** Rows can be chosen. */
  readonly mayChoose: boolean;
  /** What the person may do with a row. */
  readonly actionsOf: (row: ListRow) => readonly RowAction[];
  readonly onPreview: (id: number, field: string) => void;
  readonly onWindow: (id: number, name: string) => void;
}

/** The window of every list that is sorted by hand; no section's own window is called so. */
export const MOVE_WINDOW = '@move';
/** The beginning of the name of the window that asks before a switch is turned off for good; the field follows. */
export const OFF_WINDOW = '@off:';
/** The window of what was ever written to a row. */
export const HISTORY_WINDOW = '@history';

/** The place on another page that is nearest to this one: its first below, its last above. */
const nearestOn = (page: number, query: CollectionQuery): number => (page > query.page ? (page - 1) * query.limit + 1 : page * query.limit);

interface Place {
  readonly row: HTMLElement;
  readonly id: number;
  readonly action: string | undefined;
  readonly field: string;
  readonly control: HTMLElement | null;
}

function placeOf(target: EventTarget): Place | null {
  if (!(target instanceof Element)) return null;
  const row = target.closest<HTMLElement>('[data-id]');
  if (!row) return null;
  const control = target.closest<HTMLElement>('[data-action]');
  return { row, id: Number(row.dataset['id']), action: control?.dataset['action'], field: control?.dataset['field'] ?? '', control };
}

/** Handlers for the element that holds the rows; on that element stands which box a shift range starts from. */
export function rowEvents({ collection, isOffAsked, mayChoose, actionsOf, onPreview, onWindow }: RowHearing) {
  const may = (id: number, action: RowAction): boolean => {
    const row = findRow(collection.getSnapshot().context.rows ?? [], id);
    return row !== undefined && actionsOf(row).includes(action);
  };
  const edit = (id: number) => {
    if (may(id, 'edit')) collection.send({ type: 'collection.editRequested', key: newKey(), ids: [id] });
  };
  const select = (list: HTMLElement, id: number, isRange: boolean) => {
    const anchor = Number(list.dataset['anchor']);
    const { rows, expanded, selection } = collection.getSnapshot().context;
    const order = visibleRows(rows ?? [], expanded).map(({ row }) => row.id);
    if (isRange && order.includes(anchor)) {
      collection.send({ type: 'collection.rowsSelected', ids: rangeSelection(order, selection, anchor, id) });
    } else collection.send({ type: 'collection.rowToggled', id });
    list.dataset['anchor'] = String(id);
  };
  const toggle = (id: number, field: string) => {
    const row = findRow(collection.getSnapshot().context.rows ?? [], id);
    if (row && isOffAsked && row[field] === true) onWindow(id, `${OFF_WINDOW}${field}`);
    else if (row) collection.send({ type: 'collection.fieldChanged', id, field, value: row[field] !== true });
  };
  const remove = (id: number) => {
    if (may(id, 'delete')) collection.send({ type: 'collection.deleteRequested', ids: [id] });
  };

  return {
    onClick(event: MouseEvent<HTMLElement>) {
      const place = placeOf(event.target);
      if (place?.action === 'select') select(event.currentTarget, place.id, event.shiftKey);
      if (place?.action === 'branch') collection.send({ type: 'collection.branchToggled', id: place.id });
      if (place?.action === 'toggle') toggle(place.id, place.field);
      if (place?.action === 'edit') edit(place.id);
      // A press with a key goes where the browser takes it: the record has an address.
      if (place?.action === 'open' && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
        event.preventDefault();
        edit(place.id);
      }
      if (place?.action === 'delete') remove(place.id);
      if (place?.action === 'view') onPreview(place.id, '');
      // A pointer takes the handle; the keyboard presses it.
      if (place?.action === 'drag' && event.detail === 0) onWindow(place.id, MOVE_WINDOW);
      if (place?.action === 'window') onWindow(place.id, place.field);
      if (place?.action === 'preview') onPreview(place.id, place.field);
    },
    onDoubleClick(event: MouseEvent) {
      const place = placeOf(event.target);
      if (place && place.action === undefined) edit(place.id);
    },
    onPointerDown(event: PointerEvent) {
      const place = placeOf(event.target);
      if (place?.action !== 'drag' || !place.control || event.button !== 0) return;
      event.preventDefault();
      place.control.focus();
      const siblings = new Set(siblingsOf(collection.getSnapshot().context.rows ?? [], place.id).map((row) => row.id));
      startRowDrag({
        row: place.row,
        handle: place.control,
        pointerId: event.pointerId,
        isAllowed: (targetId) => siblings.has(targetId),
        onDrop: (targetId) => collection.send({ type: 'collection.rowMoved', id: place.id, targetId }),
        onPageDrop: (page) => {
          const { query } = collection.getSnapshot().context;
          collection.send({ type: 'collection.rowMovedTo', id: place.id, position: nearestOn(page, query) });
        },
        onPress: () => onWindow(place.id, MOVE_WINDOW),
      });
    },
    onFocus(event: FocusEvent) {
      const place = placeOf(event.target);
      if (place) holdFocus(place.row);
    },
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      const place = placeOf(event.target);
      if (!place || event.ctrlKey || event.metaKey || event.altKey) return;
      const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : null;
      if (place.action === 'drag' && step !== null) {
        collection.send({ type: 'collection.rowStepped', id: place.id, step });
        event.preventDefault();
        return;
      }
      // Inside a control its own keys count; on the row itself, the row's.
      if (event.target !== place.row) return;
      if (moveFocus(place.row, event.key)) event.preventDefault();
      const isExpanded = place.row.getAttribute('aria-expanded');
      if ((event.key === 'ArrowRight' && isExpanded === 'false') || (event.key === 'ArrowLeft' && isExpanded === 'true')) {
        collection.send({ type: 'collection.branchToggled', id: place.id });
      }
      if (event.key === ' ' && mayChoose) {
        event.preventDefault();
        select(event.currentTarget, place.id, event.shiftKey);
      }
      if (event.key === 'Enter') edit(place.id);
      if (event.key === 'Delete') remove(place.id);
    },
  };
}
