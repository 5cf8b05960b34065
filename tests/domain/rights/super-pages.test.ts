import { expect, it } from 'vitest';
import { isOfSuperPage, isSuperPage, isSuperPath } from '#domain/rights/super-pages';

const known = (name: string): readonly boolean[] => [isSuperPage(name), isOfSuperPage(name), isSuperPath(name)];

it('pages of super administrators are known by their rules, by what is below them and by their addresses', () => {
  expect(known('moduleStore/moduleStore')).toEqual([true, true, true]);
  expect(known('modulestore/modulestore/install')).toEqual([false, true, false]);
  expect(known('moduleStore')).toEqual([false, false, true]);
  expect(known('goods/goods')).toEqual([false, false, false]);
  expect(known('goods')).toEqual([false, false, false]);
  expect(known('')).toEqual([false, false, false]);
});
