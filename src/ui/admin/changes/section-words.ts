import { findResource } from '#actors/base/resource-book';
import type { SearchCondition } from '#domain/table/resource-query';
import { labelOf } from '../../kit/changes/change-words.ts';

/** A section that is filtered by, by its name for people. */
export function sectionWords({ field, value }: SearchCondition): string | undefined {
  return field === 'resource' ? labelOf(findResource(value), value) : undefined;
}
