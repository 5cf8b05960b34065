import type { ListRow } from '#domain/table/row';

/** A row in the order it is drawn. */
export interface VisibleRow {
  readonly row: ListRow;
  /** 0 at the top. */
  readonly depth: number;
  /** null: it has no children. */
  readonly isExpanded: boolean | null;
}

/** The rows that are seen: children only below an expanded parent. */
export function visibleRows(rows: readonly ListRow[], expanded: readonly number[], depth = 0): readonly VisibleRow[] {
  return rows.flatMap((row) => {
    const hasChildren = row.children !== undefined && row.children.length > 0;
    const isExpanded = hasChildren ? expanded.includes(row.id) : null;
    const self = { row, depth, isExpanded };
    return isExpanded ? [self, ...visibleRows(row.children ?? [], expanded, depth + 1)] : [self];
  });
}
