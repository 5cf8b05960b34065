import { expect, it } from 'vitest';
import { currencySign } from '#domain/base/amount-text';
import { HTML_LANGUAGE } from '#domain/base/language';

const signIn = (locale: string, currency: string) =>
  new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value;

it.each(Object.values(HTML_LANGUAGE).map((locale) => [locale]))('the signs of currencies are those that %s has for them', (locale) => {
  const currencies = Intl.supportedValuesOf('currency');
  expect(currencies.length).toBeGreaterThan(100);
  expect(currencies.map((currency) => [currency, currencySign(currency, locale)])).toEqual(
    currencies.map((currency) => [currency, signIn(locale, currency)]),
  );
});

it.each(['', 'yuan', 'CN'])('there is none for %j', (currency) => {
  expect(currencySign(currency, 'en')).toBe('');
});
