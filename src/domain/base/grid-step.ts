export interface GridPlace {
  readonly index: number;
  readonly count: number;
  readonly columns: number;
  /** Rows that Page Up and Page Down leave behind. */
  readonly rows: number;
}

/**
 * Where a key leads inside a grid that is filled row by row.
 * @returns null for a key that means nothing there, and where it would leave the grid
 */
export function gridStep(key: string, { index, count, columns, rows }: GridPlace): number | null {
  const inside = (to: number) => (to >= 0 && to < count ? to : null);
  switch (key) {
    case 'ArrowLeft':
      return inside(index - 1);
    case 'ArrowRight':
      return inside(index + 1);
    case 'ArrowUp':
      return inside(index - columns);
    case 'ArrowDown':
      // Below stands a shorter last row: its end.
      return inside(index + columns) ?? (Math.floor(index / columns) < Math.floor((count - 1) / columns) ? count - 1 : null);
    case 'PageUp':
      return Math.max(index - columns * rows, index % columns);
    case 'PageDown':
      return Math.min(index + columns * rows, count - 1);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}
