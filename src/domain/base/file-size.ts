const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'] as const;
const STEP = 1024;

/**
 * A number of bytes as people write it: `0 B`, `1.5 MB`, `100 MB`; one decimal at most, and none that says nothing.
 * @returns null for what is no size, which is shown as a dash
 * Why: docs/decisions/381-sizes-in-one-way.md.
 */
export function fileSizeInWords(sizeBytes: number): string | null {
  if (!Number.isFinite(sizeBytes) || sizeBytes < 0) return null;
  const rounded = (unit: number): number => Math.round((sizeBytes / STEP ** unit) * 10) / 10;
  const unit = UNITS.findIndex((_, at) => rounded(at) < STEP);
  const at = unit < 0 ? UNITS.length - 1 : unit;
  return `${rounded(at)} ${UNITS[at]}`;
}

/**
 * A number of bytes, or a text such as `10mb` or `1.5 KB`: steps of 1024, in whatever case, the `b` may be left out.
 * @returns null for what is no size. Source: readings 5, "maxsize unit".
 */
export function parseByteSize(text: string): number | null {
  const [, amount, unit = ''] = /^\s*(\d{1,12}(?:\.\d{1,4})?)\s*([kmgt]?)b?\s*$/iu.exec(text) ?? [];
  return amount === undefined
    ? null
    : Math.floor(Number(amount) * STEP ** UNITS.findIndex((one) => one[0] === (unit.toUpperCase() || 'B')));
}
