import { DAY_SECONDS } from '../base/timestamp.ts';

/** What is in the recycle bin, as far as the reader may see it. */
export interface BinContent {
  readonly sections: readonly { readonly resource: string; readonly count: number }[];
  /** For how long a deleted record stays; null where it is for ever. */
  readonly days: number | null;
}

/**
 * Whole days until a deleted record is gone for good, a day that has begun included; 0 when its time is over and it waits for the sweep.
 * @param deletedAt Unix seconds, as is `now`
 * @returns null where it stays for ever
 */
export const daysLeft = (deletedAt: number, days: BinContent['days'], now: number): number | null =>
  days === null ? null : Math.max(0, Math.ceil((deletedAt + days * DAY_SECONDS - now) / DAY_SECONDS));
