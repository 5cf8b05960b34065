import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { saveOwnProfile } from '#api/contract/session/own-profile';
import { endOtherSessions } from '#api/contract/session/sessions';
import { confirmTwoFactor, endTwoFactor, renewRecoveryCodes, replaceTwoFactor, setUpTwoFactor } from '#api/contract/session/two-factor';
import { FailureError } from '#domain/base/failure';
import { dealtKinds } from '#tests/support/dealt.ts';
import { holdNext, type Held } from '#tests/support/hold.ts';
import { createTestServer, TEST_PASSWORD, type TestServer } from '#tests/support/server.ts';

const THIEF = 'thief-owns-1';
const OWNER = 'owner-new-77';
const person = { nickname: 'Thief', email: '', mobile: '', motto: '' };

/** @returns how a call is refused that is held while something else happens */
async function during(held: Held, call: () => Promise<unknown>, between: () => Promise<unknown>) {
  const outcome = call().then(
    () => 'accepted',
    (error: unknown) => (error instanceof FailureError && error.failure.kind === 'rejected' ? error.failure : Promise.reject(error)),
  );
  await Promise.race([held.reached, outcome.then((said) => Promise.reject(new Error(`Was not held: ${JSON.stringify(said)}`)))]);
  await between();
  held.release();
  return outcome;
}

/** What a call of an administrator's own account does when its sign-in is ended, or its password replaced, before it writes. Source: security.md rule 4. */
describe.each(dealtKinds())('writes of an administrator whose session has ended on %s', (kind) => {
  let server: TestServer;
  let count = 0;
  let clerk: { readonly id: number; readonly username: string; readonly thief: string; readonly owner: string };
  beforeAll(async () => {
    server = await createTestServer({ kind, sampleData: false, wrap: (database) => ({ ...database }) });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    count += 1;
    const username = `clerk_${count}`;
    const { id, token } = await server.addAdmin(username, ['routine/adminInfo/index', 'routine/adminInfo/edit']);
    clerk = { id, username, thief: token, owner: (await server.signIn(username)).token };
  });

  const endOthers = () => server.call(endOtherSessions, {}, { token: clerk.owner });
  const opens = (password: string) =>
    server.signIn(clerk.username, password).then(
      () => true,
      () => false,
    );
  const save = (more: object) => () => server.call(saveOwnProfile, { ...person, ...more }, { token: clerk.thief });
  const saveWithPassword = save({ password: THIEF, oldPassword: TEST_PASSWORD });
  const stored = () =>
    server.database.kysely.selectFrom('admin').select(['nickname', 'avatar']).where('id', '=', clerk.id).executeTakeFirst();

  const needLogin = { kind: 'rejected', code: 302, message: 'Please sign in first.' };
  const hashed = () => holdNext(server.ports.passwords, 'hash', 'after');
  const verified = () => holdNext(server.ports.passwords, 'verify', 'after');
  const written = () => holdNext(server.ports.database, 'transaction', 'before');

  it('changes neither password nor profile once the owner has ended the session', async () => {
    expect(await during(hashed(), saveWithPassword, endOthers)).toMatchObject(needLogin);
    expect([await opens(THIEF), await opens(TEST_PASSWORD), await stored()]).toEqual([false, true, { nickname: '', avatar: '' }]);
    await server.call(endOtherSessions, {}, { token: clerk.owner });
  });

  it('changes no password that a super administrator has just reset', async () => {
    const { token } = await server.signIn();
    const reset = () => server.request('/admin/auth.Admin/edit', { method: 'POST', token, json: { id: clerk.id, password: OWNER } });
    expect(await during(hashed(), saveWithPassword, reset)).toMatchObject(needLogin);
    expect([await opens(THIEF), await opens(OWNER)]).toEqual([false, true]);
  });

  it('refuses the old password where another counts although the session goes on', async () => {
    const change = async () => {
      const hash = await server.ports.passwords.hash(OWNER);
      await server.database.kysely.updateTable('admin_password').set({ hash }).where('admin_id', '=', clerk.id).execute();
    };
    expect(await during(hashed(), saveWithPassword, change)).toMatchObject({
      code: 0,
      fields: { oldPassword: server.ports.messages.text('en', 'refusals.oldPassword') },
    });
    expect([await opens(THIEF), await opens(OWNER)]).toEqual([false, true]);
  });

  it.each([{}, { avatar: '/storage/thief.png' }])('saves no profile: %o', async (more) => {
    expect(await during(written(), save(more), endOthers)).toMatchObject(needLogin);
    expect(await stored()).toEqual({ nickname: '', avatar: '' });
  });

  it('ends no other sessions', async () => {
    const call = () => server.call(endOtherSessions, {}, { token: clerk.thief });
    expect(await during(written(), call, endOthers)).toMatchObject(needLogin);
    await server.call(endOtherSessions, {}, { token: clerk.owner });
  });

  it('leaves the second factor as it is', async () => {
    const as = { token: clerk.thief };
    const isOn = async () =>
      (await server.database.kysely.selectFrom('two_factor').select('confirmed_at').where('account_id', '=', clerk.id).executeTakeFirst())
        ?.confirmed_at;
    const password = TEST_PASSWORD;
    expect(await during(verified(), () => server.call(setUpTwoFactor, { password }, as), endOthers)).toMatchObject(needLogin);
    expect(await isOn()).toBeUndefined();
    const again = { token: (await server.signIn(clerk.username)).token };
    const { secret } = await server.call(setUpTwoFactor, { password }, again);
    const factorCode = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: server.clock.nowMs() });
    const decrypted = holdNext(server.ports.encryptor, 'decrypt', 'after');
    expect(await during(decrypted, () => server.call(confirmTwoFactor, { factorCode }, again), endOthers)).toMatchObject(needLogin);
    expect(await isOn()).toBeNull();
    const confirmed = (at: number | null) =>
      server.database.kysely.updateTable('two_factor').set({ confirmed_at: at, last_step: 0 }).where('account_id', '=', clerk.id).execute();
    for (const call of [renewRecoveryCodes, replaceTwoFactor]) {
      const next = { token: (await server.signIn(clerk.username)).token };
      await confirmed(1);
      expect(await during(verified(), () => server.call(call, { password, factorCode }, next), endOthers)).toMatchObject(needLogin);
      await confirmed(null);
    }
    const left = server.database.kysely.selectFrom('two_factor').select('sealed_successor').where('account_id', '=', clerk.id);
    expect(await left.executeTakeFirst()).toEqual({ sealed_successor: null });
    const fourth = { token: (await server.signIn(clerk.username)).token };
    expect(await during(verified(), () => server.call(endTwoFactor, { password }, fourth), endOthers)).toMatchObject(needLogin);
    expect(await isOn()).toBeNull();
  });
});
