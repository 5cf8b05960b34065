import { isPlainObject } from '#domain/base/plain-value';
import { decodeRecord } from '#api/contract/table/record-codec';
import { wireNameOf, type Fields } from '#domain/fields/field';
import type { RowAction } from '#domain/table/resource';
import type { ListRow } from '#domain/table/row';

const ACTION_OF: Readonly<Record<string, RowAction>> = { edit: 'edit', del: 'delete', sortable: 'sort' };

const refusedIn = (nodes: unknown): readonly RowAction[] | null =>
  Array.isArray(nodes) && nodes.length > 0 ? nodes.flatMap((node) => ACTION_OF[String(node)] ?? []) : null;

const fieldsIn = (fields: Fields, names: unknown): readonly string[] | null =>
  Array.isArray(names) && names.length > 0
    ? Object.entries(fields).flatMap(([key, field]) => (names.includes(wireNameOf(key, field)) ? [key] : []))
    : null;

/** The rows of a list; those of a tree with their children. A row without an id could not be touched and is left out. */
export const decodeRows = (fields: Fields, list: readonly unknown[]): ListRow[] =>
  list.filter(isPlainObject).flatMap((row): ListRow[] => {
    const { values } = decodeRecord(fields, row);
    const { id } = values;
    if (typeof id !== 'number') return [];
    const refusedActions = refusedIn(row['refused_nodes']);
    const refusedFields = fieldsIn(fields, row['refused_fields']);
    return [
      {
        ...values,
        id,
        ...(refusedActions && { refusedActions }),
        ...(refusedFields && { refusedFields }),
        ...(typeof row['open_request'] === 'string' && { openRequest: row['open_request'] }),
        ...(typeof row['named_by'] === 'number' && { namedBy: row['named_by'] }),
        ...(Array.isArray(row['children']) && { children: decodeRows(fields, row['children']) }),
      },
    ];
  });
