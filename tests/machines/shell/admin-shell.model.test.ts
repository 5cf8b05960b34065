import { describe, expect, it } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import { NO_ABILITIES } from '#domain/table/abilities';
import { FailureError, rejection } from '#domain/base/failure';
import type { MenuItem } from '#domain/shell/menu';
import { isPermitted } from '#domain/rights/permission';
import { resolveRoute, type ResolvedRoute } from '#domain/app/route-target';
import { EMPTY_SITE_CONFIG } from '#domain/app/site-config';
import type { AdminShellEvent, AdminShellInput, AdminShellReport, ShellStart } from '#machines/shell/admin-shell.vocabulary';
import { adminShellMachine, permissionFacts, selectPageAt, selectStart, selectWantedPath } from '#machines/shell/admin-shell.machine';
import type { StripOfStart } from '#domain/shell/stored-strip';
import type { TabsEvent } from '#machines/shell/tabs.vocabulary';
import { after, describeModel, done, failed, inertOf } from '#tests/machines/support/model.ts';
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
  opening: {},
  pages: ['/admin/goods', '/admin/secret'],
  terminal: { ownerId: 1, packageManager: 'pnpm', port: '8000' },
};
const empty: ShellStart = { ...start, menu: { items: [], routes: [], nodes: {} } };
/** The goods may only be looked at, and the orders not even that. */
const less: ShellStart = { ...start, menu: { ...start.menu, routes: [routeNamed('goods')], nodes: {} } };

/** The route that an address of the area has before, or after, the menu is known. */
const at = (path: string, paths: readonly string[] = []): ResolvedRoute => resolveRoute({ path, search: '' }, { admin: paths, member: [] });
const inShell = (name: string): ResolvedRoute => at(`/admin/${name}`, [`/admin/${name}`]);
const inputAt = (route: ResolvedRoute): AdminShellInput => ({ owner: nobody, area: 'admin', route });
const addressed = (route: ResolvedRoute) => ({ type: 'shell.addressed', route }) as const;

describeModel({
  machine: adminShellMachine,
  inputs: [inputAt(at('/admin'))],
  events: [
    addressed(at('/admin')),
    addressed(at('/admin/goods')),
    addressed(inShell('orders')),
    addressed(at('/admin/secret')),
    addressed(at('/admin/none/such')),
    { type: 'shell.retried' },
    { type: 'shell.declared', sections: { orders: sectionOf('orders') } },
    { type: 'tabs.navigationRequested', to: '/admin/goods', mode: 'push' },
    { type: 'tabs.refused', failure: 'beyondRange' },
    { type: 'work.unsavedChanged', isUnsaved: true },
    { type: 'tabs.emptied' },
    done('loadShell', start),
    done('loadShell', empty),
    failed('loadShell', new FailureError({ kind: 'timeout' })),
    failed('tabs', new FailureError({ kind: 'aborted' })),
    failed('watchWindow', new FailureError({ kind: 'aborted' })),
    { type: 'shell.permissionsInvalidated' },
    { type: 'shell.shown', awayMs: 60_000 },
    after('gathering', 'adminShell.ready.rights.stale'),
    done('readRights', less),
    done('readRights', empty),
    failed('readRights', new FailureError({ kind: 'timeout' })),
    failed('readRights', rejection('refusals.noMenu')),
    after('patience', 'adminShell.loading.patient'),
  ],
  view: ({ context }) => [context.route.page, context.start?.menu.routes.length, context.isUnsaved],
  // Where the page stands and what is known of the rights are two things; they meet when the rights have been read.
  only: (snapshot, { type }) =>
    !snapshot.matches('ready') || snapshot.matches({ ready: { rights: 'known' } }) || !/^(?:tabs|work)\./u.test(type),
});

