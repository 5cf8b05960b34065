import { relationKey } from '#domain/fields/field';
import type { CellProps } from './cell.ts';
import { tagsCell } from './tag-cell.tsx';

/** The titles of several joined records; their numbers where the reply did not bring them. */
export function relationsCell(props: CellProps) {
  const { record, fieldKey } = props;
  const titles = record[relationKey(fieldKey)];
  const ids = record[fieldKey];
  const shown = Array.isArray(titles) ? titles : Array.isArray(ids) ? ids.map((id) => `#${String(id)}`) : [];
  return tagsCell({ ...props, record: { ...record, [fieldKey]: shown } });
}
