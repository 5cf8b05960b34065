import assert from 'node:assert/strict';
import { describe, expect, it } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import { NO_ABILITIES } from '#domain/table/abilities';
import type { CollectionEvent } from '#machines/table/collection-vocabulary';
import { DEFAULT_TABLE_SETTINGS } from '#domain/table/table-settings';
import {
  selectActivePath,
  selectActiveTab,
  selectGonePaths,
  selectIsFullScreen,
  selectRestorable,
  selectTabs,
  tabsMachine,
  type TabsEvent,
  type TabsReport,
} from '#machines/shell/tabs.machine';
import { describeModel, failed, inertOf } from '#tests/support/model.ts';
import { nobody } from '#tests/support/nobody.ts';
import { plainTab, tableTab } from '#tests/support/shell-data.ts';

const goods = tableTab('goods');
const dashboard = plainTab('dashboard');
const input = { owner: nobody, fullScreen: false, restorable: [tableTab('orders', '?page=2')] };

describeModel({
  machine: tabsMachine,
  inputs: [input],
  events: [
    { type: 'tab.opened', tab: goods },
    { type: 'tab.opened', tab: { ...goods, search: '?page=2' } },
    { type: 'tab.opened', tab: dashboard },
    { type: 'tabs.left' },
    { type: 'tabs.rightsChanged', pages: [dashboard] },
    { type: 'tab.chosen', path: goods.path },
    { type: 'tab.closeRequested', path: goods.path },
    { type: 'tab.closeRequested', path: '/admin/none' },
    { type: 'tabs.closeRequested', keep: dashboard.path },
    { type: 'tabs.closeRequested', keep: null },
    { type: 'tabs.closeConfirmed' },
    { type: 'tabs.closeDismissed' },
    { type: 'tab.refreshRequested', path: goods.path },
    { type: 'tab.moved', path: goods.path, step: 1 },
    { type: 'tab.moved', path: goods.path, step: -1 },
    { type: 'tabs.fullScreenToggled' },
    { type: 'tabs.restoreRequested' },
    { type: 'tabs.restoreDismissed' },
    { type: 'section.queryChanged', resource: 'goods', query: { page: '3' } },
    { type: 'section.unsavedChanged', resource: 'goods', isUnsaved: true },
    { type: 'section.unsavedChanged', resource: 'goods', isUnsaved: false },
    { type: 'page.unsavedChanged', path: '/admin/dashboard', isUnsaved: true },
    { type: 'page.unsavedChanged', path: '/admin/dashboard', isUnsaved: false },
    { type: 'section.tableChanged', resource: 'goods', table: { ...DEFAULT_TABLE_SETTINGS, isSearchOpen: true } },
    failed('watchSections', new Error('broken')),
  ],
  view: ({ context }) => [context.tabs.length, context.activePath, context.unsaved.length],
  always: ({ context, children }) => {
    const paths = context.tabs.map((tab) => tab.path);
    const sections = context.tabs.flatMap((tab) => (tab.section ? [`collection:${tab.section.resource}`] : []));
    // Each place once; only open places are active or unsaved; a section lives exactly as long as its tab.
    const named = [...context.unsaved, ...context.closing, ...(context.activePath === null ? [] : [context.activePath])];
    assert.equal(new Set(paths).size, paths.length);
    assert.deepEqual(
      named.filter((path) => !paths.includes(path)),
      [],
    );
    assert.deepEqual(
      Object.keys(children)
        .filter((id) => id.startsWith('collection:'))
        .sort(),
      sections.sort(),
    );
  },
});

/** Tabs whose owner writes down what it is told, and whose sections write down what they are told. */
function strip(...opened: TabsEvent[]) {
  const reports: TabsReport[] = [];
  const told: (readonly [string, CollectionEvent])[] = [];
  const owner = createActor(fromCallback<TabsReport>(({ receive }) => receive((report) => void reports.push(report)))).start();
  const machine = inertOf(tabsMachine).provide({
    actors: {
      section: fromCallback<CollectionEvent>(({ receive, self }) => receive((event) => void told.push([self.id, event]))) as never,
    },
  });
  const actor = createActor(machine, { input: { ...input, owner } }).start();
  for (const event of opened) actor.send(event);
  reports.length = 0;
  const now = () => actor.getSnapshot();
  return { actor, reports, told, now, paths: () => selectTabs(now()).map((tab) => tab.path) };
}
const opened = (name: string, search = ''): TabsEvent => ({ type: 'tab.opened', tab: tableTab(name, search) });
const lead = (to: string, mode: 'push' | 'replace' = 'push') => ({ type: 'tabs.navigationRequested', to, mode });

