import type { ColumnShape } from '#domain/designer/column-shape';
import type { Field } from '#domain/fields/field';

const WHOLE = new Set(['bigint', 'integer', 'smallint']);
const COUNTED = new Set<ColumnShape['storage']>(['integer', 'seconds', 'cents', 'record', 'parent']);
const LENGTH = /^character varying\((\d+)\)$/u;

/**
 * What the values of a column mean that somebody changed by hand, by its type as the database writes it; null where no section has
 * columns of this type. @param before what they meant
 */
export function storageOf(type: string, before?: ColumnShape['storage']): ColumnShape['storage'] | null {
  if (WHOLE.has(type)) return before !== undefined && COUNTED.has(before) ? before : 'integer';
  if (type === 'text' || type === 'character varying' || LENGTH.test(type))
    return before === 'ids' || before === 'switch' ? before : 'text';
  if (type === 'numeric(20,6)') return 'decimal';
  if (type === 'date') return 'date';
  if (type === 'time without time zone') return 'timeOfDay';
  return type === 'jsonb' && (before === 'list' || before === 'pairs') ? before : null;
}

/** The plainest field that a column of the type can be; null where there is none. */
export function fieldOfType(type: string): Field | null {
  const length = LENGTH.exec(type)?.[1];
  if (length !== undefined) return { kind: 'string', maxLength: Number(length) };
  if (type === 'text' || type === 'character varying') return { kind: 'textarea' };
  if (WHOLE.has(type)) return { kind: 'integer' };
  if (type === 'numeric(20,6)') return { kind: 'number' };
  if (type === 'date') return { kind: 'date' };
  return type === 'time without time zone' ? { kind: 'time' } : null;
}
