import { timeAttribute, timeText } from '../time-text.ts';
import type { CellProps } from './cell.ts';
import { emptyCell } from './empty-cell.tsx';
import classes from './cells.module.css';

/** A moment on the viewer's clock. */
export function timeCell({ record, fieldKey }: CellProps) {
  const text = timeText(record[fieldKey]);
  if (text === null) return emptyCell();
  return (
    <time className={classes.time} dateTime={timeAttribute(record[fieldKey])}>
      {text}
    </time>
  );
}
