import type { ComponentType, ReactNode } from 'react';
import type { CollectionRef } from '#machines/collection-selectors';

export interface DetailsProps {
  readonly id: number;
  readonly collection: CollectionRef;
}

/** What stands in the question before deleting, and what an answer to it would mean. */
export interface DeletePreview {
  readonly notice: ReactNode;
  /** Nobody can agree to what is not known yet. */
  readonly isKnown: boolean;
  /** Other records need what would be deleted. */
  readonly isUsed: boolean;
}

export interface DeletePreviewProps {
  readonly ids: readonly number[];
  readonly children: (preview: DeletePreview) => ReactNode;
}

/** What a section adds to its table where the declaration cannot say it. */
export interface TableExtras {
  /** Under a record's files in full size, and what `hasView` shows. */
  readonly Details?: ComponentType<DetailsProps>;
  /** Each row has a button that shows its details. */
  readonly hasView?: true;
  /** Around the question before deleting. */
  readonly DeletePreview?: ComponentType<DeletePreviewProps>;
}
