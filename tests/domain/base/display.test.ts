import { describe, expect, it } from 'vitest';
import { greetingAt } from '#domain/base/greeting';
import { centsFromText, textFromCents } from '#domain/base/money';
import { millisecondsOf } from '#domain/base/timestamp';

describe('millisecondsOf', () => {
  it.each([
    [1_700_000_000, 1_700_000_000_000],
    ['1700000000', 1_700_000_000_000],
    [1_700_000_000_000, 1_700_000_000_000],
    [0, 0],
    [null, null],
    ['', null],
    [-5, null],
    ['yesterday', null],
    [Number.NaN, null],
  ])('%j → %j', (value, expected) => expect(millisecondsOf(value)).toBe(expected));
});

describe('greetingAt', () => {
  it('follows the hours of the specification', () => {
    expect([4, 5, 8, 9, 11, 12, 13, 14, 17, 18, 23].map(greetingAt)).toEqual([
      'lateNight',
      'earlyMorning',
      'earlyMorning',
      'morning',
      'morning',
      'noon',
      'noon',
      'afternoon',
      'afternoon',
      'evening',
      'evening',
    ]);
  });
});

describe('money', () => {
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
  ])('reads %j as %j cents', (text, cents) => expect(centsFromText(text)).toBe(cents));

  it.each([
    [0, '0.00'],
    [5, '0.05'],
    [-5, '-0.05'],
    [30, '0.30'],
    [123_456, '1234.56'],
  ])('writes %j cents as %j', (cents, text) => expect(textFromCents(cents)).toBe(text));

  it('adds 0.1 and 0.2 to 0.30', () => {
    expect(textFromCents((centsFromText('0.1') ?? 0) + (centsFromText('0.2') ?? 0))).toBe('0.30');
  });
});
