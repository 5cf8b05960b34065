import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { waitFor } from 'xstate';
import type { Troupe } from '#actors/app/create-app';
import { readTables, rememberTable } from '#actors/table/table-slice';
import { Secret } from '#domain/base/secret';
import { DEFAULT_TABLE_SETTINGS } from '#domain/table/table-settings';
import { selectTabsRef, type AdminShellRef } from '#machines/shell/admin-shell.machine';
import { selectAdminShell } from '#machines/app/app.machine';
import type { CollectionRef } from '#machines/table/collection.selectors';
import { selectRoute } from '#machines/app/navigation.machine';
import { selectSection, selectTabs, type TabsRef } from '#machines/shell/tabs.machine';
import { createTestWorld, startTestApp } from '#tests/support/app.ts';
import { createTestServer, TEST_PASSWORD, type TestServer } from '#tests/support/server.ts';

const KEY = 'storeTables';
const PAGE = '/admin/goods/goods';
const COMPACT = { ...DEFAULT_TABLE_SETTINGS, density: 'compact' as const };
const NARROW = { ...DEFAULT_TABLE_SETTINGS, hidden: ['stock'], widthsPx: { price: 90 }, order: ['price', 'title'] };

const portsWith = (text?: string) => createTestWorld({ stored: new Map(text === undefined ? [] : [[KEY, text]]) });

const shown = async ({ app }: Troupe, path: string) => {
  await waitFor(app.getSnapshot().children.navigation!, (snapshot) => snapshot.matches('settled') && selectRoute(snapshot)?.path === path);
};

async function goodsOf({ app }: Troupe): Promise<CollectionRef> {
  await waitFor(app, (snapshot) => selectAdminShell(snapshot) !== undefined);
  const shell = selectAdminShell(app.getSnapshot()) as AdminShellRef;
  await waitFor(shell, (snapshot) => snapshot.matches({ ready: { page: 'onPage' } }));
  const tabs = (selectTabsRef(shell.getSnapshot()) as TabsRef).getSnapshot();
  return selectSection(
    tabs,
    selectTabs(tabs).find((tab) => tab.path === PAGE)!,
  )!;
}

const refuseFull = (): never => {
  throw new Error('QuotaExceededError');
};

describe('how tables look', () => {
  it('is kept for each account and each table', () => {
    const { ports, stored } = portsWith();
    rememberTable(ports, 1, 'goods', NARROW);
    rememberTable(ports, 2, 'goods', COMPACT);
    rememberTable(ports, 1, 'member', COMPACT);
    expect([readTables(ports, 1), readTables(ports, 2), readTables(ports, 3)]).toEqual([
      { goods: NARROW, member: COMPACT },
      { goods: COMPACT },
      {},
    ]);
    expect(JSON.parse(stored.get(KEY)!)).toEqual({
      version: 2,
      value: { 1: { goods: NARROW, member: COMPACT }, 2: { goods: COMPACT } },
    });
  });

  it('goes over to the first account where it was kept without one', () => {
    const { ports } = portsWith(JSON.stringify({ version: 1, value: { goods: NARROW } }));
    expect([readTables(ports, 7), readTables(ports, 8), readTables(ports, 7)]).toEqual([{ goods: NARROW }, {}, { goods: NARROW }]);
  });

  it.each([
    ['half of it', '{"version":2,"val'],
    ['another version', '{"version":3,"value":{"1":{"goods":{}}}}'],
    ['a list', '{"version":2,"value":[1,2]}'],
    ['a text for the account', '{"version":2,"value":{"1":"oops"}}'],
    ['a list for the account', '{"version":2,"value":{"1":["goods"]}}'],
    ['damaged tables of nobody', '{"version":1,"value":"oops"}'],
  ])('falls back where there is %s, and can be kept again', (_case, text) => {
    const { ports } = portsWith(text);
    expect(readTables(ports, 1)).toEqual({});
    rememberTable(ports, 1, 'goods', COMPACT);
    expect(readTables(ports, 1)).toEqual({ goods: COMPACT });
  });

  it('is lost, and only that, when storage is full', () => {
    const { ports, logged } = portsWith();
    rememberTable({ ...ports, storage: { ...ports.storage, write: refuseFull } }, 1, 'goods', COMPACT);
    expect(logged).toEqual(['not stored: how tables look']);
  });
});

describe('two people at one browser', () => {
  let server: TestServer;
  const stored = new Map([[KEY, JSON.stringify({ version: 1, value: { goods: { density: 'compact' } } })]]);
  beforeAll(async () => {
    server = await createTestServer();
    await server.addAdmin('clerk', ['goods', 'goods/goods', 'goods/goods/index']);
  });
  afterAll(() => server.close());

  /** Signs in, does something with the list of goods, and signs out. */
  async function asPerson(username: string, work: (goods: CollectionRef) => void): Promise<void> {
    const world = createTestWorld({ href: PAGE, stored, fetch: (request) => server.app.fetch(request) });
    const troupe = startTestApp(world);
    const { adminSession } = troupe.app.getSnapshot().children;
    await shown(troupe, '/admin/login');
    adminSession!.send({ type: 'session.signInRequested', username, password: new Secret(TEST_PASSWORD), keep: true });
    await shown(troupe, PAGE);
    work(await goodsOf(troupe));
    adminSession!.send({ type: 'session.signOutRequested' });
    await waitFor(troupe.app, () => world.reloads() === 1);
    troupe.app.stop();
  }

  it('find each their own columns, and the first one what lay there', async () => {
    const seen: unknown[] = [];
    const look = (goods: CollectionRef) => void seen.push(goods.getSnapshot().context.table);
    await asPerson('admin', (goods) => {
      look(goods);
      goods.send({ type: 'collection.tableArranged', table: NARROW });
    });
    await asPerson('clerk', look);
    await asPerson('admin', look);
    expect(seen).toEqual([COMPACT, DEFAULT_TABLE_SETTINGS, NARROW]);
  });
});
