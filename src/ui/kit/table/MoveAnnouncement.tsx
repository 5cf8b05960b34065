import { useSelector } from '@xstate/react';
import type { Resource } from '#domain/table/resource';
import { findRow, siblingsOf } from '#domain/table/row';
import type { CollectionRef } from '#machines/table/collection-selectors';
import { t } from '../../base/i18n.ts';
import classes from './base/table.module.css';
import { titleOf } from './base/table-shape.ts';

interface MoveAnnouncementProps {
  readonly collection: CollectionRef;
  readonly resource: Resource;
}

/** Says where a row has gone to whoever cannot see it go. */
export function MoveAnnouncement({ collection, resource }: MoveAnnouncementProps) {
  const words = useSelector(collection, ({ context: { move, rows } }) => {
    const away = move && 'position' in move ? findRow(rows ?? [], move.id) : undefined;
    if (move && 'position' in move && away)
      return t('resources.kit.table.moved', { title: titleOf(resource, away), position: move.position });
    const siblings = move ? siblingsOf(rows ?? [], move.id) : [];
    const index = siblings.findIndex((row) => row.id === move?.id);
    const row = siblings[index];
    return row ? t('resources.kit.table.moved', { title: titleOf(resource, row), position: index + 1 }) : '';
  });
  return (
    <output
      className={classes.hiddenText}
      // Written, not drawn: the move is over before it has been read out, and its words must stay.
      ref={(voice) => {
        if (voice && words !== '') voice.textContent = words;
      }}
    />
  );
}
