import type { LedgerColumns } from '#server/db/columns/shared-columns';

export interface ScoreLogTable extends LedgerColumns {
  /** Points added; negative when taken. */
  score: number;
}
