import { expect, it } from 'vitest';
import { isFileSlug } from '#domain/base/file-slug';

it.each([
  ['goods-2026-11', true],
  ['a', true],
  ['a'.repeat(60), true],
  ['a'.repeat(61), false],
  ['', false],
  ['-a', false],
  ['a-', false],
  ['a--b', false],
  ['A', false],
  ['a.b', false],
  ['a/b', false],
])('%j can be the name of a file: %j', (text, isFine) => {
  expect(isFileSlug(text)).toBe(isFine);
});
