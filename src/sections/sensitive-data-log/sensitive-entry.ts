import { findResource } from '#actors/base/resource-book';
import { wireNameOf } from '#domain/fields/field';
import type { ListRow } from '#domain/table/row';
import { personOf } from '#ui/admin/changes/person-of.ts';
import { scalarText } from '#ui/kit/cells/scalar-text.ts';
import { fieldLabel } from '#ui/kit/resource-texts.ts';

/** A change of a watched field, as the list of the log has it. */
export interface SensitiveEntry {
  readonly id: number;
  readonly resource: string;
  readonly recordId: number;
  readonly title: string;
  /** The field's label; its title in the rule where the declaration has none. */
  readonly field: string;
  /** Shown in part; undefined where they come with `reveal` alone. */
  readonly before: string | undefined;
  readonly after: string | undefined;
  readonly who: string;
  readonly at: unknown;
}

/** A row of the log of sensitive data. */
export function sensitiveEntryOf(row: ListRow): SensitiveEntry {
  const name = scalarText(row['resource']);
  const column = scalarText(row['dataField']);
  const resource = findResource(name);
  const key = Object.entries(resource?.fields ?? {}).find(([one, field]) => wireNameOf(one, field) === column)?.[0];
  return {
    id: row.id,
    resource: name,
    recordId: Number(row['recordId']) || 0,
    title: scalarText(row['title']),
    field: resource && key !== undefined ? fieldLabel(resource, key) : scalarText(row['dataComment']) || column,
    before: valueText(row['before']),
    after: valueText(row['after']),
    who: personOf(row),
    at: row['createTime'],
  };
}

const valueText = (value: unknown): string | undefined => (value === null || value === undefined ? undefined : scalarText(value));
