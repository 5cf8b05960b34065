import type { AnyRecord } from '../fields/field.ts';
import type { RowAction } from './resource.ts';

/** A record as a list shows it; the rows of a tree carry their children. */
export interface ListRow extends AnyRecord {
  readonly id: number;
  readonly children?: readonly ListRow[];
  /** What the server would refuse to do with this row, whoever may do it with others. */
  readonly refusedActions?: readonly RowAction[];
  /** Fields of this row that it would not change, where others can be. */
  readonly refusedFields?: readonly string[];
  /** What of its life waits for another person's approval, in words. */
  readonly openRequest?: string;
  /** How many records of the section whose list it leads to name it. */
  readonly namedBy?: number;
}

/** Whether the server would refuse to change a single value of this row. */
export const isFixed = ({ refusedActions = [], refusedFields = [] }: ListRow, field: string): boolean =>
  refusedActions.includes('edit') || refusedFields.includes(field);

type Rows = readonly ListRow[];

/** Every row, parents before their children. */
export const flatten = (rows: Rows): ListRow[] => rows.flatMap((row) => [row, ...flatten(row.children ?? [])]);

export const findRow = (rows: Rows, id: number): ListRow | undefined => flatten(rows).find((row) => row.id === id);

/** The rows among which a row stands: the top level, or its parent's children. */
export function siblingsOf(rows: Rows, id: number): Rows {
  if (rows.some((row) => row.id === id)) return rows;
  for (const row of rows) {
    const found = siblingsOf(row.children ?? [], id);
    if (found.length > 0) return found;
  }
  return [];
}

/** The neighbour above (-1) or below (1) among the row's siblings. */
export function neighbourOf(rows: Rows, id: number, step: -1 | 1): ListRow | undefined {
  const siblings = siblingsOf(rows, id);
  return siblings[siblings.findIndex((row) => row.id === id) + step];
}

/** The dragged row takes the target's place and the rows between shift by one. Rows with different parents do not mix. */
export function moveRow(rows: Rows, id: number, targetId: number): Rows {
  const from = rows.findIndex((row) => row.id === id);
  const to = rows.findIndex((row) => row.id === targetId);
  const moved = rows[from];
  if (moved && to !== -1) return rows.toSpliced(from, 1).toSpliced(to, 0, moved);
  return rows.map((row) => (row.children ? { ...row, children: moveRow(row.children, id, targetId) } : row));
}

/** A row with some values changed, wherever it stands. */
export const changeRow = (rows: Rows, id: number, values: AnyRecord): Rows =>
  rows.map((row) => {
    if (row.id === id) return { ...row, ...values };
    return row.children ? { ...row, children: changeRow(row.children, id, values) } : row;
  });

export interface RowTarget {
  readonly id: number;
  readonly targetId: number | undefined;
}

/** Whether both stand among the same siblings, so that one can take the other's place. */
export const isBeside = (rows: Rows, { id, targetId }: RowTarget): boolean => siblingsOf(rows, id).some((row) => row.id === targetId);

/** Rows that have something to unfold. */
export const branchIds = (rows: Rows): number[] =>
  flatten(rows)
    .filter((row) => row.children !== undefined && row.children.length > 0)
    .map((row) => row.id);

/** With the id if it was not there, without it if it was. */
export const toggled = (ids: readonly number[], id: number): readonly number[] =>
  ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id];
