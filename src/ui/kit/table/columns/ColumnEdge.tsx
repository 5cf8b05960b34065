import type { KeyboardEvent, PointerEvent } from 'react';
import { COLUMN_STEP_PX, columnPx, MAX_COLUMN_PX, MIN_COLUMN_PX, withWidth, type ColumnWidthsPx } from '#domain/table/column-widths';
import { t } from '../../../base/i18n.ts';
import { drawLayout, type ColumnLayout } from '../base/column-layout.ts';
import { TITLE_MIN_PX, type TableColumn } from '../base/columns.ts';
import { startEdgeDrag } from '../base/edge-drag.ts';
import classes from '../base/table.module.css';

/** How the edges of columns are moved. */
export interface ColumnSizing {
  readonly widthsPx: ColumnWidthsPx;
  readonly layoutOf: (widthsPx: ColumnWidthsPx) => ColumnLayout;
  readonly onSized: (widthsPx: ColumnWidthsPx) => void;
}

interface ColumnEdgeProps {
  readonly column: TableColumn;
  readonly label: string;
  readonly sizing: ColumnSizing;
  /** Of a table's edges the Tab key stops at one; the arrows up and down lead to its neighbours. */
  readonly isFirst: boolean;
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -COLUMN_STEP_PX, ArrowRight: COLUMN_STEP_PX };

/** The edge of the next column, or of the one before. */
function neighbourOf(edge: HTMLElement, isNext: boolean): HTMLElement | undefined {
  const edges = [...(edge.closest('tr')?.querySelectorAll<HTMLElement>('[role="separator"]') ?? [])];
  return edges[edges.indexOf(edge) + (isNext ? 1 : -1)];
}

/** The edge of a column's head, which makes the column wider or narrower. Source: WAI-ARIA, "Window Splitter". */
export function ColumnEdge({ column: { key, widthPx: declaredPx }, label, sizing, isFirst }: ColumnEdgeProps) {
  const { widthsPx, layoutOf, onSized } = sizing;
  const ownPx = widthsPx[key] ?? declaredPx;
  // The column that takes what is left is as wide as it is seen.
  const seenPx = (edge: HTMLElement) => ownPx ?? columnPx(edge.parentElement?.offsetWidth ?? 0);
  const tell = (edge: HTMLElement) => edge.setAttribute('aria-valuenow', String(seenPx(edge)));
  // To ask for a width while the table is being drawn would have all of it laid out at once; an observer hears when that was done.
  const follow = (edge: HTMLElement | null) => {
    if (!edge?.parentElement || ownPx !== null) return undefined;
    const observer = new ResizeObserver(() => tell(edge));
    observer.observe(edge.parentElement);
    return () => observer.disconnect();
  };
  const size = (px: number | null) => onSized(withWidth(widthsPx, key, px));
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    const edge = event.currentTarget;
    const table = edge.closest('table');
    if (event.button !== 0 || !table) return;
    event.preventDefault();
    edge.focus();
    const fromPx = seenPx(edge);
    startEdgeDrag({
      edge,
      pointerId: event.pointerId,
      startX: event.clientX,
      onMove: (byPx) => drawLayout(table, layoutOf(withWidth(widthsPx, key, fromPx + byPx))),
      onEnd: (byPx) => {
        if (byPx) size(fromPx + byPx);
        else drawLayout(table, layoutOf(widthsPx));
      },
    });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = STEPS[event.key];
    if (step !== undefined) size(seenPx(event.currentTarget) + step);
    else if (event.key === 'Home') size(null);
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') neighbourOf(event.currentTarget, event.key === 'ArrowDown')?.focus();
    else return;
    event.preventDefault();
  };
  return (
    <span
      className={classes.edge}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a splitter is worked by keyboard and has a value; a rule is neither
      role="separator"
      tabIndex={isFirst ? 0 : -1}
      aria-orientation="vertical"
      aria-label={t('resources.kit.table.columnWidth', { field: label })}
      // oxlint-disable-next-line jsx-a11y/role-supports-aria-props -- ARIA 1.3: every role has it
      aria-description={t('resources.kit.table.columnWidthHelp')}
      aria-valuemin={MIN_COLUMN_PX}
      aria-valuemax={MAX_COLUMN_PX}
      aria-valuenow={ownPx ?? TITLE_MIN_PX}
      data-tip={t('resources.kit.table.columnWidthTip')}
      onPointerDown={onPointerDown}
      onDoubleClick={() => size(null)}
      onKeyDown={onKeyDown}
      ref={follow}
      onFocus={({ currentTarget }) => tell(currentTarget)}
    />
  );
}
