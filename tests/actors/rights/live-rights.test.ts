import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { waitFor } from 'xstate';
import type { Troupe } from '#actors/app/create-app';
import { reportStalePermissions } from '#actors/rights/permissions-stale';
import type { Call } from '#api/client';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { adminGroup } from '#sections/admin-group/admin-group.resource.ts';
import { adminRule } from '#sections/admin-rule/admin-rule.resource.ts';
import { goods } from '#sections/goods/goods.resource.ts';
import { NO_ABILITIES } from '#domain/table/abilities';
import { FailureError, type Failure } from '#domain/base/failure';
import { Secret } from '#domain/base/secret';
import { selectIsForbidden, selectMenuItems, selectTabsRef, type AdminShellRef } from '#machines/shell/admin-shell.machine';
import { selectAdminShell } from '#machines/app/app.machine';
import { selectAbilities, type CollectionRef } from '#machines/table/collection.selectors';
import { selectRoute } from '#machines/app/navigation.machine';
import { selectGonePaths, selectSection, selectTabs } from '#machines/shell/tabs.machine';
import { createTestWorld, startTestApp, type TestWorld } from '#tests/support/app.ts';
import { createTestServer, TEST_PASSWORD, type TestServer } from '#tests/support/server.ts';

const GROUPS = resourceEndpoints(adminGroup);
const PAGE = '/admin/goods/goods';
const PAGES = ['dashboard', 'dashboard/index', 'goods', 'goods/goods', 'goods/goods/index'];
const ALL = [...PAGES, 'goods/goods/add', 'goods/goods/edit', 'goods/goods/del'];

describe('an administrator whose rights change while a page is open', () => {
  let server: TestServer;
  let world: TestWorld;
  let troupe: Troupe;
  let nowMs = 1_768_435_200_000;
  let hasLine = true;
  const asked: string[] = [];
  let superToken: string;
  let editor: { readonly groupId: number };
  const ruleIds = new Map<string, number>();

  beforeAll(async () => {
    server = await createTestServer();
    superToken = (await server.signIn()).token;
    for (const { id, name } of await server.database.kysely.selectFrom('admin_rule').select(['id', 'name']).execute())
      ruleIds.set(name, id);
    editor = await server.addAdmin('editor', ALL);
    world = createTestWorld({ href: PAGE, fetch: (request) => (asked.push(new URL(request.url).pathname), server.app.fetch(request)) });
    const page = { ...world.ports.page, isOnline: () => hasLine };
    const clock = { ...world.ports.clock, now: () => nowMs };
    troupe = startTestApp({ ...world, ports: { ...world.ports, clock, page } });
    await pathShown('/admin/login');
    const { adminSession } = troupe.app.getSnapshot().children;
    adminSession!.send({ type: 'session.signInRequested', username: 'editor', password: new Secret(TEST_PASSWORD), keep: true });
    await pathShown(PAGE);
    await waitFor(section(), ({ context }) => context.rows !== null);
  });
  afterAll(async () => {
    troupe.app.stop();
    await server.close();
  });
  beforeEach(async () => {
    await grant(ALL);
    shell().send({ type: 'shell.permissionsInvalidated' });
    await waitFor(section(), (snapshot) => selectAbilities(snapshot).mayEdit && selectAbilities(snapshot).mayDelete);
  });

  const grant = (names: readonly string[]) =>
    server.call(GROUPS.save, { id: editor.groupId, rules: names.map((name) => String(ruleIds.get(name))) }, { token: superToken });
  const shell = () => selectAdminShell(troupe.app.getSnapshot()) as AdminShellRef;
  const tabs = () => selectTabsRef(shell().getSnapshot())!;
  const section = (): CollectionRef => {
    const snapshot = tabs().getSnapshot();
    return selectSection(
      snapshot,
      selectTabs(snapshot).find(({ path }) => path === PAGE)!,
    )!;
  };
  const pathShown = (path: string) =>
    waitFor(troupe.app.getSnapshot().children.navigation!, (one) => one.matches('settled') && selectRoute(one)?.path === path);

  it('has their save refused, loses nothing of the form, and cannot save again', async () => {
    const id = section().getSnapshot().context.rows![0]!.id;
    section().send({ type: 'collection.editRequested', key: 'k', ids: [id] });
    const form = section().getSnapshot().children.recordForm!;
    await waitFor(form, (snapshot) => snapshot.matches('editing'));
    form.send({ type: 'form.fieldChanged', field: 'title', value: 'Half a name' });
    await grant(PAGES);
    form.send({ type: 'form.submitted' });
    await waitFor(form, (snapshot) => snapshot.matches('editing') && snapshot.context.failure !== null);
    expect(form.getSnapshot().context).toMatchObject({
      failure: { kind: 'rejected', code: 401, message: '您没有执行此操作的权限。' },
      values: { title: 'Half a name' },
    });
    await waitFor(section(), (snapshot) => !selectAbilities(snapshot).mayEdit);
    expect(selectAbilities(section().getSnapshot())).toEqual(NO_ABILITIES);
    expect(form.getSnapshot().context.values['title']).toBe('Half a name');
    form.send({ type: 'form.closeRequested' });
    form.send({ type: 'form.closeConfirmed' });
  });

  it('sees what is left when they come back to the window after more than a minute', async () => {
    await grant(['dashboard', 'dashboard/index']);
    world.visible.next(false);
    nowMs += 30_000;
    world.visible.next(true);
    expect(
      shell()
        .getSnapshot()
        .matches({ ready: { rights: 'known' } }),
    ).toBe(true);
    world.visible.next(false);
    nowMs += 60_000;
    world.visible.next(true);
    await waitFor(shell(), selectIsForbidden);
    expect(selectMenuItems(shell().getSnapshot()).map(({ name }) => name)).toEqual(['dashboard']);
    expect(selectGonePaths(tabs().getSnapshot())).toEqual([PAGE]);
    // The strip keeps the tab; asking for it says why there is nothing to see.
    tabs().send({ type: 'tab.chosen', path: PAGE });
    await waitFor(
      troupe.app.getSnapshot().children.navigation!,
      (one) => one.matches('settled') && selectRoute(one)?.page === 'adminLoading',
    );
    await waitFor(shell(), selectIsForbidden);
    await grant(ALL);
    shell().send({ type: 'shell.permissionsInvalidated' });
    await pathShown(PAGE);
  });

  it('sees a rule that they write themselves in the menu at once', async () => {
    const rights = ['auth', 'auth/rule', 'auth/rule/index', 'auth/rule/edit'];
    await grant([...ALL, ...rights]);
    shell().send({ type: 'shell.permissionsInvalidated' });
    await waitFor(shell(), (snapshot) => selectMenuItems(snapshot).some(({ name }) => name === 'auth'));
    await troupe.call(resourceEndpoints(adminRule).save, { id: ruleIds.get('dashboard')!, title: 'Today' });
    const after = await waitFor(shell(), (snapshot) => selectMenuItems(snapshot).some(({ title }) => title === 'Today'));
    expect(selectMenuItems(after).map(({ title }) => title)).toContain('Today');
  });

  it('has nothing read after sleep before the line is there, and then rights and the list in front', async () => {
    await waitFor(shell(), (one) => one.matches({ ready: { rights: 'known' } }));
    await waitFor(section(), (one) => !one.hasTag('busy'));
    world.visible.next(false);
    nowMs += 61_000;
    hasLine = false;
    asked.length = 0;
    world.visible.next(true);
    world.retryMoments.next();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(asked).toEqual([]);
    hasLine = true;
    world.retryMoments.next();
    expect(
      shell()
        .getSnapshot()
        .matches({ ready: { rights: 'reading' } }),
    ).toBe(true);
    await waitFor(shell(), (one) => one.matches({ ready: { rights: 'known' } }));
    await waitFor(section(), (one) => !one.hasTag('busy'));
    const inAll = asked.length;
    world.retryMoments.next();
    expect([asked.filter((path) => path.endsWith('goods.Goods/index')).length, asked.length]).toEqual([1, inAll]);
  });
});

