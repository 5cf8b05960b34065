import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sweepProofs } from '#server/features/members/sweep-proofs';
import { createVerificationService } from '#server/features/session/verification/verification.service';
import { createCodeAccounts } from '#server/features/session/verification/code-accounts';
import { createGuesses } from '#server/features/base/guesses';
import { createBackgroundTasks } from '#server/base/background-tasks';
import { silentLogger } from '#server/base/logger';
import { createAuthenticator, type Tampering } from '#tests/support/tabs/authenticator.ts';
import { dealtKinds } from '#tests/support/dealt.ts';
import { addMember, askAsMember, type TestMember } from '#tests/support/members.ts';
import { createTestServer, TEST_PASSWORD, type TestServer } from '#tests/support/server.ts';
import { configure } from '#tests/support/upload-samples.ts';

const client = { ip: '127.0.0.1', userAgent: '', language: 'en' } as const;
const PAGE = 'http://localhost:8000';

/** Members and their passkeys, with an authenticator in software. Source: Web Authentication Level 3; security.md rules 4, 8, 34. */
describe.each(dealtKinds())('passkeys on %s', (kind) => {
  let server: TestServer;
  let [lin, other]: TestMember[] = [];
  beforeAll(async () => {
    server = await createTestServer({ kind, sampleData: false });
    lin = await addMember(server, 'keyed_one', { email: 'lin@example.com' });
    other = await addMember(server, 'keyed_two');
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    await server.database.kysely.deleteFrom('throttle_counter').execute();
    await server.database.kysely.deleteFrom('passkey').execute();
  });

  const post = async (path: string, json: object, token?: string, address?: string) =>
    (await askAsMember(server, 'POST', path, { json, ...(token && { token }), ...(address && { address }) })).body;
  const own =
    (token: string) =>
    async (name: string, json: object = {}) =>
      post(`/api/account/${name}`, json, token);
  const list = async (token: string) =>
    (await askAsMember(server, 'GET', '/api/account/passkeys', { token })).body?.data.list as { id: number }[];
  const isAlive = async (token: string) => (await askAsMember(server, 'GET', '/api/account/overview', { token })).body?.code === 1;

  /** A member who has proved to be there and added a passkey. */
  async function keyed(member = lin!, device = createAuthenticator(PAGE)) {
    const { token } = await member.signIn();
    const ask = own(token);
    await ask('prove', { password: TEST_PASSWORD });
    const options = (await ask('passkeyOptions', { purpose: 'add' }))?.data.options;
    const body = await ask('addPasskey', { credential: device.create(options), name: ' Phone ', endOthers: true });
    return { token, ask, device, body, id: Number(body?.data.id) };
  }
  const asAdmin = async (path: string, json: object) =>
    (await server.request(`/admin/${path}`, { method: 'POST', token: (await server.signIn()).token, json })).body;
  const begin = async () => (await post('/api/user/passkeyOptions', {}))?.data.options;
  const enter = (credential: object, more: object = {}) => post('/api/user/signInByPasskey', { credential, keep: false, ...more });

  it('is added behind a proof, puts out who signed in elsewhere, is told once, and opens the account alone', async () => {
    const elsewhere = await lin!.signIn();
    const bare = own((await other!.signIn()).token);
    expect(Object.keys((await bare('passkeyOptions', { purpose: 'add' }))?.data.fields)).toEqual(['proof']);
    const { token, device, body } = await keyed();
    expect(body?.code).toBe(1);
    expect([await isAlive(token), await isAlive(elsewhere.token)]).toEqual([true, false]);
    expect(await list(token)).toEqual([
      { id: body?.data.id, name: 'Phone', create_time: expect.any(Number) as number, used_time: null, is_synced: false },
    ]);
    const told = server.database.kysely
      .selectFrom('member_message')
      .select('text_key')
      .where('member_id', '=', lin!.id)
      .where('text_key', 'like', 'passkey%');
    expect(await told.execute()).toEqual([{ text_key: 'passkeyAdded' }]);
    const entered = await enter(device.get(await begin()), { keep: true });
    expect(entered).toMatchObject({ code: 1, data: { routePath: '/user', userInfo: { username: 'keyed_one' } } });
    expect(entered?.data.userInfo.refresh_token).toMatch(/^[\w-]{43}$/u);
    expect((await list(token))[0]).toMatchObject({ used_time: expect.any(Number) as number });
    expect(JSON.stringify(await server.database.kysely.selectFrom('record_change').selectAll().execute())).not.toContain('passkey');
  });

  it('asks for no second factor beside it, and for one beside the password as before', async () => {
    const { ask, device } = await keyed();
    await server.database.kysely
      .insertInto('two_factor')
      .values({ account_type: 'user', account_id: lin!.id, sealed_secret: 'x', confirmed_at: 1, create_time: 1 })
      .execute();
    expect((await enter(device.get(await begin())))?.code).toBe(1);
    const json = { tab: 'login', username: 'keyed_one', password: TEST_PASSWORD };
    expect(Object.keys((await post('/api/user/checkIn', json))?.data.fields)).toEqual(['factorCode']);
    await server.database.kysely.deleteFrom('two_factor').execute();
    expect((await ask('passkeyOptions', { purpose: 'prove' }))?.code).toBe(1);
  });

  it.each<[string, Tampering]>([
    ['of another page', { origin: 'https://evil.example' }],
    ['made for another host', { rpId: 'evil.example' }],
    ['with a challenge of its own', { challenge: 'AAAA' }],
    ['whose user was not verified', { isVerified: false }],
    ['that was to make a passkey', { type: 'webauthn.create' }],
    ['signed by another key', { isForged: true }],
    ['of another user', { userHandle: 'AAAA' }],
  ])('opens nothing %s', async (_what, tampering) => {
    const { device } = await keyed();
    expect(Object.keys((await enter(device.get(await begin(), tampering)))?.data.fields)).toEqual(['credential']);
  });

  it('opens with what was to be signed once, in time, and where it was asked for', async () => {
    const { device } = await keyed();
    const once = device.get(await begin());
    expect((await enter(once))?.code).toBe(1);
    expect(Object.keys((await enter(once))?.data.fields)).toEqual(['credential']);
    const late = await begin();
    server.clock.advanceSeconds(301);
    expect(Object.keys((await enter(device.get(late)))?.data.fields)).toEqual(['credential']);
    const elsewhere = device.get(await begin());
    expect(
      Object.keys((await post('/api/user/signInByPasskey', { credential: elsewhere }, undefined, '203.0.113.7'))?.data.fields),
    ).toEqual(['credential']);
    await sweepProofs(server.ports);
    server.clock.advanceSeconds(301);
    await sweepProofs(server.ports);
    expect(await server.database.kysely.selectFrom('passkey_challenge').selectAll().execute()).toEqual([]);
  });

  it('opens nothing once its counter goes back, and opens where a device does not count', async () => {
    const { device } = await keyed();
    expect((await enter(device.get(await begin(), { counter: 9 })))?.code).toBe(1);
    expect(Object.keys((await enter(device.get(await begin(), { counter: 9 })))?.data.fields)).toEqual(['credential']);
    const { device: still } = await keyed(other, createAuthenticator(PAGE, { counts: false }));
    for (let time = 0; time < 2; time += 1) expect((await enter(still.get(await begin())))?.code).toBe(1);
  });

  it('opens no disabled account, and none after it was removed', async () => {
    const { ask, id, device, token } = await keyed();
    const elsewhere = await lin!.signIn();
    const held = device.get(await begin());
    expect((await ask('removePasskey', { id }))?.data).toEqual({ rp_id: 'localhost', credential_id: held.id });
    expect([await isAlive(token), await isAlive(elsewhere.token)]).toEqual([true, false]);
    expect(Object.keys((await enter(held))?.data.fields)).toEqual(['credential']);
    expect((await ask('removePasskey', { id }))?.code).toBe(0);
    const { device: disabled } = await keyed(other);
    const setStatus = (status: 'enable' | 'disable') =>
      server.database.kysely.updateTable('member').set({ status }).where('id', '=', other!.id).execute();
    await setStatus('disable');
    expect((await enter(disabled.get(await begin())))?.code).toBe(0);
    await setStatus('enable');
  });

  it.each<[string, () => Promise<unknown>]>([
    [
      'retrieves the password',
      async () => {
        const background = createBackgroundTasks(silentLogger);
        // Pictures are not what is tried here: whoever asks has clicked right.
        const open = { consume: () => Promise.resolve({ takeBack: () => Promise.resolve() }) };
        const accounts = createCodeAccounts({ ...server.ports, guesses: createGuesses(server.ports) });
        const codes = createVerificationService(server.ports, open, accounts, background);
        const wanted = { channel: 'email', purpose: 'user_retrieve_pwd', target: 'lin@example.com', password: TEST_PASSWORD } as const;
        const visitor = { kind: 'visitor', client, tokens: { admin: null, member: null } } as const;
        await codes.send({ ...wanted, captchaId: 'a', captchaInfo: 'b' }, visitor);
        await background.done();
        const sent = server.database.kysely.selectFrom('outbox_message').select('code').where('purpose', '=', wanted.purpose);
        const captcha = (await sent.orderBy('id', 'desc').executeTakeFirst())?.code ?? '';
        return post('/api/account/retrievePassword', { type: 'email', account: 'lin@example.com', captcha, password: TEST_PASSWORD });
      },
    ],
    ['is given a password by an administrator', () => asAdmin('user.User/edit', { id: lin!.id, password: TEST_PASSWORD })],
    [
      'has the second factor removed by an administrator',
      () => asAdmin('user.User/resetTwoFactor', { id: lin!.id, password: TEST_PASSWORD }),
    ],
  ])('opens nothing any more once its member %s', async (_what, recover) => {
    const { device, token } = await keyed();
    const kept = await keyed(other);
    const { kysely } = server.database;
    await kysely.deleteFrom('member_message').execute();
    await kysely
      .insertInto('two_factor')
      .values({ account_type: 'user', account_id: lin!.id, sealed_secret: 'x', confirmed_at: 1, create_time: 1 })
      .execute();
    const logged = () =>
      kysely.selectFrom('security_log').select('id').where('kind', '=', 'passkey.reset').where('account_id', '=', lin!.id).execute();
    const before = (await logged()).length;
    expect(await recover()).toMatchObject({ code: 1 });
    await kysely.deleteFrom('two_factor').execute();
    expect(Object.keys((await enter(device.get(await begin())))?.data.fields)).toEqual(['credential']);
    expect([await isAlive(token), (await logged()).length - before]).toEqual([false, 1]);
    const told = kysely.selectFrom('member_message').select('member_id').where('text_key', '=', 'passkeysReset');
    expect(await told.execute()).toEqual([{ member_id: lin!.id }]);
    expect((await enter(kept.device.get(await begin())))?.code).toBe(1);
  });

  it('proves its own member present in the sign-in that asked, and nobody else', async () => {
    const { device, token } = await keyed();
    const fresh = await lin!.signIn();
    const ask = own(fresh.token);
    expect(Object.keys((await ask('setUpTwoFactor'))?.data.fields)).toEqual(['proof']);
    const options = (await ask('passkeyOptions', { purpose: 'prove' }))?.data.options;
    const signed = device.get(options);
    expect(Object.keys((await own(token)('prove', { passkey: signed }))?.data.fields)).toEqual(['passkey']);
    const again = device.get((await ask('passkeyOptions', { purpose: 'prove' }))?.data.options);
    expect((await ask('prove', { passkey: again }))?.code).toBe(1);
    expect((await ask('setUpTwoFactor'))?.code).toBe(1);
    await server.database.kysely.deleteFrom('two_factor').execute();
    const stranger = own((await other!.signIn()).token);
    const strange = device.get((await stranger('passkeyOptions', { purpose: 'prove' }))?.data.options);
    expect(Object.keys((await stranger('prove', { passkey: strange }))?.data.fields)).toEqual(['passkey']);
  });

  it('is nothing of another member, has a name, and there are ten at most', async () => {
    const { ask, id } = await keyed();
    const { ask: others } = await keyed(other, createAuthenticator(PAGE));
    for (const [name, json] of [['removePasskey', { id }], ['renamePasskey', { id, name: 'mine' }]] as const) expect((await others(name, json))?.code).toBe(0); // prettier-ignore
    expect(Object.keys((await ask('renamePasskey', { id, name: '  ' }))?.data.fields)).toEqual(['name']);
    expect(Object.keys((await ask('renamePasskey', { id, name: '名'.repeat(61) }))?.data.fields)).toEqual(['name']);
    expect((await ask('renamePasskey', { id, name: '钥'.repeat(60) }))?.code).toBe(1);
    const device = createAuthenticator(PAGE);
    const add = async () => {
      const body = await ask('passkeyOptions', { purpose: 'add' });
      return body?.code === 1 ? ask('addPasskey', { credential: device.create(body.data.options), name: 'more', endOthers: false }) : body;
    };
    for (let count = 1; count < 10; count += 1) expect((await add())?.code).toBe(1);
    expect((await add())?.code).toBe(0);
  });

  it('is bound to the address of the site', async () => {
    await server.database.kysely
      .insertInto('config')
      .values({
        name: 'site_address',
        group: 'basics',
        title: 'a',
        tip: '',
        type: 'string',
        value: 'https://shop.example.com',
        rule: '',
        weigh: 0,
      })
      .onConflict((on) => on.column('name').doUpdateSet({ value: 'https://shop.example.com' }))
      .execute();
    const { body, device } = await keyed(lin, createAuthenticator('https://shop.example.com'));
    expect(body?.code).toBe(1);
    expect((await begin()).rpId).toBe('shop.example.com');
    expect((await enter(device.get(await begin())))?.code).toBe(1);
    expect(Object.keys((await enter(device.get(await begin(), { origin: PAGE })))?.data.fields)).toEqual(['credential']);
    await server.database.kysely.updateTable('config').set({ value: '' }).where('name', '=', 'site_address').execute();
  });

  it('is refused where the setting is off, and pages are told', async () => {
    const ways = async () => (await askAsMember(server, 'GET', '/api/index/index')).body?.data.site.memberWays as unknown;
    expect(await ways()).toContain('passkey');
    const { ask, device } = await keyed();
    const options = await begin();
    await configure(server, { passkeys: '0' });
    expect([await ways(), (await enter(device.get(options)))?.code, (await ask('passkeyOptions', { purpose: 'add' }))?.code]).toEqual([
      ['code'],
      0,
      0,
    ]);
  });
});
