import type { RowAction } from '#domain/table/resource';
import type { ListRow } from '#domain/table/row';
import { text } from '../../../base/i18n.ts';
import { HISTORY_WINDOW } from './row-events.ts';
import icons from './row-icons.module.css';
import classes from './table.module.css';
import { rowActionsOf, showsHistory, type TableShape } from './table-shape.ts';

/** A button at the end of a row. */
interface RowButton {
  readonly action: string;
  /** Of its tip, and of its name, which says what the row is called. */
  readonly words: readonly [tip: string, name: string];
  readonly look?: string | undefined;
  /** Which window it opens, and its icon. */
  readonly window?: readonly [name: string, icon: string];
}

const wordsOf = (key: string): RowButton['words'] => [`resources.kit.table.${key}`, `resources.kit.table.${key}Row`];

function buttonsOf(shape: TableShape, actions: readonly RowAction[], hasHistory: boolean): readonly RowButton[] {
  const wanted: readonly (RowButton | false)[] = [
    shape.canDrag &&
      actions.includes('sort') && {
        action: 'drag',
        words: ['resources.kit.table.dragTip', 'resources.kit.table.drag'],
        look: classes.handle,
      },
    shape.hasView && { action: 'view', words: wordsOf('view') },
    ...shape.windows.map(({ name, icon }): RowButton | false => {
      const words = `resources.${shape.resource.name}.windows.${name}`;
      return icon !== null && { action: 'window', words: [words, `${words}Row`], window: [name, icon] };
    }),
    hasHistory && { action: 'window', words: wordsOf('history'), window: [HISTORY_WINDOW, 'history'] },
    actions.includes('edit') && { action: 'edit', words: wordsOf('edit') },
    actions.includes('delete') && { action: 'delete', words: wordsOf('delete'), look: classes.danger },
  ];
  return wanted.filter((button) => button !== false);
}

function elementOf({ action, words: [tip], look, window }: RowButton): HTMLElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = `${classes.action} ${icons.icon} ${look ?? ''}`;
  Object.assign(button.dataset, { action, tip: text(tip) }, window && { field: window[0], icon: window[1] });
  return button;
}

/** The buttons of all rows that offer the same. */
interface Drawing {
  readonly element: HTMLElement;
  readonly names: readonly string[];
}

const drawings = new WeakMap<TableShape, Map<string, Drawing>>();

function drawingOf(shape: TableShape, row: ListRow): Drawing {
  const actions = rowActionsOf(shape, row);
  const hasHistory = showsHistory(shape, row);
  const known = drawings.get(shape) ?? new Map<string, Drawing>();
  const key = `${actions.join()} ${hasHistory}`;
  const drawn = known.get(key);
  if (drawn) return drawn;
  const buttons = buttonsOf(shape, actions, hasHistory);
  const element = document.createElement('span');
  element.className = classes.actions ?? '';
  element.append(...buttons.map(elementOf));
  const drawing = { element, names: buttons.map(({ words: [, name] }) => name) };
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
 * They are copies of one drawing: to make those of each row anew is dear.
 * Source: performance.md, "Tables".
 */
export const rowActions =
  (shape: TableShape, row: ListRow, title: string) =>
  (place: HTMLElement | null): void => {
    if (!place) return;
    const { element, names } = drawingOf(shape, row);
    put(place, element);
    const buttons = place.firstElementChild?.children ?? [];
    for (const [index, name] of names.entries()) buttons[index]?.setAttribute('aria-label', text(name, { title }));
  };
