import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eraseAdmin } from '#api/contract/rights/admin-erasure';
import { resetPassword, switchFactorOff } from '#server/boot/tools/account-help';
import { readRelyingParty } from '#server/features/session/passkeys/relying-party';
import { createAuthenticator, type Tampering } from '#tests/support/tabs/authenticator.ts';
import { dealtKinds } from '#tests/support/dealt.ts';
import { addMember, askAsMember } from '#tests/support/members.ts';
import { createTestServer, TEST_PASSWORD, type TestServer } from '#tests/support/server.ts';
import { configure } from '#tests/support/upload-samples.ts';

const PAGE = 'http://localhost:8000';

/** Administrators and their passkeys, with an authenticator in software. Why: docs/decisions/184-passkeys-for-administrators.md */
describe.each(dealtKinds())('passkeys of administrators on %s', (kind) => {
  let server: TestServer;
  let clerk: { readonly id: number };
  let other: { readonly id: number };
  beforeAll(async () => {
    server = await createTestServer({ kind, sampleData: false });
    clerk = await server.addAdmin('clerk', ['goods/goods/index']);
    other = await server.addAdmin('other', []);
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    for (const table of ['throttle_counter', 'passkey', 'notification', 'two_factor'] as const)
      await server.database.kysely.deleteFrom(table).execute();
    await configure(server, { admin_two_factor: '0', admin_passkeys: '1' });
  });

  const post = async (path: string, json: object, token?: string, address?: string) =>
    (
      await server.request(path.startsWith('/') ? path : `/admin/${path}`, {
        method: 'POST',
        json,
        ...(token && { token }),
        ...(address && { address }),
      })
    ).body;
  const own = (token: string) => (name: string, json: object) => post(`Passkey/${name}`, json, token);
  const fieldsOf = (body: Awaited<ReturnType<typeof post>>) => Object.keys((body?.data?.fields as object | undefined) ?? {});
  const list = async (token: string) => (await server.request('/admin/Passkey/list', { token })).body?.data;
  const isAlive = async (token: string) => (await server.request('/admin/Passkey/list', { token })).body?.code === 1;
  const begin = async () => (await post('Passkey/options', {}))?.data.options;
  const enter = (credential: object, address?: string) => post('Passkey/signIn', { credential, keep: true }, undefined, address);
  const told = async () =>
    (await server.database.kysely.selectFrom('notification').select(['admin_id', 'name']).orderBy('id').execute()).map(
      ({ admin_id, name }) => [admin_id, name],
    );
  const logged = async (accountId: number) =>
    (
      await server.database.kysely
        .selectFrom('security_log')
        .select('kind')
        .where('account_type', '=', 'admin')
        .where('account_id', '=', accountId)
        .where('kind', 'like', 'passkey.%')
        .orderBy('id')
        .execute()
    ).map((row) => row.kind);

  async function keyed(username = 'clerk', device = createAuthenticator(PAGE)) {
    const { token } = await server.signIn(username);
    const ask = own(token);
    const options = (await ask('addOptions', { password: TEST_PASSWORD }))?.data.options;
    const body = await ask('add', { credential: device.create(options), name: ' Laptop ', endOthers: true });
    return { token, ask, device, body, id: Number(body?.data.id) };
  }

  it('is added behind the password, puts out who signed in elsewhere, is told, and opens the account alone', async () => {
    const elsewhere = await server.signIn('clerk');
    const before = (await logged(clerk.id)).length;
    const last = await server.database.kysely.selectFrom('admin_log').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
    const { token, device, body, ask } = await keyed();
    expect(body?.code).toBe(1);
    expect(fieldsOf(await ask('addOptions', { password: 'wrong-one' }))).toEqual(['password']);
    expect([await isAlive(token), await isAlive(elsewhere.token)]).toEqual([true, false]);
    expect(await list(token)).toEqual({
      list: [{ id: body?.data.id, name: 'Laptop', create_time: expect.any(Number) as number, used_time: null, is_synced: false }],
      is_offered: true,
    });
    expect([await told(), (await logged(clerk.id)).slice(before)]).toEqual([[[clerk.id, 'passkeyAdded']], ['passkey.added']]);
    const entered = await enter(device.get(await begin()));
    expect(entered).toMatchObject({ code: 1, data: { routePath: '/admin', userInfo: { username: 'clerk' } } });
    expect(await isAlive(String(entered?.data.userInfo.token))).toBe(true);
    expect(entered?.data.userInfo.refresh_token).toMatch(/^[\w-]{43}$/u);
    expect((await list(token))?.list[0]).toMatchObject({ used_time: expect.any(Number) as number });
    const entries = server.database.kysely.selectFrom('admin_log').select(['admin_id', 'username', 'title']).where('id', '>', last.id);
    expect((await entries.orderBy('id').execute()).map((entry) => Object.values(entry))).toEqual([
      [clerk.id, 'clerk', '登录'],
      [clerk.id, 'clerk', '通行密钥-添加'],
      [clerk.id, 'clerk', '登录-通行密钥'],
    ]);
  });

  it.each<[string, { readonly id: string; readonly origin: string | null }]>([
    ['https://shop.example.com', { id: 'shop.example.com', origin: 'https://shop.example.com' }],
    ['https://shop.example.com:8443/store?page=1', { id: 'shop.example.com', origin: 'https://shop.example.com:8443' }],
    ['http://localhost:8000', { id: 'localhost', origin: 'http://localhost:8000' }],
    ['https://localhost', { id: 'localhost', origin: 'https://localhost' }],
    ...['http://shop.example.com', 'https://1.2.3.4', 'https://192.168.10.20', 'ftp://localhost', 'https://[::1]', 'no address', ''].map(
      (address): [string, { readonly id: string; readonly origin: null }] => [address, { id: 'localhost', origin: null }],
    ),
  ])('are bound to the host of "%s"', async (siteAddress, party) => {
    expect(await readRelyingParty({ database: server.database, siteAddress })).toEqual(party);
  });

  it('are ten at most: no more is begun, nor added where it was begun before', async () => {
    const { ask, id } = await keyed();
    const { kysely } = server.database;
    const made = { public_key: 'x', counter: 0, transports: '', is_synced: false, create_time: 1, used_time: null };
    const row = { ...made, member_id: null, admin_id: clerk.id, rp_id: 'localhost', name: 'Phone' };
    const add = (count: number) =>
      kysely
        .insertInto('passkey')
        .values(
          Array.from({ length: count }, (_, index) => ({
            ...row,
            credential_id: `filled-${count}-${index}`,
            transports: index === 0 ? 'usb,nfc' : '',
          })),
        )
        .execute();
    const begun = async () => (await ask('addOptions', { password: TEST_PASSWORD }))?.data.options;
    const device = createAuthenticator(PAGE);
    await add(8);
    const [tenth, eleventh] = [await begun(), await begun()];
    // A device that has one already says so, and the browser knows where to ask for it.
    expect(tenth.excludeCredentials.slice(0, 3)).toEqual([
      { id: expect.any(String) as string, type: 'public-key', transports: ['internal'] },
      { id: 'filled-8-0', type: 'public-key', transports: ['usb', 'nfc'] },
      { id: 'filled-8-1', type: 'public-key', transports: [] },
    ]);
    await add(1);
    const FULL = { code: 0, data: null, msg: 'An account has at most 10 passkeys. Remove one first.' };
    expect(await ask('add', { credential: device.create(eleventh), name: 'One too many', endOthers: false })).toMatchObject(FULL);
    expect(await ask('addOptions', { password: TEST_PASSWORD })).toMatchObject(FULL);
    await kysely.deleteFrom('passkey').where('credential_id', '=', 'filled-1-0').execute();
    expect(await ask('add', { credential: device.create(tenth), name: 'The tenth', endOthers: false })).toMatchObject({ code: 1 });
    const own = await kysely.selectFrom('passkey').select(['id', 'name']).where('admin_id', '=', clerk.id).orderBy('id').execute();
    expect([own.length, own[0]?.id, own.at(-1)?.name]).toEqual([10, id, 'The tenth']);
  });

  it.each<[string, Tampering]>([
    ['of another page', { origin: 'https://evil.example' }],
    ['whose user was not verified', { isVerified: false }],
    ['signed by another key', { isForged: true }],
    ['of another user', { userHandle: 'AAAA' }],
  ])('opens nothing %s', async (_what, tampering) => {
    const { device } = await keyed();
    expect(fieldsOf(await enter(device.get(await begin(), tampering)))).toEqual(['credential']);
  });

  it('opens once what was to be signed, in time, and where it was asked for', async () => {
    const { device } = await keyed();
    const once = device.get(await begin());
    expect([(await enter(once))?.code, fieldsOf(await enter(once))]).toEqual([1, ['credential']]);
    const late = await begin();
    server.clock.advanceSeconds(301);
    expect(fieldsOf(await enter(device.get(late)))).toEqual(['credential']);
    expect(fieldsOf(await enter(device.get(await begin()), '203.0.113.7'))).toEqual(['credential']);
  });

  it('is kept apart from those of members: neither opens the other door, nor counts what was drawn for it', async () => {
    const lin = await addMember(server, 'keyed_member');
    const device = createAuthenticator(PAGE);
    const ask = async (path: string, json: object, token?: string) =>
      (await askAsMember(server, 'POST', path, { json, ...(token && { token }) })).body;
    const { token } = await lin.signIn();
    await ask('/api/account/prove', { password: TEST_PASSWORD }, token);
    const options = (await ask('/api/account/passkeyOptions', { purpose: 'add' }, token))?.data.options;
    await ask('/api/account/addPasskey', { credential: device.create(options), name: 'Phone', endOthers: true }, token);
    expect(fieldsOf(await enter(device.get(await begin())))).toEqual(['credential']);
    // Nor where the device says nothing of whose it is.
    expect(fieldsOf(await enter(device.get(await begin(), { userHandle: '' })))).toEqual(['credential']);
    const memberOptions = async () => (await ask('/api/user/passkeyOptions', {}))?.data.options;
    const enterAsMember = (credential: object) => ask('/api/user/signInByPasskey', { credential, keep: false });
    const { device: admins } = await keyed();
    expect(Object.keys((await enterAsMember(admins.get(await memberOptions())))?.data.fields)).toEqual(['credential']);
    expect(fieldsOf(await enter(admins.get(await memberOptions())))).toEqual(['credential']);
    expect((await enter(admins.get(await begin())))?.code).toBe(1);
    expect((await enterAsMember(device.get(await memberOptions())))?.code).toBe(1);
  });

  it('stands for the second factor at the sign-in and at each renewal, also where everybody needs one; the password does not', async () => {
    const { device } = await keyed();
    await configure(server, { admin_two_factor: '1' });
    const login = () =>
      server.request('/admin/Index/login', { method: 'POST', json: { username: 'clerk', password: TEST_PASSWORD, keep: true } });
    expect(fieldsOf((await login()).body)).toEqual(['factorSetup']);
    const entered = (await enter(device.get(await begin())))?.data.userInfo as { readonly token: string; readonly refresh_token: string };
    const renewed = await post('/api/common/refreshToken', { refreshToken: entered.refresh_token }, entered.token);
    expect(renewed?.code).toBe(1);
    const again = await post('/api/common/refreshToken', { refreshToken: entered.refresh_token }, String(renewed?.data.token));
    expect(again?.code).toBe(1);
    // A sign-in that began with the password alone ends, passkey or not.
    await configure(server, { admin_two_factor: '0' });
    const plain = await server.signIn('clerk');
    await configure(server, { admin_two_factor: '1' });
    expect((await post('/api/common/refreshToken', { refreshToken: plain.refreshToken }, plain.token))?.code).not.toBe(1);
    await server.database.kysely
      .insertInto('two_factor')
      .values({ account_type: 'admin', account_id: clerk.id, sealed_secret: 'x', confirmed_at: 1, create_time: 1 })
      .execute();
    expect((await enter(device.get(await begin())))?.code).toBe(1);
    expect(fieldsOf((await login()).body)).toEqual(['factorCode']);
  });

  it('has a name, is nothing of another administrator, and goes behind the password with whoever signed in elsewhere', async () => {
    const { ask, id, device, token } = await keyed();
    const others = own((await server.signIn('other')).token);
    expect((await others('remove', { id, password: TEST_PASSWORD }))?.code).toBe(0);
    expect((await others('rename', { id, name: 'mine' }))?.code).toBe(0);
    expect(fieldsOf(await ask('rename', { id, name: '  ' }))).toEqual(['name']);
    expect((await ask('rename', { id, name: '公司电脑' }))?.code).toBe(1);
    expect((await list(token))?.list[0].name).toBe('公司电脑');
    const elsewhere = await server.signIn('clerk');
    expect(fieldsOf(await ask('remove', { id, password: 'wrong-one' }))).toEqual(['password']);
    const held = device.get(await begin());
    expect((await ask('remove', { id, password: TEST_PASSWORD }))?.data).toEqual({ rp_id: 'localhost', credential_id: held.id });
    expect([await isAlive(token), await isAlive(elsewhere.token)]).toEqual([true, false]);
    expect(fieldsOf(await enter(held))).toEqual(['credential']);
    expect((await told()).map(([, name]) => name)).toEqual(['passkeyAdded', 'passkeyRemoved']);
  });

  it('is added to an account without a password by who has just signed in, and to none that has one', async () => {
    const { token } = await server.signIn('other');
    const ask = own(token);
    const { kysely } = server.database;
    const kept = await kysely.deleteFrom('admin_password').where('admin_id', '=', other.id).returningAll().executeTakeFirstOrThrow();
    const device = createAuthenticator(PAGE);
    const add = async () => {
      const begun = await ask('addOptions', { password: '' });
      return begun?.code === 1
        ? (await ask('add', { credential: device.create(begun.data.options), name: 'Key', endOthers: true }))?.code
        : begun?.msg;
    };
    expect((await list(token))?.has_password).toBe(false);
    expect(await add()).toBe(1);
    const entered = await enter(device.get(await begin()));
    expect(entered?.code).toBe(1);
    // What is typed is no password of an account that has none.
    expect(fieldsOf(await ask('addOptions', { password: TEST_PASSWORD }))).toEqual(['password']);
    server.clock.advanceSeconds(601);
    const late = 'Your account has no password. Sign out, sign in again, and do this within ten minutes.';
    const id = Number((await list(token))?.list[0].id);
    const refused = async () => expect([await add(), (await ask('remove', { id, password: '' }))?.msg]).toEqual([late, late]);
    await refused();
    // Nor does a sign-in count that lies ahead, because the clock was set back.
    server.clock.advanceSeconds(-602);
    await refused();
    server.clock.advanceSeconds(602);
    const again = String((await enter(device.get(await begin())))?.data.userInfo.token);
    // Nothing else would open the account.
    const remove = async () => (await own(again)('remove', { id, password: '' }))?.msg;
    const lastWay = 'You would have no other way to sign in. Set a password first.';
    expect(await remove()).toBe(lastWay);
    // One that was made for a former host signs for no page.
    const { id: _id, ...made } = await kysely.selectFrom('passkey').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    await kysely
      .insertInto('passkey')
      .values({ ...made, credential_id: 'former', rp_id: 'former.example' })
      .execute();
    expect(await remove()).toBe(lastWay);
    await kysely.deleteFrom('passkey').where('credential_id', '=', 'former').execute();
    // Beside another one for this host it may go: the account stays open.
    const second = await kysely
      .insertInto('passkey')
      .values({ ...made, credential_id: 'second' })
      .returning('id')
      .executeTakeFirstOrThrow();
    expect((await own(again)('remove', { id: second.id, password: '' }))?.data).toEqual({ rp_id: 'localhost', credential_id: 'second' });
    const spoken = { method: 'POST', json: { id, password: '' }, token: again, headers: { 'think-lang': 'zh-cn' } };
    const inChinese = await server.request('/admin/Passkey/remove', spoken);
    expect(inChinese.body?.msg).toBe('删除后将无法登录此账号，请先设置密码。');
    const provider = { name: 'Acme', issuer: 'https://id.example.com', client_id: 'site', client_secret: '', scopes: '', audiences: ['member'], makes_accounts: '0', groups_claim: '', status: '1' }; // prettier-ignore
    const root = (await server.signIn()).token;
    expect((await post('auth.SignInProvider/add', provider, root))?.code).toBe(1);
    const identity = { account_type: 'admin', account_id: other.id, subject: 'o', label: '', create_time: 1, used_time: null } as const;
    await kysely
      .insertInto('external_identity')
      .values({ ...identity, issuer: 'https://id.example.com/' })
      .execute();
    expect(await remove()).toBe(lastWay);
    const open = (change: object) => kysely.updateTable('sign_in_provider').set(change).execute();
    await open({ audiences: JSON.stringify(['admin']), status: '0' });
    expect(await remove()).toBe(lastWay);
    await open({ status: '1' });
    expect((await own(again)('remove', { id, password: '' }))?.code).toBe(1);
    for (const table of ['external_identity', 'sign_in_provider'] as const) await kysely.deleteFrom(table).execute();
    await kysely.insertInto('admin_password').values(kept).execute();
    const fresh = await server.signIn('other');
    expect(fieldsOf(await own(fresh.token)('addOptions', { password: '' }))).toEqual(['password']);
  });

  const setStatus = (status: '0' | '1') => server.database.kysely.updateTable('admin').set({ status }).where('id', '=', other.id).execute();
  it('opens no account that is switched off', async () => {
    const { device } = await keyed('other');
    await setStatus('0');
    expect((await enter(device.get(await begin())))?.code).toBe(0);
    await setStatus('1');
    expect((await enter(device.get(await begin())))?.code).toBe(1);
  });

  const asSuper = async (path: string, json: object) => post(path, json, (await server.signIn()).token);
  const withFactor = () =>
    server.database.kysely
      .insertInto('two_factor')
      .values({ account_type: 'admin', account_id: clerk.id, sealed_secret: 'x', confirmed_at: 1, create_time: 1 })
      .execute();
  it.each<[string, () => Promise<unknown>, readonly string[]]>([
    [
      'is given a password',
      () => asSuper('auth.Admin/edit', { id: clerk.id, password: TEST_PASSWORD }),
      ['passwordSetByAdmin', 'passkeysReset'],
    ],
    [
      'has the second factor removed',
      async () => {
        await withFactor();
        return asSuper('auth.Admin/resetTwoFactor', { id: clerk.id, password: TEST_PASSWORD });
      },
      ['factorReset', 'passkeysReset'],
    ],
    ['is given a password on the machine', () => resetPassword(server.ports, 'clerk', TEST_PASSWORD), []],
    ['has the second factor switched off on the machine', () => switchFactorOff(server.ports, 'clerk'), []],
  ])('opens nothing any more once its administrator %s', async (_what, recover, news) => {
    const { device } = await keyed();
    const kept = await keyed('other');
    await server.database.kysely.deleteFrom('notification').execute();
    const before = (await logged(clerk.id)).length;
    await recover();
    await server.database.kysely.deleteFrom('two_factor').execute();
    expect(fieldsOf(await enter(device.get(await begin())))).toEqual(['credential']);
    expect([await told(), (await logged(clerk.id)).slice(before)]).toEqual([news.map((name) => [clerk.id, name]), ['passkey.reset']]);
    expect((await enter(kept.device.get(await begin())))?.code).toBe(1);
  });

  it('is told of by the tools of the machine', async () => {
    await keyed();
    expect(await switchFactorOff(server.ports, 'clerk')).toMatchObject({ hadOne: false, passkeys: 1, links: 0 });
    expect(await resetPassword(server.ports, 'clerk', TEST_PASSWORD)).toMatchObject({ passkeys: 0, links: 0 });
  });

  it('goes with the account, ended or deleted', async () => {
    const left = async () => (await server.database.kysely.selectFrom('passkey').select('admin_id').orderBy('id').execute()).map((row) => row.admin_id); // prettier-ignore
    const [leaver, gone] = [await server.addAdmin('leaver', []), await server.addAdmin('gone', [])];
    await keyed('leaver');
    await keyed('gone');
    await keyed();
    expect(await left()).toEqual([leaver.id, gone.id, clerk.id]);
    const { token } = await server.signIn();
    await server.call(eraseAdmin, { id: leaver.id, password: TEST_PASSWORD }, { token });
    expect(await left()).toEqual([gone.id, clerk.id]);
    await server.request(`/admin/auth.Admin/del?ids[]=${gone.id}`, { method: 'DELETE', token });
    expect(await left()).toEqual([clerk.id]);
  });

  it('is refused where the setting is off, and the sign-in page is told', async () => {
    const ways = async () => (await askAsMember(server, 'GET', '/api/index/index')).body?.data.site.adminWays as unknown;
    expect(await ways()).toEqual(['passkey']);
    const { device, ask } = await keyed();
    const options = await begin();
    await configure(server, { admin_passkeys: '0' });
    expect([await ways(), (await enter(device.get(options)))?.code, (await ask('addOptions', { password: TEST_PASSWORD }))?.code]).toEqual([
      undefined,
      0,
      0,
    ]);
  });
});
