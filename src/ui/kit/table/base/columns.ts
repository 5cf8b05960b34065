import type { Field } from '#domain/fields/field';
import { describedKind, type FieldKind } from '#domain/fields/kinds/registry';
import type { Resource } from '#domain/table/resource';
import { visibleColumns, type ColumnChoice } from '#domain/table/table-settings';
import { pageLanguage } from '../../../base/i18n.ts';

/** A column of a table, as its field's kind and declaration make it. */
export interface TableColumn {
  readonly key: string;
  readonly field: Field;
  readonly isShownByDefault: boolean;
  /** null: takes what is left. */
  readonly widthPx: number | null;
}

const WIDTHS_PX: Partial<Record<FieldKind, number>> = {
  id: 76,
  image: 72,
  images: 72,
  switch: 92,
  select: 100,
  radio: 100,
  checkbox: 140,
  tags: 132,
  money: 104,
  number: 104,
  float: 104,
  integer: 84,
  sortOrder: 96,
  year: 88,
  color: 116,
  dateTime: 144,
  createTime: 144,
  updateTime: 144,
  remoteSelect: 116,
  date: 116,
  time: 100,
};
const TEXT_WIDTH_PX = 160;
/** What the title keeps when the window is narrow; the table scrolls sideways then. */
export const TITLE_MIN_PX = 190;

/** As the declaration says, or the kind. */
const listed = (field: Field) => field.list ?? describedKind(field).list ?? 'shown';

/** The column that takes the room that is left: the title, or the widest shown text of records whose title is a number. */
function restOf({ fields, titleField }: Resource): string {
  if (fields[titleField]?.kind !== 'id') return titleField;
  const texts = Object.entries(fields).filter(
    ([, field]) => (field.kind === 'string' || field.kind === 'remoteSelect') && listed(field) === 'shown',
  );
  return texts.toSorted(([, { widthPx: one = 0 }], [, { widthPx: other = 0 }]) => other - one)[0]?.[0] ?? titleField;
}

/** A tree is read by its titles, which are drawn in; what else is told of a record stands beside them. */
function inOrder({ fields, titleField, tree }: Resource): readonly (readonly [string, Field])[] {
  const rank = ([key, { kind }]: readonly [string, Field]): number => (kind === 'id' ? 0 : key === titleField ? 1 : 2);
  const all = Object.entries(fields);
  return tree ? all.toSorted((one, other) => rank(one) - rank(other)) : all;
}

/** Every column a table may show. The field that stands in its place for these readers is not shown twice. */
export function listColumns(resource: Resource): readonly TableColumn[] {
  const rest = restOf(resource);
  return inOrder(resource)
    .filter(([, field]) => listed(field) !== 'never')
    .map(([key, field]) => ({
      key,
      field,
      isShownByDefault: listed(field) === 'shown' && key !== resource.titleIn?.[pageLanguage()],
      widthPx: key === rest ? null : (field.widthPx ?? WIDTHS_PX[field.kind] ?? TEXT_WIDTH_PX),
    }));
}

/** The columns to draw, as the person has chosen them. */
export function shownColumns(resource: Resource, choice: ColumnChoice): readonly TableColumn[] {
  const all = listColumns(resource);
  const shown = visibleColumns(
    choice,
    all.map(({ key, isShownByDefault }) => ({ field: key, isShownByDefault })),
  );
  return shown.flatMap((key) => all.find((column) => column.key === key) ?? []);
}

/** The same, and how many of them are pinned. */
export function tableColumns(
  resource: Resource,
  choice: ColumnChoice,
): { readonly columns: readonly TableColumn[]; readonly pins: number } {
  const columns = shownColumns(resource, choice);
  return { columns, pins: columns.filter(({ key }) => choice.pinned.includes(key)).length };
}
