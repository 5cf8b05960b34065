import { memo } from 'react';
import { RowCells } from './RowCells.tsx';
import { chooseBox } from './base/choose-box.tsx';
import { passFocusOn } from './base/row-focus.ts';
import classes from './base/table.module.css';
import { titleOf, type TableShape } from './base/table-shape.ts';
import type { VisibleRow } from './base/visible-rows.ts';

interface TableRowProps extends VisibleRow {
  readonly shape: TableShape;
  readonly isSelected: boolean;
  /** A value of it is on its way to the server. */
  readonly isPending: boolean;
  /** From 1, counted over all rows and the head; null where all of them are in the document. */
  readonly position: number | null;
}

/** One row: it holds the keyboard, its box and its cells. It is drawn again only when its record or its selection changes. */
export const TableRow = memo(function TableRow({ row, depth, isExpanded, shape, isSelected, isPending, position }: TableRowProps) {
  const isTree = shape.resource.tree === true;
  return (
    <tr
      ref={passFocusOn}
      data-id={row.id}
      className={classes.row}
      {...(shape.mayChoose && { 'aria-selected': isSelected })}
      {...(position !== null && { 'aria-rowindex': position })}
      tabIndex={-1}
      {...(isTree && { 'aria-level': depth + 1 })}
      {...(isExpanded !== null && { 'aria-expanded': isExpanded })}
    >
      {shape.mayChoose && <td className={classes.selectCell}>{chooseBox(titleOf(shape.resource, row), isSelected)}</td>}
      <RowCells row={row} depth={depth} isExpanded={isExpanded} shape={shape} isPending={isPending} />
    </tr>
  );
});
