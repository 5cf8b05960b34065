import type { CSSProperties } from 'react';
import { isColor } from '#domain/base/validation';
import type { CellProps } from './cell.ts';
import { emptyCell } from './empty-cell.tsx';
import classes from './cells.module.css';

/** A swatch beside the colour's text. */
export function colorCell({ record, fieldKey }: CellProps) {
  const value = record[fieldKey];
  if (typeof value !== 'string' || value === '') return emptyCell();
  return (
    <span className={classes.color}>
      {isColor(value) && <span className={classes.swatch} style={{ '--cell-swatch': value } as CSSProperties} />}
      {value}
    </span>
  );
}
