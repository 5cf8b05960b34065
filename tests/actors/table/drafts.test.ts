import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { waitFor } from 'xstate';
import type { Troupe } from '#actors/app/create-app';
import { keepDrafts } from '#actors/table/drafts';
import { Secret } from '#domain/base/secret';
import { selectTabsRef, type AdminShellRef } from '#machines/shell/admin-shell.machine';
import { selectAdminShell } from '#machines/app/app.machine';
import type { CollectionRef } from '#machines/table/collection.selectors';
import { selectPerson } from '#machines/session/session.machine';
import { selectRoute } from '#machines/app/navigation.machine';
import { selectRecordFormValues, selectIsRecordDirty, type RecordFormRef } from '#machines/table/record-form.machine';
import { selectActiveTab, selectSection } from '#machines/shell/tabs.machine';
import { goods as goodsResource } from '#sections/goods/goods.resource.ts';
import { createTestWorld, startTestApp, type TestWorld } from '#tests/support/app.ts';
import { createTestServer, TEST_PASSWORD, type TestServer } from '#tests/support/server.ts';
import { STORAGE_KEY } from '#actors/base/persistence';

const GOODS = '/admin/goods/goods';
const ADMINS = '/admin/auth/admin';

const formOf = (section: CollectionRef): RecordFormRef | undefined => section.getSnapshot().children.recordForm;
const editable = (section: CollectionRef) => waitFor(formOf(section)!, (snapshot) => snapshot.hasTag('editable'));
const change = (section: CollectionRef, field: string, value: unknown) =>
  formOf(section)!.send({ type: 'form.fieldChanged', field, value });

/** The form that is given back, once what is kept has come. */
async function restoredForm(section: CollectionRef) {
  const { children: opened } = await waitFor(section, ({ children: owned }) => owned.recordForm !== undefined);
  return waitFor(opened.recordForm!, selectIsRecordDirty);
}

