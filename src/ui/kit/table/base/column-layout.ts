import type { ColumnWidthsPx } from '#domain/table/column-widths';
import type { CSSProperties } from 'react';
import { TITLE_MIN_PX, type TableColumn } from './columns.ts';
import classes from './table.module.css';

/** The widths of a table, as its `colgroup` has them: no cell knows of them. */
export interface ColumnLayout {
  /** What the table needs at least. */
  readonly tablePx: number;
  /** Nothing takes what is left of the frame, so that the table is as wide as its columns. */
  readonly isExact: boolean;
  /** The boxes where there are any, the columns, and the actions where there are any. null: takes what is left. */
  readonly colsPx: readonly (number | null)[];
  /** How far from the left edge the pinned columns stay, and where the last of them ends. */
  readonly pinsPx: readonly number[];
  /** How wide the frame is where a column from the one that grows on ends right before the actions. */
  readonly endsPx: readonly number[];
}

const SELECT_PX = 44;
const PINNED_TITLE_PX = 240;

/**
 * What is left belongs to the title, unless it is pinned: then others are to stay right behind it; once a person has given that one a width, to the actions, which stay at the edge.
 * @param actionsPx 0 without any
 * @param pins how many columns are pinned, from the first
 * @param hasBoxes rows can be chosen
 */
export function columnLayout(
  columns: readonly TableColumn[],
  widthsPx: ColumnWidthsPx,
  actionsPx: number,
  pins = 0,
  hasBoxes = true,
): ColumnLayout {
  const boxPx = hasBoxes ? SELECT_PX : 0;
  const dataPx = columns.map(({ key, widthPx }, place) => widthsPx[key] ?? widthPx ?? (place < pins ? PINNED_TITLE_PX : null));
  const hasRest = dataPx.includes(null);
  const endsPx = dataPx.reduce<number[]>((ends, px) => [...ends, (ends.at(-1) ?? 0) + (px ?? TITLE_MIN_PX)], [boxPx + actionsPx]);
  return {
    tablePx: endsPx.at(-1) ?? 0,
    endsPx: endsPx.slice(Math.max(1, dataPx.indexOf(null) + 1)),
    isExact: !hasRest && actionsPx === 0,
    colsPx: [...(hasBoxes ? [boxPx] : []), ...dataPx, ...(actionsPx > 0 ? [hasRest ? actionsPx : null] : [])],
    pinsPx: dataPx.slice(0, pins).reduce<number[]>((lefts, px) => [...lefts, (lefts.at(-1) ?? 0) + (px ?? 0)], [boxPx]),
  };
}

/** What the stylesheet makes of it: no cell is drawn again when a width changes, nor any of it when the frame does. */
export const tableStyle = ({ tablePx, isExact, pinsPx, endsPx }: ColumnLayout) => ({
  minWidth: tablePx,
  width: isExact ? tablePx : undefined,
  '--table': `${tablePx}px`,
  // The widest frame that is no wider than this one and cuts no column.
  '--whole': `max(${endsPx.map((px) => `${px}px - max(0px, ${px}px - 100cqi) * 99`).join()})`,
  ...Object.fromEntries(pinsPx.map((px, place) => [`--pin-${place}`, `${px}px`])),
  '--pins': `${pinsPx.at(-1)}px`,
});

/** How the cell of a column is laid out, in its head or in a row. */
export const cellProps = (
  { widthPx }: Pick<TableColumn, 'widthPx'>,
  place: number,
  pins: number,
  isRight: boolean,
  own?: string,
): { readonly className: string | undefined; readonly style?: CSSProperties } => ({
  className:
    [own, isRight && classes.right, place < pins && classes.pinned, place < pins && widthPx === null && classes.pinnedTitle]
      .filter(Boolean)
      .join(' ') || undefined,
  ...(place < pins && { style: { '--pin': `var(--pin-${place})` } as CSSProperties }),
});

const css = (px: number | null | undefined): string => (typeof px === 'number' ? `${px}px` : '');

/** Lays a table out while an edge is being dragged: nothing is drawn again until it is let go. */
export function drawLayout(table: HTMLElement, layout: ColumnLayout): void {
  const { minWidth, width, ...named } = tableStyle(layout);
  for (const [name, value] of Object.entries(named)) table.style.setProperty(name, value);
  table.style.minWidth = css(minWidth);
  table.style.width = css(width);
  for (const [index, col] of table.querySelectorAll('col').entries()) col.style.width = css(layout.colsPx[index]);
}
