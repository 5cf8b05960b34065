import { describe, expect, it } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import { FailureError } from '#domain/failure';
import type { MenuItem } from '#domain/menu';
import { may } from '#domain/permission';
import { resolveRoute, type ResolvedRoute } from '#domain/route-target';
import { EMPTY_SITE_CONFIG } from '#domain/site-config';
import {
  adminShellMachine,
  permissionFacts,
  selectWantedPath,
  type AdminShellInput,
  type AdminShellReport,
  type ShellStart,
} from '#machines/admin-shell.machine';
import type { TabsEvent } from '#machines/tabs.machine';
import { after, describeModel, done, failed, inertOf } from '#tests/support/model.ts';
import { nobody } from '#tests/support/nobody.ts';
import { routeNamed, sectionOf } from '#tests/support/shell-data.ts';

const item = (name: string, kind: MenuItem['kind'] = 'tab'): MenuItem => ({
  id: 1,
  name,
  title: name,
  icon: '',
  kind,
  path: kind === 'directory' ? '' : `/admin/${name}`,
  children: kind === 'directory' ? [item('goods')] : [],
});
const start: ShellStart = {
  admin: { id: 1, username: 'admin', nickname: 'Admin', avatar: '', lastLoginTime: '', position: '', column: [], super: true },
  site: { ...EMPTY_SITE_CONFIG, siteName: 'Troupe', urls: ['goods/edit'] },
  menu: {
    items: [item('trade', 'directory')],
    routes: [routeNamed('goods'), routeNamed('orders')],
    nodes: { '/admin/goods': ['/admin/goods/add', '/admin/goods/sortable'] },
  },
  sections: { goods: sectionOf('goods') },
  pages: ['/admin/goods', '/admin/secret'],
  terminal: { packageManager: 'pnpm', port: '8000' },
};
const empty: ShellStart = { ...start, menu: { items: [], routes: [], nodes: {} } };

/** The route that an address of the area has before, or after, the menu is known. */
const at = (path: string, paths: readonly string[] = []): ResolvedRoute => resolveRoute({ path, search: '' }, { admin: paths, member: [] });
const inShell = (name: string): ResolvedRoute => at(`/admin/${name}`, [`/admin/${name}`]);
const inputAt = (route: ResolvedRoute): AdminShellInput => ({
  owner: nobody,
  area: 'admin',
  route,
  storedTabs: { fullScreen: false, tabs: [] },
});
const addressed = (route: ResolvedRoute) => ({ type: 'shell.addressed', route }) as const;

describeModel({
  machine: adminShellMachine,
  inputs: [inputAt(at('/admin'))],
  events: [
    addressed(at('/admin')),
    addressed(at('/admin/goods')),
    addressed(inShell('goods')),
    addressed(at('/admin/secret')),
    addressed(at('/admin/none/such')),
    { type: 'shell.retried' },
    { type: 'tabs.navigationRequested', to: '/admin/goods', mode: 'push' },
    { type: 'tabs.refused', failure: 'beyondRange' },
    { type: 'work.unsavedChanged', isUnsaved: true },
    { type: 'tabs.emptied' },
    done('loadShell', start),
    done('loadShell', empty),
    failed('loadShell', new FailureError({ kind: 'timeout' })),
    failed('tabs', new FailureError({ kind: 'aborted' })),
    after('patience', 'adminShell.loading.patient'),
  ],
  view: ({ context }) => [context.route.path, context.start !== null, context.failure?.kind],
});

/** A shell whose owner and tabs write down what they are told. */
function shellAt(route: ResolvedRoute, storedTabs: AdminShellInput['storedTabs'] = { fullScreen: false, tabs: [] }) {
  const reports: AdminShellReport[] = [];
  const told: TabsEvent[] = [];
  const inputs: unknown[] = [];
  const owner = createActor(fromCallback<AdminShellReport>(({ receive }) => receive((report) => void reports.push(report)))).start();
  const tabs = fromCallback<TabsEvent>(({ receive, input }) => {
    inputs.push(input);
    receive((event) => void told.push(event));
  });
  const machine = inertOf(adminShellMachine).provide({ actors: { tabs: tabs as never } });
  const actor = createActor(machine, { input: { ...inputAt(route), owner, storedTabs } }).start();
  actor.send(done('loadShell', start) as never);
  return { actor, reports, told, inputs, value: () => actor.getSnapshot().value };
}
const navigation = (to: string) => ({ type: 'shell.navigationRequested', to, mode: 'replace' });

