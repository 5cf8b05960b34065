import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { waitFor } from 'xstate';
import type { Troupe } from '#actors/app/create-app';
import { arrivedResources, findResource } from '#actors/base/resource-book';
import { Secret } from '#domain/base/secret';
import { selectAdminShell } from '#machines/app/app.machine';
import { selectRoute } from '#machines/app/navigation.machine';
import {
  selectAdminShellHasFailed,
  selectShellFailure,
  selectStart,
  selectTabsRef,
  type AdminShellRef,
} from '#machines/shell/admin-shell.machine';
import { selectSection, selectTabs } from '#machines/shell/tabs.machine';
import type { CollectionRef } from '#machines/table/collection.selectors';
import { createTestWorld, startTestApp, type TestWorld } from '#tests/support/app.ts';
import { createTestServer, TEST_PASSWORD, type TestServer } from '#tests/support/server.ts';
import { joinedTitle } from '#ui/kit/cells/joined-title.ts';

/** Groups of declarations come over a line that can be cut. */
const line = vi.hoisted(() => ({ cut: new Set<string>(), asked: [] as string[] }));
vi.mock('virtual:sections', async (original) => {
  const real = await original<typeof import('virtual:sections')>();
  const cuttable = Object.entries(real.SECTION_GROUPS).map(([group, load]) => [
    group,
    () => {
      line.asked.push(group);
      return line.cut.has(group) ? Promise.reject(new Error('no line')) : load();
    },
  ]);
  return { ...real, SECTION_GROUPS: Object.fromEntries(cuttable) as typeof real.SECTION_GROUPS };
});

const GOODS = '/admin/goods/goods';
const MEMBERS = '/admin/user/user';
const MODELS = '/admin/chat/model';
const ALL = ['auth', 'chat', 'content', 'goods', 'routine', 'security', 'user'];

describe('the back office while declarations are still to come', () => {
  let server: TestServer;
  let world: TestWorld;
  let troupe: Troupe;

  beforeAll(async () => {
    server = await createTestServer();
    for (const group of ALL) if (group !== 'goods') line.cut.add(group);
    world = createTestWorld({
      href: GOODS,
      fetch: async (request) => {
        const reply = await server.app.fetch(request);
        if (request.url.includes('/goods.Goods/index')) line.asked.push('list');
        return reply;
      },
    });
    troupe = startTestApp(world);
    await waitFor(navigation(), (one) => one.matches('settled') && selectRoute(one)?.path === '/admin/login');
    const { adminSession } = troupe.app.getSnapshot().children;
    adminSession!.send({ type: 'session.signInRequested', username: 'admin', password: new Secret(TEST_PASSWORD), keep: true });
    await shows(GOODS);
  });
  afterAll(async () => {
    troupe.app.stop();
    await server.close();
  });

  const navigation = () => troupe.app.getSnapshot().children.navigation!;
  const shows = (path: string) => waitFor(navigation(), (one) => one.matches('settled') && selectRoute(one)?.path === path);
  const goTo = (to: string) => navigation().send({ type: 'navigation.requested', to, mode: 'push' });
  const shell = () => selectAdminShell(troupe.app.getSnapshot()) as AdminShellRef;
  const section = (path: string): CollectionRef | undefined => {
    const tabs = selectTabsRef(shell().getSnapshot())?.getSnapshot();
    const tab = tabs && selectTabs(tabs).find((one) => one.path === path);
    return tabs && tab && selectSection(tabs, tab);
  };
  const rowsOf = async (path: string) => {
    await vi.waitFor(() => expect(section(path)?.getSnapshot().context.rows ?? null).not.toBeNull(), { timeout: 10_000 });
    return section(path)!.getSnapshot().context;
  };

  it('shows a table with its own group alone, and asks for all others once its list is here and nothing is more urgent', async () => {
    expect((await rowsOf(GOODS)).newRecord).toMatchObject({ status: 'draft', stock: 0 });
    expect(arrivedResources().map(({ name }) => name)).toEqual(['goods', 'goodsCategory']);
    expect(line.asked.slice(0, 2)).toEqual(['goods', 'list']);
    expect(new Set(line.asked)).toEqual(new Set([...ALL, 'list']));
    expect(selectStart(shell().getSnapshot())?.later).toContain('user/user');
    expect(world.defects).toEqual([]);
  });

  it('stays where it is when the group of the next page does not arrive, and says so', async () => {
    goTo(MEMBERS);
    await vi.waitFor(() => expect(world.notices).toContainEqual(['erred', 'errors.navigation.invalidRoute']));
    await shows(GOODS);
    expect([section(MEMBERS), findResource('member')]).toEqual([undefined, undefined]);
    expect((await rowsOf(GOODS)).resource).toBe('goods');
  });

  it('opens that page once its group arrives', async () => {
    line.cut.delete('user');
    goTo(MEMBERS);
    await shows(MEMBERS);
    expect((await rowsOf(MEMBERS)).newRecord).toMatchObject({ username: '' });
    expect(selectStart(shell().getSnapshot())?.later).not.toContain('user/user');
  });

  it('brings the groups of the sections that a page names, so that cells deep in its list know them', async () => {
    expect(joinedTitle({ username: 'ann' }, { kind: 'remoteSelect', of: 'member' })).toBe('ann');
    expect(findResource('chatModel')).toBeUndefined();
    line.cut.delete('chat');
    goTo(MODELS);
    await shows(MODELS);
    await rowsOf(MODELS);
    expect([findResource('chatModel')?.name, findResource('memberGroup')?.name]).toEqual(['chatModel', 'memberGroup']);
  });

  it('offers its start again where what the tabs of the last visit show does not arrive', async () => {
    world.ownStored.clear();
    troupe.app.stop();
    line.cut.add('security');
    const stored = new Map(world.stored);
    world = createTestWorld({ href: '/admin/security/change', stored, fetch: (request) => server.app.fetch(request) });
    troupe = startTestApp(world);
    await vi.waitFor(() => expect(selectAdminShell(troupe.app.getSnapshot())).toBeTruthy());
    await waitFor(shell(), selectAdminShellHasFailed, { timeout: 10_000 });
    expect(selectShellFailure(shell().getSnapshot())).toEqual({ kind: 'unreachable', online: true });
    line.cut.clear();
    shell().send({ type: 'shell.retried' });
    await shows('/admin/security/change');
    expect((await rowsOf('/admin/security/change')).resource).toBe('changeSet');
  });
});
