/** Few things look like few: a scale has room for so many. */
const LEAST = 4;

/**
 * Where a scale from 0 ends that shows counts up to `most`: the next of 1, 2, 4, 6 or 10 times a power of ten, so that its half is whole and both are
 * easy to read.
 */
export function scaleTop(most: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(most, 1)));
  const top = [1, 2, 4, 6].map((step) => step * power).find((one) => one >= most) ?? 10 * power;
  return Math.max(top, LEAST);
}
