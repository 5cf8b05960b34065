import type { Call } from '#api/client';
import { encodeRecord } from '#api/contract/table/record-codec';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { isInForm, type AnyRecord } from '#domain/fields/field';
import { describedKind } from '#domain/fields/kinds/registry';
import type { Resource } from '#domain/table/resource';

interface WholeRowPorts {
  readonly call: Call;
  readonly resourceOf: (name: string) => Resource;
}

type WireRow = Readonly<Record<string, unknown>>;

/**
 * Everything a form shows of a record, as servers want it that replace a record as a whole; of rules their parents too, which those servers
 * do not add. Source: wire protocol §5.4, §5.8.
 */
export async function wholeRow(
  { call, resourceOf }: WholeRowPorts,
  { fields }: Pick<Resource, 'fields'>,
  record: AnyRecord,
  id: number | null,
): Promise<WireRow> {
  const values: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(fields)) {
    const value = record[key];
    const isEmpty = value === null || value === '';
    if (value === undefined || !isInForm(field) || (isEmpty && describedKind(field).isLeftOutEmpty)) continue;
    // oxlint-disable-next-line no-await-in-loop -- a form has one such field
    values[key] =
      'of' in field && describedKind(field).shape === 'rules' && Array.isArray(value)
        ? await withParents(call, resourceOf(field.of), value)
        : value;
  }
  return { ...encodeRecord(fields, values), ...(id !== null && { id }) };
}

async function withParents(call: Call, resource: Resource, ids: readonly unknown[]): Promise<readonly unknown[]> {
  if (ids.includes('*')) return ids;
  const { list } = await call(resourceEndpoints(resource).list, {}, { duplicates: 'allowed' });
  const parents = new Map<unknown, unknown>();
  const visit = (rows: readonly WireRow[], parent: unknown) => {
    for (const row of rows) {
      parents.set(row['id'], row['pid'] || parent);
      if (Array.isArray(row['children'])) visit(row['children'] as readonly WireRow[], row['id']);
    }
  };
  visit(list ?? [], null);
  const all = new Set<unknown>(ids.map(Number));
  for (const id of all) {
    const parent = parents.get(id);
    if (parent) all.add(parent);
  }
  return [...all];
}
