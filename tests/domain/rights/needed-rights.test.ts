import { describe, expect, it } from 'vitest';
import { neededRights } from '#domain/rights/needed-rights';
import type { TreeOption } from '#domain/rights/rule-tree';
import { SHIPPED_RESOURCES } from '#tests/support/all-sections.ts';

const rule = (id: number, parentId: number | null, name: string): TreeOption => ({ id, parentId, name, title: name });
const OPTIONS = [
  rule(1, null, 'goods'),
  rule(2, 1, 'goods/goods'),
  rule(3, 2, 'goods/goods/index'),
  rule(4, 2, 'goods/goods/add'),
  rule(5, 2, 'goods/goods/edit'),
  rule(6, 1, 'goods/category'),
  rule(7, 6, 'goods/category/index'),
  rule(8, 6, 'goods/category/add'),
];
const needed = (chosen: readonly string[], options = OPTIONS) =>
  neededRights(options, chosen, SHIPPED_RESOURCES).map(({ page, other, right }) => [page.title, other.title, right?.id]);

describe('what is lacking beside chosen rights', () => {
  it('is the sight of what a required field chooses from, as the section declares it', () => {
    const lacking = [['goods/goods', 'goods/category', 7]];
    expect(needed(['3', '4'])).toEqual(lacking);
    expect(needed(['3', '5'])).toEqual(lacking);
    expect(needed(['3', '4', '8'])).toEqual(lacking);
    expect(needed(['3', '4', '7'])).toEqual([]);
    expect(needed(['3'])).toEqual([]);
    // A category is below another category, or below none.
    expect(needed(['8'])).toEqual([]);
    expect([needed([]), needed(['*'])]).toEqual([[], []]);
  });

  it('is said also where it cannot be given, and not where the page is unknown', () => {
    const without = (...ids: readonly number[]) => OPTIONS.filter(({ id }) => !ids.includes(id));
    expect(needed(['4'], without(7))).toEqual([['goods/goods', 'goods/category', undefined]]);
    expect(needed(['4'], without(6, 7, 8))).toEqual([]);
    const nameless = OPTIONS.map(({ name: _name, ...option }) => option);
    expect(needed(['4'], nameless)).toEqual([]);
  });
});