describe('a form that is half written when the session is lost', () => {
  let server: TestServer;
  let world: TestWorld;
  let troupe: Troupe;

  beforeAll(async () => {
    // Hashing is not what is tried here.
    const passwords = { hash: () => Promise.resolve(''), verify: (password: string) => Promise.resolve(password === TEST_PASSWORD) };
    server = await createTestServer({ ports: { passwords } });
    await server.addAdmin('clerk', ['goods', 'goods/goods', 'goods/goods/index', 'goods/goods/add']);
    // What keeps drafts comes late, by itself; nobody types before it here.
    await import('#actors/table/drafts');
    begin();
    await signIn('admin', GOODS);
  });
  afterAll(async () => {
    troupe.app.stop();
    await server.close();
  });

  /** How many slices of drafts there are; the tabs have one of their own. */
  const drafts = () => [...world.ownStored.keys()].filter((key) => key === STORAGE_KEY.drafts).length;
  function begin(ownStored: ReadonlyMap<string, string> = new Map()): void {
    world = createTestWorld({ href: GOODS, fetch: (request) => server.app.fetch(request) });
    for (const [key, text] of ownStored) world.ownStored.set(key, text);
    troupe = startTestApp(world);
  }
  const children = () => troupe.app.getSnapshot().children;
  const pathShown = (path: string) => waitFor(children().navigation!, (one) => one.matches('settled') && selectRoute(one)?.path === path);

  async function signIn(username: string, path: string): Promise<CollectionRef> {
    await pathShown('/admin/login');
    const password = new Secret(TEST_PASSWORD);
    children().adminSession!.send({ type: 'session.signInRequested', username, password, keep: true });
    return sectionAt(path);
  }

  async function sectionAt(path: string): Promise<CollectionRef> {
    await pathShown(path);
    await waitFor(
      troupe.app,
      (snapshot) =>
        selectAdminShell(snapshot)
          ?.getSnapshot()
          .matches({ ready: { page: 'onPage' } }) === true,
    );
    const tabs = selectTabsRef((selectAdminShell(troupe.app.getSnapshot()) as AdminShellRef).getSnapshot())!.getSnapshot();
    const section = selectSection(tabs, selectActiveTab(tabs)!) as CollectionRef;
    await waitFor(section, ({ context }) => context.rows !== null);
    return section;
  }

  /** As it comes from a renewal that is refused, or from another tab. */
  async function lose(): Promise<void> {
    children().adminGateway!.send({ type: 'gateway.sessionEnded' });
    await pathShown('/admin/login');
  }
  const notices = () => world.notices.splice(0).map(([, what]) => what);

  it('comes back to the same account, new or edited, as often as that happens', async () => {
    let goods = await sectionAt(GOODS);
    goods.send({ type: 'collection.addRequested', key: 'k' });
    change(goods, 'title', 'Half a name');
    const typed = selectRecordFormValues(formOf(goods)!.getSnapshot());
    await lose();
    expect(notices()).toEqual(['leaving.signedOutElsewhere']);
    goods = await signIn('admin', GOODS);
    expect(selectRecordFormValues(await restoredForm(goods))).toEqual(typed);
    expect(notices()).toEqual(['admin.drafts.restored']);
    expect([world.isHeld(), drafts()]).toEqual([true, 0]);
    formOf(goods)!.send({ type: 'form.closeRequested' });
    formOf(goods)!.send({ type: 'form.closeConfirmed' });

    const { id } = goods.getSnapshot().context.rows![0]!;
    goods.send({ type: 'collection.editRequested', key: 'k2', ids: [id] });
    const { context } = await editable(goods);
    change(goods, 'title', 'Half another');
    for (const outcome of ['admin.drafts.restored', 'admin.drafts.restored', 'admin.drafts.restoredOverChanges']) {
      await lose();
      if (outcome.endsWith('Changes'))
        await server.database.kysely.updateTable('goods').set({ title: 'Theirs' }).where('id', '=', id).execute();
      goods = await signIn('admin', GOODS);
      const { context: restored } = await restoredForm(goods);
      expect(restored).toMatchObject({ id, values: { ...context.values, title: 'Half another' } });
      expect(notices()).toEqual(['leaving.signedOutElsewhere', outcome]);
    }
  });

  it('waits in the tab over a reload, without passwords', async () => {
    children().navigation!.send({ type: 'navigation.requested', to: ADMINS, mode: 'push' });
    await waitFor(children().navigation!, (one) => one.matches('asking') || one.matches('settled'));
    children().navigation!.send({ type: 'navigation.leaveConfirmed' });
    let admins = await sectionAt(ADMINS);
    admins.send({ type: 'collection.addRequested', key: 'k' });
    change(admins, 'username', 'newcomer');
    change(admins, 'password', 'green-tea-9');
    await lose();
    expect([...world.ownStored.values()].join('')).toContain('newcomer');
    expect([...world.ownStored.values()].join('')).not.toContain('green-tea');
    troupe.app.stop();
    const kept = new Map(world.ownStored);
    begin(kept);
    const goods = await signIn('admin', GOODS);
    await restoredForm(goods);
    formOf(goods)!.send({ type: 'form.closeRequested' });
    formOf(goods)!.send({ type: 'form.closeConfirmed' });
    children().navigation!.send({ type: 'navigation.requested', to: ADMINS, mode: 'push' });
    admins = await sectionAt(ADMINS);
    const restored = selectRecordFormValues(await restoredForm(admins));
    expect(restored).toMatchObject({ username: 'newcomer' });
    expect(restored['password']).not.toBe('green-tea-9');
  });

  it('is left neither by whoever signs out, nor to another account', async () => {
    children().adminSession!.send({ type: 'session.signOutRequested' });
    children().adminSession!.send({ type: 'session.signOutConfirmed' });
    await waitFor(children().adminSession!, (snapshot) => snapshot.matches('signedOut'));
    expect([world.ownStored.size, world.reloads()]).toEqual([0, 1]);
    const [first, second] = [
      { type: 'session.changed', area: 'admin' },
      { type: 'session.changed', area: 'admin', isSignOut: true },
    ];
    expect(world.posted.slice(-2)).toEqual([first, second]);
    troupe.app.stop();
    begin();
    const goods = await signIn('admin', GOODS);
    goods.send({ type: 'collection.addRequested', key: 'k' });
    change(goods, 'title', 'Half a name');
    await lose();
    expect(drafts()).toBe(1);
    const theirs = await signIn('clerk', GOODS);
    await vi.waitFor(() => expect(drafts()).toBe(0));
    expect(formOf(theirs)).toBeUndefined();
    theirs.send({ type: 'collection.addRequested', key: 'k' });
    change(theirs, 'title', 'Half a name');
    await lose();
    world.toldElsewhere.next({ type: 'session.changed', area: 'admin', isSignOut: true });
    expect(drafts()).toBe(0);
  });

  it('is not typed into another record that is open by then, but comes back when that is closed', async () => {
    troupe.app.stop();
    begin();
    let goods = await signIn('admin', GOODS);
    const [own, other] = goods.getSnapshot().context.rows!.map(({ id }) => id) as [number, number];
    goods.send({ type: 'collection.editRequested', key: 'k', ids: [own] });
    await editable(goods);
    change(goods, 'title', 'Typed for its own record');
    await lose();
    troupe.app.stop();
    const kept = new Map(world.ownStored);
    begin();
    goods = await signIn('admin', GOODS);
    goods.send({ type: 'collection.editRequested', key: 'k', ids: [other] });
    await editable(goods);
    // What keeps drafts comes by itself, and can be later than an address that opens a record.
    const tabStorage = {
      read: (key: string) => kept.get(key) ?? null,
      write: (key: string, text: string) => void kept.set(key, text),
      remove: (key: string) => void kept.delete(key),
    };
    const page = { newKey: () => 'k2', log: () => undefined };
    const late = keepDrafts(
      { tabStorage, page, notices: { warned: () => undefined }, resourceOf: () => goodsResource },
      children().adminSession!,
    );
    late.follow(goods, selectPerson(children().adminSession!.getSnapshot())!.id);
    const shown = formOf(goods)!.getSnapshot();
    expect([shown.context.id, selectIsRecordDirty(shown), kept.has(STORAGE_KEY.drafts)]).toEqual([other, false, true]);
    formOf(goods)!.send({ type: 'form.closeRequested' });
    const { context } = await restoredForm(goods);
    expect([context.id, context.values['title'], kept.has(STORAGE_KEY.drafts)]).toEqual([own, 'Typed for its own record', false]);
    late.close();
  });
});
