import type { CompiledQuery } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { storeCode } from '#server/features/session/verification/code-store';
import { dealtKinds } from '#tests/support/dealt.ts';
import { holdNext, type Held } from '#tests/support/hold.ts';
import { addMember, askAsMember, type TestMember } from '#tests/support/members.ts';
import { createTestServer, TEST_PASSWORD, type RawReply, type TestServer } from '#tests/support/server.ts';
import { configure, formOf, PNG } from '#tests/support/upload-samples.ts';

const NEED_LOGIN = { code: 302, msg: 'Please sign in first.', data: { routeName: 'userLogin', routePath: '/user/login' } };
const THIEF = 'thief-owns-1';
const OWNER = 'owner-new-77';

/** @returns the reply to a call that is held while something else happens */
async function during(held: Held, call: () => Promise<RawReply>, between: () => Promise<RawReply>): Promise<RawReply['body']> {
  const reply = call();
  await Promise.race([held.reached, reply.then(({ text }) => Promise.reject(new Error(`Was not held: ${text}`)))]);
  const { body } = await between();
  held.release();
  expect(body?.code).toBe(1);
  return (await reply).body;
}

/** What a call of a member's own account does when its sign-in is ended, or its password replaced, before it writes. Source: security.md rule 4. */
describe.each(dealtKinds())('writes of a member whose session has ended on %s', (kind) => {
  let server: TestServer;
  let one: TestMember;
  let [owner, thief]: readonly [string, string] = ['', ''];
  let count = 0;
  beforeAll(async () => {
    server = await createTestServer({ kind, sampleData: false, wrap: (database) => ({ ...database }) });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    count += 1;
    one = await addMember(server, `held_${count}`, { email: `held${count}@example.com` });
    [owner, thief] = [(await one.signIn()).token, (await one.signIn()).token];
  });

  const post = (path: string, json: object, token: string) => askAsMember(server, 'POST', `/api/account/${path}`, { token, json });
  const isIn = async (token: string) => (await askAsMember(server, 'GET', '/api/account/overview', { token })).body?.code === 1;
  const opens = async (password: string) =>
    (await askAsMember(server, 'POST', '/api/user/checkIn', { json: { tab: 'login', username: one.username, password } })).body?.code === 1;
  const endOthers = () => post('endOtherSessions', {}, owner);
  const changePassword = (token: string, newPassword: string) => post('changePassword', { oldPassword: TEST_PASSWORD, newPassword }, token);
  const told = (name: string) => askAsMember(server, 'GET', `/api/account/${name}`, { token: owner });

  const hashed = () => holdNext(server.ports.passwords, 'hash', 'after');
  const verified = () => holdNext(server.ports.passwords, 'verify', 'after');
  const decrypted = () => holdNext(server.ports.encryptor, 'decrypt', 'after');
  const written = () => holdNext(server.ports.database, 'transaction', 'before');

  it('changes no password once the owner has ended the session', async () => {
    expect(await during(hashed(), () => changePassword(thief, THIEF), endOthers)).toMatchObject(NEED_LOGIN);
    expect([await isIn(owner), await opens(THIEF), await opens(TEST_PASSWORD)]).toEqual([true, false, true]);
  });

  it('changes no password once the owner or an administrator has changed it', async () => {
    expect(
      await during(
        hashed(),
        () => changePassword(thief, THIEF),
        () => changePassword(owner, OWNER),
      ),
    ).toMatchObject(NEED_LOGIN);
    expect([await opens(THIEF), await opens(OWNER)]).toEqual([false, true]);
    await server.database.kysely.deleteFrom('member_password').where('member_id', '=', one.id).execute();
    const hash = await server.ports.passwords.hash(TEST_PASSWORD);
    await server.database.kysely.insertInto('member_password').values({ member_id: one.id, hash, update_time: 0 }).execute();
    const again = (await one.signIn()).token;
    const { token } = await server.signIn();
    const reset = () => server.request('/admin/user.User/edit', { method: 'POST', token, json: { id: one.id, password: OWNER } });
    expect(await during(hashed(), () => changePassword(again, THIEF), reset)).toMatchObject(NEED_LOGIN);
    expect([await opens(THIEF), await opens(OWNER)]).toEqual([false, true]);
  });

  it('refuses the old password where another counts although the session goes on', async () => {
    const held = hashed();
    const reply = changePassword(thief, THIEF);
    await held.reached;
    const hash = await server.ports.passwords.hash(OWNER);
    // Anew: an update would end the sessions as well.
    await server.database.kysely.deleteFrom('member_password').where('member_id', '=', one.id).execute();
    await server.database.kysely.insertInto('member_password').values({ member_id: one.id, hash, update_time: 0 }).execute();
    held.release();
    const { body } = await reply;
    expect(body).toMatchObject({ code: 0, data: { fields: { oldPassword: expect.any(String) as string } } });
    expect([await opens(THIEF), await opens(OWNER)]).toEqual([false, true]);
  });

  it('changes no password of an account that is disabled meanwhile', async () => {
    const { token } = await server.signIn();
    const disable = () => server.request('/admin/user.User/edit', { method: 'POST', token, json: { id: one.id, status: 'disable' } });
    expect(await during(hashed(), () => changePassword(thief, THIEF), disable)).toMatchObject(NEED_LOGIN);
    await server.database.kysely.updateTable('member').set({ status: 'enable' }).where('id', '=', one.id).execute();
    expect([await opens(THIEF), await opens(TEST_PASSWORD)]).toEqual([false, true]);
  });

  it.each(['the address has gone', 'the password is another', 'the account is disabled'])('retrieves no password once %s', async (what) => {
    const [at, { kysely }] = [`held${count}@example.com`, server.database];
    const hash = await server.ports.passwords.hash(OWNER);
    await storeCode(server.ports, { purpose: 'user_retrieve_pwd', target: at, requester: 'network:127.0.0.1' }, '111111');
    const held = hashed();
    const json = { type: 'email', account: at, captcha: '111111', password: THIEF };
    const reply = askAsMember(server, 'POST', '/api/account/retrievePassword', { json });
    await held.reached;
    if (what === 'the password is another')
      await kysely.updateTable('member_password').set({ hash }).where('member_id', '=', one.id).execute();
    else {
      const change = what === 'the address has gone' ? { email: `back${count}@example.com` } : ({ status: 'disable' } as const);
      await kysely.updateTable('member').set(change).where('id', '=', one.id).execute();
    }
    held.release();
    expect((await reply).body).toMatchObject({ code: 0, data: { fields: { captcha: expect.any(String) as string } } });
    await kysely.updateTable('member').set({ status: 'enable' }).where('id', '=', one.id).execute();
    expect(await opens(THIEF)).toBe(false);
  });

  it('begins no session without the factor that was switched on meanwhile', async () => {
    await post('prove', { password: TEST_PASSWORD }, owner);
    const secret = String((await post('setUpTwoFactor', {}, owner)).body?.data.secret);
    const factorCode = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: server.clock.nowMs() });
    const json = { tab: 'login', username: one.username, password: TEST_PASSWORD };
    const signIn = () => askAsMember(server, 'POST', '/api/user/checkIn', { json });
    const confirm = () => post('confirmTwoFactor', { factorCode }, owner);
    expect(await during(written(), signIn, confirm)).toMatchObject({
      code: 0,
      data: { fields: { factorCode: expect.any(String) as string } },
    });
    expect(await opens(TEST_PASSWORD)).toBe(false);
  });

  /** @param sql a part of it */
  const asked = (sql: string) =>
    holdNext(server.database.kysely.getExecutor(), 'executeQuery', 'before', (query: CompiledQuery) => query.sql.includes(sql));

  it.each([
    ['POST', 'prove', { password: TEST_PASSWORD }, '"member_password"'],
    ['POST', 'changePassword', { oldPassword: TEST_PASSWORD, newPassword: OWNER }, '"member_password"'],
    [
      'POST',
      'changeBind',
      { type: 'mobile', mobile: '13900000099', captcha: '111111', password: TEST_PASSWORD },
      'select "email", "mobile" from',
    ],
    ['POST', 'verification', { type: 'email', captcha: '111111' }, 'select "email", "mobile" from'],
    ['POST', 'profile', { nickname: 'Nobody' }, 'select "username", "nickname", "avatar", "gender"'],
    ['POST', 'dailyCheckIn', {}, null],
    ['POST', 'savePreference', { kind: 'score', by_mail: false, in_app: false }, null],
    ['GET', 'profile', {}, '"last_login_ip"'],
    ['GET', 'summary', {}, '"member_password"'],
    ['GET', 'preferences', {}, 'select "email" from "member"'],
  ] as const)('answers %s %s as an ended session where the account is deleted meanwhile', async (method, path, json, sql) => {
    await configure(server, { daily_score: '5' });
    const { token } = await server.signIn();
    const remove = () => server.request(`/admin/user.User/del?ids[]=${one.id}`, { method: 'DELETE', token });
    const call = () => askAsMember(server, method, `/api/account/${path}`, { token: owner, ...(method === 'POST' && { json }) });
    expect(await during(sql === null ? written() : asked(sql), call, remove)).toMatchObject(NEED_LOGIN);
    expect(await server.database.kysely.selectFrom('member').select('id').where('id', '=', one.id).execute()).toEqual([]);
  });

  it.each([
    ['profile', { nickname: 'Thief' }, 'select "username", "nickname", "avatar", "gender"'],
    ['changePassword', { oldPassword: TEST_PASSWORD, newPassword: THIEF }, '"member_password"'],
    ['changeBind', { type: 'email', email: 'thief@example.com', captcha: '111111' }, null],
  ] as const)('uses up nothing of the owner’s limits by %s', async (path, json, words) => {
    const held = words === null ? written() : asked(words);
    expect(await during(held, () => post(path, json, thief), endOthers)).toMatchObject(NEED_LOGIN);
    const counted = server.database.kysely.selectFrom('throttle_counter').select('key').where('count', '>', 0);
    expect(await counted.where('key', 'like', `%:${one.id}`).execute()).toEqual([]);
  });

  it('refuses every password of a member who has none', async () => {
    await server.database.kysely.deleteFrom('member_password').where('member_id', '=', one.id).execute();
    const at = (field: string, key = 'oldPassword') => ({
      code: 0,
      data: { fields: { [field]: server.ports.messages.text('en', `refusals.${key}`) } },
    });
    expect((await post('prove', { password: TEST_PASSWORD }, owner)).body).toMatchObject(at('password'));
    expect((await changePassword(owner, OWNER)).body).toMatchObject(at('oldPassword'));
    const first = { type: 'mobile', mobile: '13900000098', captcha: '111111', password: TEST_PASSWORD };
    // A first address asks for none: they have just signed in.
    expect((await post('changeBind', first, owner)).body).toMatchObject(at('captcha', 'codeWrong'));
  });

  it('binds no first address', async () => {
    const mobile = `139000000${String(count).padStart(2, '0')}`;
    await storeCode(server.ports, { purpose: 'user_change_mobile', target: mobile, requester: 'network:127.0.0.1' }, '111111');
    const bind = () => post('changeBind', { type: 'mobile', mobile, captcha: '111111', password: TEST_PASSWORD }, thief);
    expect(await during(verified(), bind, endOthers)).toMatchObject(NEED_LOGIN);
    expect((await told('profile')).body?.data.info.mobile).toBe('');
  });

  it('proves nothing, and switches no second factor on', async () => {
    const prove = () => post('prove', { password: TEST_PASSWORD }, thief);
    expect(await during(verified(), prove, endOthers)).toMatchObject(NEED_LOGIN);
    expect(await server.database.kysely.selectFrom('member_proof').selectAll().where('member_id', '=', one.id).execute()).toEqual([]);
    thief = (await one.signIn()).token;
    await prove();
    const secret = String((await post('setUpTwoFactor', {}, thief)).body?.data.secret);
    const factorCode = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: server.clock.nowMs() });
    expect(await during(decrypted(), () => post('confirmTwoFactor', { factorCode }, thief), endOthers)).toMatchObject(NEED_LOGIN);
    expect([await isIn(owner), await opens(TEST_PASSWORD)]).toEqual([true, true]);
    expect((await told('twoFactor')).body?.data).toMatchObject({ is_on: false });
  });

  it.each(['setUpTwoFactor', 'renewRecoveryCodes', 'endTwoFactor', 'endOtherSessions', 'profile'])('does nothing of %s', async (path) => {
    await post('prove', { password: TEST_PASSWORD }, thief);
    const call = () => post(path, path === 'profile' ? { nickname: 'Thief' } : {}, thief);
    expect(await during(written(), call, endOthers)).toMatchObject(NEED_LOGIN);
    expect(await isIn(owner)).toBe(true);
    expect((await told('profile')).body?.data.info.nickname).toBe(one.username);
    expect(await server.database.kysely.selectFrom('two_factor').selectAll().where('account_id', '=', one.id).execute()).toEqual([]);
  });

  it('keeps no file of a member who is disabled while it arrives', async () => {
    const { token } = await server.signIn();
    const disable = () => server.request('/admin/user.User/edit', { method: 'POST', token, json: { id: one.id, status: 'disable' } });
    const upload = () =>
      server.request('/api/ajax/upload', { method: 'POST', body: formOf(PNG, 'a.png'), headers: { 'ba-user-token': thief } });
    expect(await during(holdNext(server.ports.files, 'receive', 'after'), upload, disable)).toMatchObject(NEED_LOGIN);
    expect(await server.database.kysely.selectFrom('attachment').selectAll().where('user_id', '=', one.id).execute()).toEqual([]);
    expect(await server.database.kysely.selectFrom('blob').selectAll().execute()).toEqual([]);
  });

  it('lets a pass change the address that it was proved for, and no other', async () => {
    const at = `held${count}@example.com`;
    await storeCode(server.ports, { purpose: 'user_email_verify', target: at, requester: `member:${one.id}` }, '111111');
    const pass = (await post('verification', { type: 'email', captcha: '111111' }, thief)).body?.data.accountVerificationToken as string;
    const become = (email: string) => server.database.kysely.updateTable('member').set({ email }).where('id', '=', one.id).execute();
    const bind = async () => {
      await storeCode(server.ports, { purpose: 'user_change_email', target: 'next@example.com', requester: 'network:127.0.0.1' }, '222222');
      const json = { type: 'email', email: 'next@example.com', captcha: '222222', accountVerificationToken: pass };
      return (await post('changeBind', json, thief)).body?.code;
    };
    await become('other@example.com');
    expect(await bind()).toBe(0);
    expect((await told('profile')).body?.data.info.email).toBe('other@example.com');
    await become(at);
    expect(await bind()).toBe(1);
  });

  it('says that an address is gone when somebody takes it while a change is taken back', async () => {
    const at = `held${count}@example.com`;
    await storeCode(server.ports, { purpose: 'user_email_verify', target: at, requester: `member:${one.id}` }, '111111');
    const pass = (await post('verification', { type: 'email', captcha: '111111' }, owner)).body?.data.accountVerificationToken as string;
    await storeCode(server.ports, { purpose: 'user_change_email', target: 'moved@example.com', requester: 'network:127.0.0.1' }, '222222');
    const json = { type: 'email', email: 'moved@example.com', captcha: '222222', accountVerificationToken: pass };
    expect((await post('changeBind', json, owner)).body?.code).toBe(1);
    await server.ports.jobs.runDue();
    const { code: number } = await server.database.kysely
      .selectFrom('outbox_message')
      .select('code')
      .where('purpose', '=', 'address_changed')
      .where('target', '=', at)
      .executeTakeFirstOrThrow();
    const held = holdNext(server.ports.database, 'transaction', 'before');
    const reply = askAsMember(server, 'POST', '/api/account/undoBind', { json: { number } });
    await held.reached;
    await addMember(server, `taker_${count}`, { email: at });
    held.release();
    expect((await reply).body).toMatchObject({ code: 0, msg: server.ports.messages.text('en', 'refusals.member.addressGone') });
    expect((await told('profile')).body?.data.info.email).toBe('moved@example.com');
  });
});