const rejected = (code: number): Failure => ({ kind: 'rejected', code, message: 'no' });
const http = (status: number): Failure => ({ kind: 'http', status, url: '/x' });

describe('a call', () => {
  const ENDPOINTS = resourceEndpoints(goods);

  it.each([
    ['a write to the groups', GROUPS.save, null, 1],
    ['a deletion of groups', GROUPS.remove, null, 1],
    ['reading the groups', GROUPS.list, null, 0],
    ['a write elsewhere', ENDPOINTS.save, null, 0],
    ['a refused write to the groups', GROUPS.save, rejected(0), 0],
    ['one without a right', ENDPOINTS.list, rejected(401), 1],
    ['one that a proxy refuses with 401', ENDPOINTS.list, http(401), 1],
    ['one that a proxy refuses with 403', ENDPOINTS.list, http(403), 1],
    ['one that is not found', ENDPOINTS.list, http(404), 0],
    ['one that times out', ENDPOINTS.list, { kind: 'timeout' } as const, 0],
    ['one of a member without a right', { ...ENDPOINTS.list, path: '/api/account/overview' as const }, rejected(401), 0],
  ])('%s makes rights stale %#', async (_case, endpoint, failure, doubts) => {
    let count = 0;
    const inner = (() => (failure ? Promise.reject(new FailureError(failure)) : Promise.resolve('answer'))) as unknown as Call;
    const call = reportStalePermissions(inner, () => (count += 1));
    const answer = call(endpoint, {}).catch((error: unknown) => (error as FailureError).failure);
    expect([await answer, count]).toEqual([failure ?? 'answer', doubts]);
  });
});
