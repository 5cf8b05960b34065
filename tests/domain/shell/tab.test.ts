import { describe, expect, it } from 'vitest';
import { heirOf, insertedTab, movedTab, placedTab } from '#domain/shell/tab';

describe('the heir of closed tabs', () => {
  const tabs = ['a', 'b', 'c', 'd'].map((path) => ({ path }));
  it.each([
    [['b'], 'a', 'a'],
    [['b'], 'b', 'c'],
    [['d'], 'd', 'c'],
    [['b', 'c'], 'b', 'd'],
    [['c', 'd'], 'c', 'b'],
    [['a', 'b', 'c', 'd'], 'a', undefined],
    [['a'], null, 'b'],
  ])('%j with %j shown is %j', (closed, active, heir) => {
    expect(heirOf(tabs, closed, active)?.path).toBe(heir);
  });

  const strip = tabs.map((tab) => ({ ...tab, isPinned: false }));
  it.each([
    ['a', 1, ['b', 'a', 'c', 'd']],
    ['d', -1, ['a', 'b', 'd', 'c']],
    ['a', -1, undefined],
    ['d', 1, undefined],
    ['x', 1, undefined],
  ] as const)('moving %s by %i gives %j', (path, step, order) => {
    expect(movedTab(strip, path, step)?.map((tab) => tab.path)).toEqual(order);
  });
});

/** Small letters are pinned, and stand first. */
const named = (path: string) => ({ path, isPinned: path === path.toLowerCase() });
const order = (list: readonly { readonly path: string }[] | null) => list?.map(({ path }) => path).join('');

describe('the place of a tab', () => {
  const tabs = ['a', 'b', 'C', 'D', 'E'].map(named);

  it.each([
    ['C', 4, 'abDEC'],
    ['C', 99, 'abDEC'],
    ['E', 3, 'abCED'],
    ['E', 0, 'abECD'],
    ['a', 1, 'baCDE'],
    ['a', 4, 'baCDE'],
    ['b', -1, 'baCDE'],
    ['b', 3, undefined],
    ['C', 0, undefined],
    ['D', 3, undefined],
    ['x', 1, undefined],
  ])('of %s at %i is among its own kind: %s', (path, to, expected) => {
    expect(order(placedTab(tabs, path, to))).toBe(expected);
  });

  it.each([
    ['b', 1, undefined],
    ['b', -1, 'baCDE'],
    ['C', -1, undefined],
    ['C', 1, 'abDCE'],
    ['E', 1, undefined],
  ] as const)('a step of %s by %i ends where its kind ends: %s', (path, step, expected) => {
    expect(order(movedTab(tabs, path, step))).toBe(expected);
  });

  it.each([
    ['p', 0, 'pabCDE'],
    ['p', 9, 'abpCDE'],
    ['P', 0, 'abPCDE'],
    ['P', 4, 'abCDPE'],
    ['P', 9, 'abCDEP'],
  ])('%s put in at %i gives %s', (path, to, expected) => {
    expect(order(insertedTab(tabs, named(path), to))).toBe(expected);
  });
});
