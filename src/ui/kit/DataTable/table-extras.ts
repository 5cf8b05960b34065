import type { ComponentType } from 'react';
import type { CollectionRef } from '#machines/collection-selectors';

export interface DetailsProps {
  readonly id: number;
  readonly collection: CollectionRef;
}

/** What a section adds to its table where the declaration cannot say it. */
export interface TableExtras {
  /** Under a record's files in full size, and what `hasView` shows. */
  readonly Details?: ComponentType<DetailsProps>;
  /** Each row has a button that shows its details. */
  readonly hasView?: true;
  /** In the question before deleting. */
  readonly DeleteNotice?: ComponentType<{ readonly ids: readonly number[] }>;
}
