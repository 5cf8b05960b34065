import type { ListRow } from '#domain/table/row';
import { personOf } from '#ui/admin/changes/person-of.ts';
import { scalarText } from '#ui/kit/cells/scalar-text.ts';

/** A deleted record, as the list of the bin has it. */
export interface BinEntry {
  readonly id: number;
  /** Number of the write that deleted it. */
  readonly set: number;
  readonly resource: string;
  readonly recordId: number;
  readonly title: string;
  readonly who: string;
  readonly at: unknown;
}

/** A row of the list of the bin. */
export const binEntryOf = (row: ListRow): BinEntry => ({
  id: row.id,
  set: Number(row['setId']) || 0,
  resource: scalarText(row['resource']),
  recordId: Number(row['recordId']) || 0,
  title: scalarText(row['title']),
  who: personOf(row),
  at: row['createTime'],
});