/** A shell whose owner and tabs write down what they are told. */
function shellAt(route: ResolvedRoute, strip?: StripOfStart, begun = start) {
  const reports: AdminShellReport[] = [];
  const told: TabsEvent[] = [];
  const inputs: unknown[] = [];
  const owner = createActor(fromCallback<AdminShellReport>(({ receive }) => receive((report) => void reports.push(report)))).start();
  const tabs = fromCallback<TabsEvent>(({ receive, input }) => {
    inputs.push(input);
    receive((event) => void told.push(event));
  });
  const machine = inertOf(adminShellMachine).provide({ actors: { tabs: tabs as never } });
  const actor = createActor(machine, { input: { ...inputAt(route), owner } }).start();
  actor.send(done('loadShell', strip ? { ...begun, strip } : begun) as never);
  return { actor, reports, told, inputs, value: () => actor.getSnapshot().value };
}
const inView = (page: string, rights = 'known') => ({ ready: { page, rights } });
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
    expect(value()).toEqual(inView('redirected'));
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
    expect(value()).toEqual(inView(view));
    expect(selectWantedPath(actor.getSnapshot())).toBe(wanted);
    expect([reports.length, told]).toEqual([1, [{ type: 'tabs.left' }]]);
  });

  it('opens the page that the address shows as a tab, with what its rules grant', () => {
    const { told, value } = shellAt(inShell('goods'));
    const abilities = { mayAdd: true, mayEdit: false, mayDelete: false, maySort: true };
    expect(value()).toEqual(inView('onPage'));
    expect(told).toEqual([
      { type: 'tab.opened', tab: { ...routeNamed('goods'), search: '', section: { ...sectionOf('goods'), abilities } } },
    ]);
  });

  it('begins its strip with what is known of it, as far as there are pages', () => {
    const [orders, gone] = [
      { path: '/admin/orders', search: '?page=2', isPinned: true },
      { path: '/admin/gone', search: '', isPinned: true },
    ];
    const { inputs } = shellAt(inShell('goods'), {
      fullScreen: true,
      tabs: [gone, orders],
      closed: [
        { ...gone, at: 4 },
        { ...orders, isPinned: false, at: 1 },
      ],
      offered: [orders, gone],
    });
    const page = { path: '/admin/orders', search: '?page=2', section: null };
    expect(inputs).toMatchObject([
      { fullScreen: true, kept: [{ page, isPinned: true }], closed: [{ ...page, isPinned: false, at: 1 }], restorable: [page] },
    ]);
  });

  it('begins with an empty strip where nothing is known', () => {
    expect(shellAt(inShell('goods')).inputs).toMatchObject([{ fullScreen: false, kept: [], closed: [], restorable: [] }]);
  });
});

const known = ({ actor }: ReturnType<typeof shellAt>) => {
  const { sections, later } = selectStart(actor.getSnapshot())!;
  return [sections, later];
};

