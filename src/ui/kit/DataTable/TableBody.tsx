import type { TableShape } from './table-shape.ts';
import { TableRow } from './TableRow.tsx';
import type { VisibleRow } from './visible-rows.ts';

export interface TableBodyProps {
  readonly rows: readonly VisibleRow[];
  readonly selection: readonly number[];
  readonly shape: TableShape;
}

/** The head is row 1. */
export const FIRST_POSITION = 2;

/** All rows. */
export function TableRows({ rows, selection, shape }: TableBodyProps) {
  const selected = new Set(selection);
  return rows.map((visible, index) => (
    <TableRow key={visible.row.id} {...visible} shape={shape} isSelected={selected.has(visible.row.id)} position={index + FIRST_POSITION} />
  ));
}
