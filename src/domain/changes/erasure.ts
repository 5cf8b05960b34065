/** What erasing takes of one record. */
export interface ErasureCounts {
  /** Versions in the journal whose content goes. */
  readonly versions: number;
  /** Deletions in the recycle bin, which cannot be restored any more. */
  readonly deletions: number;
  /** Entries of the log of sensitive data, which cannot be rolled back any more. */
  readonly watched: number;
}

/** What erasing would do, and what would be left. */
export interface ErasurePlan extends ErasureCounts {
  /** What the record was last called. */
  readonly title: string;
  /** Whether the record itself is there: erasing does not touch it. */
  readonly exists: boolean;
  /** Unix seconds of the first and the last version. */
  readonly first: number;
  readonly last: number;
  /** Requests for a second person that are open: without their values they are closed. */
  readonly requests: number;
  /** Versions whose content was erased before. */
  readonly erased: number;
}

/** What has to be typed by whoever is sure: what the record was last called, or its number where it was called nothing. */
export const wordToErase = (title: string, id: number): string => title.trim() || `#${id}`;
