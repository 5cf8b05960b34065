import { describe, expect, it } from 'vitest';
import type { TabPlace } from '#domain/shell/tab';
import {
  asleep,
  gonePaths,
  missingPages,
  pathsBut,
  tabAt,
  withMoved,
  withOpened,
  withPinToggled,
  withPlaced,
  withRefreshed,
  withReopened,
  withRestored,
  withScrolled,
  withSearch,
  withUnsaved,
  withoutTabs,
  type TabStrip,
} from '#domain/shell/tabs';
import { plainTab } from '#tests/support/shell-data.ts';

const page = (name: string, search = ''): TabPlace => ({ ...plainTab(name), search });
const tab = (name: string, search = '', generation = 0) => ({
  ...page(name, search),
  generation,
  isPinned: false,
  isAsleep: false,
  scrolledPx: 0,
});
const pinned = (name: string) => ({ ...tab(name), isPinned: true });
const closed = (name: string, at: number, search = '') => ({ ...page(name, search), isPinned: false, at });
const path = (name: string) => page(name).path;
const strip = (...names: readonly string[]): TabStrip<TabPlace> => ({
  tabs: names.map((name) => tab(name)),
  activePath: names[0] === undefined ? null : path(names[0]),
  unsaved: [],
  restorable: [],
  closed: [],
});

describe('a page that is shown', () => {
  it('gets a tab at the end of the strip, and is not offered any more', () => {
    const before = { ...strip('a'), restorable: [page('b'), page('c')] };
    expect(withOpened(before, page('b', '?id=1'))).toEqual({
      tabs: [tab('a'), tab('b', '?id=1')],
      activePath: path('b'),
      restorable: [page('c')],
      closed: [],
    });
  });

  it('keeps its tab and what it has become, and takes the new query', () => {
    const before = { ...strip('a', 'b'), tabs: [tab('a'), tab('b', '?id=1', 3)] };
    expect(withOpened(before, page('b', '?id=2')).tabs).toEqual([tab('a'), tab('b', '?id=2', 3)]);
  });

  it('changes no list where it stands as it stood', () => {
    const before = { ...strip('a', 'b'), tabs: [tab('a', '?id=1'), tab('b')] };
    expect(withSearch(before, path('a'), '?id=1').tabs).toBe(before.tabs);
    expect(withSearch(before, path('a'), '').tabs).toEqual([tab('a'), tab('b')]);
  });
});

describe('a strip', () => {
  it('finds a tab by its path', () => {
    expect(tabAt(strip('a', 'b'), path('b'))).toEqual(tab('b'));
    expect(tabAt(strip('a', 'b'), path('c'))).toBeUndefined();
  });

  it('begins one tab anew and leaves the others', () => {
    expect(withRefreshed(strip('a', 'b'), path('a')).tabs).toEqual([tab('a', '', 1), tab('b')]);
  });

  it.each([
    ['a', 1, ['b', 'a', 'c']],
    ['c', -1, ['a', 'c', 'b']],
    ['a', -1, ['a', 'b', 'c']],
    ['c', 1, ['a', 'b', 'c']],
  ] as const)('moves %s by %i, not beyond its ends', (name, step, names) => {
    expect(withMoved(strip('a', 'b', 'c'), path(name), step).tabs).toEqual(names.map((one) => tab(one)));
  });

  it('closes all, or all but one', () => {
    expect(pathsBut(strip('a', 'b'), null)).toEqual([path('a'), path('b')]);
    expect(pathsBut(strip('a', 'b'), path('b'))).toEqual([path('a')]);
  });

  it('hands over to a neighbour of what is closed, with what is unsaved elsewhere', () => {
    const before = { ...strip('a', 'b', 'c'), activePath: path('b'), unsaved: [path('b'), path('c')] };
    expect(withoutTabs(before, [path('b')])).toEqual({
      tabs: [tab('a'), tab('c')],
      activePath: path('c'),
      unsaved: [path('c')],
      closed: [closed('b', 1)],
    });
    expect(withoutTabs(before, [path('a')])).toMatchObject({ activePath: path('b'), unsaved: [path('b'), path('c')] });
    expect(withoutTabs(before, pathsBut(before, null))).toEqual({
      tabs: [],
      activePath: null,
      unsaved: [],
      closed: [closed('a', 0), closed('b', 1), closed('c', 2)],
    });
  });

  it('opens what is missing of the last visit, once', () => {
    const before = { ...strip('a'), restorable: [page('a', '?id=9'), page('b', '?id=1')], closed: [closed('b', 1), closed('c', 2)] };
    expect(missingPages(before)).toEqual([page('b', '?id=1')]);
    expect(withRestored(before)).toEqual({
      tabs: [tab('a'), asleep(page('b', '?id=1'))],
      restorable: [],
      closed: [closed('c', 2)],
    });
  });

  it('names a tab with unsaved work once, until it has none', () => {
    expect(withUnsaved([path('a')], path('b'), true)).toEqual([path('a'), path('b')]);
    expect(withUnsaved([path('a'), path('b')], path('a'), true)).toEqual([path('b'), path('a')]);
    expect(withUnsaved([path('a'), path('b')], path('a'), false)).toEqual([path('b')]);
  });

  it('knows which pages are gone', () => {
    expect(gonePaths(strip('a', 'b').tabs, [page('b')])).toEqual([path('a')]);
  });
});

