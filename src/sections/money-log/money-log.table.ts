import type { LedgerColumns } from '#server/db/columns/shared-columns';

export interface MoneyLogTable extends LedgerColumns {
  /** Cents added; negative when taken. */
  money: number;
}
