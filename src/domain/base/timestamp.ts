/** Seconds of a day that no clock is put forward or back in. */
export const DAY_SECONDS = 86_400;

/**
 * Milliseconds since 1970 of a stored time. Ten digits or fewer are seconds; longer numbers are milliseconds.
 * @returns null for anything that is no time: empty, negative, not a number
 * Source: specification §9, "Timestamps of 10 digits are treated as seconds".
 */
export function millisecondsOf(value: unknown): number | null {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : '';
  if (!/^\d{1,16}$/u.test(text)) return null;
  return text.length <= 10 ? Number(text) * 1000 : Number(text);
}
