/** Points that a daily check-in gives at most. */
export const MOST_DAILY_POINTS = 1_000_000;
