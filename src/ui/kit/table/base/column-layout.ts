import type { ColumnWidthsPx } from '#domain/table/column-widths';
import { TITLE_MIN_PX, type Column } from './columns.ts';

/** The widths of a table, as its `colgroup` has them: no cell knows of them. */
export interface ColumnLayout {
  /** What the table needs at least. */
  readonly tablePx: number;
  /** Nothing takes what is left of the frame, so that the table is as wide as its columns. */
  readonly isExact: boolean;
  /** The boxes, the columns, and the actions where there are any. null: takes what is left. */
  readonly colsPx: readonly (number | null)[];
}

const SELECT_PX = 44;

/**
 * What is left belongs to the title; once a person has given that one a width, to the actions, which stay at the edge.
 * @param actionsPx 0 without any
 */
export function columnLayout(columns: readonly Column[], widthsPx: ColumnWidthsPx, actionsPx: number): ColumnLayout {
  const dataPx = columns.map(({ key, widthPx }) => widthsPx[key] ?? widthPx);
  const hasRest = dataPx.includes(null);
  return {
    tablePx: dataPx.reduce<number>((sum, px) => sum + (px ?? TITLE_MIN_PX), SELECT_PX + actionsPx),
    isExact: !hasRest && actionsPx === 0,
    colsPx: [SELECT_PX, ...dataPx, ...(actionsPx > 0 ? [hasRest ? actionsPx : null] : [])],
  };
}

export const tableStyle = ({ tablePx, isExact }: ColumnLayout) => ({ minWidth: tablePx, width: isExact ? tablePx : undefined });

const css = (px: number | null | undefined): string => (typeof px === 'number' ? `${px}px` : '');

/** Lays a table out while an edge is being dragged: nothing is drawn again until it is let go. */
export function drawLayout(table: HTMLElement, layout: ColumnLayout): void {
  const { minWidth, width } = tableStyle(layout);
  table.style.minWidth = css(minWidth);
  table.style.width = css(width);
  for (const [index, col] of table.querySelectorAll('col').entries()) col.style.width = css(layout.colsPx[index]);
}
