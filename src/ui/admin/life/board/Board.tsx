import { useSelector } from '@xstate/react';
import { isBoardActTyped } from '#actors/life/act-typed';
import type { Resource } from '#domain/table/resource';
import { columnReasons, findCard, isOpenColumn } from '#domain/table/life-board';
import { selectIsBusy } from '#machines/base/select-is-busy';
import { selectBoardFailure, selectCarriedCard, selectColumns, selectDropped, selectColumnOver } from '#machines/life/life-board.machine';
import { selectQuery, selectTable, type CollectionRef } from '#machines/table/collection.selectors';
import { rowWindowMachine, selectIsWindowOpen } from '#machines/table/row-window.machine';
import { t } from '../../../base/i18n.ts';
import { useBundle } from '../../../base/lazy-bundles.ts';
import { newKey } from '../../../base/new-key.ts';
import { useOwnedActor } from '../../../base/use-owned-actor.ts';
import { LazyDialog } from '../../../kit/dialogs/LazyDialog.tsx';
import { FailureLine } from '../../../kit/feedback/FailureLine.tsx';
import { Spinner } from '../../../kit/feedback/Spinner.tsx';
import { titleOf } from '../../../kit/table/base/table-shape.ts';
import { ActDialog } from '../ActDialog.tsx';
import { LIFE_WINDOW } from '../life-windows.ts';
import { LifeWindow } from '../LifeWindow.tsx';
import { OffersMenu } from '../OffersMenu.tsx';
import classes from './board.module.css';
import { boardEvents } from './board-events.ts';
import { StateColumn } from './StateColumn.tsx';
import { keepCarried } from './keep-carried.ts';

interface BoardProps {
  readonly collection: CollectionRef;
  readonly resource: Resource;
}

/** The records of the list in columns by their states; a card is carried to where it may go. */
export function Board({ collection, resource }: BoardProps) {
  const { name } = resource;
  const { lifeBoard } = useBundle('life');
  const query = useSelector(collection, selectQuery);
  // They are found as they were left when another page was looked at, and end where the list is looked at otherwise.
  const isOver = () => selectTable(collection.getSnapshot()).look !== 'board';
  const board = useOwnedActor(collection, lifeBoard, {
    id: `lifeBoard:${name}`,
    isLeaf: false,
    input: { resource: name, query, list: collection, key: newKey() },
    isOver,
    unsaved: [collection, isBoardActTyped],
  });
  const rowWindow = useOwnedActor(collection, rowWindowMachine, {
    id: `boardWindow:${name}`,
    isLeaf: false,
    input: { owner: collection },
    isOver,
  });
  const columns = useSelector(board, selectColumns);
  const failure = useSelector(board, selectBoardFailure);
  const carried = useSelector(board, selectCarriedCard);
  const dropped = useSelector(board, selectDropped);
  const over = useSelector(board, selectColumnOver);
  const isBusy = useSelector(board, selectIsBusy);
  const act = useSelector(board, ({ children }) => children['act']);
  const { id, name: opened, row: lastRow } = useSelector(rowWindow, ({ context }) => context);
  const isOpen = useSelector(rowWindow, selectIsWindowOpen);
  // A card that is no longer among those shown leaves alone what is typed over it.
  const row = findCard(columns ?? [], id)?.row ?? lastRow;
  const events = boardEvents({ board, collection, rowWindow });
  return (
    <section className={classes.frame} aria-busy={isBusy}>
      {failure && (
        <FailureLine text={t('recordLife.boardFailed')} failure={failure} onRetry={() => board.send({ type: 'board.retried' })} />
      )}
      {!columns && !failure && (
        <output className={classes.waiting}>
          <Spinner /> {t('recordLife.boardLoading')}
        </output>
      )}
      {columns && (
        <div ref={keepCarried} className={classes.board} data-board {...events}>
          {columns.map((column) => (
            <StateColumn
              key={column.state}
              column={column}
              resource={resource}
              standing={
                !carried ? 'resting' : column.state === carried.state ? 'own' : isOpenColumn(carried, column.state) ? 'open' : 'closed'
              }
              reasons={carried && carried.state !== column.state ? columnReasons(carried, column.state) : []}
              isOver={carried !== null && over === column.state}
              busyId={dropped?.id ?? null}
              liftedId={carried?.id ?? null}
              onMore={() => board.send({ type: 'column.moreRequested', state: column.state })}
            />
          ))}
        </div>
      )}
      <output className={classes.hidden}>
        {carried &&
          t('recordLife.carrying', {
            title: titleOf(resource, carried.row),
            state: columns?.find(({ state }) => state === over)?.label ?? '',
          })}
      </output>
      {act && dropped && <ActDialog act={act} resource={resource} about={titleOf(resource, dropped.row)} />}
      <LazyDialog isOpen={isOpen}>
        {isOpen && row && opened === LIFE_WINDOW && <LifeWindow row={row} actor={rowWindow} resource={resource} />}
        {isOpen && row && opened !== LIFE_WINDOW && <OffersMenu key={id} row={row} actor={rowWindow} resource={resource} />}
      </LazyDialog>
    </section>
  );
}
