import type { Field } from '../fields/field.ts';
import { describedKind } from '../fields/kinds/registry.ts';

/** A value of the type that the field has inside the application. */
export function emptyLike(field: Field): unknown {
  const { shape, storage } = describedKind(field);
  if (storage === 'switch') return true;
  if (storage === 'list' || storage === 'pairs' || storage === 'ids') return [];
  return shape === 'number' || NUMBERS.has(storage) ? 0 : '';
}
const NUMBERS: ReadonlySet<string> = new Set(['integer', 'seconds', 'cents', 'record', 'parent']);
