import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { waitFor } from 'xstate';
import type { Troupe } from '#actors/app/create-app';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { replay } from '#tests/support/replay.ts';
import { readJournal } from '#domain/observe/journal-file';
import { Secret } from '#domain/base/secret';
import type { MemberInfo } from '#domain/session/people';
import { selectAdminShell } from '#machines/app/app.machine';
import { selectMenuItems, selectTabsRef, selectWantedPath, type AdminShellRef } from '#machines/shell/admin-shell.machine';
import { selectRoute } from '#machines/app/navigation.machine';
import { selectActiveTab, selectSection, selectTabs, type TabsRef } from '#machines/shell/tabs.machine';
import { admin } from '#sections/admin/admin.resource.ts';
import { createTestWorld, startTestApp, type TestWorld } from '#tests/support/app.ts';
import { expectFolded, livingMachines } from '#tests/support/lives/living.ts';
import { TEST_PASSWORD, createTestServer, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

const worldAt = (href: string, stored = new Map<string, string>()): TestWorld =>
  createTestWorld({ href, stored, fetch: (request) => server.app.fetch(request) });

const pathShown = async ({ app }: Troupe, path: string): Promise<void> => {
  const { navigation } = app.getSnapshot().children;
  await waitFor(navigation!, (snapshot) => snapshot.matches('settled') && selectRoute(snapshot)?.path === path);
};

const signIn = ({ app }: Troupe, username = 'admin'): void => {
  app
    .getSnapshot()
    .children.adminSession!.send({ type: 'session.signInRequested', username, password: new Secret(TEST_PASSWORD), keep: true });
};

const shellOf = ({ app }: Troupe): AdminShellRef => selectAdminShell(app.getSnapshot()) as AdminShellRef;
const tabsOf = (troupe: Troupe): TabsRef => selectTabsRef(shellOf(troupe).getSnapshot()) as TabsRef;
const go = ({ app }: Troupe, to: string) => app.getSnapshot().children.navigation!.send({ type: 'navigation.requested', to, mode: 'push' });

describe('a visitor', () => {
  it('comes home', async () => {
    const world = worldAt('/');
    const troupe = startTestApp(world);
    await pathShown(troupe, '/');
    expect(world.loaded.map((route) => route.page)).toEqual(['home']);
    troupe.app.stop();
  });

  it('is led from a page of the back office to the login page and, signed in, back to the page', async () => {
    const world = worldAt('/admin/goods/goods?status=on&kw=50%25%20off');
    const troupe = startTestApp(world);
    await pathShown(troupe, '/admin/login');
    expect(world.loaded.map((route) => route.page)).toEqual(['adminLoading', 'adminLogin']);
    signIn(troupe);
    await pathShown(troupe, '/admin/goods/goods');
    expect(world.entries).toEqual(['/admin/goods/goods?status=on&kw=50%25+off']);
    const tabs = tabsOf(troupe).getSnapshot();
    expect(selectActiveTab(tabs)).toMatchObject({ path: '/admin/goods/goods', search: '?status=on&kw=50%25+off', name: 'goods/goods' });
    troupe.app.stop();
  });
});

describe('an administrator', () => {
  let stored: Map<string, string>;
  beforeAll(async () => {
    stored = new Map();
    const troupe = startTestApp(worldAt('/admin/login', stored));
    await pathShown(troupe, '/admin/login');
    signIn(troupe);
    await pathShown(troupe, '/admin/dashboard');
    troupe.app.stop();
  });

  it('stays signed in after a reload and sees the menu', async () => {
    const troupe = startTestApp(worldAt('/admin', new Map(stored)));
    await pathShown(troupe, '/admin/dashboard');
    expect(selectMenuItems(shellOf(troupe).getSnapshot()).map((item) => item.name)).toEqual([
      'dashboard',
      'auth',
      'goods',
      'user',
      'content',
      'chat',
      'routine',
      'moduleStore/moduleStore',
      'security',
      'crud/crud',
    ]);
    troupe.app.stop();
  });

  it('sees the not-found view, and no tab, at an address that is no page', async () => {
    const troupe = startTestApp(worldAt('/admin/none/such', new Map(stored)));
    await waitFor(
      troupe.app,
      (snapshot) =>
        selectAdminShell(snapshot)
          ?.getSnapshot()
          .matches({ ready: { page: 'notFound' } }) ?? false,
    );
    expect(selectWantedPath(shellOf(troupe).getSnapshot())).toBe('/admin/none/such');
    expect(selectTabs(tabsOf(troupe).getSnapshot())).toEqual([]);
    troupe.app.stop();
  });

  it('keeps a half-filled form while looking at another tab, and loses it with the tab', async () => {
    const troupe = startTestApp(worldAt('/admin/goods/goods', new Map(stored)));
    await pathShown(troupe, '/admin/goods/goods');
    const goods = () => {
      const tabs = tabsOf(troupe).getSnapshot();
      return selectSection(
        tabs,
        selectTabs(tabs).find((tab) => tab.path === '/admin/goods/goods')!,
      )!;
    };
    await waitFor(goods(), (snapshot) => snapshot.context.rows !== null);
    goods().send({ type: 'collection.addRequested', key: 'k' });
    goods().getSnapshot().children.recordForm!.send({ type: 'form.fieldChanged', field: 'title', value: '半' });
    go(troupe, '/admin/goods/category');
    await pathShown(troupe, '/admin/goods/category');
    go(troupe, '/admin/goods/goods');
    await pathShown(troupe, '/admin/goods/goods');
    expect(goods().getSnapshot().children.recordForm!.getSnapshot().context.values['title']).toBe('半');

    tabsOf(troupe).send({ type: 'tab.closeRequested', path: '/admin/goods/goods' });
    expect(tabsOf(troupe).getSnapshot().value).toBe('asking');
    tabsOf(troupe).send({ type: 'tabs.closeConfirmed' });
    await pathShown(troupe, '/admin/goods/category');
    go(troupe, '/admin/goods/goods');
    await pathShown(troupe, '/admin/goods/goods');
    expect(goods().getSnapshot().children.recordForm).toBeUndefined();
    troupe.app.stop();
  });

  it('is told by name what was written, also where nothing offers to take it back', async () => {
    const world = worldAt('/admin/dashboard', new Map(stored));
    const troupe = startTestApp(world);
    await pathShown(troupe, '/admin/dashboard');
    const said = () => world.notices.filter(([kind]) => kind === 'succeeded').map(([, what]) => what);
    const { add } = resourceEndpoints(admin);
    await troupe.call(add, { username: 'keeper', nickname: 'Keeper', password: TEST_PASSWORD, group_arr: [2] });
    await expect
      .poll(said)
      .toEqual([
        expect.objectContaining({ about: { undo: undefined, news: { action: 'add', title: 'keeper', count: 1 }, history: undefined } }),
      ]);
    troupe.app.stop();
  });

  it('finds the filters of a table in the address', async () => {
    const world = worldAt('/admin/goods/goods', new Map(stored));
    const troupe = startTestApp(world);
    await pathShown(troupe, '/admin/goods/goods');
    const tabs = tabsOf(troupe).getSnapshot();
    const goods = selectSection(tabs, selectActiveTab(tabs)!)!;
    await waitFor(goods, (snapshot) => snapshot.context.rows !== null);
    goods.send({ type: 'collection.pageChosen', page: 2 });
    await waitFor(goods, (snapshot) => snapshot.context.query.page === 2 && !snapshot.hasTag('busy'));
    await waitFor(troupe.app, () => world.entries.at(-1) === '/admin/goods/goods?page=2');
    expect(goods.getSnapshot().context.rows).toHaveLength(10);
    troupe.app.stop();
  });

  it('opens the first page again after closing all tabs', async () => {
    const troupe = startTestApp(worldAt('/admin/goods/goods', new Map(stored)));
    await pathShown(troupe, '/admin/goods/goods');
    tabsOf(troupe).send({ type: 'tabs.closeRequested', keep: null });
    await pathShown(troupe, '/admin/dashboard');
    tabsOf(troupe).send({ type: 'tabs.closeRequested', keep: null });
    expect(selectTabs(tabsOf(troupe).getSnapshot()).map((tab) => tab.path)).toEqual(['/admin/dashboard']);
    troupe.app.stop();
  });

  it('signs out: the stored person is gone and the page reloads', async () => {
    const own = new Map<string, string>();
    const world = worldAt('/admin/login', own);
    const troupe = startTestApp(world);
    await pathShown(troupe, '/admin/login');
    signIn(troupe);
    await pathShown(troupe, '/admin/dashboard');
    expect(own.has('adminInfo')).toBe(true);
    troupe.app.getSnapshot().children.adminSession!.send({ type: 'session.signOutRequested' });
    await waitFor(troupe.app, () => world.reloads() === 1);
    expect([own.has('adminInfo'), world.ledTo]).toEqual([false, []]);
    troupe.app.stop();
  });

  it('signs out, and goes on to the provider that the session began at', async () => {
    const own = new Map<string, string>();
    const to = 'https://login.example.com/end?state=a';
    const sent: unknown[] = [];
    const world = createTestWorld({
      href: '/admin/login',
      stored: own,
      fetch: async (request) => {
        if (!request.url.includes('logout')) return server.app.fetch(request);
        sent.push(await request.json());
        return Response.json({ code: 1, msg: '', time: 0, data: { to } });
      },
    });
    const troupe = startTestApp(world);
    await pathShown(troupe, '/admin/login');
    signIn(troupe);
    await pathShown(troupe, '/admin/dashboard');
    troupe.app.getSnapshot().children.adminSession!.send({ type: 'session.signOutRequested' });
    await waitFor(troupe.app, () => world.reloads() === 1);
    expect([own.has('adminInfo'), world.ledTo]).toEqual([false, [to]]);
    expect(sent).toMatchObject([{ origin: 'http://localhost:8000', refreshToken: expect.any(String) as string }]);
    // Other tabs of the browser hear of it as of any sign-out.
    expect(world.posted).toContainEqual({ type: 'session.changed', area: 'admin', isSignOut: true });
    troupe.app.stop();
  });
});

it('whoever signs out of the member centre leaves no address in the window that a code was sent to', async () => {
  const world = createTestWorld({ href: '/user/login', fetch: async () => Response.json({ code: 1, msg: '', time: 0, data: null }) });
  for (const key of ['storeCodeSignIn', 'storePasswordReset', 'storeDrafts']) world.ownStored.set(key, '{}');
  const troupe = startTestApp(world);
  const session = troupe.app.getSnapshot().children.memberSession!;
  const tokens = { token: new Secret('t'), refreshToken: null };
  session.send({ type: 'session.entered', person: { id: 1, money: 0 } as unknown as MemberInfo, tokens });
  session.send({ type: 'session.signOutRequested' });
  await waitFor(troupe.app, () => world.reloads() === 1);
  expect([...world.ownStored.keys()]).toEqual(['storeDrafts']);
  troupe.app.stop();
});

describe('the journal of a whole visit', () => {
  it('folds to the state of every living machine and knows no secret', async () => {
    const own = new Map<string, string>();
    const troupe = startTestApp(worldAt('/admin/goods/goods', own));
    await pathShown(troupe, '/admin/login');
    signIn(troupe);
    await pathShown(troupe, '/admin/goods/goods');
    const text = troupe.journal.export();
    const token = (JSON.parse(own.get('adminInfo')!) as { value: { token: string; refreshToken: string } }).value;
    for (const secret of [TEST_PASSWORD, token.token, token.refreshToken]) expect(text).not.toContain(secret);
    expect(text).not.toContain('$unrecordable');

    const { entries } = readJournal(text);
    const folded = replay(entries, (path) => (path === 'app' ? troupe.app.logic : undefined));
    expect(livingMachines(troupe.app).map(([path]) => path)).toContain('app/adminShell/tabs/collection:goods');
    expectFolded(troupe.app, folded);
    troupe.app.stop();
  });
});
