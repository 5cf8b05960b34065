import { describe, expect, it } from 'vitest';
import { isInBranch, neededRights } from '#domain/rights/needed-rights';
import type { Resource } from '#domain/table/resource';
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

const section = (name: string, fields: object = {}) => ({ name, controller: `lab.${name}`, fields }) as unknown as Resource;

describe('a form', () => {
  const chosenFrom = { kind: 'remoteSelect', of: 'leaf', required: true };
  const options = [rule(1, null, 'lab/pot'), rule(2, 1, 'lab/pot/add'), rule(3, null, 'lab/leaf'), rule(4, 3, 'lab/leaf/index')];
  const lacking = (fields: object, chosen = ['2']) =>
    neededRights(options, chosen, [section('pot', fields), section('leaf')]).map(({ right }) => right?.id);

  it.each([
    ['a required field of another section', { one: chosenFrom }, [4]],
    ['two of them', { one: chosenFrom, other: chosenFrom }, [4]],
    ['one that may stay empty', { one: { ...chosenFrom, required: false } }, []],
    ['one of its own section', { one: { ...chosenFrom, of: 'pot' } }, []],
    ['one that chooses from nothing', { one: { kind: 'string', required: true } }, []],
    ['one of a section that there is not', { one: { ...chosenFrom, of: 'cup' } }, []],
    ['one that no form has', { one: { ...chosenFrom, kind: 'id' } }, []],
  ])('asks for the sight of what it chooses from: %s', (_, fields, rights) => {
    expect(lacking(fields)).toEqual(rights);
  });

  it('lacks nothing where everything is given, whatever is named beside it', () => {
    expect(lacking({ one: chosenFrom }, ['*', '2'])).toEqual([]);
  });
});

const inBranch = (id: number, branch: number) => isInBranch(OPTIONS, id, branch);

it('a page is in a branch where it is that, or somewhere below it', () => {
  expect([inBranch(1, 1), inBranch(2, 1), inBranch(3, 1), inBranch(3, 2)]).toEqual([true, true, true, true]);
  expect([inBranch(1, 2), inBranch(7, 2), inBranch(99, 1)]).toEqual([false, false, false]);
});
