import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createActor, waitFor } from 'xstate';
import { settingsBundle } from '#actors/settings/settings.bundle';
import type { Call } from '#api/client';
import { readOwnProfile, saveOwnProfile } from '#api/contract/session/own-profile';
import { adminInit } from '#api/contract/session/session';
import { FailureError } from '#domain/base/failure';
import { dealtKinds } from '#tests/support/dealt.ts';
import { createTestServer, TEST_PASSWORD, type TestServer } from '#tests/support/server.ts';

describe.each(dealtKinds())('the own profile on %s', (kind) => {
  let server: TestServer;
  let clerk: { readonly id: number; readonly token: string };
  beforeAll(async () => {
    server = await createTestServer({ kind, sampleData: false });
    clerk = await server.addAdmin('clerk', ['routine/adminInfo/index', 'routine/adminInfo/edit']);
  });
  afterAll(() => server.close());

  const as = () => ({ token: clerk.token });
  const person = { nickname: 'Clerk', email: 'clerk@example.org', mobile: '13800138000', motto: 'Tea first' };
  const guess = () => server.call(saveOwnProfile, { ...person, password: 'new-secret2', oldPassword: 'wrong-one' }, as());
  const refused = async (change: Parameters<typeof server.call<typeof saveOwnProfile>>[1]) => {
    const error = await server.call(saveOwnProfile, change, as()).catch((caught: unknown) => caught);
    if (!(error instanceof FailureError) || error.failure.kind !== 'rejected') throw new Error('was not refused', { cause: error });
    return Object.keys(error.failure.fields ?? {});
  };

  it('is changed for the caller alone, whatever id is sent', async () => {
    await server.request('/admin/routine.AdminInfo/edit', {
      method: 'POST',
      token: clerk.token,
      json: { id: 1, ...person, oldPassword: TEST_PASSWORD, username: 'boss', status: '0', login_failure: 9 },
    });
    const { info, log } = await server.call(readOwnProfile, {}, as());
    expect(info).toEqual({
      id: clerk.id,
      username: 'clerk',
      ...person,
      avatar: '/static/images/avatar.png',
      own_avatar: '',
      last_login_time: '2026-01-15 08:00:00',
      token: '',
      refresh_token: '',
    });
    expect(log.map(({ title }) => title)).toEqual(['My profile: Edit', 'Sign-in']);
    const boss = await server.database.kysely
      .selectFrom('admin')
      .select(['username', 'nickname', 'status'])
      .where('id', '=', 1)
      .executeTakeFirst();
    expect(boss).toEqual({ username: 'admin', nickname: 'Admin', status: '1' });
  });

  it('keeps what is left out, and its page sends what was changed alone', async () => {
    const read = async () => {
      const { info } = await server.call(readOwnProfile, {}, as());
      return [info.nickname, info.email, info.mobile, info.motto];
    };
    const call: Call = (endpoint, input) => server.call(endpoint, input as never, as());
    const form = createActor(settingsBundle({ call, refreshed: () => {}, tabsOf: () => undefined, keep: () => () => {} }).profile).start();
    await waitFor(form, (snapshot) => snapshot.matches('editing'));
    await server.call(saveOwnProfile, { email: 'moved@example.org', oldPassword: TEST_PASSWORD }, as());
    form.send({ type: 'settings.fieldChanged', field: 'motto', value: 'Coffee first' });
    form.send({ type: 'settings.submitted' });
    await waitFor(form, (snapshot) => snapshot.matches('loading'));
    const { context } = await waitFor(form, (snapshot) => snapshot.matches('editing'));
    form.stop();
    expect([await read(), context.values['email']]).toEqual([
      ['Clerk', 'moved@example.org', '13800138000', 'Coffee first'],
      'moved@example.org',
    ]);
    // Stock clients send everything, and empty what they empty.
    await server.call(saveOwnProfile, { ...person, mobile: '', oldPassword: TEST_PASSWORD }, as());
    expect(await read()).toEqual(['Clerk', 'clerk@example.org', '', 'Tea first']);
  });

  it('stores no picture where the rest of what was sent with it is refused', async () => {
    const calls: unknown[] = [];
    const call: Call = (endpoint, input) => {
      if (endpoint.method === 'POST') calls.push(input);
      return server.call(endpoint, input as never, as());
    };
    const form = createActor(settingsBundle({ call, refreshed: () => {}, tabsOf: () => undefined, keep: () => () => {} }).profile).start();
    await waitFor(form, (snapshot) => snapshot.matches('editing'));
    form.send({ type: 'settings.fieldChanged', field: 'avatar', value: '/storage/new.png' });
    form.send({ type: 'settings.fieldChanged', field: 'mobile', value: '13700137000' });
    await server.database.kysely.updateTable('admin').set({ mobile: '13700137000' }).where('id', '=', 1).execute();
    form.send({ type: 'settings.submitted' });
    await waitFor(form, (snapshot) => snapshot.matches('saving'));
    const { context } = await waitFor(form, (snapshot) => snapshot.matches('editing'));
    form.stop();
    expect([calls, Object.keys(context.serverTexts)]).toEqual([[{ mobile: '13700137000' }], ['mobile']]);
  });

  it('takes an avatar alone', async () => {
    await server.call(saveOwnProfile, { avatar: '/storage/me.png', nickname: 'Nobody' }, as());
    expect((await server.call(readOwnProfile, {}, as())).info).toMatchObject({ avatar: '/storage/me.png', nickname: 'Clerk' });
    const stored = () =>
      server.database.kysely.selectFrom('admin').select(['avatar', 'nickname']).where('id', '=', clerk.id).executeTakeFirst();
    // As stock clients send it: with everything else, an empty one leaves what there is.
    await server.call(saveOwnProfile, { ...person, avatar: '' }, as());
    expect(await stored()).toEqual({ avatar: '/storage/me.png', nickname: 'Clerk' });
    await server.call(saveOwnProfile, { avatar: '' }, as());
    expect(await stored()).toEqual({ avatar: '', nickname: 'Clerk' });
    // The picture that stands in for one is nobody's choice.
    const call: Call = (endpoint, input) => server.call(endpoint, input as never, as());
    const form = createActor(settingsBundle({ call, refreshed: () => {}, tabsOf: () => undefined, keep: () => () => {} }).profile).start();
    const { context } = await waitFor(form, (snapshot) => snapshot.matches('editing'));
    expect(context.values['avatar']).toBe('');
    form.stop();
    expect(await refused({ avatar: 'javascript:alert(1)' })).toEqual(['avatar']);
    expect(await refused({ avatar: '//elsewhere.example/me.png' })).toEqual(['avatar']);
    expect(await refused({ avatar: String.raw`/\elsewhere.example/me.png` })).toEqual(['avatar']);
  });

  it.each([
    [{ nickname: ' ' }, ['nickname']],
    [{ nickname: '\u200B\u2060' }, ['nickname']],
    [{ email: 'x', mobile: '123' }, ['email', 'mobile']],
    [{ motto: 'x'.repeat(256) }, ['motto']],
    [{ password: '123', oldPassword: TEST_PASSWORD }, ['password']],
    [{ password: 'a <b> c d', oldPassword: TEST_PASSWORD }, ['password']],
    [{ password: 'x'.repeat(33), oldPassword: TEST_PASSWORD }, ['password']],
    [{ password: 'Password123', oldPassword: TEST_PASSWORD }, ['password']],
    [{ password: 'new-secret1' }, ['oldPassword']],
    [{ password: 'new-secret1', oldPassword: 'wrong-one' }, ['oldPassword']],
  ])('refuses %j', async (part, fields) => {
    expect(await refused({ ...person, ...part })).toEqual(fields);
  });

  it('refuses the account name as password', async () => {
    const { token } = await server.addAdmin('namesake', ['routine/adminInfo/edit']);
    const change = { ...person, email: '', mobile: '', password: 'NameSake', oldPassword: TEST_PASSWORD };
    await expect(server.call(saveOwnProfile, change, { token })).rejects.toThrow('New password: The password must not be the account name');
  });

  it.each([
    ['zh-cn', '当前密码：此项为必填'],
    ['en', 'Current password: This field is required'],
  ])('names in its message the field that a client may not have (%s)', async (language, msg) => {
    const json = { ...person, password: 'new-secret1' };
    const reply = await server.request('/admin/routine.AdminInfo/edit', {
      method: 'POST',
      json,
      token: clerk.token,
      headers: { 'think-lang': language },
    });
    expect(reply.body).toMatchObject({ code: 0, msg, data: { fields: { oldPassword: msg.split(/[:：] ?/u)[1] } } });
  });

  it('refuses an address that another administrator has', async () => {
    await server.database.kysely
      .updateTable('admin')
      .set({ email: 'Boss@example.org', mobile: '13900139000' })
      .where('id', '=', 1)
      .execute();
    expect(await refused({ ...person, email: 'boss@EXAMPLE.org', mobile: '13900139000', oldPassword: TEST_PASSWORD })).toEqual([
      'email',
      'mobile',
    ]);
  });

  it('changes the password, and ends the other sessions at once', async () => {
    const other = await server.signIn('clerk');
    const boss = await server.signIn();
    const answer = async () => (await server.request('/admin/routine.AdminInfo/index', { token: other.token })).body?.code;
    expect(await answer()).toBe(1);
    await server.call(saveOwnProfile, { ...person, password: 'new-secret1', oldPassword: TEST_PASSWORD }, as());
    expect(await answer()).not.toBe(1);
    expect((await server.call(readOwnProfile, {}, as())).info.username).toBe('clerk');
    expect((await server.call(adminInit, {}, { token: boss.token })).adminInfo.username).toBe('admin');
    await expect(server.signIn('clerk')).rejects.toThrow('wrong');
    expect((await server.signIn('clerk', 'new-secret1')).token).not.toBe('');
    const log = await server.database.kysely.selectFrom('admin_log').select('data').where('admin_id', '=', clerk.id).execute();
    expect(JSON.stringify(log)).not.toMatch(/new-secret1|secret99/u);
  });

  it('is kept in the journal as what was changed elsewhere, and with a new password as a secret, once each', async () => {
    const { id, token } = await server.addAdmin('scribe', ['routine/adminInfo/edit']);
    const change = { nickname: 'Scribe', email: '', mobile: '', motto: '' };
    const kept = () =>
      server.database.kysely
        .selectFrom('record_change')
        .innerJoin('change_set', 'change_set.id', 'record_change.set_id')
        .select(['change_set.action', 'change_set.source', 'kept_out', 'kind', 'before', 'after', 'beside'])
        .where('record_change.resource', '=', 'admin')
        .where('record_id', '=', id)
        .orderBy('record_change.id')
        .execute();
    await server.call(saveOwnProfile, change, { token });
    // What changes nothing is kept as nothing.
    await server.call(saveOwnProfile, change, { token });
    const write = { action: 'edit', source: 'form', kind: 'changed' };
    const named = { ...write, kept_out: 'elsewhere', before: { nickname: '' }, after: { nickname: 'Scribe' }, beside: null };
    expect(await kept()).toEqual([named]);
    await server.call(saveOwnProfile, { ...change, password: 'new-secret1', oldPassword: TEST_PASSWORD }, { token });
    const secret = { ...write, kept_out: 'secret', before: {}, after: {}, beside: { secrets: ['password'] } };
    expect(await kept()).toEqual([named, secret]);
  });

  it('belongs to everybody, whatever their groups may do', async () => {
    const { token } = await server.addAdmin('seller', ['goods/goods/index']);
    await server.call(saveOwnProfile, { ...person, nickname: 'Seller', email: '', mobile: '' }, { token });
    expect((await server.call(readOwnProfile, {}, { token })).info).toMatchObject({ username: 'seller', nickname: 'Seller' });
  });

  it('wants the password for another email address, and tells the old one', async () => {
    const { id, token } = await server.addAdmin('warned', []);
    const { kysely } = server.database;
    await server.ports.jobs.runDue();
    await kysely.deleteFrom('outbox_message').execute();
    const mine = () => server.call(readOwnProfile, {}, { token });
    await kysely.updateTable('admin').set({ email: 'warned@example.org' }).where('id', '=', id).execute();
    const told = async () => {
      await server.ports.jobs.runDue();
      const news = await kysely.selectFrom('notification').select('name').where('admin_id', '=', id).orderBy('id').execute();
      const mails = await kysely
        .selectFrom('outbox_message')
        .select('target')
        .where('purpose', 'in', ['admin_message', 'address_changed'])
        .orderBy('id')
        .execute();
      return [news.map(({ name }) => name), mails.map(({ target }) => target)];
    };
    const change = { nickname: 'W', email: 'stranger@example.org', mobile: '', motto: '' };
    for (const oldPassword of ['', 'wrong-one'])
      await expect(server.call(saveOwnProfile, { ...change, oldPassword }, { token })).rejects.toThrow('Current password');
    // The same address, and all the rest, want none.
    await server.call(saveOwnProfile, { ...change, email: 'Warned@Example.org' }, { token });
    expect(await told()).toEqual([[], []]);
    await server.call(saveOwnProfile, { ...change, oldPassword: TEST_PASSWORD }, { token });
    expect((await mine()).info.email).toBe('stranger@example.org');
    expect(await told()).toEqual([['emailChanged'], ['Warned@Example.org']]);
    const email = 'warned@example.org';
    await server.call(saveOwnProfile, { ...change, email, password: 'new-secret1', oldPassword: TEST_PASSWORD }, { token });
    expect(await told()).toEqual([
      ['emailChanged', 'emailChanged', 'passwordChanged'],
      ['Warned@Example.org', 'stranger@example.org', 'warned@example.org'],
    ]);
  });

  it('is given another email address by a stock client, which has no field for the password, in a session of its own', async () => {
    const { id, token } = await server.addAdmin('stocked', []);
    const { kysely } = server.database;
    await server.ports.jobs.runDue();
    await kysely.deleteFrom('outbox_message').execute();
    await kysely.updateTable('admin').set({ email: 'stocked@example.org' }).where('id', '=', id).execute();
    const post = async (path: string, json: object, as: { readonly token?: string; readonly headers?: Record<string, string> }) =>
      (await server.request(path, { method: 'POST', json, ...as })).body;
    const edit = (email: string, as: string, more: object = {}, headers = {}) =>
      post(
        '/admin/routine.AdminInfo/edit',
        { id, nickname: 'S', email, mobile: '', motto: '', password: '', ...more },
        { token: as, headers },
      );
    const address = async () => (await kysely.selectFrom('admin').select('email').where('id', '=', id).executeTakeFirstOrThrow()).email;
    const WANTED = { code: 0, data: { fields: { oldPassword: expect.any(String) as string } } };
    const ours = { 'refresh-token-rotation': 'true' };
    const enter = async (keep: boolean, headers = {}) =>
      (await post('/admin/Index/login', { username: 'stocked', password: TEST_PASSWORD, keep }, { headers }))?.data.userInfo;
    const renewed = async (from: { readonly token: string; readonly refresh_token: string }, headers = {}): Promise<string> =>
      (await post('/api/common/refreshToken', { refreshToken: from.refresh_token }, { token: from.token, headers }))?.data.token;
    const refusedTo = [
      token,
      (await enter(false, ours)).token,
      await renewed(await enter(true, ours)),
      await renewed(await enter(true), ours),
    ];
    for (const as of refusedTo) expect(await edit('moved@example.org', as)).toMatchObject(WANTED);
    const theirs = await enter(true);
    expect(await edit('moved@example.org', theirs.token, {}, ours)).toMatchObject(WANTED);
    // What is sent is judged, and a new password wants the old one of everybody.
    expect(await edit('moved@example.org', theirs.token, { oldPassword: 'wrong-one' })).toMatchObject(WANTED);
    expect(await edit('moved@example.org', theirs.token, { password: 'new-secret1' })).toMatchObject(WANTED);
    expect(await address()).toBe('stocked@example.org');
    expect(await edit('moved@example.org', theirs.token)).toMatchObject({ code: 1 });
    expect(await edit('further@example.org', await renewed(theirs))).toMatchObject({ code: 1 });
    expect(await address()).toBe('further@example.org');
    await server.ports.jobs.runDue();
    const mails = kysely.selectFrom('outbox_message').select('target').where('purpose', '=', 'address_changed').orderBy('id');
    expect((await mails.execute()).map(({ target }) => target)).toEqual(['stocked@example.org', 'moved@example.org']);
  });

  it('counts guesses at the old password', async () => {
    for (let count = 0; count < 12; count += 1) await guess().catch(() => undefined);
    await expect(guess()).rejects.toThrow('Too many');
  });
});
