import { describe, expect, it } from 'vitest';
import type { TabPlace } from '#domain/shell/tab';
import {
  gonePaths,
  missingPages,
  pathsBut,
  tabAt,
  withMoved,
  withOpened,
  withRefreshed,
  withRestored,
  withSearch,
  withUnsaved,
  withoutTabs,
  type TabStrip,
} from '#domain/shell/tabs';
import { plainTab } from '#tests/support/shell-data.ts';

const page = (name: string, search = ''): TabPlace => ({ ...plainTab(name), search });
const tab = (name: string, search = '', generation = 0) => ({ ...page(name, search), generation });
const path = (name: string) => page(name).path;
const strip = (...names: readonly string[]): TabStrip<TabPlace> => ({
  tabs: names.map((name) => tab(name)),
  activePath: names[0] === undefined ? null : path(names[0]),
  unsaved: [],
  restorable: [],
});

describe('a page that is shown', () => {
  it('gets a tab at the end of the strip, and is not offered any more', () => {
    const before = { ...strip('a'), restorable: [page('b'), page('c')] };
    expect(withOpened(before, page('b', '?id=1'))).toEqual({
      tabs: [tab('a'), tab('b', '?id=1')],
      activePath: path('b'),
      restorable: [page('c')],
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
    expect(withoutTabs(before, [path('b')])).toEqual({ tabs: [tab('a'), tab('c')], activePath: path('c'), unsaved: [path('c')] });
    expect(withoutTabs(before, [path('a')])).toMatchObject({ activePath: path('b'), unsaved: [path('b'), path('c')] });
    expect(withoutTabs(before, pathsBut(before, null))).toEqual({ tabs: [], activePath: null, unsaved: [] });
  });

  it('opens what is missing of the last visit, once', () => {
    const before = { ...strip('a'), restorable: [page('a', '?id=9'), page('b', '?id=1')] };
    expect(missingPages(before)).toEqual([page('b', '?id=1')]);
    expect(withRestored(before)).toEqual({ tabs: [tab('a'), tab('b', '?id=1')], restorable: [] });
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