describe('a table whose declaration is still to come', () => {
  const early: ShellStart = { ...start, later: ['orders', 'secret'] };
  const arrived = { type: 'shell.declared', sections: { orders: sectionOf('orders'), goods: sectionOf('others') } } as const;
  const withOrders = { goods: sectionOf('goods'), orders: sectionOf('orders') };

  it('is known as a table, and opens as one once it is here', () => {
    const shell = shellAt(inShell('goods'), undefined, early);
    expect(selectPageAt('/admin/orders')(shell.actor.getSnapshot())).toEqual({ ...routeNamed('orders'), hasSection: true });
    shell.actor.send(arrived);
    expect(known(shell)).toEqual([withOrders, ['secret']]);
    shell.actor.send(addressed(inShell('orders')));
    const section = { ...sectionOf('orders'), abilities: NO_ABILITIES };
    expect(shell.told.at(-1)).toEqual({ type: 'tab.opened', tab: { ...routeNamed('orders'), search: '', section } });
  });

  it('is taken from nobody who does not wait for it', () => {
    const shell = shellAt(inShell('goods'), undefined, { ...start, later: ['secret'] });
    shell.actor.send(arrived);
    expect(known(shell)).toEqual([{ goods: sectionOf('goods') }, ['secret']]);
  });

  it('stays where the rights that are read meanwhile know nothing of it', () => {
    const shell = shellAt(inShell('goods'), undefined, early);
    shell.actor.send(arrived);
    shell.actor.send({ type: 'shell.permissionsInvalidated' });
    answer(shell, done('readRights', structuredClone(early)));
    expect(known(shell)).toEqual([withOrders, ['secret']]);
  });

  it('is asked for with the page that is wanted', () => {
    const asked: unknown[] = [];
    const machine = inertOf(adminShellMachine).provide({
      actors: { loadShell: fromCallback(({ input }) => void asked.push(input)) as never },
    });
    for (const route of [at('/admin/orders'), inShell('goods'), at('/admin')]) createActor(machine, { input: inputAt(route) }).start();
    expect(asked).toEqual([
      { area: 'admin', path: '/admin/orders' },
      { area: 'admin', path: '/admin/goods' },
      { area: 'admin', path: '/admin/loading' },
    ]);
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

it('the frame knows what is granted on the page it shows', () => {
  const facts = permissionFacts(shellAt(inShell('goods')).actor.getSnapshot());
  expect([isPermitted('add', facts), isPermitted('edit', facts), isPermitted('goods/edit', facts)]).toEqual([true, false, true]);
});

const makeStale = (route = inShell('orders')) => {
  const shell = shellAt(route);
  shell.actor.send({ type: 'shell.permissionsInvalidated' });
  return shell;
};
const answer = ({ actor }: ReturnType<typeof shellAt>, event: unknown) => {
  actor.send({ type: 'xstate.after.gathering.adminShell.ready.rights.stale' } as never);
  actor.send(event as AdminShellEvent);
};

describe('when rights are stale the shell', () => {
  it('waits a moment for what becomes stale with it, then reads them', () => {
    const { actor, value } = makeStale();
    expect(value()).toEqual(inView('onPage', 'stale'));
    actor.send({ type: 'xstate.after.gathering.adminShell.ready.rights.stale' } as never);
    expect([value(), actor.getSnapshot().children['readRights'] !== undefined]).toEqual([inView('onPage', 'reading'), true]);
  });

  it('tells tabs and owner what they are, and says of the open page that its right is gone', () => {
    const shell = makeStale();
    answer(shell, done('readRights', less));
    expect(shell.value()).toEqual(inView('noPermission'));
    expect(shell.reports.at(-1)).toMatchObject({ type: 'shell.started', start: { menu: less.menu } });
    const pages = [{ ...routeNamed('goods'), search: '', section: { ...sectionOf('goods'), abilities: NO_ABILITIES } }];
    expect(shell.told.slice(1)).toEqual([{ type: 'tabs.rightsChanged', pages }, { type: 'tabs.left' }]);
  });

  it('opens the page again once the right is back', () => {
    const shell = makeStale();
    answer(shell, done('readRights', less));
    shell.actor.send({ type: 'shell.permissionsInvalidated' });
    answer(shell, done('readRights', start));
    expect([shell.value(), shell.told.at(-1)]).toMatchObject([inView('onPage'), { type: 'tab.opened', tab: { path: '/admin/orders' } }]);
  });

  it('knows that a page exists which was there a moment ago', () => {
    const shell = makeStale(inShell('goods'));
    answer(shell, done('readRights', less));
    shell.actor.send(addressed(at('/admin/orders')));
    expect(shell.value()).toEqual(inView('noPermission'));
  });

  it('keeps the menu’s identity where nothing has changed', () => {
    const shell = makeStale();
    const before = selectStart(shell.actor.getSnapshot())?.menu;
    answer(shell, done('readRights', structuredClone(start)));
    expect(selectStart(shell.actor.getSnapshot())?.menu).toBe(before);
    expect(shell.value()).toEqual(inView('onPage'));
  });

  const slow = new FailureError({ kind: 'rejected', code: 0, message: 'This took too long', isPassing: true });
  it.each([
    ['the line is down', new FailureError({ kind: 'timeout' })],
    ['the server is slow', slow],
  ])('stays as it is when %s', (_, error) => {
    const shell = makeStale();
    answer(shell, failed('readRights', error));
    expect(shell.value()).toEqual(inView('onPage'));
  });

  it('gives up when the server says there is no menu, once nothing is unsaved', () => {
    const shell = makeStale();
    shell.actor.send({ type: 'work.unsavedChanged', isUnsaved: true });
    answer(shell, failed('readRights', rejection('refusals.noMenu')));
    expect(shell.value()).toEqual(inView('onPage'));
    expect(shell.actor.getSnapshot().children['tabs']).toBeDefined();
    shell.actor.send({ type: 'work.unsavedChanged', isUnsaved: false });
    shell.actor.send({ type: 'shell.permissionsInvalidated' });
    answer(shell, failed('readRights', rejection('refusals.noMenu')));
    expect(shell.value()).toBe('failed');
    expect(shell.reports.at(-1)).toEqual({ type: 'work.unsavedChanged', isUnsaved: false });
  });

  it('keeps what is unsaved where no page is left, and leaves once it is not', () => {
    const shell = makeStale();
    shell.actor.send({ type: 'work.unsavedChanged', isUnsaved: true });
    answer(shell, done('readRights', empty));
    expect(shell.value()).toEqual(inView('noPermission'));
    shell.actor.send({ type: 'work.unsavedChanged', isUnsaved: false });
    shell.actor.send(addressed(at('/admin')));
    expect(shell.value()).toBe('noMenus');
    expect(shell.reports.at(-1)).toEqual({ type: 'work.unsavedChanged', isUnsaved: false });
  });

  it('does not ask when somebody was away for a moment only', () => {
    const { actor, value } = shellAt(inShell('goods'));
    actor.send({ type: 'shell.shown', awayMs: 59_999 });
    expect(value()).toEqual(inView('onPage'));
    actor.send({ type: 'shell.shown', awayMs: 60_000 });
    expect(value()).toEqual(inView('onPage', 'reading'));
  });
});