describe('a tab', () => {
  it('is one a path: opening it again updates its query and tells its section', () => {
    const { now, paths, told } = strip(opened('goods', '?id=1'), opened('orders'), opened('goods', '?id=2'));
    expect(paths()).toEqual(['/admin/goods', '/admin/orders']);
    expect(selectActiveTab(now())?.search).toBe('?id=2');
    expect(told).toEqual([['collection:goods', { type: 'collection.addressChanged', params: { id: '2' } }]]);
  });

  it('loses its query when the menu is clicked without one', () => {
    const { now, told } = strip(opened('goods', '?id=1'), opened('goods'));
    expect(selectActiveTab(now())?.search).toBe('');
    expect(told).toEqual([['collection:goods', { type: 'collection.addressChanged', params: {} }]]);
  });

  it('keeps its query while another one is looked at', () => {
    const { actor, reports } = strip(opened('goods', '?id=2'), opened('orders'));
    actor.send({ type: 'tab.chosen', path: '/admin/goods' });
    expect(reports).toEqual([lead('/admin/goods?id=2')]);
  });

  it('writes the filters of its section into the address, at once when it is shown', () => {
    const { actor, reports, now } = strip(opened('goods'), opened('orders'));
    actor.send({ type: 'section.queryChanged', resource: 'goods', query: { page: '2' } });
    expect(reports).toEqual([]);
    actor.send({ type: 'section.queryChanged', resource: 'orders', query: { page: '3' } });
    expect(reports).toEqual([lead('/admin/orders?page=3', 'replace')]);
    expect(selectTabs(now()).map((tab) => tab.search)).toEqual(['?page=2', '?page=3']);
  });

  it('begins with its default view where the address asks for nothing, and only then', () => {
    const columns = { order: [], shown: [], hidden: ['stock'], widthsPx: {} };
    const opening = { search: '?status=on', columns };
    const { actor, reports, now } = strip();
    actor.send({ type: 'tab.opened', tab: { ...tableTab('goods'), opening } });
    actor.send({ type: 'tab.opened', tab: { ...tableTab('orders', '?page=2'), opening } });
    expect(reports).toEqual([lead('/admin/goods?status=on', 'replace')]);
    expect(selectTabs(now()).map(({ search, section }) => [search, section?.table.hidden])).toEqual([
      ['?status=on', ['stock']],
      ['?page=2', []],
    ]);
    // Whoever takes the filters away is not given them again.
    actor.send({ type: 'tab.opened', tab: { ...tableTab('goods'), opening } });
    expect(selectTabs(now())[0]?.search).toBe('');
    expect(reports).toHaveLength(1);
  });

  it('begins anew when refreshed, unless it holds unsaved work', () => {
    const { actor, now, told } = strip(opened('goods'));
    const section = () => now().children['collection:goods'];
    const first = section();
    actor.send({ type: 'tab.refreshRequested', path: '/admin/goods' });
    const second = section();
    expect(second).not.toBe(first);
    actor.send({ type: 'section.unsavedChanged', resource: 'goods', isUnsaved: true });
    actor.send({ type: 'tab.refreshRequested', path: '/admin/goods' });
    expect(section()).toBe(second);
    expect(told).toEqual([['collection:goods', { type: 'collection.refreshed' }]]);
  });
});

describe('when rights have changed a tab', () => {
  const goodsPage = { ...tableTab('goods'), title: 'Tea', section: { ...tableTab('goods').section!, abilities: NO_ABILITIES } };

  it('takes over what its page is called and what may be done there, and keeps where it stands', () => {
    const { actor, now, told } = strip(opened('goods', '?page=2'));
    actor.send({ type: 'tabs.rightsChanged', pages: [goodsPage] });
    expect(selectTabs(now())).toEqual([{ ...goodsPage, search: '?page=2', generation: 0 }]);
    expect(told).toEqual([['collection:goods', { type: 'collection.abilitiesChanged', abilities: NO_ABILITIES }]]);
    expect(selectGonePaths(now())).toEqual([]);
  });

  it('stays when its page is gone, with its work and without its abilities', () => {
    const { actor, now, paths, told } = strip(opened('goods'), opened('orders'));
    const section = now().children['collection:orders'];
    actor.send({ type: 'tabs.rightsChanged', pages: [tableTab('goods')] });
    expect([paths(), selectGonePaths(now()), selectRestorable(now())]).toEqual([['/admin/goods', '/admin/orders'], ['/admin/orders'], []]);
    expect(now().children['collection:orders']).toBe(section);
    expect(told.at(-1)).toEqual(['collection:orders', { type: 'collection.abilitiesChanged', abilities: NO_ABILITIES }]);
    actor.send({ type: 'tabs.rightsChanged', pages: [tableTab('goods'), tableTab('orders')] });
    expect(selectGonePaths(now())).toEqual([]);
    expect(told.at(-1)).toEqual([
      'collection:orders',
      { type: 'collection.abilitiesChanged', abilities: tableTab('orders').section!.abilities },
    ]);
  });
});

