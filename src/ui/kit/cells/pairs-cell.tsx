import type { CellProps } from './cell.ts';
import { emptyCell } from './empty-cell.tsx';
import classes from './cells.module.css';

/** Key and value pairs on one line. */
export function pairsCell({ record, fieldKey }: CellProps) {
  const value = record[fieldKey];
  const pairs = (Array.isArray(value) ? value : []) as readonly { readonly key: string; readonly value: string }[];
  if (pairs.length === 0) return emptyCell();
  return (
    <span className={classes.clip} data-clip>
      {pairs.map((pair) => `${pair.key}: ${pair.value}`).join(' · ')}
    </span>
  );
}
