import { isCalendarDate } from '#domain/base/validation';

/**
 * `2026-03-04`, `2026-3-4`, `2026/3/4` → `2026-03-04`; null for all that is no day with its year first. The calendar's own reader takes anything with a
 * number in it for some day, and a day that does not exist for one of the month behind it.
 */
export function typedDay(text: string): string | null {
  const parts = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/u.exec(text.trim());
  const day = parts ? [parts[1], parts[3]?.padStart(2, '0'), parts[4]?.padStart(2, '0')].join('-') : text.trim();
  return isCalendarDate(day) ? day : null;
}
