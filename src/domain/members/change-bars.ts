/** A day's change as a bar: where it begins above or below the line, and how long it is, in shares of the chart's height. */
export interface ChangeBar {
  readonly day: string;
  readonly value: number;
  /** From the top, 0 to 1. */
  readonly top: number;
  readonly height: number;
}

/**
 * Bars around a line for nothing. The line lies where it leaves room for both sides, so that a fall is below it and a rise above.
 * @returns the bars, and where the line is; no bar is ever too small to be seen
 */
export function changeBars(
  days: readonly string[],
  values: readonly number[],
): { readonly bars: readonly ChangeBar[]; readonly zero: number } {
  const most = Math.max(0, ...values);
  const least = Math.min(0, ...values);
  const range = most - least || 1;
  const zero = most / range;
  const bars = days.map((day, index) => {
    const value = values[index] ?? 0;
    const height = value === 0 ? 0 : Math.max(Math.abs(value) / range, 0.02);
    return { day, value, height, top: value > 0 ? Math.max(zero - height, 0) : zero };
  });
  return { bars, zero };
}
