import type { Abilities } from '#domain/table/abilities';
import { isInForm } from '#domain/fields/field';
import { canExport, hasCall, type RowAction, type Resource } from '#domain/table/resource';
import { isFixed, type ListRow } from '#domain/table/row';
import { titleKey } from '#domain/table/title-key';
import { pageLanguage } from '../../../base/i18n.ts';
import cells from '../../cells/cells.module.css';
import type { CellProps, CellRender } from '../../cells/cell.ts';
import { NUMBER_CELLS } from '../../cells/number-cell.tsx';
import { CELLS, isRightAligned } from '../../cells/registry.ts';
import { scalarText } from '../../cells/scalar-text.ts';
import { optionLabel } from '../../resource-texts.ts';
import { cellProps } from './column-layout.ts';
import type { TableColumn } from './columns.ts';
import type { RowWindow, TableExtras } from './table-extras.ts';

/** What all rows of a table have in common. */
interface SharedShape {
  readonly resource: Resource;
  readonly columns: readonly TableColumn[];
  /** How many of them stay at the left, from the first. */
  readonly pins: number;
  readonly abilities: Abilities;
  /** Rows can be dragged now: the person may, and the list is in its own order. */
  readonly canDrag: boolean;
  /** Each row can show its details. */
  readonly hasView: boolean;
  /** Windows that each row opens. */
  readonly windows: readonly RowWindow[];
  /** The server keeps versions of these records. */
  readonly hasHistory: boolean;
  /** In the place of those of the fields' kinds. */
  readonly cells?: TableExtras['cells'] | undefined;
  readonly besideTitle?: TableExtras['besideTitle'] | undefined;
  /** Stands before relative paths of files. */
  readonly cdnUrl: string;
  /** Stands before amounts of money. */
  readonly currencySign: string;
}

/** What the cells of a column have in common. */
export interface ColumnCells {
  readonly column: TableColumn;
  readonly draw: CellRender;
  readonly td: ReturnType<typeof cellProps>;
  readonly isNumber: boolean;
}

/** The same with what follows from it. Its identity changes only when it does, so that rows need not be drawn again. */
export interface TableShape extends SharedShape {
  /** What a row offers that refuses nothing. */
  readonly actions: readonly RowAction[];
  /** Buttons that a row has at most; without any there is no column for them. */
  readonly buttonCount: number;
  readonly columnCells: readonly ColumnCells[];
  /** Something can be done with rows that are chosen. */
  readonly mayChoose: boolean;
}

const NEEDS: Readonly<Record<RowAction, keyof Abilities>> = { sort: 'maySort', edit: 'mayEdit', delete: 'mayDelete' };

/** The actions the declaration offers and the person may take; the others are not drawn at all. */
export const shownActionsOf = ({ resource, abilities }: Pick<SharedShape, 'resource' | 'abilities'>): readonly RowAction[] =>
  resource.rowActions.filter((action) => abilities[NEEDS[action]]);

/** Whether one of these is done with any number of rows at once. */
export const hasDeedOnChosen = (actions: readonly RowAction[]): boolean => actions.some((action) => action !== 'sort');

/** Whoever may edit a record finds its history beside the form; of one that they may only read, its row has a button. */
const needsHistory = ({ hasHistory }: SharedShape, actions: readonly RowAction[]): boolean => hasHistory && !actions.includes('edit');

export function tableShape(shared: SharedShape): TableShape {
  const actions = shownActionsOf(shared);
  const ownCount = Number(shared.hasView) + Number(needsHistory(shared, actions)) + shared.windows.filter(({ icon }) => icon).length;
  return {
    ...shared,
    actions,
    buttonCount: actions.length + ownCount,
    columnCells: shared.columns.map((column, place) => cellsOf(shared, column, place)),
    mayChoose: hasDeedOnChosen(actions) || canExport(shared.resource) || shared.resource.lifeField !== undefined,
  };
}

function cellsOf(shared: SharedShape, column: TableColumn, place: number): ColumnCells {
  const draw = cellOf(shared, column);
  const isNumber = NUMBER_CELLS.has(draw);
  const own = isNumber ? cells.number : undefined;
  return { column, draw, isNumber, td: cellProps(column, place, shared.pins, isRightAligned(column.field.kind), own) };
}

/** The actions of one row: the server refuses some where others are free, such as deleting oneself. */
export const rowActionsOf = ({ actions }: Pick<TableShape, 'actions'>, { refusedActions }: ListRow): readonly RowAction[] =>
  refusedActions ? actions.filter((action) => !refusedActions.includes(action)) : actions;

export const showsHistory = (shape: TableShape, row: ListRow): boolean => needsHistory(shape, rowActionsOf(shape, row));

/** How a column is drawn. */
export const cellOf = ({ cells: own }: Pick<SharedShape, 'cells'>, { key, field }: TableColumn): CellRender =>
  own?.[key] ?? CELLS[field.kind];

/**
 * Whether a value can be changed in its cell: the person may edit, the field is one that forms have, the row does not refuse it, and what is
 * shown there is no title of another field.
 */
export const mayChangeCell = (
  { resource, abilities }: Pick<TableShape, 'resource' | 'abilities'>,
  row: ListRow,
  { key, field }: TableColumn,
): boolean =>
  abilities.mayEdit &&
  hasCall(resource, 'save') &&
  isInForm(field) &&
  !isFixed(row, key) &&
  (key !== resource.titleField || titleKey(resource, row, pageLanguage()) === key);

/** What the cell of a row is told, in a table and on a card alike. */
export const cellFacts = (
  shape: TableShape,
  row: ListRow,
  column: TableColumn,
  known: Pick<CellProps, 'title' | 'isPending'>,
  isInNumberCell = false,
): CellProps => ({
  resource: shape.resource,
  fieldKey: column.key,
  field: column.field,
  record: row,
  title: known.title,
  mayEdit: mayChangeCell(shape, row, column),
  isPending: known.isPending === true,
  cdnUrl: shape.cdnUrl,
  currencySign: shape.currencySign,
  isInNumberCell,
});

/** The texts in a value: it, those in a list of them, or none. */
export const textItems = (value: unknown): readonly string[] => [value].flat().filter((item) => typeof item === 'string');

/** What names a row to people: its title, that of an option in words, or its number. */
export function titleOf(resource: Resource, row: ListRow): string {
  const key = titleKey(resource, row, pageLanguage());
  const title = scalarText(row[key]);
  const field = resource.fields[key];
  if (title === '') return `#${row.id}`;
  return field && 'options' in field ? optionLabel(resource, key, title) : title;
}

/** What a window with the pictures of a field shows of a row. */
export const previewOf = (resource: Resource, row: ListRow, field: string) => ({
  id: row.id,
  field,
  pictures: textItems(row[field]),
  title: titleOf(resource, row),
});
