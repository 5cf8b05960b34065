/** Deeds that book entries of members. An entry is the only one of its kind and item, so that items are no choice beside it. */
export const LEDGER_REASONS = ['adjustment', 'dailyCheckIn', 'chat'] as const;
export type LedgerReason = (typeof LEDGER_REASONS)[number];
/** Points alone are for coming back each day. */
export const reasonsOf = (kind: 'balance' | 'integral'): readonly LedgerReason[] =>
  LEDGER_REASONS.filter((reason) => kind === 'integral' || reason !== 'dailyCheckIn');
