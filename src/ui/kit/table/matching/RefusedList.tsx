import type { Refused } from '#domain/table/matching';
import { t } from '../../../base/i18n.ts';
import classes from './matching.module.css';

interface RefusedListProps {
  readonly refused: readonly Refused[];
  /** Of all, of which the first are told one by one. */
  readonly count: number;
  readonly words: string;
}

const SHOWN_AT_ONCE = 3;

/** Which records stay as they were, and why. */
export const RefusedList = ({ refused, count, words }: RefusedListProps) => (
  <details className={classes.refused} open={count <= SHOWN_AT_ONCE}>
    <summary>{words}</summary>
    <ul data-scroller>
      {refused.map(({ id, title, reason }) => (
        <li key={id}>
          <strong>{title ?? `#${id}`}</strong> {reason}
        </li>
      ))}
      {count > refused.length && <li>{t('tables.matching.andMore', { count: count - refused.length })}</li>}
    </ul>
  </details>
);
