import { relationKey } from '#domain/field';
import type { CellProps } from './cell.ts';
import { scalarText } from '../scalar-text.ts';
import { emptyCell } from './empty-cell.tsx';
import { joinedTitle } from './joined-title.ts';
import classes from './cells.module.css';

/** The joined record's title; its number when the reply did not bring the record. */
export function relationCell({ record, fieldKey, field }: CellProps) {
  const value = record[fieldKey];
  if (value === null || value === undefined) return emptyCell();
  return (
    <span className={classes.clip} data-clip>
      {joinedTitle(record[relationKey(fieldKey)], field) ?? `#${scalarText(value)}`}
    </span>
  );
}
