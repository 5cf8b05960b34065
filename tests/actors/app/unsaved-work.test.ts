import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BehaviorSubject } from 'rxjs';
import { createActor, waitFor } from 'xstate';
import type { Troupe } from '#actors/app/create-app';
import { besideOf, countUnsaved } from '#actors/base/unsaved-beside';
import { Secret } from '#domain/base/secret';
import { selectTabsRef, type AdminShellRef } from '#machines/shell/admin-shell.machine';
import { selectAdminShell } from '#machines/app/app.machine';
import { selectRoute } from '#machines/app/navigation.machine';
import { selectIsAskingToSignOut } from '#machines/session/session.machine';
import { selectSection, selectTabs, selectUnsavedPaths } from '#machines/shell/tabs.machine';
import { createTestWorld, startTestApp, type TestWorld } from '#tests/support/app.ts';
import { createTestServer, TEST_PASSWORD, type TestServer } from '#tests/support/server.ts';

const GOODS = '/admin/goods/goods';
const MEMBERS = '/admin/user/user';
const CONFIG = '/admin/routine/config';

describe('work that is not saved', () => {
  let server: TestServer;
  let world: TestWorld;
  let troupe: Troupe;

  beforeAll(async () => {
    server = await createTestServer();
    world = createTestWorld({ href: GOODS, fetch: (request) => server.app.fetch(request) });
    troupe = startTestApp(world);
    await pathShown('/admin/login');
    const { adminSession } = troupe.app.getSnapshot().children;
    adminSession!.send({ type: 'session.signInRequested', username: 'admin', password: new Secret(TEST_PASSWORD), keep: true });
    await pathShown(GOODS);
  });
  afterAll(async () => {
    troupe.app.stop();
    await server.close();
  });

  const navigation = () => troupe.app.getSnapshot().children.navigation!;
  const pathShown = (path: string) => waitFor(navigation(), (one) => one.matches('settled') && selectRoute(one)?.path === path);
  const tabs = () => selectTabsRef((selectAdminShell(troupe.app.getSnapshot()) as AdminShellRef).getSnapshot())!;
  const unsaved = () => [selectUnsavedPaths(tabs().getSnapshot()), world.isHeld()];

  it('in a record form keeps the browser from leaving without a question', async () => {
    const tab = selectTabs(tabs().getSnapshot()).find(({ path }) => path === GOODS)!;
    const section = selectSection(tabs().getSnapshot(), tab)!;
    await waitFor(section, ({ context }) => context.rows !== null);
    section.send({ type: 'collection.addRequested', key: 'k' });
    const form = section.getSnapshot().children.recordForm!;
    expect(unsaved()).toEqual([[], false]);
    form.send({ type: 'form.fieldChanged', field: 'title', value: 'Half a name' });
    expect(unsaved()).toEqual([[GOODS], true]);
    const session = troupe.app.getSnapshot().children.adminSession!;
    session.send({ type: 'session.signOutRequested' });
    expect(selectIsAskingToSignOut(session.getSnapshot())).toBe(true);
    session.send({ type: 'session.signOutDismissed' });
    form.send({ type: 'form.closeRequested' });
    form.send({ type: 'form.closeConfirmed' });
    expect(unsaved()).toEqual([[], false]);
  });

  it('beside a list keeps it too, such as in a window over a row, until it is given up or its list is gone', () => {
    const tab = selectTabs(tabs().getSnapshot()).find(({ path }) => path === GOODS)!;
    const section = selectSection(tabs().getSnapshot(), tab)!;
    const [one, other] = [new BehaviorSubject(false), new BehaviorSubject(true)];
    countUnsaved(section, one);
    expect(unsaved()).toEqual([[], false]);
    countUnsaved(section, other);
    expect(unsaved()).toEqual([[GOODS], true]);
    one.next(true);
    other.next(false);
    expect(unsaved()).toEqual([[GOODS], true]);
    // Its window is gone.
    one.complete();
    expect(unsaved()).toEqual([[], false]);
  });

  it('beside a list that is closed is listened to no more', async () => {
    navigation().send({ type: 'navigation.requested', to: MEMBERS, mode: 'push' });
    await pathShown(MEMBERS);
    const tab = selectTabs(tabs().getSnapshot()).find(({ path }) => path === MEMBERS)!;
    const section = selectSection(tabs().getSnapshot(), tab)!;
    expect(besideOf(section).changes.observed).toBe(true);
    tabs().send({ type: 'tab.closeRequested', path: MEMBERS });
    await expect.poll(() => section.getSnapshot().status).toBe('stopped');
    expect(besideOf(section).changes.observed).toBe(false);
  });

  it('in the settings does so too, marks their tab, and ends with their page', async () => {
    navigation().send({ type: 'navigation.requested', to: CONFIG, mode: 'push' });
    await pathShown(CONFIG);
    const { config } = await troupe.bundles.settings();
    const settings = createActor(config).start();
    await waitFor(settings, (snapshot) => snapshot.matches('editing'));
    expect(unsaved()).toEqual([[], false]);
    settings.send({ type: 'settings.fieldChanged', field: 'site_name', value: 'Tea House' });
    expect(unsaved()).toEqual([[CONFIG], true]);
    settings.send({ type: 'settings.reset' });
    expect(unsaved()).toEqual([[], false]);
    settings.send({ type: 'settings.fieldHeld', field: 'site_logo', issue: { key: 'upload.running' } });
    expect(unsaved()).toEqual([[CONFIG], true]);
    settings.send({ type: 'settings.fieldFreed', field: 'site_logo' });
    settings.send({ type: 'settings.addRequested', key: 'k' });
    settings.getSnapshot().children.itemForm!.send({ type: 'form.fieldChanged', field: 'name', value: 'season' });
    expect(unsaved()).toEqual([[CONFIG], true]);
    settings.stop();
    expect(unsaved()).toEqual([[], false]);
  });

  it('once it is saved holds nobody', async () => {
    const { config } = await troupe.bundles.settings();
    const settings = createActor(config).start();
    await waitFor(settings, (snapshot) => snapshot.matches('editing'));
    settings.send({ type: 'settings.fieldChanged', field: 'site_name', value: 'Tea House' });
    settings.send({ type: 'settings.submitted' });
    expect(world.isHeld()).toBe(true);
    await waitFor(settings, (snapshot) => snapshot.matches('editing') && snapshot.context.generation === 2);
    expect(unsaved()).toEqual([[], false]);
    settings.stop();
  });

  it('goes with the session that it belonged to, and holds nobody on the sign-in page', async () => {
    navigation().send({ type: 'navigation.requested', to: GOODS, mode: 'push' });
    await pathShown(GOODS);
    const section = selectSection(
      tabs().getSnapshot(),
      selectTabs(tabs().getSnapshot()).find(({ path }) => path === GOODS)!,
    )!;
    section.send({ type: 'collection.addRequested', key: 'k' });
    section.getSnapshot().children.recordForm!.send({ type: 'form.fieldChanged', field: 'title', value: 'Half a name' });
    expect(unsaved()).toEqual([[GOODS], true]);
    const { adminGateway, language } = troupe.app.getSnapshot().children;
    adminGateway!.send({ type: 'gateway.sessionEnded' });
    await pathShown('/admin/login');
    expect([world.isHeld(), navigation().getSnapshot().context.unsaved]).toEqual([false, { admin: false, member: false }]);
    expect(language!.getSnapshot().context.isUnsaved).toBe(false);
    navigation().send({ type: 'navigation.requested', to: '/chat', mode: 'push' });
    await pathShown('/chat');
  });
});
