/** @returns the middle value, or the mean of the two middle ones */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}

/** `1.23 ×`, with a mark when it is beyond what is allowed. */
export const ratioText = (ratio: number, isWithin: boolean): string => `${ratio.toFixed(2)} ×${isWithin ? '' : ' ✗'}`;

export const KB = 1024;
export const kbText = (bytes: number): string => (bytes / KB).toFixed(1);
