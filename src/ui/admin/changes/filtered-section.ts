import type { SearchCondition } from '#domain/table/resource-query';
import { changedSectionLabel } from '../../kit/changes/change-words.ts';

/** A section that is filtered by, by its name for people. */
export function filteredSection({ field, value }: SearchCondition): string | undefined {
  return field === 'resource' ? changedSectionLabel(value) : undefined;
}
