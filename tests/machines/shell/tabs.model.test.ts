import assert from 'node:assert/strict';
import { describe, expect, it } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import { NO_ABILITIES } from '#domain/table/abilities';
import type { CollectionEvent } from '#machines/table/collection.vocabulary';
import { DEFAULT_TABLE_SETTINGS } from '#domain/table/table-settings';
import {
  selectActivePath,
  selectActiveTab,
  selectGonePaths,
  selectIsFullScreen,
  selectRestorable,
  selectTabs,
  selectClosed,
  tabsMachine,
} from '#machines/shell/tabs.machine';
import type { TabPlaced, TabsEvent, TabsInput, TabsReport } from '#machines/shell/tabs.vocabulary';
import { describeModel, failed, inertOf } from '#tests/machines/support/model.ts';
import { nobody } from '#tests/support/nobody.ts';
import { plainTab, tableTab } from '#tests/support/shell-data.ts';

const goods = tableTab('goods');
const dashboard = plainTab('dashboard');
const input = { owner: nobody, fullScreen: false, restorable: [tableTab('orders', '?page=2')] };

/** What is told of the second beginning alone. */
const KEPT = ['tab.opened', 'tab.closeRequested', 'tab.refreshRequested', 'tab.reopenRequested'];
const STARTING = ['tab.pinToggled', 'tab.reopenRequested', 'tabs.restoreRequested'];
const ASLEEP = ['tab.opened', 'tab.closeRequested', 'tab.refreshRequested'];
const PINNED = ['tab.pinToggled', 'tab.dropped', 'tab.moved', 'tab.closeRequested', 'tabs.closeRequested'];

describeModel({
  machine: tabsMachine,
  inputs: [
    input,
    {
      ...input,
      fullScreen: true,
      kept: [{ page: goods, isPinned: false }],
      closed: [{ ...tableTab('orders', '?page=2'), isPinned: false, at: 0 }],
    },
  ],
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
    { type: 'tab.dropped', path: goods.path, to: 1 },
    { type: 'tab.dropped', path: goods.path, to: 0 },
    { type: 'tab.pinToggled', path: goods.path },
    { type: 'tab.pinToggled', path: '/admin/none' },
    { type: 'tab.reopenRequested', path: null },
    { type: 'tab.reopenRequested', path: '/admin/none' },
    { type: 'tab.scrolled', path: goods.path, generation: 0, scrolledPx: 40 },
    { type: 'tab.scrolled', path: goods.path, generation: 7, scrolledPx: 80 },
    { type: 'tab.scrolled', path: '/admin/none', generation: 0, scrolledPx: 40 },
    { type: 'tabs.fullScreenToggled' },
    { type: 'tabs.restoreRequested' },
    { type: 'tabs.restoreDismissed' },
    { type: 'section.queryChanged', resource: 'goods', query: { page: '3' } },
    { type: 'section.recordShown', resource: 'goods', record: 7 },
    { type: 'section.recordShown', resource: 'goods', record: null },
    { type: 'section.unsavedChanged', resource: 'goods', isUnsaved: true },
    { type: 'section.unsavedChanged', resource: 'goods', isUnsaved: false },
    { type: 'page.unsavedChanged', path: '/admin/dashboard', isUnsaved: true },
    { type: 'page.unsavedChanged', path: '/admin/dashboard', isUnsaved: false },
    { type: 'section.tableChanged', resource: 'goods', table: { ...DEFAULT_TABLE_SETTINGS, isSearchOpen: true } },
    failed('watchSections', new Error('broken')),
  ],
  view: ({ context }) => [
    context.tabs.length,
    context.activePath,
    context.unsaved.length,
    context.tabs.some((tab) => tab.isPinned),
    context.tabs.some((tab) => tab.isAsleep),
  ],
  // Pins, sleep and unsaved work have nothing to do with each other: with all at once there are too many ways.
  only: ({ context: { tabs, unsaved, fullScreen } }, { type }) => {
    if (fullScreen) return KEPT.includes(type) && tabs.length < 2;
    const isPlain = !tabs.some((tab) => tab.isAsleep || tab.isPinned);
    if (isPlain) return !STARTING.includes(type) || (unsaved.length === 0 && tabs.length < 3);
    return tabs.length < 3 && (tabs.some((tab) => tab.isAsleep) ? ASLEEP : PINNED).includes(type);
  },
  always: ({ context, children }) => {
    const paths = context.tabs.map((tab) => tab.path);
    const sections = context.tabs.flatMap((tab) => (tab.section && !tab.isAsleep ? [`collection:${tab.section.resource}`] : []));
    // By `assert`, which costs less than `expect` does so often. Pinned ones first; what is closed or offered is not open.
    assert.deepEqual(
      context.tabs,
      context.tabs.toSorted((a, b) => Number(b.isPinned) - Number(a.isPinned)),
    );
    assert.deepEqual(
      context.closed.filter((tab) => paths.includes(tab.path)),
      [],
    );
    assert.equal(context.tabs.find((tab) => tab.path === context.activePath)?.isAsleep ?? false, false);
    // Each place once; only open places are active or unsaved; a section lives exactly as long as its tab is awake.
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
    return true;
  },
});

