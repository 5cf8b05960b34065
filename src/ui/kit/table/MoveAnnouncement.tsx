import { useSelector } from '@xstate/react';
import type { Resource } from '#domain/table/resource';
import { findRow, siblingsOf } from '#domain/table/row';
import { selectPosition, selectRows, type CollectionRef, type CollectionSnapshot } from '#machines/table/collection.selectors';
import { t } from '../../base/i18n.ts';
import classes from './base/table.module.css';
import { titleOf } from './base/table-shape.ts';

interface MoveAnnouncementProps {
  readonly collection: CollectionRef;
  readonly resource: Resource;
}

/** In the whole list, as the window for moving to a place counts; in a tree among what stands beside it. */
const placeOf = ({ tree }: Resource, snapshot: CollectionSnapshot, id: number): number =>
  tree ? siblingsOf(selectRows(snapshot), id).findIndex((row) => row.id === id) + 1 : selectPosition(snapshot, id);

/** Says where a row has gone to whoever cannot see it go. */
export function MoveAnnouncement({ collection, resource }: MoveAnnouncementProps) {
  const words = useSelector(collection, (snapshot) => {
    const { move, rows } = snapshot.context;
    const row = move ? findRow(rows ?? [], move.id) : undefined;
    if (!move || !row) return '';
    const position = 'position' in move ? move.position : placeOf(resource, snapshot, move.id);
    return t('resources.kit.table.moved', { title: titleOf(resource, row), position });
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
