import { useSelector } from '@xstate/react';
import type { Resource } from '#domain/table/resource';
import { findRow } from '#domain/table/row';
import { selectRows, type CollectionRef } from '#machines/table/collection.selectors';
import { selectIsWindowOpen, type RowWindowRef } from '#machines/table/row-window.machine';
import { lazyView } from '../../base/lazy-view.tsx';
import { HISTORY_WINDOW, MOVE_WINDOW, OFF_WINDOW } from './base/row-events.ts';
import type { RowWindow } from './base/table-extras.ts';

const OffDialog = lazyView(async () => (await import('./OffDialog.tsx')).OffDialog);
const MoveDialog = lazyView(async () => (await import('./load-dialogs.ts')).loadDialog.move());
const HistoryDialog = lazyView(async () => (await import('./load-dialogs.ts')).loadDialog.history());

interface OpenWindowProps {
  readonly actor: RowWindowRef;
  readonly collection: CollectionRef;
  readonly resource: Resource;
  readonly windows: readonly RowWindow[];
}

/** What a row's own button has opened; gone when it is over, or when its right is. */
export function OpenWindow({ actor, collection, resource, windows }: OpenWindowProps) {
  const isOpen = useSelector(actor, selectIsWindowOpen);
  const { name, id, generation } = useSelector(actor, (snapshot) => snapshot.context);
  const rows = useSelector(collection, selectRows);
  const row = findRow(rows, id);
  // Where something is typed, a row that leaves the page leaves it alone. Other windows act on the rows that are there.
  const lastRow = useSelector(
    collection,
    (snapshot) => findRow(selectRows(snapshot), id),
    (before, after) => before === after || (after === undefined && before?.id === id),
  );
  const own = name === MOVE_WINDOW ? undefined : windows.find((one) => one.name === name);
  if (row && name.startsWith(OFF_WINDOW)) return <OffDialog row={row} actor={actor} collection={collection} resource={resource} />;
  if (isOpen && row && name === MOVE_WINDOW)
    return <MoveDialog key={generation} row={row} actor={actor} collection={collection} resource={resource} />;
  if (isOpen && row && name === HISTORY_WINDOW) return <HistoryDialog key={generation} row={row} actor={actor} resource={resource} />;
  const shown = own?.isBesideRow ? row : lastRow;
  if (!isOpen || !shown || !own) return null;
  return <own.Window key={generation} row={shown} actor={actor} resource={resource} />;
}
