import type { ComponentType } from 'react';

/** What a section adds to its table where the declaration cannot say it. */
export interface TableExtras {
  /** Under a record's files in full size. */
  readonly Details?: ComponentType<{ readonly id: number }>;
  /** In the question before deleting. */
  readonly DeleteNotice?: ComponentType<{ readonly ids: readonly number[] }>;
}
