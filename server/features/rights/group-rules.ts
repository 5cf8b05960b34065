import type { AnyRecord } from '#domain/fields/field';

/** The rules that a group's record holds; none of a new one. */
export const rulesOf = (group: AnyRecord | null): readonly string[] =>
  Array.isArray(group?.['rules']) ? (group['rules'] as readonly string[]) : [];
