import { Button } from '@mantine/core';
import type { BoardColumn } from '#domain/table/life-board';
import type { Resource } from '#domain/table/resource';
import { groupedCount } from '#domain/base/grouped-digits';
import { t } from '../../../base/i18n.ts';
import { tagCell } from '../../../kit/cells/tag-cell.tsx';
import classes from './board.module.css';
import { Card } from './Card.tsx';

interface ColumnProps {
  readonly column: BoardColumn;
  readonly resource: Resource;
  /** `open` and `closed` are those that a carried card may be put into, or may not. */
  readonly standing: 'resting' | 'own' | 'open' | 'closed';
  /** Why the carried card may not be put here; none where nothing leads here. */
  readonly reasons: readonly string[];
  readonly isOver: boolean;
  /** Of a card that was dropped and is not settled yet. */
  readonly busyId: number | null;
  /** Of the card that is carried. */
  readonly liftedId: number | null;
  readonly onMore: () => void;
}

export function StateColumn({ column, resource, standing, reasons, isOver, busyId, liftedId, onMore }: ColumnProps) {
  const { state, label, total, cards } = column;
  const key = resource.lifeField ?? '';
  const field = resource.fields[key];
  return (
    <section className={classes.column} data-state={state} data-standing={standing} data-over={isOver || undefined} aria-label={label}>
      <h2 className={classes.head}>
        {field ? tagCell({ resource, fieldKey: key, field, record: { [key]: state }, title: '', mayEdit: false, cdnUrl: '' }) : label}
        <span className={classes.count}>{groupedCount(total)}</span>
      </h2>
      {standing === 'closed' && <p className={classes.closed}>{reasons.length > 0 ? reasons.join(' ') : t('recordLife.noWayHere')}</p>}
      <ul className={classes.cards}>
        {cards.map((card) => (
          <Card key={card.id} card={card} resource={resource} isBusy={card.id === busyId} isLifted={card.id === liftedId} />
        ))}
        {cards.length === 0 && <li className={classes.empty}>{t('recordLife.columnEmpty')}</li>}
      </ul>
      {cards.length < total && cards.length > 0 && (
        <Button variant="subtle" size="compact-sm" onClick={onMore}>
          {t('recordLife.more', { count: groupedCount(total - cards.length) })}
        </Button>
      )}
    </section>
  );
}
