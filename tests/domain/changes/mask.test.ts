import { expect, it } from 'vitest';
import { maskValue } from '#domain/changes/mask';

it.each([
  [null, null],
  [undefined, null],
  ['', ''],
  ['123456', '***'],
  ['1234567', '12***67'],
  ['13800138000', '13***00'],
  [13_800_138_000, '13***00'],
  ['茶壶茶壶茶壶茶', '茶壶***壶茶'],
  [['a', 'b', 'c'], '["***"]'],
])('shows of %j %j', (value, shown) => {
  expect(maskValue(value)).toEqual(shown);
});
