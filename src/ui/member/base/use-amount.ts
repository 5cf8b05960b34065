import { amountText } from '#domain/base/amount-text';
import { HTML_LANGUAGE } from '#domain/base/language';
import { pageLanguage } from '../../base/i18n.ts';
import { useSite } from '../../base/use-site.ts';

/** Points. */
export const plainAmount = (decimal: string): string => amountText(decimal, { locale: HTML_LANGUAGE[pageLanguage()] });

/** The same as a change, with its sign. */
export const changedAmount = (decimal: string): string => amountText(decimal, { locale: HTML_LANGUAGE[pageLanguage()], isChange: true });

/** Amounts of money with the currency of the site. */
export const useMoneyText = (): AmountText => useMoney(false);

/** The same as changes, with their sign. */
export const useMoneyChange = (): AmountText => useMoney(true);

export type AmountText = (decimal: string) => string;

function useMoney(isChange: boolean): AmountText {
  const { currency } = useSite();
  return (decimal) => amountText(decimal, { locale: HTML_LANGUAGE[pageLanguage()], currency, isChange });
}
