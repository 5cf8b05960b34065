import { timeAttribute, timeText } from './time-text.ts';
import type { CellProps } from './cell.ts';
import { emptyCell } from './empty-cell.tsx';
import classes from './cells.module.css';

const SECONDS = 3;

/** A moment on the site's clock, to the minute; the table's tip has the seconds, and the zone. */
export function timeCell({ record, fieldKey }: CellProps) {
  const text = timeText(record[fieldKey]);
  if (text === null) return emptyCell();
  return (
    <time className={classes.time} dateTime={timeAttribute(record[fieldKey])}>
      {text.slice(0, -SECONDS)}
    </time>
  );
}
