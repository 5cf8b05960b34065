import type { Fields } from '../fields/field.ts';

/** The section whose records a field names; '' where it names none. */
export function relatedSection(fields: Fields, key: string): string {
  const field = Object.hasOwn(fields, key) ? fields[key] : undefined;
  return field && 'of' in field ? field.of : '';
}
