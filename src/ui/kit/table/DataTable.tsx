import { Button } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { Suspense, use, useMemo } from 'react';
import { groupedCount } from '#domain/base/grouped-digits';
import { isFinal, hasVersions, type Resource } from '#domain/table/resource';
import { findRow } from '#domain/table/row';
import { selectIsBusy } from '#machines/base/select-is-busy';
import {
  selectAbilities,
  selectCollectionFailure,
  selectEmptiness,
  selectHasListFailed,
  selectIsFirstLoad,
  selectMaySortByHand,
  selectRowCount,
  selectRows,
  selectTable,
  selectTotal,
  type CollectionRef,
} from '#machines/table/collection.selectors';
import { picturePreviewLogic } from '#machines/table/picture-preview.logic';
import { rowWindowMachine, selectIsWindowOpen } from '#machines/table/row-window.machine';
import { t } from '../../base/i18n.ts';
import { lazyView } from '../../base/lazy-view.tsx';
import { CdnContext } from '../../base/cdn-context.ts';
import { useCurrencySign } from '../use-currency-sign.ts';
import { HistoryContext } from '../changes/history-context.ts';
import { FailureText } from '../feedback/FailureText.tsx';
import { LazyDialog } from '../dialogs/LazyDialog.tsx';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import { useOwnedActor } from '../../base/use-owned-actor.ts';
import { useIsPhone } from '../use-is-phone.ts';
import { tableColumns } from './base/columns.ts';
import { DeleteDialog } from './DeleteDialog.tsx';
import { MoveAnnouncement } from './MoveAnnouncement.tsx';
import { Pager } from './Pager.tsx';
import type { RowWindow, TableExtras } from './base/table-extras.ts';
import { rowEvents } from './base/row-events.ts';
import classes from './base/table.module.css';
import { previewOf, rowActionsOf, tableShape } from './base/table-shape.ts';
import { TableGrid } from './TableGrid.tsx';
import { TableSkeleton } from './TableSkeleton.tsx';
import { TableState } from './TableState.tsx';

// Of no use on a wide window.
const CardList = lazyView(async () => (await import('./CardList.tsx')).CardList);
const OpenWindow = lazyView(async () => (await import('./OpenWindow.tsx')).OpenWindow);
const PicturePreview = lazyView(async () => (await import('./PicturePreview.tsx')).PicturePreview);

interface DataTableProps {
  readonly collection: CollectionRef;
  readonly resource: Resource;
  /** What one section shows beside what all have. */
  readonly extras?: TableExtras | undefined;
}

