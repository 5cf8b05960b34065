import { expect, it } from 'vitest';
import { plainNumber } from '#domain/base/plain-number';

it.each([
  ['12', '12'],
  [' -12.50 ', '-12.50'],
  ['1,234', '1234'],
  ['1,234,567.89', '1234567.89'],
  ['¥1,000.50', '1000.50'],
  ['￥ 3', '3'],
  ['12,34', null],
  ['1,2345', null],
  ['1.234,50', null],
  ['1e3', null],
  ['--5', null],
  ['5-', null],
  ['.', null],
  ['', null],
  ['five', null],
])('%j is %j', (text, expected) => {
  expect(plainNumber(text)).toBe(expected);
});
