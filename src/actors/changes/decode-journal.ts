import type { OutputOf } from '#api/contract/base/endpoint';
import type { PlanReply, RefusedStep, recordHistory } from '#api/contract/changes/change';
import { decodeRecord } from '#api/contract/table/record-codec';
import type { ChangePlan, ShownRefusal } from '#domain/changes/change-plan';
import type { FieldDifference, RecordDifference } from '#domain/changes/journal-entry';
import type { RestoreObstacle } from '#domain/changes/restore-obstacle';
import { wireNameOf, type AnyRecord } from '#domain/fields/field';
import type { Resource } from '#domain/table/resource';

/** What the journal of the server says in wire forms, by the declarations of the sections it is about. */

type WireDifference = OutputOf<typeof recordHistory>['versions'][number]['fields'][number];
/** @returns undefined for a section that is gone, or was never known here */
export type ResourceFinder = (name: string) => Resource | undefined;

type Refused = RefusedStep & { readonly id: number };

/** Each field's values as those of a record are. What no field is declared for stays as it came. */
export const decodeDifferences = (resource: Resource | undefined, fields: readonly WireDifference[]): readonly FieldDifference[] =>
  fields.map(({ before, after, ...rest }) => ({
    ...rest,
    before: decodeValue(resource, rest, before),
    after: decodeValue(resource, rest, after),
  }));

function decodeValue(
  resource: Resource | undefined,
  { field, name, isMasked }: Pick<WireDifference, 'field' | 'name' | 'isMasked'>,
  value: unknown,
) {
  if (!resource || field === null || isMasked || value === null || value === undefined) return value ?? null;
  const { values } = decodeRecord(resource.fields, { [name]: value });
  // Of a time when the field was of another kind.
  return field in values ? values[field] : value;
}

export const decodeRecords = <T extends { readonly resource: string; readonly fields: readonly WireDifference[] }>(
  find: ResourceFinder,
  records: readonly T[],
): readonly (Omit<T, 'fields'> & Pick<RecordDifference, 'fields'>)[] =>
  records.map((record) => ({ ...record, fields: decodeDifferences(find(record.resource), record.fields) }));

export const decodePlan = ({ steps, refused, ...plan }: PlanReply, find: ResourceFinder): ChangePlan => ({
  ...plan,
  steps: steps.map((step) => ({ ...step, fields: decodeDifferences(find(step.resource), step.fields) })),
  refused: refused.map((one) => decodeRefusal(one, find)),
});

const decodeRefusal = ({ row: _row, ...refusal }: RefusedStep, find: ResourceFinder): ShownRefusal => ({
  ...refusal,
  fields: keysOf(find(refusal.resource ?? ''), refusal.fields),
});

export const decodeObstacles = (refused: readonly Refused[], find: ResourceFinder): readonly RestoreObstacle[] =>
  refused.map(({ id, ...refusal }) => {
    const resource = find(refusal.resource ?? '');
    const record: AnyRecord | null = resource && refusal.row ? decodeRecord(resource.fields, refusal.row).values : null;
    return { ...decodeRefusal(refusal, find), id, record };
  });

/** Field keys for wire names; names that no field has stay. */
function keysOf(resource: Resource | undefined, names: readonly string[]): readonly string[] {
  const keys = Object.entries(resource?.fields ?? {}).map(([key, field]) => [wireNameOf(key, field), key] as const);
  return names.map((name) => new Map(keys).get(name) ?? name);
}