const NO_WINDOWS: readonly RowWindow[] = [];
const NO_PINS: readonly string[] = [];
/** A list of records by their declaration: a table, on a phone cards; with every state it can be in. Source: specification §9 "Tables". */
export function DataTable({ collection, resource, extras }: DataTableProps) {
  const table = useSelector(collection, selectTable);
  const { order, shown, hidden } = table;
  const abilities = useSelector(collection, selectAbilities);
  const canDrag = useSelector(collection, selectMaySortByHand);
  const hasRows = useSelector(collection, selectRows).length > 0;
  const hasFailed = useSelector(collection, selectHasListFailed);
  const failure = useSelector(collection, selectCollectionFailure);
  const isFirstLoad = useSelector(collection, selectIsFirstLoad);
  const isEmpty = useSelector(collection, selectEmptiness) !== 'no';
  const isBusy = useSelector(collection, selectIsBusy);
  const cdnUrl = use(CdnContext);
  const currencySign = useCurrencySign();
  const hasHistory = use(HistoryContext) && hasVersions(resource);
  const hasView = extras?.hasView === true;
  const cells = extras?.cells;
  const besideTitle = extras?.besideTitle;
  const windows = extras?.windows ?? NO_WINDOWS;
  const isPhone = useIsPhone();
  // Cards have nothing that could scroll away.
  const pinned = isPhone ? NO_PINS : table.pinned;
  const preview = useLeafActor(picturePreviewLogic, { id: `picturePreview:${resource.name}` });
  const rowWindow = useOwnedActor(collection, rowWindowMachine, {
    id: `rowWindow:${resource.name}`,
    isLeaf: false,
    input: { owner: collection },
  });
  const isWindowOpen = useSelector(rowWindow, selectIsWindowOpen);
  const isPreviewOpen = useSelector(preview, (snapshot) => snapshot.context.isOpen);

  // Rows are memoised on its identity, so it must not be made anew without need: widths are no part of it.
  const shape = useMemo(
    () =>
      tableShape({
        resource,
        ...tableColumns(resource, { order, shown, hidden, pinned }),
        abilities,
        canDrag,
        hasView,
        hasHistory,
        windows,
        cells,
        besideTitle,
        cdnUrl,
        currencySign,
      }),
    [resource, order, shown, hidden, pinned, abilities, canDrag, hasView, hasHistory, windows, cells, besideTitle, cdnUrl, currencySign],
  );
  const events = rowEvents({
    collection,
    isOffAsked: isFinal(resource, 'edit'),
    mayChoose: shape.mayChoose,
    actionsOf: (row) => rowActionsOf(shape, row),
    onWindow: (id, name) => rowWindow.send({ type: 'rowWindow.opened', name, id }),
    onPreview: (id, field) => {
      const row = findRow(collection.getSnapshot().context.rows ?? [], id);
      if (row) preview.send({ type: 'preview.opened', shown: previewOf(resource, row, field) });
    },
  });

  return (
    <section className={isPhone ? classes.phoneFrame : classes.frame}>
      <div className={classes.progress} data-busy={isBusy && !isFirstLoad} aria-hidden />
      {hasFailed && hasRows && (
        <div className={classes.notice} role="alert">
          <span>{t('resources.kit.states.failedTitle')}</span>
          {failure && (
            <span>
              <FailureText failure={failure} />
            </span>
          )}
          <Button data-with-line size="compact-sm" variant="default" onClick={() => collection.send({ type: 'collection.refreshed' })}>
            {t('resources.kit.states.retry')}
          </Button>
        </div>
      )}
      {hasRows && resource.tree && <CutTree collection={collection} />}
      {isFirstLoad && <TableSkeleton />}
      {!hasRows && (hasFailed || isEmpty) && <TableState collection={collection} resource={resource} />}
      {hasRows && extras?.List && (
        <Suspense fallback={<TableSkeleton />}>
          <extras.List collection={collection} resource={resource} />
        </Suspense>
      )}
      {hasRows && !extras?.List && isPhone && (
        <Suspense fallback={<TableSkeleton />}>
          <CardList collection={collection} shape={shape} events={events} />
        </Suspense>
      )}
      {hasRows && !extras?.List && !isPhone && <TableGrid collection={collection} shape={shape} events={events} />}
      {hasRows && !resource.tree && <Pager collection={collection} />}
      <MoveAnnouncement collection={collection} resource={resource} />
      <DeleteDialog collection={collection} resource={resource} Preview={extras?.DeletePreview} words={extras?.deleteWords} />
      <LazyDialog isOpen={isPreviewOpen}>
        <PicturePreview actor={preview} collection={collection} resource={resource} Details={extras?.Details} />
      </LazyDialog>
      <LazyDialog isOpen={isWindowOpen}>
        <OpenWindow actor={rowWindow} collection={collection} resource={resource} windows={windows} />
      </LazyDialog>
    </section>
  );
}

/** Of a tree too large to be told whole the list says so. */
function CutTree({ collection }: { readonly collection: CollectionRef }) {
  const total = useSelector(collection, selectTotal);
  const shown = useSelector(collection, selectRowCount);
  if (total <= shown) return null;
  return (
    <output className={classes.cut}>{t('resources.kit.states.treeCut', { shown: groupedCount(shown), total: groupedCount(total) })}</output>
  );
}
