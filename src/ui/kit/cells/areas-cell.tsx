import { areaTextKey } from '#domain/fields/field';
import type { CellProps } from './cell.ts';
import { emptyCell } from './empty-cell.tsx';
import classes from './cells.module.css';

/** An area with those it lies in; its numbers where the reply did not bring the names. */
export function areasCell({ record, fieldKey }: CellProps) {
  const names = record[areaTextKey(fieldKey)];
  const ids = record[fieldKey];
  const shown = typeof names === 'string' && names !== '' ? names.split(',') : Array.isArray(ids) ? ids.map(String) : [];
  return shown.length === 0 ? (
    emptyCell()
  ) : (
    <span className={classes.clip} data-clip>
      {shown.join(' / ')}
    </span>
  );
}
