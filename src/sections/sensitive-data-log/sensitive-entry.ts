import { findResource } from '#actors/base/resource-book';
import { decodeRecord } from '#api/contract/table/record-codec';
import type { FieldDifference } from '#domain/changes/journal-entry';
import { wireNameOf, type Field } from '#domain/fields/field';
import type { Resource } from '#domain/table/resource';
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
  readonly isMasked: boolean;
  /** The field of the declaration that it is a change of, as the history shows one; null where there is none any more. */
  readonly difference: FieldDifference | null;
  readonly who: string;
  readonly at: unknown;
}

/** A row of the log of sensitive data. */
export function sensitiveEntryOf(row: ListRow): SensitiveEntry {
  const name = scalarText(row['resource']);
  const column = scalarText(row['dataField']);
  const resource = findResource(name);
  const key = Object.entries(resource?.fields ?? {}).find(([one, field]) => wireNameOf(one, field) === column)?.[0];
  // Of a server that does not say so too: there the bare value may have to be asked for.
  const isMasked = row['masked'] !== false;
  return {
    id: row.id,
    resource: name,
    recordId: Number(row['recordId']) || 0,
    title: scalarText(row['title']),
    field: resource && key !== undefined ? fieldLabel(resource, key) : scalarText(row['dataComment']) || column,
    before: valueText(row['before']),
    after: valueText(row['after']),
    isMasked,
    difference: resource && key !== undefined ? differenceOf(resource, key, row, isMasked) : null,
    who: personOf(row),
    at: row['createTime'],
  };
}

/** Kinds of which the log tells what is chosen by name, as words. */
const isNamed = (field: Field): boolean => 'of' in field || field.kind === 'parent';

function differenceOf(resource: Resource, key: string, row: ListRow, isMasked: boolean): FieldDifference {
  const field = resource.fields[key] as Field;
  const name = wireNameOf(key, field);
  const [before, after] = [row['before'], row['after']];
  const about = { field: key, name, isMasked };
  if (isMasked || isNamed(field))
    return { ...about, before, after, beforeText: valueText(before) ?? null, afterText: valueText(after) ?? null };
  const inForm = (value: unknown): unknown => decodeRecord({ [key]: field }, { [name]: value }).values[key] ?? value;
  return { ...about, before: inForm(before), after: inForm(after), beforeText: null, afterText: null };
}

const valueText = (value: unknown): string | undefined => (value === null || value === undefined ? undefined : scalarText(value));
