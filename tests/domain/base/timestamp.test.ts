import { expect, it } from 'vitest';
import { millisecondsOf } from '#domain/base/timestamp';

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
  ['1234567890', 1_234_567_890_000],
  ['12345678901', 12_345_678_901],
  [' 5 ', 5000],
  ['1234567890123456', 1_234_567_890_123_456],
  ['12345678901234567', null],
  ['1.5', null],
  ['5x', null],
  ['x5', null],
  [true, null],
])('the stored time %j is %j milliseconds', (value, milliseconds) => {
  expect(millisecondsOf(value)).toBe(milliseconds);
});
