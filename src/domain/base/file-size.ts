const UNITS = ['b', 'kb', 'mb', 'gb', 'tb'] as const;
const STEP = 1024;

/**
 * A number of bytes for people: `0 b`, `1.50 kb`; tb is the largest unit.
 * @returns null for what is no size, which is shown as a dash
 * Source: specification §9 "File size display"; readings 9.6.
 */
export function fileSizeText(sizeBytes: number): string | null {
  if (!Number.isFinite(sizeBytes) || sizeBytes < 0) return null;
  if (sizeBytes === 0) return '0 b';
  const unit = Math.max(Math.min(Math.floor(Math.log2(sizeBytes) / 10), UNITS.length - 1), 0);
  const text = (sizeBytes / STEP ** unit).toFixed(2);
  // Just below the next unit, two decimals round up to a whole one of it.
  return text === `${STEP}.00` && unit < UNITS.length - 1 ? `1.00 ${UNITS[unit + 1]}` : `${text} ${UNITS[unit]}`;
}
