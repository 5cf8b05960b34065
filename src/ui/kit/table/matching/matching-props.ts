import type { Resource } from '#domain/table/resource';
import type { CollectionRef } from '#machines/table/collection.selectors';
import type { MatchingRunRef } from '#machines/table/matching-run.machine';
import type { TableExtras } from '../base/table-extras.ts';

/** What each page of the window knows. */
export interface MatchingProps {
  readonly run: MatchingRunRef;
  readonly resource: Resource;
  /** What the section calls deleting. */
  readonly deleteWords?: TableExtras['deleteWords'] | undefined;
}

export interface MatchingListProps extends MatchingProps {
  readonly collection: CollectionRef;
}