describe('after the start-up call the shell', () => {
  it.each([
    ['/admin', '/admin/goods'],
    ['/admin/loading', '/admin/goods'],
    ['/admin/loading/%7Bbroken', '/admin/goods'],
    ['/admin/loading/%7B%22path%22%3A%22%2Fadmin%22%7D', '/admin/goods'],
    ['/admin/orders', '/admin/orders'],
  ])('leads from %s to %s', (path, to) => {
    const { reports, value } = shellAt(at(path));
    expect(value()).toEqual({ ready: 'redirected' });
    expect(reports).toEqual([{ type: 'shell.started', area: 'admin', start }, navigation(to)]);
  });

  it('carries the query of the wanted page', () => {
    const route = resolveRoute({ path: '/admin/goods', search: '?kw=50%25+off' }, { admin: [], member: [] });
    expect(shellAt(route).reports.at(-1)).toEqual(navigation('/admin/goods?kw=50%25+off'));
  });

  it.each([
    ['/admin/none/such', 'notFound', '/admin/none/such'],
    ['/administrator', 'notFound', '/administrator'],
    [`/admin/loading/${encodeURIComponent('{"path":"https://evil.example"}')}`, 'notFound', 'https://evil.example'],
    [`/admin/loading/${encodeURIComponent('{"path":"//evil.example"}')}`, 'notFound', '//evil.example'],
    [`/admin/loading/${encodeURIComponent('{"path":"/admin/loading/x"}')}`, 'notFound', '/admin/loading/x'],
    ['/admin/secret', 'noPermission', '/admin/secret'],
  ])('shows for %s the view %s, names the wanted path and opens no tab', (path, view, wanted) => {
    const { actor, reports, told, value } = shellAt(at(path));
    expect(value()).toEqual({ ready: view });
    expect(selectWantedPath(actor.getSnapshot())).toBe(wanted);
    expect([reports.length, told]).toEqual([1, [{ type: 'tabs.left' }]]);
  });

  it('opens the page that the address shows as a tab, with what its rules grant', () => {
    const { told, value } = shellAt(inShell('goods'));
    const abilities = { mayAdd: true, mayEdit: false, mayDelete: false, maySort: true };
    expect(value()).toEqual({ ready: 'onPage' });
    expect(told).toEqual([
      { type: 'tab.opened', tab: { ...routeNamed('goods'), search: '', section: { ...sectionOf('goods'), abilities } } },
    ]);
  });

  it('offers the tabs of the last visit that are still pages', () => {
    const tabs = [
      { path: '/admin/orders', search: '?page=2' },
      { path: '/admin/gone', search: '' },
    ];
    const { inputs } = shellAt(inShell('goods'), { fullScreen: true, tabs });
    expect(inputs).toMatchObject([{ fullScreen: true, restorable: [{ path: '/admin/orders', search: '?page=2', section: null }] }]);
  });
});

describe('without tabs the shell', () => {
  it('goes to the first page', () => {
    const { actor, reports } = shellAt(inShell('orders'));
    actor.send({ type: 'tabs.emptied' });
    expect(reports.at(-1)).toEqual(navigation('/admin/goods'));
  });

  it('opens the first page again when that was the last tab', () => {
    const { actor, told } = shellAt(inShell('goods'));
    actor.send({ type: 'tabs.emptied' });
    expect(told.map((event) => event.type)).toEqual(['tab.opened', 'tab.opened']);
  });
});

it('knows what is granted on the page it shows', () => {
  const facts = permissionFacts(shellAt(inShell('goods')).actor.getSnapshot());
  expect([may('add', facts), may('edit', facts), may('goods/edit', facts)]).toEqual([true, false, true]);
});
