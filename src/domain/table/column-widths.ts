/** Widths that a person has given columns, by field key; a column without one is as wide as its declaration says. */
export type ColumnWidthsPx = Readonly<Record<string, number>>;

export const MIN_COLUMN_PX = 48;
export const MAX_COLUMN_PX = 960;
/** What one press of an arrow key adds or takes away. */
export const COLUMN_STEP_PX = 16;
/** A table has no more fields than that. */
const MAX_COLUMNS = 200;

/** A width that a column may have, in whole pixels. */
export const columnPx = (px: number): number => Math.min(MAX_COLUMN_PX, Math.max(MIN_COLUMN_PX, Math.round(px)));

/** @param px null: as the declaration says again */
export function withWidth(widthsPx: ColumnWidthsPx, field: string, px: number | null): ColumnWidthsPx {
  const others = Object.entries(widthsPx).filter(([key]) => key !== field);
  return Object.fromEntries(px === null ? others : [...others, [field, columnPx(px)]]);
}

/** Widths from storage; what is no width is dropped. */
export function restoreWidths(stored: unknown): ColumnWidthsPx {
  if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) return {};
  const widths = Object.entries(stored).flatMap(([field, px]) =>
    typeof px === 'number' && Number.isFinite(px) ? [[field, columnPx(px)] as const] : [],
  );
  return Object.fromEntries(widths.slice(0, MAX_COLUMNS));
}
