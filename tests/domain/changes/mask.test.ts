import { expect, it } from 'vitest';
import { maskValue, nameInPart } from '#domain/changes/mask';

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

it('records are called by both ends of what belongs to a person, and by all of anything else', () => {
  const name = '13800000001';
  expect(['mobile', 'email', 'idNumber'].map((kind) => nameInPart(kind, name))).toEqual(['13***01', '13***01', '13***01']);
  expect(['string', undefined].map((kind) => nameInPart(kind, name))).toEqual([name, name]);
  expect([nameInPart('mobile', null), nameInPart('string', undefined), nameInPart('id', 7)]).toEqual(['', '', '7']);
});
