import { describe, expect, it } from 'vitest';
import { centsFromText, textFromCents } from '#domain/base/money';

describe('an amount of money', () => {
  it.each([
    ['0', 0],
    ['12.3', 1230],
    ['12.30', 1230],
    ['-0.05', -5],
    ['-0', 0],
    [' 7 ', 700],
    ['999999999999.99', 99_999_999_999_999],
    ['1.234', null],
    ['1e5', null],
    ['1,5', null],
    ['', null],
    ['９', null],
    ['.5', null],
    ['1.', null],
  ])('written as %j is %j cents', (text, cents) => expect(centsFromText(text)).toBe(cents));

  it.each([
    [0, '0.00'],
    [5, '0.05'],
    [-5, '-0.05'],
    [30, '0.30'],
    [123_456, '1234.56'],
  ])('of %j cents is written as %j', (cents, text) => expect(textFromCents(cents)).toBe(text));

  it('of 0.1 and one of 0.2 are 0.30 together', () => {
    expect(textFromCents((centsFromText('0.1') ?? 0) + (centsFromText('0.2') ?? 0))).toBe('0.30');
  });
});
