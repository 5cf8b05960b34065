import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { waitFor } from 'xstate';
import type { Troupe } from '#actors/app/create-app';
import { saveView } from '#api/contract/table/saved-view';
import { Secret } from '#domain/base/secret';
import { selectTabsRef, type AdminShellRef } from '#machines/shell/admin-shell.machine';
import { selectAdminShell } from '#machines/app/app.machine';
import { selectTable, type CollectionRef } from '#machines/table/collection.selectors';
import { selectRoute } from '#machines/app/navigation.machine';
import { selectSection, selectTabs } from '#machines/shell/tabs.machine';
import { createTestWorld, startTestApp } from '#tests/support/app.ts';
import { createTestServer, TEST_PASSWORD, type TestServer } from '#tests/support/server.ts';

const GOODS = '/admin/goods/goods';

describe('a list with a default view', () => {
  let server: TestServer;
  let troupe: Troupe;
  const lists: string[] = [];

  beforeAll(async () => {
    server = await createTestServer();
    const { token } = await server.signIn();
    const columns = { order: [], shown: ['unit'], hidden: ['tags'], pinned: [], widthsPx: {} };
    const view = { resource: 'goods', name: 'On sale', scope: 'own', is_default: true, params: { order: 'price,desc', status: 'on' }, columns } as const; // prettier-ignore
    await server.call(saveView, view, { token });
    const world = createTestWorld({
      href: GOODS,
      fetch: (request) => {
        const { pathname, searchParams } = new URL(request.url);
        if (pathname.endsWith('/goods.Goods/index')) lists.push(searchParams.get('order') ?? '');
        return server.app.fetch(request);
      },
    });
    troupe = startTestApp(world);
    await waitFor(navigation(), (one) => one.matches('settled') && selectRoute(one)?.path === '/admin/login');
    const { adminSession } = troupe.app.getSnapshot().children;
    adminSession!.send({ type: 'session.signInRequested', username: 'admin', password: new Secret(TEST_PASSWORD), keep: true });
  });
  afterAll(async () => {
    troupe.app.stop();
    await server.close();
  });

  const navigation = () => troupe.app.getSnapshot().children.navigation!;
  const section = (): CollectionRef => {
    const tabs = selectTabsRef((selectAdminShell(troupe.app.getSnapshot()) as AdminShellRef).getSnapshot())!.getSnapshot();
    return selectSection(
      tabs,
      selectTabs(tabs).find(({ path }) => path === GOODS)!,
    )!;
  };

  it('is read once, by that view, which the address names and the columns follow', async () => {
    await waitFor(navigation(), (one) => one.matches('settled') && selectRoute(one)?.search === '?order=price%2Cdesc&status=on');
    await waitFor(section(), ({ context }) => context.rows !== null);
    expect(lists).toEqual(['price,desc']);
    const { shown, hidden } = selectTable(section().getSnapshot());
    expect([shown, hidden]).toEqual([['unit'], ['tags']]);
  });
});
