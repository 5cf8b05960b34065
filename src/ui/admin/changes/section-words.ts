import { findResource } from '#actors/base/resource-book';
import type { SearchCondition } from '#domain/table/resource-query';
import { resourceLabel } from '../../kit/resource-texts.ts';

/** A section that is filtered by, by its name for people. */
export function sectionWords({ field, value }: SearchCondition): string | undefined {
  const resource = field === 'resource' ? findResource(value) : undefined;
  return resource && resourceLabel(resource);
}