/** Tabs whose owner writes down what it is told, and whose sections write down what they are told. */
const strip = (...opened: TabsEvent[]) => stripFrom({}, ...opened);

function stripFrom(begun: Partial<TabsInput>, ...opened: TabsEvent[]) {
  const reports: TabsReport[] = [];
  const told: (readonly [string, CollectionEvent])[] = [];
  const owner = createActor(fromCallback<TabsReport>(({ receive }) => receive((report) => void reports.push(report)))).start();
  const machine = inertOf(tabsMachine).provide({
    actors: {
      section: fromCallback<CollectionEvent>(({ receive, self }) => receive((event) => void told.push([self.id, event]))) as never,
    },
  });
  const actor = createActor(machine, { input: { ...input, owner, ...begun } }).start();
  const said: TabPlaced[] = [];
  actor.on('tab.placed', (event) => void said.push(event));
  for (const event of opened) actor.send(event);
  reports.length = 0;
  const now = () => actor.getSnapshot();
  return { actor, reports, told, said, now, paths: () => selectTabs(now()).map((tab) => tab.path) };
}
const opened = (name: string, search = ''): TabsEvent => ({ type: 'tab.opened', tab: tableTab(name, search) });
const placed = (how: TabPlaced['how'], title: string, position: number) => ({ type: 'tab.placed', how, title, position, count: 3 });
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
    const columns = { order: [], shown: [], hidden: ['stock'], pinned: [], widthsPx: {} };
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
    expect(selectTabs(now())).toEqual([
      { ...goodsPage, search: '?page=2', generation: 0, isPinned: false, isAsleep: false, scrolledPx: 0 },
    ]);
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

  it('says where a tab has gone, by step, by drag or by its pin', () => {
    const { actor, said, paths } = strip(opened('a'), opened('b'), opened('c'));
    actor.send({ type: 'tab.moved', path: '/admin/a', step: 1 });
    actor.send({ type: 'tab.dropped', path: '/admin/a', to: 2 });
    actor.send({ type: 'tab.dropped', path: '/admin/a', to: 2 });
    actor.send({ type: 'tab.pinToggled', path: '/admin/a' });
    actor.send({ type: 'tab.pinToggled', path: '/admin/b' });
    actor.send({ type: 'tab.pinToggled', path: '/admin/a' });
    expect(paths()).toEqual(['/admin/b', '/admin/a', '/admin/c']);
    expect(said).toEqual([
      placed('moved', 'menu.a', 2),
      placed('moved', 'menu.a', 3),
      placed('pinned', 'menu.a', 1),
      placed('pinned', 'menu.b', 2),
      placed('unpinned', 'menu.a', 2),
    ]);
  });

  it('goes full screen and back', () => {
    const { actor, now } = strip();
    actor.send({ type: 'tabs.fullScreenToggled' });
    expect(selectIsFullScreen(now())).toBe(true);
    actor.send({ type: 'tabs.fullScreenToggled' });
    expect(selectIsFullScreen(now())).toBe(false);
  });
});

