/** Deeds that book entries of members. An entry is the only one of its kind and item, so that items are no choice beside it. */
export const LEDGER_REASONS = ['adjustment', 'dailyCheckIn', 'chat'] as const;
export type LedgerReason = (typeof LEDGER_REASONS)[number];
/** What is booked: the balance in money, or points. Stock clients call the pages of the two `balance` and `integral`. */
export type LedgerKind = 'money' | 'score';

/** Points alone are for coming back each day. */
export const reasonsOf = (kind: LedgerKind): readonly LedgerReason[] =>
  LEDGER_REASONS.filter((reason) => kind === 'score' || reason !== 'dailyCheckIn');
