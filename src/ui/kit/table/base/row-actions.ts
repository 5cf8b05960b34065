import type { RowAction } from '#domain/table/resource';
import type { ListRow } from '#domain/table/row';
import { t, text } from '../../../base/i18n.ts';
import { HISTORY_WINDOW } from './row-events.ts';
import icons from './row-icons.module.css';
import classes from './table.module.css';
import { rowActionsOf, showsHistory, type TableShape } from './table-shape.ts';

/** A button at the end of a row. */
interface RowButton {
  readonly action: string;
  readonly look?: string | undefined;
  /** Which window it opens, and its icon. */
  readonly window?: readonly [name: string, icon: string];
  readonly tip: string;
  /** With what the row is called. */
  readonly label: (title: string) => string;
}

function* buttonsOf(shape: TableShape, actions: readonly RowAction[], hasHistory: boolean): Generator<RowButton> {
  if (shape.canDrag && actions.includes('sort'))
    yield {
      action: 'drag',
      look: classes.handle,
      tip: t('resources.kit.table.dragTip'),
      label: (title) => t('resources.kit.table.drag', { title }),
    };
  if (shape.hasView)
    yield { action: 'view', tip: t('resources.kit.table.view'), label: (title) => t('resources.kit.table.viewRow', { title }) };
  for (const { name, icon } of shape.windows) {
    const words = `resources.${shape.resource.name}.windows.${name}`;
    if (icon) yield { action: 'window', window: [name, icon], tip: text(words), label: (title) => text(`${words}Row`, { title }) };
  }
  if (hasHistory)
    yield {
      action: 'window',
      window: [HISTORY_WINDOW, 'history'],
      tip: t('resources.kit.table.history'),
      label: (title) => t('resources.kit.table.historyRow', { title }),
    };
  if (actions.includes('edit'))
    yield { action: 'edit', tip: t('resources.kit.table.edit'), label: (title) => t('resources.kit.table.editRow', { title }) };
  if (actions.includes('delete'))
    yield {
      action: 'delete',
      look: classes.danger,
      tip: t('resources.kit.table.delete'),
      label: (title) => t('resources.kit.table.deleteRow', { title }),
    };
}

function elementOf({ action, look, window, tip }: RowButton): HTMLElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = [classes.action, icons.icon, look].filter(Boolean).join(' ');
  button.dataset['action'] = action;
  if (window) [button.dataset['field'], button.dataset['icon']] = window;
  button.dataset['tip'] = tip;
  return button;
}

/** The buttons of all rows that offer the same. */
interface Drawing {
  readonly element: HTMLElement;
  readonly labels: readonly RowButton['label'][];
}

const drawings = new WeakMap<TableShape, Map<string, Drawing>>();

function drawingOf(shape: TableShape, row: ListRow): Drawing {
  const actions = rowActionsOf(shape, row);
  const hasHistory = showsHistory(shape, row);
  const known = drawings.get(shape) ?? new Map<string, Drawing>();
  const key = `${actions.join()} ${hasHistory}`;
  const drawn = known.get(key);
  if (drawn) return drawn;
  const buttons = [...buttonsOf(shape, actions, hasHistory)];
  const element = document.createElement('span');
  element.className = classes.actions ?? '';
  element.append(...buttons.map(elementOf));
  const drawing = { element, labels: buttons.map(({ label }) => label) };
  drawings.set(shape, known.set(key, drawing));
  return drawing;
}

/** What stands in a place now. */
const shown = new WeakMap<HTMLElement, HTMLElement>();

/** Puts the buttons into their place; those that are there and are the same stay, and the keyboard with them. */
function put(place: HTMLElement, element: HTMLElement): void {
  const before = shown.get(place);
  if (before === element) return;
  shown.set(place, element);
  if (before?.isEqualNode(element)) return;
  const held = place.contains(document.activeElement) && document.activeElement instanceof HTMLElement ? document.activeElement : null;
  place.replaceChildren(element.cloneNode(true));
  const { action, field } = held?.dataset ?? {};
  if (!action) return;
  const again = [...place.querySelectorAll<HTMLElement>('[data-action]')].find(
    ({ dataset }) => dataset['action'] === action && dataset['field'] === field,
  );
  again?.focus();
}

/**
 * As the `ref` of the place where a row's buttons stand: drag handle, view, the section's own windows, edit, delete; heard by the table.
 * They are copies of one drawing, since the three of each row made one by one cost as much as all of its cells.
 * Source: performance.md, "Tables".
 */
export const rowActions =
  (shape: TableShape, row: ListRow, title: string) =>
  (place: HTMLElement | null): void => {
    if (!place) return;
    const { element, labels } = drawingOf(shape, row);
    put(place, element);
    let button = place.firstElementChild?.firstElementChild;
    for (const label of labels) {
      button?.setAttribute('aria-label', label(title));
      button = button?.nextElementSibling;
    }
  };
