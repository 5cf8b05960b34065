import { inspect } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { restoreDeleted } from '#api/contract/changes/data-safety';
import { CALLBACK_PATH, listIdentities, SIGNED_OUT_PATH } from '#api/contract/external/external';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { resetPassword, switchFactorOff } from '#server/boot/tools/account-help';
import { createIdentityProviders } from '#server/adapters/identities/identity-providers';
import { networkList } from '#server/base/network';
import { sweepElsewhere } from '#server/features/external/sessions-elsewhere';
import { sweepExternal } from '#server/features/external/under-way';
import { admin } from '#sections/admin/admin.resource.ts';
import { member } from '#sections/member/member.resource.ts';
import { signInGroup } from '#sections/sign-in-group/sign-in-group.resource.ts';
import { signInProvider } from '#sections/sign-in-provider/sign-in-provider.resource.ts';
import { dealtKinds } from '#tests/support/dealt.ts';
import { startIdentityProvider, type IdentityProvider, type Person } from '#tests/support/servers/identity-provider.ts';
import { holdNext } from '#tests/support/hold.ts';
import { addMember, askAsMember } from '#tests/support/members.ts';
import { createTestServer, TEST_PASSWORD, type RawReply, type TestServer } from '#tests/support/server.ts';
import { configure } from '#tests/support/upload-samples.ts';

const ORIGIN = 'http://localhost:8123';
const providers = resourceEndpoints(signInProvider);
const groups = resourceEndpoints(signInGroup);
type Json = Record<string, unknown>;

const cookieOf = ({ headers }: RawReply): string => (headers.get('set-cookie') ?? '').split(';', 1)[0] ?? '';

const locationOf = ({ headers }: RawReply): string => headers.get('location') ?? '';

/** What stands in an address of the provider that ends a session. */
const wayOf = (body: { data?: unknown } | null) => new URL(String((body?.data as Json | null)?.['to']));

