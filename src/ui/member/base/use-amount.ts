import { amountText } from '#domain/base/amount-text';
import { HTML_LANGUAGE } from '#domain/base/language';
import { pageLanguage } from '../../base/i18n.ts';
import { useSite } from '../../base/use-site.ts';

/** Points, or an amount of money beside which its currency is known. */
export const plainAmount = (decimal: string): string => amountText(decimal, { locale: HTML_LANGUAGE[pageLanguage()] });

/** The same as a change, with its sign. */
export const changedAmount = (decimal: string): string => amountText(decimal, { locale: HTML_LANGUAGE[pageLanguage()], isChange: true });

/** Amounts of money with the currency of the site. */
export function useMoneyText(): (decimal: string) => string {
  const { currency } = useSite();
  return (decimal) => amountText(decimal, { locale: HTML_LANGUAGE[pageLanguage()], currency });
}
