/** A day's change as a bar: where it begins above or below the line, and how long it is, in shares of the chart's height. */
export interface ChangeBar {
  readonly day: string;
  readonly value: number;
  /** From the top, 0 to 1. */
  readonly top: number;
  readonly height: number;
}

export interface ChangeBars {
  readonly bars: readonly ChangeBar[];
  /** Where the line for nothing lies, from the top, 0 to 1. */
  readonly zero: number;
  /** The days of the largest rise and of the deepest fall, whose figures stand beside the bars; null where there is none. */
  readonly most: number | null;
  readonly least: number | null;
}

/** Fewer days of changes than this are told as words: a single bar is full height whatever it stands for. */
const DAYS_FOR_CHART = 3;

/** Whether bars say more than a list of the days on which something changed. */
export const isChartWorthwhile = (values: readonly number[]): boolean => values.filter((value) => value !== 0).length >= DAYS_FOR_CHART;

/**
 * Bars around a line for nothing. The line lies where it leaves room for both sides, so that a fall is below it and a rise above.
 * @returns the bars, none ever too small to be seen, where the line is, and which days mark the ends of the axis
 */
export function changeBars(days: readonly string[], values: readonly number[]): ChangeBars {
  const most = Math.max(0, ...values);
  const least = Math.min(0, ...values);
  const range = most - least || 1;
  const zero = most / range;
  const bars = days.map((day, index) => {
    const value = values[index] ?? 0;
    const height = value === 0 ? 0 : Math.max(Math.abs(value) / range, 0.02);
    return { day, value, height, top: value > 0 ? Math.max(zero - height, 0) : zero };
  });
  return { bars, zero, most: most > 0 ? values.indexOf(most) : null, least: least < 0 ? values.indexOf(least) : null };
}
