import { scalarText } from './scalar-text.ts';
import type { CellProps } from './cell.ts';
import { emptyCell } from './empty-cell.tsx';
import classes from './cells.module.css';

/** One line, clipped; the table's tooltip reveals what is cut off. */
export function textCell({ record, fieldKey, title, resource }: CellProps) {
  const value = scalarText(record[fieldKey]);
  if (value === '') return emptyCell();
  const isTitle = resource.titleField === fieldKey;
  return (
    <span className={isTitle ? `${classes.clip} ${classes.title}` : classes.clip} data-clip>
      {isTitle ? title : value}
    </span>
  );
}
