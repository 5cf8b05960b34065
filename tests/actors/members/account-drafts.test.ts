import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createActor, waitFor } from 'xstate';
import type { Troupe } from '#actors/app/create-app';
import { STORAGE_KEY } from '#actors/base/persistence';
import { discardProfile, keptProfile } from '#actors/members/entry.actors';
import { Secret } from '#domain/base/secret';
import { selectFormChanges, type AccountFormRef } from '#machines/members/account-form.machine';
import { selectIsMemberReplaced } from '#machines/app/app.machine';
import { selectMember } from '#machines/session/session.machine';
import { selectRoute } from '#machines/app/navigation.machine';
import { createTestWorld, startTestApp, type TestWorld } from '#tests/support/app.ts';
import { addMember, type TestMember } from '#tests/support/members.ts';
import { nobody } from '#tests/support/nobody.ts';
import { createTestServer, TEST_PASSWORD, type TestServer } from '#tests/support/server.ts';

const PROFILE = '/user/account/profile';

describe("a member's profile that is half written when the session is lost", () => {
  let server: TestServer;
  let world: TestWorld;
  let troupe: Troupe;
  let lin: TestMember;
  let form: AccountFormRef;

  beforeAll(async () => {
    // What keeps drafts comes late, by itself; nobody types before it here.
    await import('#actors/members/account-drafts');
    server = await createTestServer({ sampleData: false });
    lin = await addMember(server, 'lin');
    await addMember(server, 'mo');
    world = createTestWorld({ href: PROFILE, fetch: (request) => server.app.fetch(request) });
    troupe = startTestApp(world);
    await signIn('lin');
  });
  afterAll(async () => {
    form.stop();
    troupe.app.stop();
    await server.close();
  });

  const children = () => troupe.app.getSnapshot().children;
  const pathShown = (path: string) => waitFor(children().navigation!, (one) => one.matches('settled') && selectRoute(one)?.path === path);
  async function signIn(username: string): Promise<void> {
    await pathShown('/user/login');
    const password = new Secret(TEST_PASSWORD);
    children().memberSession!.send({ type: 'session.signInRequested', username, password, keep: true });
    await pathShown(PROFILE);
    form = createActor((await troupe.bundles.memberPages()).profileForm, { input: { owner: nobody } }).start();
    await waitFor(form, (snapshot) => !snapshot.hasTag('busy'));
    await import('#actors/members/account-drafts');
  }
  /** As a view does, its page goes after the session has. */
  async function isLost(): Promise<void> {
    await pathShown('/user/login');
    form.stop();
  }
  const lose = () => {
    children().memberGateway!.send({ type: 'gateway.sessionEnded' });
    return isLost();
  };
  const type = (field: string, value: string) => form.send({ type: 'form.edited', field, value });
  const notices = () => world.notices.splice(0).map(([, what]) => what);
  const setStatus = (status: 'enable' | 'disable') =>
    server.database.kysely.updateTable('member').set({ status }).where('id', '=', lin.id).execute();
  const kept = () => keptProfile(world.ports);

  it('comes back to the same member', async () => {
    type('motto', 'Tea first');
    await lose();
    await signIn('lin');
    expect([selectFormChanges(form.getSnapshot()), kept()]).toEqual([{ motto: 'Tea first' }, null]);
    await lose();
    await server.database.kysely.updateTable('member').set({ motto: 'Theirs' }).where('id', '=', lin.id).execute();
    await signIn('lin');
    expect(selectFormChanges(form.getSnapshot())).toEqual({ motto: 'Tea first' });
    expect(notices()).toEqual([
      'leaving.signedOutElsewhere',
      'member.drafts.restored',
      'leaving.signedOutElsewhere',
      'member.drafts.restoredOverChanges',
    ]);
  });

  it('can still be read by whoever was disabled while typing', async () => {
    type('nickname', 'Linde');
    await setStatus('disable');
    form.send({ type: 'form.submitted' });
    await isLost();
    expect(kept()).toEqual({ nickname: 'Linde', motto: 'Tea first' });
    expect(notices()).toHaveLength(1);
    await setStatus('enable');
  });

  it('is left neither to another member, nor by whoever signs out', async () => {
    await signIn('mo');
    expect([selectFormChanges(form.getSnapshot()), kept()]).toEqual([{}, null]);
    type('motto', 'Mine');
    children().memberSession!.send({ type: 'session.signOutRequested' });
    children().memberSession!.send({ type: 'session.signOutConfirmed' });
    await waitFor(children().memberSession!, (snapshot) => snapshot.matches('signedOut'));
    form.stop();
    expect([...world.ownStored.values()].join('')).not.toContain('Mine');
  });

  it('is given back to nobody once it was discarded on the sign-in page', async () => {
    await signIn('lin');
    type('nickname', 'Linnet');
    await lose();
    expect(kept()).toMatchObject({ nickname: 'Linnet' });
    discardProfile(world.ports);
    expect([kept(), world.ports.tabStorage.read(STORAGE_KEY.memberDrafts)]).toEqual([null, null]);
    await signIn('lin');
    expect(selectFormChanges(form.getSnapshot())).toEqual({});
  });

  it('stays to be copied where another tab has signed in as somebody else, whose pages wait until that was read', async () => {
    type('motto', 'Not for mo');
    const mo = await addMember(server, 'mo_two');
    const { token } = await mo.signIn();
    const session = children().memberSession!;
    const person = { ...selectMember(session.getSnapshot())!, id: mo.id, username: 'mo_two' };
    session.send({ type: 'session.signedInElsewhere', person, tokens: { token: new Secret(token), refreshToken: null } });
    expect([kept(), selectIsMemberReplaced(troupe.app.getSnapshot()), children().memberShell]).toEqual([
      { motto: 'Not for mo' },
      true,
      undefined,
    ]);
    form.stop();
    troupe.app.send({ type: 'member.replacementSeen' });
    expect(selectIsMemberReplaced(troupe.app.getSnapshot())).toBe(false);
    form = createActor((await troupe.bundles.memberPages()).profileForm, { input: { owner: nobody } }).start();
    await waitFor(form, (snapshot) => !snapshot.hasTag('busy'));
    expect(form.getSnapshot().context.loaded.values).toMatchObject({ username: 'mo_two' });
    expect(selectFormChanges(form.getSnapshot())).toEqual({});
  });
});