describe('a tab that was kept', () => {
  const kept = [
    { page: tableTab('goods', '?page=2'), isPinned: true },
    { page: tableTab('orders'), isPinned: false },
  ];

  it('begins when it is looked at, with the address that it is shown with', () => {
    const { actor, now, told, paths } = stripFrom({ kept });
    expect([paths(), Object.keys(now().children)]).toEqual([['/admin/goods', '/admin/orders'], ['watchSections']]);
    actor.send({ type: 'tabs.rightsChanged', pages: [tableTab('goods'), tableTab('orders')] });
    actor.send({ type: 'tab.opened', tab: tableTab('goods', '?page=3') });
    expect(Object.keys(now().children)).toEqual(['watchSections', 'collection:goods']);
    expect([selectActiveTab(now())?.search, told]).toEqual(['?page=3', []]);
  });

  it('begins when it takes over from a closed one', () => {
    const { actor, now, reports } = stripFrom({ kept }, opened('a'));
    actor.send({ type: 'tab.closeRequested', path: '/admin/a' });
    expect([selectActiveTab(now())?.isAsleep, Object.keys(now().children)]).toEqual([false, ['watchSections', 'collection:orders']]);
    expect(reports).toEqual([lead('/admin/orders')]);
  });

  it('is refreshed and closed without ever having begun', () => {
    const { actor, now, paths } = stripFrom({ kept }, opened('a'));
    actor.send({ type: 'tab.refreshRequested', path: '/admin/goods' });
    actor.send({ type: 'tab.closeRequested', path: '/admin/goods' });
    expect([paths(), Object.keys(now().children)]).toEqual([
      ['/admin/orders', '/admin/a'],
      ['watchSections', 'collection:a'],
    ]);
  });
});

describe('a page that goes out of sight', () => {
  it('is found again as it was left, unless it began anew meanwhile', () => {
    const { actor, now } = strip(opened('a'));
    const scrolled = () => selectActiveTab(now())?.scrolledPx;
    actor.send({ type: 'tab.scrolled', path: '/admin/a', generation: 0, scrolledPx: 300 });
    expect(scrolled()).toBe(300);
    actor.send({ type: 'tab.refreshRequested', path: '/admin/a' });
    actor.send({ type: 'tab.scrolled', path: '/admin/a', generation: 0, scrolledPx: 300 });
    expect(scrolled()).toBe(0);
  });
});

describe('a closed tab', () => {
  it('is back at its place with its address and nothing else', () => {
    const { actor, now, reports, paths, told } = strip(opened('a', '?q=a'), opened('b'), opened('c'));
    actor.send({ type: 'tab.scrolled', path: '/admin/a', generation: 0, scrolledPx: 300 });
    const before = now().children['collection:a'];
    actor.send({ type: 'tab.closeRequested', path: '/admin/a' });
    actor.send({ type: 'tab.closeRequested', path: '/admin/b' });
    expect(selectClosed(now()).map(({ path, at }) => [path, at])).toEqual([
      ['/admin/b', 0],
      ['/admin/a', 0],
    ]);
    actor.send({ type: 'tab.reopenRequested', path: '/admin/a' });
    expect([paths(), reports]).toEqual([['/admin/a', '/admin/c'], [lead('/admin/a?q=a')]]);
    actor.send(opened('a', '?q=a'));
    expect(selectActiveTab(now())?.scrolledPx).toBe(0);
    expect(now().children['collection:a']).not.toBe(before);
    expect(told).toEqual([]);
    actor.send({ type: 'tab.reopenRequested', path: null });
    expect([paths(), selectClosed(now())]).toEqual([['/admin/b', '/admin/a', '/admin/c'], []]);
  });

  it('cannot be opened again once its page is gone', () => {
    const { actor, now } = strip(opened('a'), opened('b'), opened('c'));
    actor.send({ type: 'tab.closeRequested', path: '/admin/a' });
    actor.send({ type: 'tab.closeRequested', path: '/admin/b' });
    actor.send({ type: 'tabs.rightsChanged', pages: [{ ...tableTab('b'), title: 'Tea' }, tableTab('c')] });
    expect(selectClosed(now()).map(({ path, title }) => [path, title])).toEqual([['/admin/b', 'Tea']]);
    expect(now().can({ type: 'tab.reopenRequested', path: '/admin/a' })).toBe(false);
  });
});

describe('pinned tabs', () => {
  it('stay when all, or all others, are closed', () => {
    const { actor, reports, paths } = strip(opened('a'), opened('b'), opened('c'));
    actor.send({ type: 'tab.pinToggled', path: '/admin/b' });
    actor.send({ type: 'tabs.closeRequested', keep: '/admin/c' });
    expect(paths()).toEqual(['/admin/b', '/admin/c']);
    actor.send({ type: 'tabs.closeRequested', keep: null });
    expect(paths()).toEqual(['/admin/b']);
    actor.send({ type: 'tab.closeRequested', path: '/admin/b' });
    expect(reports).toEqual([lead('/admin/b'), { type: 'tabs.emptied' }]);
  });
});
