import { relationKey } from '#domain/fields/field';
import type { CellProps } from './cell.ts';
import { scalarText } from './scalar-text.ts';
import { emptyCell } from './empty-cell.tsx';
import { goneText } from '../resource-texts.ts';
import { joinedTitle } from './joined-title.ts';
import classes from './cells.module.css';

/** The joined record's title; when the reply did not bring it, or it is gone, its number. */
export function relationCell({ record, fieldKey, field }: CellProps) {
  const value = record[fieldKey];
  if (value === null || value === undefined) return emptyCell();
  const joined = record[relationKey(fieldKey)];
  return (
    <span className={classes.clip} data-clip>
      {joinedTitle(joined, field) ?? goneText(field, joined, scalarText(value)) ?? `#${scalarText(value)}`}
    </span>
  );
}
