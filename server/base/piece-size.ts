interface PieceLimits {
  /** How long a piece may take. */
  readonly goalMs: number;
  readonly least: number;
  readonly most: number;
}

export interface PieceSize {
  /** How many items the next piece has. */
  readonly next: () => number;
  /** Learns from a piece: the next is twice as large or half as large at most. */
  readonly took: (items: number, ms: number) => void;
}

/** Pieces of long work that take about as long on a quick machine as on a slow or busy one. */
export function createPieceSize({ goalMs, least, most }: PieceLimits): PieceSize {
  let size = least;
  return {
    next: () => size,
    took(items, ms) {
      // The last piece of all is a short one, and says nothing of a whole one.
      if (items < size) return;
      const factor = Math.min(2, Math.max(0.5, goalMs / Math.max(ms, 0.01)));
      size = Math.min(most, Math.max(least, Math.round(size * factor)));
    },
  };
}
