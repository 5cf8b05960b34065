import type { TableShape } from './base/table-shape.ts';
import { TableRow } from './TableRow.tsx';
import type { VisibleRow } from './base/visible-rows.ts';

export interface TableBodyProps {
  readonly rows: readonly VisibleRow[];
  readonly selection: readonly number[];
  /** Rows with a value on its way to the server. */
  readonly changes: readonly { readonly id: number }[];
  readonly shape: TableShape;
}

export const changedIds = (changes: readonly { readonly id: number }[]): ReadonlySet<number> => new Set(changes.map(({ id }) => id));

/** All rows. */
export function TableRows({ rows, selection, changes, shape }: TableBodyProps) {
  const selected = new Set(selection);
  const pending = changedIds(changes);
  return rows.map((visible) => (
    <TableRow
      key={visible.row.id}
      {...visible}
      shape={shape}
      isSelected={selected.has(visible.row.id)}
      isPending={pending.has(visible.row.id)}
      position={null}
    />
  ));
}
