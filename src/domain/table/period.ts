// oxlint-disable no-restricted-globals -- reckons with given days; no clock is read
/** Periods that are words: which days they are depends on the day on which somebody asks. */
export const PERIODS = ['today', 'yesterday', 'last7Days', 'last30Days', 'thisMonth', 'lastMonth', 'thisYear'] as const;

export type Period = (typeof PERIODS)[number];

/** Days as `YYYY-MM-DD`; both belong to the period. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

export const isPeriod = (text: string): text is Period => (PERIODS as readonly string[]).includes(text);

/** Days and months before the first and behind the last are those of other months and years. */
const at = (year: number, month: number, day: number): string => new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);

/** The days of a period; months and years are whole, so what lies ahead in them is meant too. @param today `YYYY-MM-DD` */
export function daysOf(period: Period, today: string): Days {
  const [year, month, day] = today.split('-').map(Number) as [number, number, number];
  switch (period) {
    case 'today':
      return { from: today, to: today };
    case 'yesterday':
      return { from: at(year, month, day - 1), to: at(year, month, day - 1) };
    case 'last7Days':
      return { from: at(year, month, day - 6), to: today };
    case 'last30Days':
      return { from: at(year, month, day - 29), to: today };
    case 'thisMonth':
      return { from: at(year, month, 1), to: at(year, month + 1, 0) };
    case 'lastMonth':
      return { from: at(year, month - 1, 1), to: at(year, month, 0) };
    case 'thisYear':
      return { from: at(year, 1, 1), to: at(year, 12, 31) };
    default:
      return period satisfies never;
  }
}
