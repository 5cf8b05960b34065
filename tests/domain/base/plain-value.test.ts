import { expect, it } from 'vitest';
import { plainText } from '#domain/base/plain-value';

it.each([
  [undefined, ''],
  [null, ''],
  ['', ''],
  ['Tea', 'Tea'],
  [0, '0'],
  [1.5, '1.5'],
  [false, 'false'],
  [['a', 'b'], '["a","b"]'],
  [{ key: 'a' }, '{"key":"a"}'],
])('writes %j as %j', (value, text) => {
  expect(plainText(value)).toBe(text);
});
