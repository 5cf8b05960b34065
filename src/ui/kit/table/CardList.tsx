import { useSelector } from '@xstate/react';
import { selectChanges, selectExpanded, selectRows, selectSelection, type CollectionRef } from '#machines/table/collection.selectors';
import { t } from '../../base/i18n.ts';
import { resourceLabel } from '../resource-texts.ts';
import classes from './cards.module.css';
import { RecordCard } from './RecordCard.tsx';
import type { rowEvents } from './base/row-events.ts';
import { changedIds } from './TableBody.tsx';
import type { TableShape } from './base/table-shape.ts';
import { unfoldCards } from './base/unfold-cards.ts';
import { visibleRows } from './base/visible-rows.ts';

interface CardListProps {
  readonly collection: CollectionRef;
  readonly shape: TableShape;
  readonly events: ReturnType<typeof rowEvents>;
}

/** The rows on a phone: one card a record, its actions at the thumb's edge. */
export function CardList({ collection, shape, events }: CardListProps) {
  const rows = visibleRows(useSelector(collection, selectRows), useSelector(collection, selectExpanded));
  const selected = new Set(useSelector(collection, selectSelection));
  const pending = changedIds(useSelector(collection, selectChanges));
  return (
    // The cards' buttons can all be reached by themselves; the list only hears them.
    <ul
      ref={unfoldCards}
      className={classes.cards}
      aria-label={t('resources.kit.table.label', { name: resourceLabel(shape.resource) })}
      {...events}
    >
      {rows.map((visible) => (
        <RecordCard
          key={visible.row.id}
          {...visible}
          shape={shape}
          isSelected={selected.has(visible.row.id)}
          isPending={pending.has(visible.row.id)}
        />
      ))}
    </ul>
  );
}
