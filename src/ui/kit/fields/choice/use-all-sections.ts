import { use } from 'react';
import { allSections, knownResources } from '#actors/base/resource-book';
import type { Resource } from '#domain/table/resource';

/** The declarations of all sections; the view waits in its `Suspense` until they are here. */
export function useAllSections(): readonly Resource[] {
  use(allSections());
  return knownResources();
}
