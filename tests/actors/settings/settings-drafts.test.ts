import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createActor, waitFor } from 'xstate';
import type { Troupe } from '#actors/app/create-app';
import { STORAGE_KEY } from '#actors/base/persistence';
import { Secret } from '#domain/base/secret';
import { selectRoute } from '#machines/app/navigation.machine';
import { selectChangedSettings, type SettingsRef } from '#machines/settings/settings.machine';
import { createTestWorld, startTestApp, type TestWorld } from '#tests/support/app.ts';
import { createTestServer, TEST_PASSWORD, type TestServer } from '#tests/support/server.ts';

const CONFIG = '/admin/routine/config';
const type = (page: SettingsRef, field: string, value: unknown) => page.send({ type: 'settings.fieldChanged', field, value });

describe('a page of settings that is half written when the session is lost', () => {
  let server: TestServer;
  let world: TestWorld;
  let troupe: Troupe;
  const opened: SettingsRef[] = [];

  beforeAll(async () => {
    // Hashing is not what is tried here.
    const passwords = { hash: () => Promise.resolve(''), verify: (password: string) => Promise.resolve(password === TEST_PASSWORD) };
    server = await createTestServer({ ports: { passwords }, sampleData: false });
    await server.addAdmin('clerk', ['routine', 'routine/config', 'routine/config/index', 'routine/config/edit']);
    world = createTestWorld({ href: CONFIG, fetch: (request) => server.app.fetch(request) });
    troupe = startTestApp(world);
    await signIn('admin');
  });
  afterAll(async () => {
    close();
    troupe.app.stop();
    await server.close();
  });

  const children = () => troupe.app.getSnapshot().children;
  const pathShown = (path: string) => waitFor(children().navigation!, (one) => one.matches('settled') && selectRoute(one)?.path === path);
  async function signIn(username: string): Promise<void> {
    await pathShown('/admin/login');
    const password = new Secret(TEST_PASSWORD);
    children().adminSession!.send({ type: 'session.signInRequested', username, password, keep: true });
    await pathShown(CONFIG);
  }
  const close = () => opened.splice(0).forEach((page) => page.stop());
  async function open(name: 'config' | 'profile' = 'config'): Promise<SettingsRef> {
    const page = createActor((await troupe.bundles.settings())[name]).start();
    opened.push(page);
    await waitFor(page, (snapshot) => snapshot.matches('editing') || snapshot.matches('adding'));
    return page;
  }
  /** As a view does, its page goes after the session has. */
  async function lose(): Promise<void> {
    children().adminGateway!.send({ type: 'gateway.sessionEnded' });
    await pathShown('/admin/login');
    close();
  }
  const notices = () => world.notices.splice(0).map(([, what]) => what);
  const kept = () => world.ownStored.get(STORAGE_KEY.drafts);

  it('comes back in its group, as often as that happens, and says where it was changed meanwhile', async () => {
    let page = await open();
    page.send({ type: 'settings.groupChosen', group: 'mail' });
    type(page, 'smtp_user', 'shop');
    type(page, 'smtp_pass', new Secret('mail-secret'));
    for (const outcome of ['admin.drafts.restored', 'admin.drafts.restored', 'admin.drafts.restoredOverChanges']) {
      await lose();
      expect(notices()).toEqual(['leaving.signedOutElsewhere']);
      expect(kept()).toContain('shop');
      expect(kept()).not.toContain('mail-secret');
      if (outcome.endsWith('Changes'))
        await server.database.kysely.updateTable('config').set({ value: 'theirs' }).where('name', '=', 'smtp_user').execute();
      await signIn('admin');
      page = await open();
      const { context } = page.getSnapshot();
      expect([context.group, selectChangedSettings(page.getSnapshot())]).toEqual(['mail', { smtp_user: 'shop' }]);
      expect([notices(), kept()]).toEqual([[outcome], undefined]);
    }
    await server.database.kysely.updateTable('config').set({ value: 'shop' }).where('name', '=', 'smtp_user').execute();
    await lose();
    await signIn('admin');
    // What stands there by now is no change any more.
    expect(selectChangedSettings((await open()).getSnapshot())).toEqual({});
    expect([notices(), kept()]).toEqual([['leaving.signedOutElsewhere'], undefined]);
    close();
  });

  it('opens the form of a new setting again', async () => {
    let page = await open();
    page.send({ type: 'settings.addRequested', key: 'k' });
    const form = page.getSnapshot().children.itemForm!;
    form.send({ type: 'form.fieldChanged', field: 'name', value: 'season' });
    form.send({ type: 'form.fieldChanged', field: 'title', value: 'Season' });
    const typed = form.getSnapshot().context.values;
    await lose();
    await signIn('admin');
    page = await open();
    expect(page.getSnapshot().children.itemForm?.getSnapshot().context.values).toEqual(typed);
    expect([notices(), kept()]).toEqual([['leaving.signedOutElsewhere', 'admin.drafts.restored'], undefined]);
    close();
  });

  it('keeps the own profile too, without passwords', async () => {
    let page = await open('profile');
    type(page, 'motto', 'Tea first');
    type(page, 'oldPassword', 'green-tea-8');
    type(page, 'password', 'green-tea-9');
    await lose();
    expect(kept()).not.toContain('green-tea');
    await signIn('admin');
    page = await open('profile');
    expect(selectChangedSettings(page.getSnapshot())).toEqual({ motto: 'Tea first' });
    notices();
    close();
  });

  it('is left neither to another account, nor by whoever signs out here or in another tab', async () => {
    const half = async (): Promise<void> => {
      type(await open(), 'site_name', 'Half a name');
    };
    await half();
    await lose();
    expect(kept()).toContain('Half a name');
    await signIn('clerk');
    expect(selectChangedSettings((await open()).getSnapshot())).toEqual({});
    expect(kept()).toBeUndefined();
    type(opened[0]!, 'site_name', 'Half a name');
    children().adminGateway!.send({ type: 'gateway.sessionEnded' });
    world.toldElsewhere.next({ type: 'session.changed', area: 'admin', isSignOut: true });
    await pathShown('/admin/login');
    close();
    expect(kept()).toBeUndefined();
    await signIn('admin');
    await half();
    children().adminSession!.send({ type: 'session.signOutRequested' });
    children().adminSession!.send({ type: 'session.signOutConfirmed' });
    await waitFor(children().adminSession!, (snapshot) => snapshot.matches('signedOut'));
    close();
    expect([...world.ownStored.values()].join('')).not.toContain('Half a name');
  });
});
