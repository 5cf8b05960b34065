import { describe, expect, it } from 'vitest';
import { plainNumber } from '#domain/base/plain-number';

it.each([
  ['12', '12'],
  [' -12.50 ', '-12.5'],
  ['1,234', null],
  ['1,234.5', '1234.5'],
  ['1,234,567.89', '1234567.89'],
  ['1,234,567', '1234567'],
  ['¥1,000.50', '1000.5'],
  ['￥ 3', '3'],
  ['.5', '0.5'],
  ['5.', '5'],
  ['12,34', '12.34'],
  ['0,125', '0.125'],
  ['1,2345', null],
  ['1.234,50', '1234.5'],
  ['1.234.567', null],
  ['12,34.50', null],
  ['１２．５', '12.5'],
  ['－３', '-3'],
  ['−3', '-3'],
  ['0。5', '0.5'],
  ['1e3', null],
  ['--5', null],
  ['5-', null],
  ['.', null],
  [',', null],
  ['-', null],
  ['', null],
  ['five', null],
  ['1234567890123456', null],
])('%j is %j', (text, expected) => {
  expect(plainNumber(text)).toBe(expected);
});

describe('where there are no more than so many decimals', () => {
  it.each([
    ['0,10', 2, '0.1'],
    ['1,5', 2, '1.5'],
    ['1234,56', 2, '1234.56'],
    ['-0,01', 2, '-0.01'],
    ['1.234,56', 2, '1234.56'],
    ['1,234', 2, '1234'],
    ['12.345', 2, null],
    ['0,125', 2, null],
    ['1,5', 0, null],
    ['1.5', 0, null],
    ['1.00', 0, '1'],
    ['１２', 0, '12'],
    ['1,234', 0, '1234'],
  ] as const)('%j with %i is %j', (text, decimals, expected) => {
    expect(plainNumber(text, decimals)).toBe(expected);
  });
});