/** Signing in at a provider that speaks the protocol as its reference does, on both databases. */
describe.each(dealtKinds())('sign-in at a provider, on %s', (kind) => {
  let server: TestServer;
  let idp: IdentityProvider;
  let root = '';
  let provider = 0;

  beforeAll(async () => {
    idp = await startIdentityProvider([`${ORIGIN}${CALLBACK_PATH}`]);
    const identities = createIdentityProviders(networkList(['127.0.0.1']) ?? []);
    server = await createTestServer({ kind, sampleData: false, ports: { identities }, wrap: (database) => ({ ...database }) });
    root = (await server.signIn()).token;
  });
  afterAll(async () => {
    await server.close();
    await idp.close();
  });
  beforeEach(async () => {
    const { kysely } = server.database;
    idp.instead.clear();
    for (const table of [
      'throttle_counter',
      'sign_in_group',
      'external_identity',
      'external_sign_in',
      'external_session',
      'sign_in_provider',
    ] as const)
      // oxlint-disable-next-line no-await-in-loop -- one names the next
      await kysely.deleteFrom(table).execute();
    provider = await addProvider({});
  });

  async function addProvider(more: Json, token = root): Promise<number> {
    const row = {
      name: 'Acme',
      issuer: idp.issuer,
      client_id: idp.clientId,
      client_secret: idp.clientSecret,
      scopes: 'profile email groups',
      audiences: ['admin', 'member'],
      makes_accounts: '0',
      groups_claim: '',
      status: '1',
      ...more,
    };
    return (await server.call(providers.add, row, { token }))?.id ?? 0;
  }
  const change = async (more: Json, token = root) => {
    const { row } = (await server.call(providers.read, { id: provider }, { token: root })) as unknown as { row: Json };
    return server.call(providers.save, { ...row, ...more, id: provider }, { token });
  };
  const post = (path: string, json: Json, { cookie, token }: { cookie?: string; token?: string } = {}) =>
    server.request(path, {
      method: 'POST',
      json,
      ...(token !== undefined && { token }),
      headers: { ...(cookie !== undefined && { cookie }) },
    });

  const start = (more: Json = {}) => post('/api/external/start', { provider, area: 'admin', origin: ORIGIN, to: '/admin/goods', ...more });
  const arrive = (back: URL, cookie?: string) =>
    server.request(`${back.pathname}${back.search}`, { headers: cookie === undefined ? {} : { cookie } });

  /** The whole way of one browser to the page that goes on. */
  async function travel(person: Person | null, more: Json = {}) {
    idp.person = person;
    const begun = await start(more);
    const cookie = cookieOf(begun);
    const back = await idp.visit(String(begun.body?.data.url));
    return { cookie, back, location: locationOf(await arrive(back, cookie)) };
  }
  const enter = (cookie: string, more: Json = {}, area = 'admin') =>
    post(area === 'admin' ? '/admin/External/enter' : '/api/external/enter', { keep: false, ...more }, { cookie });
  const come = async (person: Person, more: Json = {}) => {
    const { cookie } = await travel(person, more);
    return (await enter(cookie, {}, more['area'] === 'member' ? 'member' : 'admin')).body;
  };

  async function link(person: Person, token: string) {
    idp.person = person;
    const begun = await post('/admin/External/link', { provider, origin: ORIGIN, password: TEST_PASSWORD }, { token });
    const back = await idp.visit(String(begun.body?.data.url));
    return { cookie: cookieOf(begun), back, location: locationOf(await arrive(back, cookieOf(begun))) };
  }
  const events = async () => {
    const rows = await server.database.kysely
      .selectFrom('security_log')
      .select(['kind', 'account_id', 'detail'])
      .where('kind', 'like', 'external.%')
      .orderBy('id')
      .execute();
    return rows.map(({ kind: what, detail }) => [what, (detail as { reason?: string }).reason?.replace('refusals.external.', '')]);
  };
  const lastEvent = async () => (await events()).at(-1);
  const identitiesOf = (token: string) => server.call(listIdentities, {}, { token });

  const LIN = { sub: 'lin-1', preferred_username: 'lin', name: 'Lin', email: 'lin@acme.example', email_verified: true };

  const site = async () => (await server.request('/api/index/index')).body?.data.site as Json;

  it('tells sign-in pages of it, and nothing where there is none', async () => {
    expect((await site())['signInOffers']).toEqual([{ id: provider, name: 'Acme', audiences: ['admin', 'member'] }]);
    await change({ status: '0' });
    expect(await site()).not.toHaveProperty('signInOffers');
  });

  it('begins with everything drawn for one browser, kept by a cookie that no script reads', async () => {
    const begun = await start();
    const url = new URL(String(begun.body?.data.url));
    expect([url.origin, url.searchParams.get('redirect_uri'), url.searchParams.get('code_challenge_method')]).toEqual([
      idp.issuer,
      `${ORIGIN}${CALLBACK_PATH}`,
      'S256',
    ]);
    expect(url.searchParams.get('scope')).toBe('openid profile email groups');
    for (const name of ['state', 'nonce', 'code_challenge']) expect(url.searchParams.get(name)).toMatch(/^[\w-]{43,44}$/u);
    expect(begun.headers.get('set-cookie')).toMatch(/^external-sign-in=[\w-]{43}; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/u);
    const stored = JSON.stringify(await server.database.kysely.selectFrom('external_sign_in').selectAll().execute());
    for (const name of ['state', 'nonce']) expect(stored).not.toContain(url.searchParams.get(name));
  });

  it('lets nobody in whom nobody has linked, whatever their address says', async () => {
    await server.database.kysely.updateTable('admin').set({ email: LIN.email }).where('username', '=', 'admin').execute();
    const body = await come(LIN);
    expect([body?.code, body?.msg]).toEqual([
      0,
      'No account here is linked with it. Sign in with your password, then link it in your profile.',
    ]);
    await change({ makes_accounts: '1', groups_claim: 'groups' });
    await server.call(groups.add, { provider_id: provider, value: 'staff', group_id: 1 }, { token: root });
    const again = await come({ ...LIN, groups: ['staff'] });
    expect([again?.code, await lastEvent()]).toEqual([0, ['external.refused', 'noAccount']]);
    await server.database.kysely.updateTable('admin').set({ email: '' }).where('username', '=', 'admin').execute();
  });

  it('links an account behind its password, and opens it as a password does', async () => {
    expect(
      (await post('/admin/External/link', { provider, origin: ORIGIN, password: 'wrong-one' }, { token: root })).body?.data.fields,
    ).toHaveProperty('password');
    const { location } = await link(LIN, root);
    expect(location).toBe('/admin/routine/adminInfo?external=linked');
    const told = server.database.kysely.selectFrom('notification').select('name').where('name', '=', 'externalLinked').execute();
    expect(await told).toEqual([{ name: 'externalLinked' }]);
    const { cookie, location: back } = await travel(LIN);
    expect(back).toBe('/admin/login?to=%2Fadmin%2Fgoods&external=ready');
    const entered = await enter(cookie, { keep: true });
    expect(entered.body).toMatchObject({ code: 1, data: { routePath: '/admin', userInfo: { username: 'admin' } } });
    const token = String(entered.body?.data.userInfo.token);
    expect(String(entered.body?.data.userInfo.refresh_token)).toMatch(/^[\w-]{43}$/u);
    expect((await identitiesOf(token)).list).toMatchObject([
      { provider: 'Acme', label: LIN.email, used_time: expect.any(Number) as number },
    ]);
    const signedIn = await server.database.kysely
      .selectFrom('security_log')
      .select('detail')
      .where('kind', '=', 'session.signedIn')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    expect(signedIn?.detail).toEqual({ resource: 'signInProvider', id: provider });
    // Once.
    expect((await enter(cookie)).body?.code).toBe(0);
  });

  it('is for one account alone, and ends with its link', async () => {
    await link(LIN, root);
    const clerk = await server.addAdmin(`clerk_${kind.slice(0, 2)}`, ['dashboard']);
    expect((await link(LIN, clerk.token)).location).toBe('/admin/routine/adminInfo?external=taken');
    // What is one's own is linked, and nobody is warned.
    const before = await events();
    expect((await link(LIN, root)).location).toBe('/admin/routine/adminInfo?external=linked');
    expect([await events(), (await identitiesOf(root)).list.length]).toEqual([before, 1]);
    // Of an account that is deleted nothing is left that keeps anybody from linking.
    await server.database.kysely
      .updateTable('external_identity')
      .set({ account_id: 999_999 })
      .where('account_type', '=', 'admin')
      .execute();
    expect((await link(LIN, clerk.token)).location).toBe('/admin/routine/adminInfo?external=linked');
    await server.database.kysely.deleteFrom('external_identity').execute();
    await link(LIN, root);
    const [own] = (await identitiesOf(root)).list;
    const unlink = (token: string, password: string) => post('/admin/External/unlink', { id: own?.id, password }, { token });
    expect((await unlink(clerk.token, TEST_PASSWORD)).body?.code).toBe(0);
    expect((await unlink(root, 'wrong-one')).body?.code).toBe(0);
    const { cookie } = await travel(LIN);
    expect((await unlink(root, TEST_PASSWORD)).body?.code).toBe(1);
    expect((await enter(cookie)).body?.code).toBe(0);
    const told = server.database.kysely.selectFrom('notification').select('name').where('name', '=', 'externalUnlinked').execute();
    expect(await told).toHaveLength(1);
  });

  it('tells a member that a link was removed, as it tells of one that was made', async () => {
    const one = await addMember(server, 'unlinked_one');
    const { kysely } = server.database;
    const { id } = await kysely
      .insertInto('external_identity')
      .values({
        account_type: 'user',
        account_id: one.id,
        issuer: 'https://gone.example',
        subject: 's',
        label: '',
        create_time: 1,
        used_time: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { token } = await one.signIn();
    const ask = async (path: string, json: object) => (await askAsMember(server, 'POST', path, { token, json })).body?.code;
    expect(await ask('/api/account/prove', { password: TEST_PASSWORD })).toBe(1);
    expect(await ask('/api/external/unlink', { id })).toBe(1);
    const said = kysely.selectFrom('member_message').select(['text_key', 'params']).where('member_id', '=', one.id);
    expect(await said.execute()).toEqual([{ text_key: 'externalUnlinked', params: { provider: 'https://gone.example' } }]);
  });

  it('takes no answer in a browser that did not begin it, none twice, and none that is late', async () => {
    await link(LIN, root);
    idp.person = LIN;
    const begun = await start();
    const back = await idp.visit(String(begun.body?.data.url));
    const stale = '/admin/login?external=stale';
    expect(locationOf(await arrive(back))).toBe(stale);
    const other = cookieOf(await start());
    expect(locationOf(await arrive(back, other))).toBe(stale);
    const forged = new URL(back);
    forged.searchParams.set('state', `a${'x'.repeat(43)}`);
    expect(locationOf(await arrive(forged, cookieOf(begun)))).toBe(stale);
    expect(locationOf(await arrive(back, cookieOf(begun)))).toContain('external=ready');
    expect(locationOf(await arrive(back, cookieOf(begun)))).toBe(stale);

    const slow = await start();
    const late = await idp.visit(String(slow.body?.data.url));
    server.clock.advanceSeconds(601);
    expect(locationOf(await arrive(late, cookieOf(slow)))).toBe(stale);
    await sweepExternal(server.ports);
    expect(await server.database.kysely.selectFrom('external_sign_in').selectAll().execute()).toEqual([]);
    root = (await server.signIn()).token;
  });

  it('leads to no address but its own', async () => {
    for (const origin of ['https://evil.example', 'http://localhost.evil.example', 'http://localhost:8123@evil.example'])
      // oxlint-disable-next-line no-await-in-loop -- one attempt after the other
      expect((await start({ origin })).body?.msg).toContain('site’s own address');
    await configure(server, { site_address: 'https://www.example.com' });
    expect((await start()).body?.code).toBe(0);
    const secure = await start({ origin: 'https://www.example.com' });
    expect(secure.headers.get('set-cookie')).toMatch(/^__Host-external-sign-in=[\w-]{43}; Path=\/; .*; Secure$/u);
    await configure(server, { site_address: '' });
    const { location } = await travel(LIN, { to: 'https://evil.example/x' });
    expect(new URL(location, ORIGIN).origin + new URL(location, ORIGIN).pathname).toBe(`${ORIGIN}/admin/login`);
  });

  it('hands the second factor on to be asked for', async () => {
    await link(LIN, root);
    await configure(server, { admin_two_factor: '1' });
    const { cookie } = await travel(LIN);
    expect(Object.keys((await enter(cookie)).body?.data.fields as object)).toEqual(['factorSetup']);
    const setup = await post('/admin/External/setUpFactor', {}, { cookie });
    expect(String(setup.body?.data.uri)).toMatch(/^otpauth:/u);
    expect(Object.keys((await enter(cookie, { factorCode: '000000' })).body?.data.fields as object)).toEqual(['factorCode']);
    await configure(server, { admin_two_factor: '0' });
    expect((await enter(cookie)).body?.code).toBe(1);
  });

  it('makes accounts where it may, in the groups that its values stand for, which follow it at each sign-in', async () => {
    const clerks = await server.addAdmin(`boss_${kind.slice(0, 2)}`, ['dashboard', 'auth/group']);
    await change({ makes_accounts: '1', groups_claim: 'deep.roles' });
    for (const [value, groupId] of [
      ['desk', clerks.groupId],
      ['all', 1],
    ] as const)
      // oxlint-disable-next-line no-await-in-loop -- one row after the other
      await server.call(groups.add, { provider_id: provider, value, group_id: groupId }, { token: root });
    const mia = { sub: 'mia-1', preferred_username: 'Mia.Öz', name: 'Mia', email: 'mia@acme.example', email_verified: false };
    const of = (...roles: unknown[]) => ({ ...mia, deep: { roles } });
    expect([(await come(of()))?.code, await lastEvent()]).toEqual([0, ['external.refused', 'noGroup']]);
    const entered = await come(of('desk', 7, 'unknown'));
    expect(entered).toMatchObject({ code: 1, data: { userInfo: { nickname: 'Mia' } } });
    const read = () =>
      server.database.kysely
        .selectFrom('admin')
        .select(['id', 'username', 'email', 'group_arr'])
        .where('nickname', '=', 'Mia')
        .executeTakeFirst();
    const made = await read();
    // An address that nobody has verified is nobody's.
    expect(made).toMatchObject({ username: 'Mia__z', email: '', group_arr: [clerks.groupId] });
    const journal = server.database.kysely
      .selectFrom('record_change')
      .select(['kind'])
      .where('resource', '=', 'admin')
      .where('record_id', '=', made?.id ?? 0)
      .execute();
    expect(await journal).toEqual([{ kind: 'created' }]);
    await come(of('all'));
    expect((await read())?.group_arr).toEqual([1]);
    expect((await come(of('nothing')))?.code).toBe(0);
    expect((await read())?.group_arr).toEqual([]);
    expect((await come(of('desk')))?.code).toBe(1);
    await server.database.kysely.updateTable('admin').set({ status: '0' }).where('nickname', '=', 'Mia').execute();
    expect([(await come(of('desk')))?.code, await lastEvent()]).toEqual([0, ['external.refused', 'disabled']]);
  });

  it('takes the rights of nobody without whom nobody could do everything', async () => {
    await link(LIN, root);
    await change({ groups_claim: 'groups' });
    await server.call(groups.add, { provider_id: provider, value: 'all', group_id: 1 }, { token: root });
    const others = await server.database.kysely.selectFrom('admin').select('id').where('username', '<>', 'admin').execute();
    await server.database.kysely.updateTable('admin').set({ status: '0' }).where('username', '<>', 'admin').execute();
    expect((await come({ ...LIN, groups: ['other'] }))?.code).toBe(1);
    const admin = await server.database.kysely.selectFrom('admin').select('group_arr').where('username', '=', 'admin').executeTakeFirst();
    expect([admin?.group_arr, others.length > 0]).toEqual([[1], true]);
  });

  it('is set up by nobody for groups that they could not give', async () => {
    const pages = [
      'auth',
      'auth/signInProvider',
      'auth/signInProvider/index',
      'auth/signInProvider/add',
      'auth/signInProvider/edit',
      'auth/signInProvider/del',
    ];
    const rows = ['auth/signInGroup', 'auth/signInGroup/index', 'auth/signInGroup/add', 'auth/signInGroup/edit', 'auth/signInGroup/del'];
    const boss = await server.addAdmin(`setter_${kind.slice(0, 2)}`, [...pages, ...rows, 'dashboard']);
    const small = await server.addAdmin(`small_${kind.slice(0, 2)}`, ['dashboard'], boss.groupId);
    const add = (groupId: number, token: string) =>
      server.request('/admin/auth.SignInGroup/add', {
        method: 'POST',
        token,
        json: { provider_id: provider, value: 'v', group_id: groupId },
      });
    expect([(await add(1, boss.token)).body?.code, (await add(boss.groupId, boss.token)).body?.code]).toEqual([0, 0]);
    expect((await add(small.groupId, boss.token)).body?.code).toBe(1);
    await change({ name: 'Acme two' }, boss.token);
    await server.call(groups.add, { provider_id: provider, value: 'all', group_id: 1 }, { token: root });
    // Whoever could say now what its values are would be everything.
    await expect(change({ groups_claim: 'nickname' }, boss.token)).rejects.toThrow('grants groups');
    expect((await add(small.groupId, boss.token)).body?.code).toBe(0);
    const del = await server.request(`/admin/auth.SignInProvider/del?ids[]=${provider}`, { method: 'DELETE', token: boss.token });
    expect(del.body?.code).toBe(0);
  });

  it('keeps the secret out of lists, forms, the journal and logs, and for the address it was given out for', async () => {
    await change({ name: 'Renamed' });
    const { kysely } = server.database;
    const told = [
      await server.request('/admin/auth.SignInProvider/index', { token: root }).then(({ text }) => text),
      await server.request(`/admin/auth.SignInProvider/edit?id=${provider}`, { token: root }).then(({ text }) => text),
      JSON.stringify(await kysely.selectFrom('record_change').selectAll().execute()),
      JSON.stringify(await kysely.selectFrom('admin_log').selectAll().execute()),
      JSON.stringify(await kysely.selectFrom('sign_in_provider_secret').selectAll().execute()),
    ].join('\n');
    expect(told).not.toContain(idp.clientSecret);
    const moved = await server.request('/admin/auth.SignInProvider/edit', {
      method: 'POST',
      token: root,
      json: { id: provider, version: 2, issuer: 'https://elsewhere.example' },
    });
    expect(moved.body?.code).toBe(0);
    for (const other of [{ issuer: 'https://elsewhere.example' }, { client_id: 'put-right' }])
      expect(
        (await server.request('/admin/auth.SignInProvider/edit', { method: 'POST', token: root, json: { id: provider, ...other } })).body
          ?.data,
      ).toEqual({
        fields: { client_secret: 'The secret was given out for another address or client ID. Please enter the one for this one.' },
      });
    await change({ client_id: 'put-right', client_secret: 'its-own' });
    await change({ client_id: idp.clientId, client_secret: idp.clientSecret });
  });

  it('names a link by its provider, also where that was set up without the slash at the end', async () => {
    await link(LIN, root);
    const { kysely } = server.database;
    await kysely.updateTable('external_identity').set({ issuer: 'https://id.example.com/' }).execute();
    await kysely.updateTable('sign_in_provider').set({ issuer: 'https://id.example.com' }).where('id', '=', provider).execute();
    expect((await identitiesOf(root)).list.map((one) => one['provider'])).toEqual(['Acme']);
  });

  const refused = async (person: Person | null = LIN) => (await travel(person)).location.split('external=')[1];
  const cold = async (path: string, answer: (body: Json) => unknown) => {
    // What was remembered of the provider is remembered by its client.
    const original = (await (await fetch(`${idp.issuer}${path}`)).json()) as Json;
    idp.instead.set(path, (_request, response) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(answer(original)));
    });
  };
  const anew = (skewSeconds = 0) => {
    (server.ports as { identities?: unknown }).identities = createIdentityProviders(networkList(['127.0.0.1']) ?? [], { skewSeconds });
  };

  describe('what a provider answers', () => {
    beforeEach(async () => {
      anew();
      await link(LIN, root);
    });
    afterAll(() => anew());

    it('is taken where the clocks differ a little, and not where they differ much', async () => {
      anew(40);
      expect(await refused()).toBe('ready');
      anew(7200);
      expect([await refused(), await lastEvent()]).toEqual(['token', ['external.refused', 'token']]);
    });

    it('leaves nothing in the log of the server that a provider said of whom', async () => {
      anew(7200);
      const lines: unknown[] = [];
      const warn = vi
        .spyOn(server.ports.logger, 'warn')
        .mockImplementation((...line: unknown[]) => void lines.push(inspect(line, { depth: 20 })));
      expect(await refused()).toBe('token');
      warn.mockRestore();
      expect(lines.join(' ')).toContain('external.failed');
      expect(lines.join(' ')).not.toContain(LIN.sub);
    });

    it('is not taken where it names another issuer', async () => {
      anew();
      await cold('/.well-known/openid-configuration', (body) => ({ ...body, issuer: 'https://other.example' }));
      const begun = await start();
      expect([begun.body?.code, await lastEvent()]).toEqual([0, ['external.refused', 'issuer']]);
    });

    it('is not taken where another provider than the one asked has answered', async () => {
      idp.person = LIN;
      const begun = await start();
      const back = await idp.visit(String(begun.body?.data.url));
      expect(back.searchParams.get('iss')).toBe(idp.issuer);
      back.searchParams.set('iss', 'https://other.example');
      expect(locationOf(await arrive(back, cookieOf(begun)))).toContain('external=issuer');
    });

    it('is not taken where its signature is not that of its keys', async () => {
      anew();
      const pair = await crypto.subtle.generateKey(
        { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256', modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) },
        true,
        ['sign', 'verify'],
      );
      const key = (await crypto.subtle.exportKey('jwk', pair.publicKey)) as Json;
      await cold('/jwks', ({ keys }) => ({ keys: (keys as Json[]).map((one) => ({ ...one, n: key['n'], e: key['e'] })) }));
      expect(await refused()).toBe('token');
    });

    it('is not taken where it was drawn for another sign-in', async () => {
      idp.person = LIN;
      const [one, two] = [await start(), await start()];
      const [back, other] = [await idp.visit(String(one.body?.data.url)), await idp.visit(String(two.body?.data.url))];
      back.searchParams.set('code', other.searchParams.get('code') ?? '');
      expect(locationOf(await arrive(back, cookieOf(one)))).toMatch(/external=(?:answer|token)$/u);
    });

    it('says that somebody said no, that the secret is wrong, and that nobody answers', async () => {
      expect(await refused(null)).toBe('denied');
      await change({ client_secret: 'another-secret' });
      expect(await refused()).toBe('client');
      anew();
      await change({ issuer: 'http://127.0.0.1:9', client_secret: 'another-secret' });
      expect([(await start()).body?.msg, await lastEvent()]).toEqual([
        expect.stringContaining('could not be reached'),
        ['external.refused', 'unreachable'],
      ]);
    });

    it('is not even asked for inside, or where it leads the server there', async () => {
      (server.ports as { identities?: unknown }).identities = createIdentityProviders([]);
      expect([(await start()).body?.code, await lastEvent()]).toEqual([0, ['external.refused', 'private']]);
      anew();
      await cold('/.well-known/openid-configuration', (body) => ({ ...body, token_endpoint: 'http://10.0.0.1/token' }));
      expect(await refused()).toBe('private');
      anew();
      await cold('/.well-known/openid-configuration', (body) => ({ ...body, authorization_endpoint: 'javascript:alert(1)' }));
      expect((await start()).body?.code).toBe(0);
      idp.instead.set('/.well-known/openid-configuration', (_request, response) => response.end(`"${'x'.repeat(600_000)}"`));
      anew();
      expect((await start()).body?.code).toBe(0);
    });
  });

  it('links nothing to whose sign-in is ended while the provider is asked', async () => {
    const { token } = await server.addAdmin(`ended_${kind.slice(0, 2)}`, ['dashboard']);
    idp.person = { sub: 'too-late' };
    const begun = await post('/admin/External/link', { provider, origin: ORIGIN, password: TEST_PASSWORD }, { token });
    const back = await idp.visit(String(begun.body?.data.url));
    const held = holdNext(server.ports.database, 'transaction', 'before');
    const arrived = arrive(back, cookieOf(begun));
    await held.reached;
    await server.database.kysely
      .updateTable('token')
      .set({ revoked_at: 1 })
      .where(
        'account_id',
        '=',
        (
          await server.database.kysely
            .selectFrom('admin')
            .select('id')
            .where('username', '=', `ended_${kind.slice(0, 2)}`)
            .executeTakeFirstOrThrow()
        ).id,
      )
      .execute();
    held.release();
    expect(locationOf(await arrived)).toBe('/admin/routine/adminInfo?external=session');
    expect(await server.database.kysely.selectFrom('external_identity').select('id').execute()).toEqual([]);
  });

  const nicknameOf = async (sub: string, name: string) =>
    ((await come({ sub, preferred_username: sub, name }, { area: 'member' }))?.data?.userInfo as Json | undefined)?.['nickname'];

  it('calls people by what can be seen, and members as those are called who register', async () => {
    await change({ makes_accounts: '1' });
    const hidden = `A${String.fromCodePoint(0x202e)}nn${String.fromCodePoint(0)}`;
    expect([
      await nicknameOf('seen_one', hidden),
      await nicknameOf('seen_two', 'Ann Lee!'),
      await nicknameOf('seen_three', '安娜'),
    ]).toEqual(['Ann', 'seen_two', '安娜']);
  });

  it.each<[string, (id: number) => Promise<unknown>, readonly string[]]>([
    [
      'is given a password',
      (id) => post('/admin/auth.Admin/edit', { id, password: TEST_PASSWORD }, { token: root }),
      ['passwordSetByAdmin', 'linksReset'],
    ],
    [
      'has the second factor removed',
      (id) => post('/admin/auth.Admin/resetTwoFactor', { id, password: TEST_PASSWORD }, { token: root }),
      ['factorReset', 'linksReset'],
    ],
    ['is given a password on the machine', () => resetPassword(server.ports, `lost_${kind.slice(0, 2)}`, TEST_PASSWORD), []],
    ['has the second factor switched off on the machine', () => switchFactorOff(server.ports, `lost_${kind.slice(0, 2)}`), []],
  ])('opens no account any more that was linked, once it %s', async (_what, recover, news) => {
    const { kysely } = server.database;
    const name = `lost_${kind.slice(0, 2)}`;
    const known = await kysely.selectFrom('admin').select('id').where('username', '=', name).executeTakeFirst();
    const { token } = known ? await server.signIn(name) : await server.addAdmin(name, ['dashboard']);
    const { id } = await kysely.selectFrom('admin').select('id').where('username', '=', name).executeTakeFirstOrThrow();
    await link(LIN, token);
    const entered = (await come(LIN))?.data.userInfo as Json;
    idp.person = { ...LIN, sub: 'second' };
    const begun = await post('/admin/External/link', { provider, origin: ORIGIN, password: TEST_PASSWORD }, { token });
    const back = await idp.visit(String(begun.body?.data.url));
    const waiting = await travel(LIN);
    await kysely
      .insertInto('two_factor')
      .values({ account_type: 'admin', account_id: id, sealed_secret: 'x', confirmed_at: 1, create_time: 1 })
      .execute();
    await kysely.deleteFrom('notification').execute();
    await recover(id);
    await kysely.deleteFrom('two_factor').execute();
    expect([(await enter(waiting.cookie)).body?.code, (await come(LIN))?.code]).toEqual([0, 0]);
    expect(locationOf(await arrive(back, cookieOf(begun)))).toBe('/admin/login?external=stale');
    expect((await server.request('/admin/Index/index', { token: String(entered['token']) })).body?.code).toBe(303);
    const told = await kysely.selectFrom('notification').select(['admin_id', 'name']).execute();
    expect(told).toEqual(news.map((one) => ({ admin_id: id, name: one })));
    expect((await events()).filter(([what]) => what === 'external.reset').length).toBeGreaterThan(0);
  });

  it('opens an account that it has made after its recovery too', async () => {
    await change({ makes_accounts: '1', groups_claim: 'groups' });
    const clerks = await server.addAdmin(`made_${kind.slice(0, 2)}`, ['dashboard']);
    await server.call(groups.add, { provider_id: provider, value: 'desk', group_id: clerks.groupId }, { token: root });
    const zoe = { sub: 'zoe', preferred_username: 'zoe', name: 'Zoe', groups: ['desk'] };
    const made = (await come(zoe))?.data.userInfo as Json;
    await post('/admin/auth.Admin/edit', { id: made['id'], password: TEST_PASSWORD }, { token: root });
    expect((await come(zoe))?.data.userInfo).toMatchObject({ id: made['id'] });
  });

  it('lets members in, links behind a proof, and makes them where people may register', async () => {
    const ann = await addMember(server, 'ann_linked');
    const { token } = await ann.signIn();
    const ask = async (path: string, json: Json, cookie?: string) =>
      askAsMember(server, 'POST', `/api/${path}`, { json, token, ...(cookie !== undefined && { headers: { cookie } }) });
    expect(Object.keys((await ask('external/link', { provider, origin: ORIGIN })).body?.data.fields as object)).toEqual(['proof']);
    await ask('account/prove', { password: TEST_PASSWORD });
    idp.person = { sub: 'ann' };
    const begun = await ask('external/link', { provider, origin: ORIGIN });
    const back = await idp.visit(String(begun.body?.data.url));
    expect(locationOf(await arrive(back, cookieOf(begun)))).toBe('/user/account/security?external=linked');
    expect(await come({ sub: 'ann' }, { area: 'member' })).toMatchObject({
      code: 1,
      data: { routePath: '/user', userInfo: { username: 'ann_linked' } },
    });
    // An administrator's account is another.
    expect((await come({ sub: 'ann' }))?.code).toBe(0);

    expect((await come({ ...LIN, sub: 'new' }, { area: 'member' }))?.code).toBe(0);
    await change({ makes_accounts: '1' });
    expect(await come({ ...LIN, sub: 'new' }, { area: 'member' })).toMatchObject({
      code: 1,
      data: { userInfo: { username: 'lin', email: LIN.email } },
    });
    // Whose address it is here is not for the provider to say.
    expect((await come({ ...LIN, sub: 'thief' }, { area: 'member' }))?.code).toBe(0);
    await configure(server, { member_registration: 'closed' });
    expect((await come({ sub: 'later' }, { area: 'member' }))?.code).toBe(0);
    await configure(server, { member_registration: 'open' });
  });

  it('lets a member whom it has made, and who has nothing else to prove themselves by, do with the account what is theirs, just after they came', async () => {
    await change({ makes_accounts: '1' });
    const entra = { sub: 'entra', preferred_username: 'entra' };
    const token = String((await come(entra, { area: 'member' }))?.data.userInfo.token);
    const ask = async (path: string, json: Json, as = token) =>
      (await askAsMember(server, 'POST', `/api/${path}`, { json, token: as })).body;
    const { kysely } = server.database;
    await configure(server, { passkeys: '1' });
    expect((await ask('account/passkeyOptions', { purpose: 'add' }))?.code).toBe(1);
    expect((await ask('account/exportData', {}))?.code).toBe(1);
    const first = { type: 'email', email: 'entra@example.com', captcha: '000000' };
    // It is the code that is wrong.
    expect(Object.keys((await ask('account/changeBind', first))?.data.fields as object)).toEqual(['captcha']);
    server.clock.advanceSeconds(601);
    await kysely.deleteFrom('member_export').execute();
    const anew = 'Your account has no password. Sign out, sign in again, and do this within ten minutes.';
    for (const [path, json] of [
      ['account/passkeyOptions', { purpose: 'add' }],
      ['account/exportData', {}],
      ['account/requestDeletion', {}],
      ['account/changeBind', first],
    ] as const)
      expect(await ask(path, json)).toMatchObject({ code: 0, msg: anew });
    const again = String((await come(entra, { area: 'member' }))?.data.userInfo.token);
    expect((await ask('account/requestDeletion', {}, again))?.code).toBe(1);
    const { member_id: id } = await kysely
      .selectFrom('external_identity')
      .select('account_id as member_id')
      .where('subject', '=', 'entra')
      .executeTakeFirstOrThrow();
    const passkey = { member_id: id, public_key: 'key', counter: 0, transports: '', is_synced: false, name: 'Phone', create_time: 1 };
    const withPasskeyOf = async (host: string) => {
      await kysely
        .insertInto('passkey')
        .values({ ...passkey, credential_id: host, rp_id: host })
        .execute();
      await kysely.deleteFrom('member_export').execute();
      return ask('account/exportData', {}, again);
    };
    // A passkey of an address that the site has left opens nothing, and proves as little.
    expect((await withPasskeyOf('former.example'))?.code).toBe(1);
    expect(Object.keys((await withPasskeyOf('localhost'))?.data.fields as object)).toEqual(['proof']);
    await kysely.deleteFrom('passkey').where('member_id', '=', id).execute();
    // Whoever has a password proves that it is them, however fresh the sign-in.
    await kysely.insertInto('member_password').values({ member_id: id, hash: 'x', update_time: 1 }).execute();
    expect(Object.keys((await ask('account/exportData', {}, again))?.data.fields as object)).toEqual(['proof']);
    await configure(server, { passkeys: '0' });
  });

  it('lets go of a member who is deleted, and comes back with one who does while nobody else has come', async () => {
    const { kysely } = server.database;
    const FAY = { sub: 'fay', preferred_username: 'fay', name: 'Fay' };
    const comeAsFay = async () => {
      const reply = await come(FAY, { area: 'member' });
      return reply?.code === 1 ? (reply.data.userInfo as Json)['id'] : (await lastEvent())?.[1];
    };
    const remove = (id: unknown) => server.call(resourceEndpoints(member).remove, { ids: [Number(id)] }, { token: root });
    await change({ makes_accounts: '1' });
    const first = await comeAsFay();
    await remove(first);
    const kept = await kysely
      .selectFrom('recycle_entry')
      .select('id')
      .where('resource', '=', 'member')
      .orderBy('id', 'desc')
      .executeTakeFirst();
    await server.call(restoreDeleted, { ids: [kept?.id ?? 0] }, { token: root });
    // An account that comes back is disabled until somebody looks at it.
    expect(await comeAsFay()).toBe('disabled');
    await kysely.updateTable('member').set({ status: 'enable' }).where('id', '=', Number(first)).execute();
    expect(await comeAsFay()).toBe(first);

    // Where no accounts are made, a deleted member is told the same as a stranger.
    await remove(first);
    await change({ makes_accounts: '0' });
    expect(await comeAsFay()).toBe('noAccount');
    await change({ makes_accounts: '1' });
    const second = await comeAsFay();
    expect(second).not.toBe(first);
    expect(await kysely.selectFrom('external_identity').select('account_id').where('subject', '=', 'fay').execute()).toEqual([
      { account_id: second },
    ]);
  });

  const tokenOf = async (person: Person = LIN, more: Json = {}) =>
    String(((await come(person, more))?.data.userInfo as Json | undefined)?.['token']);
  const signOut = async (token: string, json: Json = { origin: ORIGIN }) => (await post('/admin/Index/logout', json, { token })).body;
  const kept = () => server.database.kysely.selectFrom('external_session').select(['account_type', 'provider_id']).execute();

  describe('signing out', () => {
    beforeEach(async () => {
      await change({ ends_session: '1' });
      await link(LIN, root);
    });

    it('leads to the provider, which ends its own session and leads back to the page that one came by', async () => {
      const token = await tokenOf();
      expect(await kept()).toEqual([{ account_type: 'admin', provider_id: provider }]);
      const stored = JSON.stringify(await server.database.kysely.selectFrom('external_session').selectAll().execute());
      const out = wayOf(await signOut(token));
      const asked = Object.fromEntries(out.searchParams);
      expect([out.origin + out.pathname, asked['client_id'], asked['post_logout_redirect_uri']]).toEqual([
        `${idp.issuer}/session/end`,
        idp.clientId,
        `${ORIGIN}${SIGNED_OUT_PATH}`,
      ]);
      expect(asked['state']).toMatch(/^a[\w-]{43}$/u);
      expect(JSON.parse(atob(String(asked['id_token_hint']).split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? ''))).toMatchObject(
        {
          sub: LIN.sub,
          aud: idp.clientId,
        },
      );
      expect(stored).not.toContain(asked['id_token_hint']);
      // Signed out here whatever becomes of it there, and told once.
      expect([(await server.request('/admin/Index/index', { token })).body?.code === 1, await kept()]).toEqual([false, []]);
      expect((await signOut(token))?.data).toBeNull();
      const back = await idp.leave(out.href);
      expect([back.pathname, back.searchParams.get('state')]).toEqual([SIGNED_OUT_PATH, asked['state']]);
      expect(locationOf(await arrive(back))).toBe('/admin/login');
    });

    it('leads nowhere but to an own page, whatever comes back', async () => {
      const comingWith = ['', '?state=mX&to=https://evil.example', '?state=https://evil.example'];
      const ways = await Promise.all(comingWith.map((search) => server.request(`${SIGNED_OUT_PATH}${search}`)));
      expect(ways.map(locationOf)).toEqual(['/admin/login', '/user/login', '/admin/login']);
    });

    it('is what it ever was for whoever does not ask, came by a password, or belongs to a service that does not want it', async () => {
      // A client of the family sends no origin, and is answered as it knows it.
      expect((await signOut(await tokenOf(), { refreshToken: '' }))?.data).toBeNull();
      const { token } = await server.signIn();
      expect((await signOut(token))?.data).toBeNull();
      expect((await signOut(await tokenOf(), { origin: 'https://evil.example' }))?.data).toBeNull();
      const later = await tokenOf();
      await change({ ends_session: '0' });
      expect((await signOut(later))?.data).toBeNull();
      const without = await tokenOf();
      expect(await kept()).toEqual([]);
      expect((await signOut(without))?.data).toBeNull();
    });

    it('is told nothing with a token whose session others have ended', async () => {
      const token = await tokenOf();
      await server.database.kysely.updateTable('token').set({ revoked_at: 1 }).where('type', '=', 'admin').execute();
      expect((await signOut(token))?.data).toBeNull();
      expect(await kept()).toHaveLength(1);
      await sweepElsewhere(server.ports);
      expect(await kept()).toEqual([]);
      root = (await server.signIn()).token;
    });

    it('asks the provider nothing: one that is away keeps nobody in', async () => {
      const token = await tokenOf();
      idp.instead.set('/.well-known/openid-configuration', (_request, response) => response.destroy());
      (server.ports as { identities?: unknown }).identities = createIdentityProviders(networkList(['127.0.0.1']) ?? []);
      expect(wayOf(await signOut(token)).origin).toBe(idp.issuer);
    });

    it('goes without a word where what was kept cannot be read any more', async () => {
      const token = await tokenOf();
      await server.database.kysely.updateTable('external_session').set({ encrypted: 'v1.spoilt' }).execute();
      expect((await signOut(token))?.data).toBeNull();
      expect((await server.request('/admin/Index/index', { token })).body?.code).not.toBe(1);
    });

    it('leads members to their own page', async () => {
      await change({ makes_accounts: '1' });
      const token = await tokenOf({ sub: 'mem', preferred_username: 'mem', name: 'Mem' }, { area: 'member' });
      const body = (await askAsMember(server, 'POST', '/api/user/logout', { json: { origin: ORIGIN }, token })).body;
      const back = await idp.leave(wayOf(body).href);
      expect(locationOf(await arrive(back))).toBe('/user/login');
    });
  });

  it('makes no administrator again who was deleted', async () => {
    const boss = await server.addAdmin(`gone_${kind.slice(0, 2)}`, ['dashboard']);
    await change({ makes_accounts: '1', groups_claim: 'groups' });
    await server.call(groups.add, { provider_id: provider, value: 'desk', group_id: boss.groupId }, { token: root });
    const ned = { sub: 'ned', preferred_username: `ned_${kind.slice(0, 2)}`, name: 'Ned', groups: ['desk'] };
    const id = Number(((await come(ned))?.data.userInfo as Json | undefined)?.['id']);
    await server.call(resourceEndpoints(admin).remove, { ids: [id] }, { token: root });
    expect([(await come(ned))?.code, await lastEvent()]).toEqual([0, ['external.refused', 'disabled']]);
  });
});