describe('closing', () => {
  it.each([
    ['the active one in the middle', 'b', 'b', ['a', 'c'], 'c', '/admin/c?q=c'],
    ['the active last one', 'c', 'c', ['a', 'b'], 'b', '/admin/b?q=b'],
    ['the active first one', 'a', 'a', ['b', 'c'], 'b', '/admin/b?q=b'],
    ['an inactive one', 'c', 'a', ['b', 'c'], 'c', null],
  ])('%s', (_case, active, closed, left, heir, to) => {
    const { actor, reports, now, paths } = strip(
      opened('a', '?q=a'),
      opened('b', '?q=b'),
      opened('c', '?q=c'),
      opened(active, `?q=${active}`),
    );
    actor.send({ type: 'tab.closeRequested', path: `/admin/${closed}` });
    expect(paths()).toEqual(left.map((name) => `/admin/${name}`));
    expect(selectActivePath(now())).toBe(`/admin/${heir}`);
    expect(reports).toEqual(to === null ? [] : [lead(to)]);
  });

  it('others keeps one and shows it', () => {
    const { actor, reports, paths } = strip(opened('a'), opened('b', '?q=b'), opened('c'));
    actor.send({ type: 'tabs.closeRequested', keep: '/admin/b' });
    expect(paths()).toEqual(['/admin/b']);
    expect(reports).toEqual([lead('/admin/b?q=b')]);
  });

  it('all tells the owner that none is left', () => {
    const { actor, reports, paths } = strip(opened('a'), opened('b'));
    actor.send({ type: 'tabs.closeRequested', keep: null });
    expect(paths()).toEqual([]);
    expect(reports).toEqual([{ type: 'tabs.emptied' }]);
  });

  it('asks first where unsaved work would go, and keeps everything when the answer is no', () => {
    const { actor, now, paths, reports } = strip(opened('a'), opened('b'));
    actor.send({ type: 'section.unsavedChanged', resource: 'a', isUnsaved: true });
    actor.send({ type: 'tabs.closeRequested', keep: '/admin/b' });
    expect(now().hasTag('asking')).toBe(true);
    actor.send({ type: 'tabs.closeDismissed' });
    expect(paths()).toEqual(['/admin/a', '/admin/b']);
    actor.send({ type: 'tab.closeRequested', path: '/admin/a' });
    actor.send({ type: 'tabs.closeConfirmed' });
    expect(paths()).toEqual(['/admin/b']);
    expect(reports).toEqual([
      { type: 'work.unsavedChanged', isUnsaved: true },
      { type: 'work.unsavedChanged', isUnsaved: false },
    ]);
  });
});

describe('the strip', () => {
  it('moves a tab by one place and says when it is at the end', () => {
    const { actor, reports, paths } = strip(opened('a'), opened('b'));
    actor.send({ type: 'tab.moved', path: '/admin/a', step: 1 });
    expect(paths()).toEqual(['/admin/b', '/admin/a']);
    actor.send({ type: 'tab.moved', path: '/admin/a', step: 1 });
    expect(reports).toEqual([{ type: 'tabs.refused', failure: 'beyondRange' }]);
  });

  it('offers the pages of the last visit and opens them without leaving the shown one', () => {
    const { actor, now, paths } = strip(opened('goods'));
    expect(selectRestorable(now()).map((tab) => tab.path)).toEqual(['/admin/orders']);
    actor.send({ type: 'tabs.restoreRequested' });
    expect(paths()).toEqual(['/admin/goods', '/admin/orders']);
    expect([selectActivePath(now()), selectRestorable(now())]).toEqual(['/admin/goods', []]);
  });

  it('goes full screen and back', () => {
    const { actor, now } = strip();
    actor.send({ type: 'tabs.fullScreenToggled' });
    expect(selectIsFullScreen(now())).toBe(true);
    actor.send({ type: 'tabs.fullScreenToggled' });
    expect(selectIsFullScreen(now())).toBe(false);
  });
});
