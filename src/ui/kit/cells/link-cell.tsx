import { isFrameable } from '#domain/base/addresses/link';
import type { CellProps } from './cell.ts';
import classes from './cells.module.css';
import { textCell } from './text-cell.tsx';

/** A text; one that is the whole address of a page leads there, in a tab of its own that learns nothing of this one. */
export function linkCell(props: CellProps) {
  const { record, fieldKey, resource } = props;
  const value = record[fieldKey];
  if (typeof value !== 'string' || resource.titleField === fieldKey || !isFrameable(value)) return textCell(props);
  return (
    <a className={`${classes.clip} ${classes.link}`} href={value.trim()} target="_blank" rel="noopener noreferrer" data-clip>
      {value}
    </a>
  );
}