describe('a pinned tab', () => {
  const before = { ...strip('b', 'c', 'd'), tabs: [pinned('a'), tab('b'), tab('c'), tab('d')] };

  it('goes to the end of the pinned ones, and loosened to the beginning of the others', () => {
    const after = withPinToggled(before, path('c'));
    expect(after.tabs).toEqual([pinned('a'), pinned('c'), tab('b'), tab('d')]);
    expect(withPinToggled(after, path('a')).tabs).toEqual([pinned('c'), tab('a'), tab('b'), tab('d')]);
    expect(withPinToggled(before, path('x')).tabs).toBe(before.tabs);
  });

  it('is not closed with the others, nor with all', () => {
    expect(pathsBut(before, path('b'))).toEqual([path('c'), path('d')]);
    expect(pathsBut(before, null)).toEqual([path('b'), path('c'), path('d')]);
  });

  it('keeps its place among its own kind, wherever it is dropped', () => {
    expect(withPlaced(before, path('d'), 0).tabs).toEqual([pinned('a'), tab('d'), tab('b'), tab('c')]);
    expect(withPlaced(before, path('a'), 3).tabs).toBe(before.tabs);
  });
});

describe('a closed tab', () => {
  it('is remembered by its address and its place alone, the last one first, ten in all', () => {
    const many = strip(...Array.from({ length: 12 }, (_, index) => `p${index}`));
    const first = { ...many, tabs: [{ ...pinned('a'), search: '?q=1', generation: 4, scrolledPx: 300 }, ...many.tabs] };
    const once = { ...first, ...withoutTabs(first, [path('a')]) };
    expect(once.closed).toEqual([{ ...page('a', '?q=1'), isPinned: true, at: 0 }]);
    const all = withoutTabs(once, pathsBut(once, null));
    expect(all.closed.map(({ at }) => at)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('is back where it stood and begins anew', () => {
    const before = strip('a', 'b', 'c');
    const after = { ...before, ...withoutTabs(before, [path('a'), path('b')]) };
    const once = { ...after, ...withReopened(after, path('b')) };
    expect([once.tabs, once.closed]).toEqual([[tab('c'), asleep(page('b'))], [closed('a', 0)]]);
    expect(withReopened(once, path('a')).tabs).toEqual([asleep(page('a')), tab('c'), asleep(page('b'))]);
    expect(withReopened(once, path('b'))).toEqual({ tabs: once.tabs, closed: once.closed });
  });

  it('is none any more once its page is shown', () => {
    const before = { ...strip('a'), closed: [closed('b', 1), closed('c', 2)] };
    expect(withOpened(before, page('b')).closed).toEqual([closed('c', 2)]);
  });
});

describe('what is left behind', () => {
  it('wakes when it is looked at', () => {
    const before = { ...strip('a'), tabs: [asleep(page('a', '?id=1'), true)] };
    expect(withOpened(before, page('a', '?id=1')).tabs).toEqual([{ ...tab('a', '?id=1'), isPinned: true }]);
  });

  it('keeps how far it was scrolled, until it is refreshed or asked for something else', () => {
    const { tabs } = withScrolled(strip('a', 'b'), path('a'), 120);
    expect(tabs).toEqual([{ ...tab('a'), scrolledPx: 120 }, tab('b')]);
    expect(withRefreshed({ tabs }, path('a')).tabs).toEqual([tab('a', '', 1), tab('b')]);
    expect(withSearch({ tabs }, path('a'), '').tabs).toBe(tabs);
    expect(withSearch({ tabs }, path('a'), '?id=1').tabs).toEqual([tab('a', '?id=1'), tab('b')]);
  });
});
