import { sql } from 'kysely';
import { DAY_SECONDS } from '#domain/base/timestamp';
import { localText, unixSecondsOf } from '#domain/base/zone-time';

/** Days that a trend shows; as many before them are what it is compared with. */
export const TREND_DAYS = 14;

export interface TrendDays {
  /** The first second of each. */
  readonly starts: readonly number[];
  /** So much of today has passed, of 1. */
  readonly passed: number;
}

/** Midnight of the day in the site's time. */
const dayStart = (seconds: number, timeZone: string): number =>
  unixSecondsOf(localText(seconds, timeZone).slice(0, 10), timeZone) ?? seconds;

/** The days of the trend and those before it, the oldest first, today last. */
export function daysUntil(now: number, timeZone: string): TrendDays {
  // Days may be 23 or 25 hours long; noon of each is in it all the same.
  const today = dayStart(now, timeZone);
  const noon = today + DAY_SECONDS / 2;
  const starts = Array.from({ length: 2 * TREND_DAYS }, (_, index) =>
    dayStart(noon - (2 * TREND_DAYS - 1 - index) * DAY_SECONDS, timeZone),
  );
  return { starts, passed: (now - today) / (dayStart(noon + DAY_SECONDS, timeZone) - today) };
}

/** The place of a moment among days, from 1. */
export const placeAmong = (days: readonly number[], column: string) =>
  sql<number>`width_bucket(${sql.ref(column)}, array[${sql.join(days.map((day) => sql`${day}::bigint`))}])`;

/**
 * What stands against the days of the trend, of which today is not over: of the last day before them as much counts as of today has passed, so
 * that nothing falls each morning.
 */
export const beforeTrend = (counts: readonly number[], { passed }: TrendDays): number =>
  counts.slice(0, TREND_DAYS - 1).reduce((sum, one) => sum + one, 0) + Math.round((counts[TREND_DAYS - 1] ?? 0) * passed);

/** How many rows stand at each place: those of the trend, and those of the days before it together. */
export function trendOf(rows: readonly { readonly place: number; readonly count: number }[], days: TrendDays) {
  const counts = Array.from({ length: 2 * TREND_DAYS }, (_, index) => rows.find(({ place }) => place === index + 1)?.count ?? 0);
  return { days: counts.slice(TREND_DAYS), days_before: beforeTrend(counts, days) };
}
