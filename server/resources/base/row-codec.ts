import type { AnyRecord } from '#domain/fields/field';
import type { Column } from './columns.ts';

/** A row as the database holds it, by column name. */
export type StoredRow = Readonly<Record<string, unknown>>;

/** A number, or null: in columns that name a record 0 stands for none. */
const numberOf = (value: unknown): number | null => (value === null || value === undefined ? null : Number(value));

export function valueFromStore({ storage }: Pick<Column, 'storage'>, value: unknown): unknown {
  switch (storage) {
    case 'record':
    case 'parent':
      return numberOf(value) || null;
    case 'integer':
    case 'seconds':
    case 'cents':
    case 'decimal':
      return numberOf(value);
    case 'switch':
      return String(value) === '1' || value === true;
    case 'list':
    case 'pairs':
      return Array.isArray(value) ? value : [];
    case 'ids':
      return typeof value === 'string' && value.trim() !== '' ? value.split(',').map((id) => id.trim()) : [];
    case 'text':
    case 'date':
    case 'timeOfDay':
    case 'secret':
      return value ?? '';
    default:
      return storage satisfies never;
  }
}

function valueToStore({ storage }: Column, value: unknown): unknown {
  switch (storage) {
    case 'parent':
      return value ?? 0;
    case 'integer':
    case 'seconds':
    case 'cents':
    case 'record':
    case 'decimal':
      return value ?? null;
    case 'switch':
      return value ? '1' : '0';
    case 'list':
    case 'pairs':
      return JSON.stringify(value ?? []);
    case 'date':
    case 'timeOfDay':
      return value === '' ? null : (value ?? null);
    case 'ids':
      return Array.isArray(value) ? value.join(',') : '';
    case 'text':
    case 'secret':
      // Only a hook says null, of a column that may be empty.
      return value === undefined ? '' : value;
    default:
      return storage satisfies never;
  }
}

/** The record inside the application, by field key; columns the row lacks are left out. */
export function recordFromStore(columns: readonly Column[], row: StoredRow): Record<string, unknown> {
  const record: Record<string, unknown> = {};
  for (const column of columns) if (Object.hasOwn(row, column.name)) record[column.key] = valueFromStore(column, row[column.name]);
  return record;
}

/** Column values for those of `columns` that the record has. */
export function rowToStore(columns: readonly Column[], record: AnyRecord): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (const column of columns) if (Object.hasOwn(record, column.key)) row[column.name] = valueToStore(column, record[column.key]);
  return row;
}
