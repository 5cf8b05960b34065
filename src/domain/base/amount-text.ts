/** How an amount is written: in which language, and of what currency. */
export interface AmountForm {
  /** As `Intl` names it, such as `zh-CN`. */
  readonly locale: string;
  /** As ISO 4217 has it; '' for a plain number. */
  readonly currency?: string | undefined;
  /** Whether what is added begins with a plus. */
  readonly isChange?: boolean;
}

const DECIMAL = /^([+-]?)(\d+)(?:\.(\d+))?$/u;

/**
 * An amount as people read it: digits in groups, each decimal that was there, and a sign that is a character of its own. Nothing is rounded,
 * since the text never becomes a number.
 * @param decimal as the wire has it, such as `-1248788.20`; what is none is left as it is
 */
export function amountText(decimal: string, { locale, currency = '', isChange = false }: AmountForm): string {
  const parts = DECIMAL.exec(decimal);
  if (!parts) return decimal;
  const [, minus, whole = '0', decimals = ''] = parts;
  const digits = `${whole}${decimals && `.${decimals}`}`;
  const isNothing = /^[0.]*$/u.test(digits);
  const sign = isNothing ? '' : minus === '-' ? '−' : isChange ? '+' : '';
  return sign + written(digits as Intl.StringNumericLiteral, locale, decimals.length, currency);
}

/** Those of most sites, which all languages write alike: the first question of the kind to `Intl` holds a page up for longer than its table does. */
const SIGNS: Readonly<Record<string, string>> = { CNY: '¥', USD: '$', EUR: '€' };

/**
 * What stands before an amount of a currency: `¥`, or the code itself where the language has no sign for it; '' without a currency, and for
 * a code that names none.
 */
export function currencySign(currency: string, locale: string): string {
  if (!/^[A-Z]{3}$/u.test(currency)) return '';
  const known = SIGNS[currency];
  if (known !== undefined) return known;
  const form = new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' });
  return form.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? '';
}

/** Those in which digits stand in threes behind commas, decimals behind a full stop and signs before both: those of the product. */
const PLAIN_LOCALES: readonly string[] = ['zh-CN', 'en'];
const THREES = /\B(?=(?:\d{3})+$)/gu;

function written(digits: Intl.StringNumericLiteral, locale: string, decimals: number, currency: string): string {
  const sign = currency === '' ? '' : SIGNS[currency];
  if (sign !== undefined && PLAIN_LOCALES.includes(locale)) {
    const [whole = '', rest] = digits.replace(/^0+(?=\d)/u, '').split('.');
    return `${sign}${whole.replaceAll(THREES, ',')}${rest === undefined ? '' : `.${rest}`}`;
  }
  const fraction = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  const money = currency === '' ? {} : ({ style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const);
  return new Intl.NumberFormat(locale, { ...fraction, ...money }).format(digits);
}
