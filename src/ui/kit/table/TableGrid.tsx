import { useSelector } from '@xstate/react';
// oxlint-disable-next-line no-restricted-imports -- DOM measurement: which rows are drawn depends on the height of their frame
import { Suspense, useCallback, useState } from 'react';
import { selectIsBusy } from '#machines/base/select-is-busy';
import {
  selectChanges,
  selectExpanded,
  selectQuery,
  selectRows,
  selectSelectedShare,
  selectSelection,
  selectTable,
  type CollectionRef,
} from '#machines/table/collection.selectors';
import { t } from '../../base/i18n.ts';
import { lazyView } from '../../base/lazy-view.tsx';
import { resourceLabel } from '../resource-texts.ts';
import { chooseAllRows } from './base/choose-all-rows.ts';
import { columnLayout, tableStyle } from './base/column-layout.ts';
import type { rowEvents } from './base/row-events.ts';
import classes from './base/table.module.css';
import type { TableShape } from './base/table-shape.ts';
import { letTabIn } from './base/row-focus.ts';
import { TableHead } from './TableHead.tsx';
import { TableRows } from './TableBody.tsx';
import { TableTip } from './TableTip.tsx';
import { visibleRows } from './base/visible-rows.ts';

const VirtualRows = lazyView(async () => (await import('./VirtualRows.tsx')).VirtualRows, { failure: 'thrown' });

interface TableGridProps {
  readonly collection: CollectionRef;
  readonly shape: TableShape;
  readonly events: ReturnType<typeof rowEvents>;
}

/** Above this many rows only those in sight are drawn. Source: performance.md, "Tables". */
const VIRTUAL_ABOVE = 200;
const ACTION_PX = 32;
const ACTION_PADDING_PX = 20;
/** The column is not narrower than its name. */
const ACTIONS_HEADING_PX = 56;

/** The table itself, with its rows. It scrolls inside its frame, the page does not. */
export function TableGrid({ collection, shape, events }: TableGridProps) {
  // Not a plain ref: the rows are committed before their frame is known, and must be drawn again once it is.
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const frame = useCallback(
    (element: HTMLDivElement) => {
      setScroller(element);
      let { scrolled } = collection.getSnapshot().context;
      if (scrolled.topPx !== 0) element.scrollTop = scrolled.topPx;
      if (scrolled.leftPx !== 0) element.scrollLeft = scrolled.leftPx;
      // Noted as it happens: to ask a table that goes where it stands would have all of it laid out once more.
      const note = () => {
        scrolled = { topPx: element.scrollTop, leftPx: element.scrollLeft };
      };
      element.addEventListener('scroll', note, { passive: true });
      return () => {
        element.removeEventListener('scroll', note);
        // A closed tab keeps nothing.
        if (collection.getSnapshot().status === 'active') collection.send({ type: 'collection.scrolled', scrolled });
        setScroller(null);
      };
    },
    [collection],
  );
  const rows = visibleRows(useSelector(collection, selectRows), useSelector(collection, selectExpanded));
  const selection = useSelector(collection, selectSelection);
  const changes = useSelector(collection, selectChanges);
  const share = useSelector(collection, selectSelectedShare);
  const { order } = useSelector(collection, selectQuery);
  const { density, widthsPx } = useSelector(collection, selectTable);
  const isBusy = useSelector(collection, selectIsBusy);
  const buttons = shape.buttonCount;
  const actionsPx = buttons === 0 ? 0 : Math.max(buttons * ACTION_PX, ACTIONS_HEADING_PX) + ACTION_PADDING_PX;
  const layoutOf = (wanted: typeof widthsPx) => columnLayout(shape.columns, wanted, actionsPx, shape.pins, shape.mayChoose);
  const layout = layoutOf(widthsPx);

  return (
    <TableTip>
      <div ref={frame} className={classes.scroller} data-scroller>
        <table
          className={classes.table}
          style={tableStyle(layout)}
          data-density={density}
          data-pinned={shape.pins > 0}
          role={shape.resource.tree ? 'treegrid' : 'grid'}
          aria-label={t('resources.kit.table.label', { name: resourceLabel(shape.resource) })}
          aria-description={t('resources.kit.table.keyboardHelp')}
          aria-rowcount={rows.length + 1}
          aria-multiselectable={shape.mayChoose}
          aria-busy={isBusy}
        >
          <colgroup>
            {layout.colsPx.map((px, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- a col is nothing but its place
              <col key={index} style={px === null ? undefined : { width: px }} />
            ))}
          </colgroup>
          <TableHead
            shape={shape}
            sizing={{
              widthsPx,
              layoutOf,
              onSized: (wanted) => collection.send({ type: 'collection.tableArranged', table: { widthsPx: wanted } }),
            }}
            order={order}
            selection={share}
            onSort={(next) => collection.send({ type: 'collection.sorted', order: next })}
            onSelectAll={(isSelected) =>
              isSelected ? chooseAllRows(collection) : collection.send({ type: 'collection.rowsSelected', ids: [] })
            }
          />
          <tbody ref={letTabIn} {...events}>
            {rows.length > VIRTUAL_ABOVE ? (
              // Until the code for drawing some is there, the first ones; all of them would hold the page up.
              <Suspense fallback={<TableRows rows={rows.slice(0, VIRTUAL_ABOVE)} selection={selection} changes={changes} shape={shape} />}>
                <VirtualRows rows={rows} selection={selection} changes={changes} shape={shape} scroller={scroller} density={density} />
              </Suspense>
            ) : (
              <TableRows rows={rows} selection={selection} changes={changes} shape={shape} />
            )}
          </tbody>
        </table>
      </div>
    </TableTip>
  );
}
