import { describe, expect, it } from 'vitest';
import { heirOf, movedTab, restoreTabs } from '#domain/shell/tab';

describe('stored tabs', () => {
  it.each([
    [undefined, { fullScreen: false, tabs: [] }],
    ['oops', { fullScreen: false, tabs: [] }],
    [
      { fullScreen: 'yes', tabs: {} },
      { fullScreen: false, tabs: [] },
    ],
    [
      {
        fullScreen: true,
        tabs: [{ path: '/admin/a', search: '?b=1' }, { path: '//evil.example', search: '' }, { path: 1, search: '' }, null],
      },
      { fullScreen: true, tabs: [{ path: '/admin/a', search: '?b=1' }] },
    ],
  ])('%j', (stored, tabs) => {
    expect(restoreTabs(stored)).toEqual(tabs);
  });

  it('are fifty at most', () => {
    const tabs = Array.from({ length: 60 }, (_, index) => ({ path: `/admin/${index}`, search: '' }));
    expect(restoreTabs({ tabs }).tabs).toHaveLength(50);
  });
});

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

  it.each([
    ['a', 1, ['b', 'a', 'c', 'd']],
    ['d', -1, ['a', 'b', 'd', 'c']],
    ['a', -1, undefined],
    ['d', 1, undefined],
    ['x', 1, undefined],
  ] as const)('moving %s by %i gives %j', (path, step, order) => {
    expect(movedTab(tabs, path, step)?.map((tab) => tab.path)).toEqual(order);
  });
});
