import { createActor, waitFor } from 'xstate';
import { createApp, type Troupe } from '#actors/app/create-app';
import { writeConfig } from '#actors/app/config-slice';
import { goods } from '#sections/goods/goods.resource.ts';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { listInput } from '#api/list-input';
import { failureOf } from '#domain/base/failure';
import type { Language } from '#domain/base/language';
import { EMPTY_QUERY } from '#domain/table/resource-query';
import type { ResolvedRoute } from '#domain/app/route-target';
import { Secret } from '#domain/base/secret';
import { selectAdminShell } from '#machines/app/app.machine';
import { selectMenuItems, selectTabsRef } from '#machines/shell/admin-shell.machine';
import { selectRoute, type NavigationRef } from '#machines/app/navigation.machine';
import { noticesLogic, type Notice } from '#machines/app/notices.logic';
import { selectActiveTab, selectSection } from '#machines/shell/tabs.machine';
import { startMessages } from '#ui/base/i18n.ts';
import { createNotices } from '#ui/app/notices.ts';
import { createTestWorld, type TestWorld } from '#tests/support/app.ts';
import { TEST_PASSWORD, type TestServer } from '#tests/support/server.ts';
import type { Deed } from './catalogue-scenarios.ts';
import { openCalls, type Line } from './line.ts';
import type { Scenario } from './scenario.ts';

const GOODS_PATH = '/admin/goods/goods';

/** All visits are to one server, which remembers the keys of writes. */
let keys = 0;

export interface VisitOptions {
  readonly language: Language;
  readonly scenario: Scenario;
  readonly username?: string;
  /** The code of this page does not arrive. */
  readonly missingPage?: ResolvedRoute['page'];
}

/** Somebody in the list of goods, with the whole application around them and a faulty line to the server. */
export interface GoodsVisit {
  readonly line: Line;
  readonly world: TestWorld;
  readonly troupe: Troupe;
  /** The messages on the screen. */
  readonly shown: () => readonly Notice[];
  readonly pathShown: (path: string) => Promise<void>;
  /** Does the deed as a visitor would, and comes back when nothing is under way any more. */
  readonly perform: (deed: Deed) => Promise<void>;
  readonly isSignedIn: () => boolean;
  readonly leave: () => void;
}

/** Signs in and opens the list of goods in this language; the scenario plays from there on. */
export async function visitGoods(server: TestServer, options: VisitOptions): Promise<GoodsVisit> {
  const { language, scenario, username = 'admin', missingPage } = options;
  await startMessages(language);
  const line = openCalls(scenario, (request) => server.app.fetch(request));
  const world = createTestWorld({
    href: GOODS_PATH,
    fetch: line.fetch,
    loadPage: async ({ page }) => {
      if (page === missingPage) throw new Error(`the code of ${page} is missing`);
    },
  });
  writeConfig(world.ports.storage, { language });
  const notices = createActor(noticesLogic).start();
  const page = { ...world.ports.page, isOnline: line.isOnline, newKey: () => `visit-key-${(keys += 1)}` };
  const troupe = createApp({ ...world.ports, page, notices: createNotices(notices) }, { version: 'test', build: 'test' });
  const { app, call } = troupe;
  app.start();
  const childrenOf = () => app.getSnapshot().children;
  const navigation = (): NavigationRef => childrenOf().navigation!;
  const pathShown = async (path: string): Promise<void> => {
    await waitFor(navigation(), (snapshot) => snapshot.matches('settled') && selectRoute(snapshot)?.path === path);
  };

  await pathShown('/admin/login');
  childrenOf().adminSession!.send({ type: 'session.signInRequested', username, password: new Secret(TEST_PASSWORD), keep: true });
  await pathShown(GOODS_PATH);
  const shell = selectAdminShell(app.getSnapshot())!;
  const tabs = selectTabsRef(shell.getSnapshot())!;
  const list = selectSection(tabs.getSnapshot(), selectActiveTab(tabs.getSnapshot())!)!;
  // With the session its list ends too, which is as settled as can be.
  const listSettled = () => waitFor(list, (snapshot) => !snapshot.hasTag('busy')).catch(() => null);
  await listSettled();
  const [first, second] = list.getSnapshot().context.rows!.map((row) => row.id) as [number, number];

  const { sort, list: readList } = resourceEndpoints(goods);
  const telling = (failing: Promise<unknown>): Promise<unknown> =>
    failing.catch((error: unknown) => createNotices(notices).failed(failureOf(error)));
  const go = (to: string) => navigation().send({ type: 'navigation.requested', to, mode: 'push' });
  const step = async (): Promise<void> => {
    list.send({ type: 'collection.rowStepped', id: first, step: 1 });
    await listSettled();
  };

  const DEEDS: Readonly<Record<Deed, () => Promise<unknown> | void>> = {
    move: step,
    moveWithoutRight: async () => {
      await server.database.kysely.updateTable('admin_group').set({ rules: '' }).where('name', '=', username).execute();
      await step();
    },
    moveToOtherParent: () => list.send({ type: 'collection.rowMoved', id: first, targetId: 0 }),
    callQuietly: () => telling(call(sort, { id: first, targetId: second }, { quietErrors: true })),
    callInHaste: () => telling(call(sort, { id: first, targetId: second }, { timeoutMs: 1 })),
    searchTwice: async () => {
      const input = listInput(goods, { ...EMPTY_QUERY, quickSearch: 'tea' });
      const older = telling(call(readList, input));
      await line.held('first search');
      await Promise.all([older, call(readList, input)]);
    },
    pressUnknownMenu: () => {
      const odd = selectMenuItems(shell.getSnapshot()).find(({ kind }) => kind === 'unrecognized');
      if (odd) navigation().send({ type: 'navigation.refused', failure: 'unrecognizedMenuType' });
    },
    stayWithUnsaved: () => {
      list.send({ type: 'collection.addRequested', key: 'k' });
      list.getSnapshot().children.recordForm!.send({ type: 'form.fieldChanged', field: 'title', value: '半' });
      go('/');
      navigation().send({ type: 'navigation.leaveDismissed' });
    },
    goWhereItIs: () => go(GOODS_PATH),
    goWherePageIsMissing: () => go('/'),
  };

  return {
    line,
    world,
    troupe,
    // Whether a write can be taken back is none of the catalogue's business.
    shown: () => notices.getSnapshot().context.map(({ kind, text, count }) => ({ kind, text, count })),
    pathShown,
    perform: async (deed) => {
      await DEEDS[deed]();
      await waitFor(navigation(), (snapshot) => snapshot.matches('settled'));
    },
    isSignedIn: () => childrenOf().adminSession!.getSnapshot().hasTag('signedIn'),
    leave: () => void app.stop(),
  };
}
