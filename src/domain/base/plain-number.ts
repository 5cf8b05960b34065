/**
 * `¥1,234.50` → `1234.50`: a number as people and other programs write it, in plain digits; null for anything else, since another
 * number than the one that was meant is worse than none.
 */
export function plainNumber(text: string): string | null {
  const written = text.trim().replace(/^[¥￥]\s*/u, '');
  const digits = /^-?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/u.test(written) ? written.replaceAll(',', '') : written;
  return /^-?\d+(?:\.\d+)?$/u.test(digits) ? digits : null;
}
