import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { amountText } from '#domain/base/amount-text';

const zh = { locale: 'zh-CN' };
const en = { locale: 'en' };

it('an amount groups digits and keeps every decimal, however long the amount is', () => {
  expect(amountText('1248788.20', en)).toBe('1,248,788.20');
  expect(amountText('90071992547409.91', zh)).toBe('90,071,992,547,409.91');
  expect(amountText('128390', zh)).toBe('128,390');
  expect(amountText('0.30', en)).toBe('0.30');
});

it('an amount writes the sign as a character of its own, and a plus where it is a change', () => {
  expect(amountText('-1200.00', en)).toBe('−1,200.00');
  expect(amountText('1200.00', { ...en, isChange: true })).toBe('+1,200.00');
  expect(amountText('-0.01', { ...en, isChange: true })).toBe('−0.01');
  expect(['0', '0.00', '-0.00'].map((nothing) => amountText(nothing, { ...en, isChange: true }))).toEqual(['0', '0.00', '0.00']);
});

it('an amount shows the currency that it is told, with two decimals whatever the currency has', () => {
  expect(amountText('1248788.20', { ...zh, currency: 'CNY' })).toBe('¥1,248,788.20');
  expect(amountText('-5.00', { ...en, currency: 'EUR' })).toBe('−€5.00');
  expect(amountText('5.00', { ...en, currency: 'JPY' })).toBe('¥5.00');
});

it('an amount leaves alone what is no amount', () => {
  expect(['', 'n/a', '1e5', '1.', '1,000'].map((text) => amountText(text, en))).toEqual(['', 'n/a', '1e5', '1.', '1,000']);
});

it('an amount in a language of the product, of no currency or a usual one, reads as `Intl` would write it', () => {
  const whole = fc.stringMatching(/^\d{1,16}$/u);
  const decimals = fc.stringMatching(/^\d{0,8}$/u);
  const currencies = fc.constantFrom('', 'CNY', 'USD', 'EUR');
  fc.assert(
    fc.property(whole, decimals, currencies, fc.constantFrom('zh-CN', 'en'), (before, after, currency, locale) => {
      const digits = `${before}${after && `.${after}`}` as Intl.StringNumericLiteral;
      const form = new Intl.NumberFormat(locale, {
        minimumFractionDigits: after.length,
        maximumFractionDigits: after.length,
        ...(currency !== '' && { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }),
      });
      expect(amountText(digits, { locale, currency })).toBe(form.format(digits));
    }),
  );
});
