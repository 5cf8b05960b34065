/** As many as a number keeps exactly, and as the server takes. */
const MOST_DIGITS = 15;
const MOST_DECIMALS = 10;

/** Full-width digits and signs as an input method writes them, and the minus of typesetters. */
const inAscii = (text: string): string => text.normalize('NFKC').replaceAll('。', '.').replaceAll('−', '-').trim().replace(/^¥\s*/u, '');

/** The whole part and the decimals; a comma before one or two last digits is that of whoever writes decimals so. */
const FORMS = [
  /^(\d*)(?:\.(\d*))?$/u,
  /^([1-9]\d{0,2}(?:,\d{3})+)(?:\.(\d*))?$/u,
  /^([1-9]\d{0,2}(?:\.\d{3})+),(\d+)$/u,
  /^(\d*),(\d{0,2})$/u,
  /^(0),(\d+)$/u,
];

/** A third decimal after a comma, or thousands: nobody can tell. */
const isEither = (text: string): boolean => /^[1-9]\d{0,2},\d{3}$/u.test(text);

/**
 * `¥1,234.50`, `1.234,50`, `１２３４．５` → `1234.5`: a number as people and other programs write it, in plain digits; null for anything
 * else and for what may be either of two numbers, since another number than the one that was meant is worse than none.
 * @param decimals how many there may be; none that is lost is a 0
 */
export function plainNumber(text: string, decimals = MOST_DECIMALS): string | null {
  const written = inAscii(text);
  const sign = written.startsWith('-') ? '-' : '';
  const digits = written.slice(sign.length);
  if (decimals > 2 && isEither(digits)) return null;
  const parts = FORMS.map((form) => form.exec(digits)).find((found) => found !== null);
  const [whole, fraction] = [(parts?.[1] ?? '').replaceAll(/[,.]/gu, ''), parts?.[2] ?? ''];
  const meant = fraction.replace(/0+$/u, '');
  if (whole + fraction === '' || whole.length > MOST_DIGITS || meant.length > decimals) return null;
  return `${sign}${whole === '' ? '0' : whole}${meant === '' ? '' : `.${meant}`}`;
}
