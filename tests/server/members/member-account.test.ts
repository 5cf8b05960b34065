import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { saveConfig } from '#api/contract/settings/config';
import { erasePerson } from '#api/contract/members/person-erasure';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { member as memberSection } from '#sections/member/member.resource.ts';
import { dealtKinds } from '#tests/support/dealt.ts';
import { holdNext } from '#tests/support/hold.ts';
import { addMember, askAsMember, type TestMember } from '#tests/support/members.ts';
import { createTestServer, TEST_PASSWORD, type TestServer } from '#tests/support/server.ts';
import { createVerificationService, type VerificationService } from '#server/features/session/verification/verification.service';
import { createCodeAccounts } from '#server/features/session/verification/code-accounts';
import { storeCode } from '#server/features/session/verification/code-store';
import { createGuesses } from '#server/features/base/guesses';
import { createBackgroundTasks } from '#server/base/background-tasks';
import { silentLogger } from '#server/base/logger';
import { createSmtpMailer } from '#server/adapters/smtp-mailer';
import { LOCALHOST_CERTIFICATE } from '#tests/support/servers/localhost-certificate.ts';
import { MAIL_ACCOUNT, partsOf, startMailServer } from '#tests/support/servers/mail-server.ts';
import type { Caller } from '#server/base/caller';

const ADDRESS = '127.0.0.1';
const codeAt = (secret: string, seconds: number): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: seconds * 1000 });
const client = { ip: ADDRESS, userAgent: '', language: 'en' } as const;

/** Codes, passwords, addresses and second factors of members. Source: wire protocol §2.6, §2.9, §2.10. */
describe.each(dealtKinds())('the account of a member on %s', (kind) => {
  let server: TestServer;
  let codes: VerificationService;
  const background = createBackgroundTasks(silentLogger);
  beforeAll(async () => {
    const mailer = createSmtpMailer({ logger: silentLogger, authorities: LOCALHOST_CERTIFICATE });
    server = await createTestServer({ kind, sampleData: false, ports: { mailer } });
    // Pictures are not what is tried here: whoever asks has clicked right.
    const open = { consume: () => Promise.resolve({ takeBack: () => Promise.resolve() }) };
    const accounts = createCodeAccounts({ ...server.ports, guesses: createGuesses(server.ports) });
    codes = createVerificationService(server.ports, open, accounts, background);
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    await server.database.kysely.deleteFrom('throttle_counter').execute();
    await server.database.kysely.deleteFrom('code_turn').execute();
  });

  const visitor: Caller = { kind: 'visitor', client, tokens: { admin: null, member: null } };
  async function codeFor(channel: 'email' | 'mobile', purpose: string, target: string, caller: Caller = visitor): Promise<string> {
    await codes.send({ channel, purpose, target, captchaId: 'a', captchaInfo: 'b', password: TEST_PASSWORD }, caller);
    await background.done();
    const sent = await server.database.kysely
      .selectFrom('outbox_message')
      .selectAll()
      .where('purpose', '=', purpose)
      .orderBy('id', 'desc')
      .executeTakeFirst();
    return sent?.code ?? '';
  }
  const post = async (path: string, json: object, token?: string) => (await askAsMember(server, 'POST', path, { token, json })).body;
  const get = async (path: string, token?: string) => (await askAsMember(server, 'GET', path, { token })).body;
  const goesOn = async (token: string) => (await get('/api/account/overview', token))?.code === 1;
  const callerOf = ({ id, username }: TestMember): Caller => ({
    kind: 'member',
    id,
    username,
    client,
    groupId: 1,
    familyId: 'x',
    tokens: { admin: null, member: null },
    grants: { isAll: true, ruleIds: new Set(), nodes: new Set() },
  });
  const notices = async (purpose: string) =>
    server.database.kysely
      .selectFrom('outbox_message')
      .select(['target', 'code', 'text'])
      .where('purpose', '=', purpose)
      .orderBy('id')
      .execute();

  it('is guessed ten times in a quarter of an hour, whichever of its names is typed', async () => {
    const member = await addMember(server, 'three_names', { email: 'three@example.com', mobile: '13800000033' });
    const names = [member.username, ' Three@Example.com', '13800000033'];
    const answers: unknown[] = [];
    for (let time = 0; time < 12; time += 1) {
      const json = { tab: 'login', username: names[time % 3], password: 'wrong-one', keep: false };
      const { body } = await askAsMember(server, 'POST', '/api/user/checkIn', { json, address: '203.0.113.50' });
      answers.push(body?.data?.fields !== undefined && 'captchaInfo' in body.data.fields);
    }
    expect(answers).toEqual([...Array<boolean>(10).fill(false), true, true]);
  });

  it('registers whoever reads the address, once, and signs them in without a refresh token', async () => {
    const form = {
      tab: 'register',
      username: 'new_one',
      password: 'green-tea-7',
      registerType: 'email',
      email: 'New@Example.com',
      mobile: '',
    };
    expect((await post('/api/user/checkIn', { ...form, captcha: '000000' }))?.data).toEqual({
      fields: { captcha: expect.any(String) as string },
    });
    const captcha = await codeFor('email', 'user_register', 'new@example.com');
    const short = { ...form, captcha, username: 'x', password: '123456', email: 'none' };
    expect(Object.keys((await post('/api/user/checkIn', short))?.data.fields)).toEqual(['username', 'password', 'email']);
    const body = await post('/api/user/checkIn', { ...form, captcha });
    expect(body).toMatchObject({
      code: 1,
      data: {
        routePath: '/user',
        userInfo: { username: 'new_one', nickname: 'new_one', email: 'new@example.com', mobile: '', refresh_token: '' },
      },
    });
    expect((await get('/api/account/overview', body?.data.userInfo.token))?.code).toBe(1);
    expect(Object.keys((await post('/api/user/checkIn', { ...form, captcha, email: 'other@example.com' }))?.data.fields)).toEqual([
      'username',
    ]);
    expect(Object.keys((await post('/api/user/checkIn', { ...form, captcha, username: 'other_one' }))?.data.fields)).toEqual(['captcha']);
    const row = await server.database.kysely
      .selectFrom('member')
      .select(['group_id', 'join_ip', 'join_time', 'status'])
      .where('username', '=', 'new_one')
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ group_id: 1, join_ip: ADDRESS, join_time: Math.floor(server.clock.nowMs() / 1000), status: 'enable' });
    const journal = JSON.stringify(await server.database.kysely.selectFrom('record_change').selectAll().execute());
    expect(journal).toContain('new_one');
    expect(journal).not.toMatch(/argon2|green-tea/u);
  });

  it('lets one network try thirty registrations an hour of a thousand, and others go on', async () => {
    const attempt = async (index: number, address: string) => {
      const json = { tab: 'register', username: `crowd_${index}`, password: 'green-tea-7', registerType: 'email', captcha: '000000' };
      return askAsMember(server, 'POST', '/api/user/checkIn', { json: { ...json, email: `c${index}@example.com` }, address });
    };
    let judged = 0;
    const refusals = new Set<string>();
    for (let index = 0; index < 1000; index += 1) {
      // Addresses of one network, as a provider gives them to one house.
      const { body } = await attempt(index, `2001:db8:0:7:${(index % 9).toString(16)}::${index.toString(16)}`);
      if (body?.data?.fields?.captcha) judged += 1;
      else refusals.add(`${body?.code} ${body?.msg}`);
    }
    expect([judged, refusals.size]).toEqual([30, 1]);
    expect((await attempt(2000, '2001:db8:0:8::1')).body?.data.fields).toHaveProperty('captcha');
    const crowd = server.database.kysely.selectFrom('member').select('id').where('username', 'like', 'crowd%');
    expect(await crowd.execute()).toEqual([]);
  });

  it('takes no name that looks like another or cannot be seen', async () => {
    const names = ['аdmin_1', 'ａｄｍｉｎ', 'ad\u200Bmin', 'admin\u00AD', 'ad\u202Emin', 'аdmin', 'Αlpha', '\u3164', 'a\u0301bc'];
    const refused = await Promise.all(
      names.map(async (username) => {
        const form = {
          tab: 'register',
          username,
          password: 'green-tea-7',
          registerType: 'email',
          email: 'h@example.com',
          captcha: '000000',
        };
        return Object.keys((await post('/api/user/checkIn', form))?.data.fields ?? {});
      }),
    );
    expect(refused).toEqual(names.map(() => ['username']));
    const { token } = await (await addMember(server, 'plain_one')).signIn();
    const nicknames = ['ad\u200Bmin', 'ad\u202Emin', '\u3164', '\u2800', 'ann\uFE0F', 'a b', '<b>', '\u0301', ''];
    const unseen = await Promise.all(
      nicknames.map(async (nickname) => Object.keys((await post('/api/account/profile', { nickname }, token))?.data?.fields ?? {})),
    );
    expect(unseen).toEqual(nicknames.map(() => ['nickname']));
    expect(await post('/api/account/profile', { nickname: 'Zoë_林-7' }, token)).toMatchObject({ code: 1 });
  });

  it('registers nobody while registration is closed, and lets nobody in while the centre is', async () => {
    const set = async (name: string, value: string) => {
      await server.database.kysely.updateTable('config').set({ value }).where('name', '=', name).execute();
      server.clock.advanceSeconds(2);
    };
    const one = await addMember(server, 'closed_one');
    const { token } = await one.signIn();
    await set('member_registration', 'closed');
    expect((await get('/api/user/checkIn'))?.data.registration).toBe('closed');
    expect(await post('/api/user/checkIn', { tab: 'register', username: 'late_one' })).toMatchObject({ code: 0, data: null });
    await set('member_registration', 'open');
    await set('open_member_center', '0');
    const closed = { code: 0, msg: 'The member centre is closed at the moment.', data: null };
    for (const path of ['/api/user/checkIn', '/api/account/overview']) expect(await get(path, token)).toMatchObject(closed);
    expect(await post('/api/user/checkIn', { tab: 'login', username: 'closed_one', password: TEST_PASSWORD })).toMatchObject(closed);
    expect((await get('/api/index/index?requiredLogin=1', token))?.data).toMatchObject({
      openMemberCenter: false,
      userInfo: [],
      menus: [],
    });
    expect(await post('/api/user/logout', {}, token)).toMatchObject({ code: 1 });
    await set('open_member_center', '1');
  });

  it('lets nobody in from the moment in which the centre is closed by its setting', async () => {
    const { token: admin } = await server.signIn();
    const one = await addMember(server, 'closing_one');
    const { token } = await one.signIn();
    expect(await goesOn(token)).toBe(true);
    await server.call(saveConfig, { open_member_center: '0' }, { token: admin });
    expect(await post('/api/user/checkIn', { tab: 'login', username: 'closing_one', password: TEST_PASSWORD })).toMatchObject({
      msg: 'The member centre is closed at the moment.',
    });
    expect(await goesOn(token)).toBe(false);
    await server.call(saveConfig, { open_member_center: '1' }, { token: admin });
    expect(await goesOn(token)).toBe(true);
  });

  it('changes the password of whoever knows the old one, and ends every session', async () => {
    const one = await addMember(server, 'password_one');
    const [first, second] = [await one.signIn(), await one.signIn()];
    const change = (oldPassword: string, newPassword: string) =>
      post('/api/account/changePassword', { oldPassword, newPassword }, first.token);
    expect(Object.keys((await change('wrong-word', 'black-tea-8'))?.data.fields)).toEqual(['oldPassword']);
    for (const [old, next] of [
      [TEST_PASSWORD, ''],
      [TEST_PASSWORD, '123456'],
      [TEST_PASSWORD, TEST_PASSWORD],
      [TEST_PASSWORD, 'password_one'],
    ] as const)
      expect(Object.keys((await change(old, next))?.data.fields)).toEqual(['newPassword']);
    expect(await change(TEST_PASSWORD, 'black-tea-8')).toMatchObject({ code: 1, data: null });
    for (const { token } of [first, second]) expect((await get('/api/account/overview', token))?.code).toBe(302);
    expect((await post('/api/user/checkIn', { tab: 'login', username: 'password_one', password: TEST_PASSWORD }))?.code).toBe(0);
    expect((await post('/api/user/checkIn', { tab: 'login', username: 'password_one', password: 'black-tea-8' }))?.code).toBe(1);
    const change_ = await server.database.kysely
      .selectFrom('record_change')
      .selectAll()
      .where('record_id', '=', one.id)
      .executeTakeFirstOrThrow();
    expect(change_).toMatchObject({ kind: 'changed', before: {}, after: {}, beside: { secrets: ['password'] } });
  });

  it('retrieves a password by a code, and says of an unknown account what it says of a wrong code', async () => {
    const one = await addMember(server, 'retrieve_one', { email: 'retrieve@example.com' });
    const { token } = await one.signIn();
    const captcha = await codeFor('email', 'user_retrieve_pwd', 'retrieve@example.com');
    const retrieve = (account: string, code: string, password = 'white-tea-9') =>
      askAsMember(server, 'POST', '/api/account/retrievePassword', {
        json: { type: 'email', account, captcha: code, password },
      });
    // Whoever has to choose another one keeps the code.
    expect(Object.keys((await retrieve('retrieve@example.com', captcha, 'retrieve_one')).body?.data.fields)).toEqual(['password']);
    const wrong = await retrieve('retrieve@example.com', '000000');
    expect((await retrieve('nobody@example.com', '000000')).text).toBe(wrong.text);
    expect(wrong.body).toMatchObject({ code: 0, data: { fields: { captcha: expect.any(String) as string } } });
    expect((await retrieve('retrieve@example.com', captcha)).body).toMatchObject({ code: 1, data: null });
    expect((await retrieve('retrieve@example.com', captcha)).body?.code).toBe(0);
    expect((await get('/api/account/overview', token))?.code).toBe(302);
    expect((await post('/api/user/checkIn', { tab: 'login', username: 'retrieve@example.com', password: 'white-tea-9' }))?.code).toBe(1);
  });

  it('changes an address once it is proved, tells the old one, and lets that take it back', async () => {
    const one = await addMember(server, 'bind_one', { email: 'old@example.com' });
    server.clock.advanceSeconds(1);
    const [own, other] = [await one.signIn(), await one.signIn()];
    const proof = await codeFor('email', 'user_email_verify', 'old@example.com', callerOf(one));
    const verified = (await post('/api/account/verification', { type: 'email', captcha: proof }, own.token))?.data;
    expect(verified).toEqual({ type: 'email', accountVerificationToken: expect.stringMatching(/^[\w-]{43}$/u) as string });
    const bind = async (accountVerificationToken: string, session = own) => {
      await server.database.kysely.deleteFrom('code_turn').execute();
      const captcha = await codeFor('email', 'user_change_email', 'fresh@example.com');
      return post(
        '/api/account/changeBind',
        { type: 'email', email: 'Fresh@example.com', captcha, accountVerificationToken },
        session.token,
      );
    };
    expect((await bind('made-up'))?.code).toBe(0);
    expect((await bind(verified.accountVerificationToken, other))?.code).toBe(0);
    expect(await bind(verified.accountVerificationToken)).toMatchObject({ code: 1, data: null });
    await server.ports.jobs.runDue();
    expect((await get('/api/account/profile', own.token))?.data.info.email).toBe('fresh@example.com');
    expect((await get('/api/account/overview', other.token))?.code).toBe(302);
    expect((await bind(verified.accountVerificationToken))?.code).toBe(0);
    const [notice] = await notices('address_changed');
    expect(notice).toMatchObject({
      target: 'old@example.com',
      code: expect.stringMatching(/^(?:[2-9A-HJ-NP-Z]{4}-){3}[2-9A-HJ-NP-Z]{4}$/u) as string,
    });
    expect(notice?.text).not.toContain(notice?.code);
    expect((await post('/api/account/undoBind', { number: 'AAAA-AAAA-AAAA-AAAA' }))?.code).toBe(0);
    expect(await post('/api/account/undoBind', { number: ` ${notice?.code.toLowerCase() ?? ''} ` })).toMatchObject({ code: 1 });
    expect((await get('/api/account/overview', own.token))?.code).toBe(302);
    const again = await one.signIn();
    expect((await get('/api/account/profile', again.token))?.data.info.email).toBe('old@example.com');
    expect((await post('/api/account/undoBind', { number: notice?.code }))?.code).toBe(0);
    const stored = JSON.stringify([
      await server.database.kysely.selectFrom('record_change').selectAll().execute(),
      await server.database.kysely.selectFrom('security_log').selectAll().execute(),
    ]);
    expect(stored).not.toContain(verified.accountVerificationToken);
    expect(stored).not.toContain(notice?.code ?? '?');
  });

  it('mails the old address by a mail server a number that restores it and ends every session', async () => {
    const one = await addMember(server, 'mailed_one', { email: 'first@example.com' });
    server.clock.advanceSeconds(1);
    const [thief, other] = [await one.signIn(), await one.signIn()];
    const proof = await codeFor('email', 'user_email_verify', 'first@example.com', callerOf(one));
    const verified = await post('/api/account/verification', { type: 'email', captcha: proof }, thief.token);
    const accountVerificationToken = String(verified?.data.accountVerificationToken);
    await server.database.kysely.deleteFrom('code_turn').execute();
    const captcha = await codeFor('email', 'user_change_email', 'second@example.com');
    const mail = await startMailServer();
    const { kysely } = server.database;
    const setting = (name: string, value: string) => kysely.updateTable('config').set({ value }).where('name', '=', name).execute();
    try {
      for (const [name, value] of [
        ['smtp_server', 'localhost'],
        ['smtp_port', String(mail.port)],
        ['smtp_user', MAIL_ACCOUNT.user],
        ['smtp_verification', 'TLS'],
        ['smtp_sender_mail', 'noreply@example.com'],
      ] as const)
        await setting(name, value);
      await kysely.insertInto('config_secret').values({ name: 'smtp_pass', value: MAIL_ACCOUNT.password }).execute();
      const change = { type: 'email', email: 'second@example.com', captcha, accountVerificationToken };
      expect((await post('/api/account/changeBind', change, thief.token))?.code).toBe(1);
      await server.ports.jobs.runDue();
      const texts = mail.mails.filter(({ to }) => to.includes('first@example.com')).map(({ raw }) => Object.values(partsOf(raw)).join(' '));
      const numbers = new Set(texts.flatMap((text) => text.match(/(?:[2-9A-HJ-NP-Z]{4}-){3}[2-9A-HJ-NP-Z]{4}/gu) ?? []));
      expect(numbers.size).toBe(1);
      // On its last hour.
      server.clock.advanceSeconds(71 * 3600);
      expect((await post('/api/account/undoBind', { number: [...numbers][0] }))?.code).toBe(1);
    } finally {
      await setting('smtp_server', '');
      await kysely.deleteFrom('config_secret').where('name', '=', 'smtp_pass').execute();
      await mail.close();
    }
    const row = kysely.selectFrom('member').select('email').where('id', '=', one.id);
    expect(await row.execute()).toEqual([{ email: 'first@example.com' }]);
    const open = kysely.selectFrom('token').select('hash').where('account_id', '=', one.id).where('type', 'in', ['user', 'user-refresh']);
    expect(await open.where('revoked_at', 'is', null).execute()).toEqual([]);
    expect([
      (await get('/api/account/overview', other.token))?.code,
      (await get('/api/account/overview', thief.token))?.code,
    ]).not.toContain(1);
  });

  const nextCode = async (...[purpose, target, caller]: [string, string, Caller?]) => {
    await server.database.kysely.deleteFrom('code_turn').execute();
    return codeFor('email', purpose, target, caller);
  };
  const opens = (username: string, password: string, more: object = {}) =>
    post('/api/user/checkIn', { tab: 'login', username, password, ...more });
  const retrieve = async (account: string, password: string) => {
    const captcha = await nextCode('user_retrieve_pwd', account);
    return (await post('/api/account/retrievePassword', { type: 'email', account, captcha, password }))?.code;
  };
  /** @returns its secret, a minute later */
  async function switchOn(password: string, token: string): Promise<string> {
    await post('/api/account/prove', { password }, token);
    const secret = String((await post('/api/account/setUpTwoFactor', {}, token))?.data.secret);
    const factorCode = codeAt(secret, server.clock.nowMs() / 1000);
    expect((await post('/api/account/confirmTwoFactor', { factorCode }, token))?.code).toBe(1);
    server.clock.advanceSeconds(60);
    return secret;
  }
  /** @returns the number that takes it back, a minute later */
  async function move(one: TestMember, [old, fresh]: readonly [string, string], token: string): Promise<string | undefined> {
    const captcha = await nextCode('user_email_verify', old, callerOf(one));
    const pass = (await post('/api/account/verification', { type: 'email', captcha }, token))?.data.accountVerificationToken as string;
    const bind = { type: 'email', email: fresh, captcha: await nextCode('user_change_email', fresh), accountVerificationToken: pass };
    expect((await post('/api/account/changeBind', bind, token))?.code).toBe(1);
    await server.ports.jobs.runDue();
    server.clock.advanceSeconds(60);
    return (await notices('address_changed')).findLast(({ target }) => target === old)?.code;
  }
  async function toldOf({ id }: TestMember) {
    const { kysely } = server.database;
    const said = await kysely.selectFrom('member_message').select('text_key').where('member_id', '=', id).orderBy('id').execute();
    const logged = kysely
      .selectFrom('security_log')
      .select(['kind', 'detail'])
      .where('account_type', '=', 'user')
      .where('account_id', '=', id);
    const resets = await logged.where('kind', 'in', ['password.reset', 'twoFactor.reset']).orderBy('id').execute();
    return { said: said.map(({ text_key }) => text_key), resets };
  }

  it('takes back with a change of address the password and the second factor that were set since', async () => {
    const [old, fresh] = ['taken@example.com', 'taker@example.com'];
    const one = await addMember(server, 'taken_one', { email: old });
    server.clock.advanceSeconds(1);
    const number = await move(one, [old, fresh], (await one.signIn()).token);
    expect(await retrieve(fresh, 'taker-word-1')).toBe(1);
    await switchOn('taker-word-1', (await opens('taken_one', 'taker-word-1'))?.data.userInfo.token as string);
    expect((await post('/api/account/undoBind', { number }))?.code).toBe(1);
    const refused = { code: 0, msg: server.ports.messages.text('en', 'refusals.wrongCredentials') };
    expect([await opens('taken_one', 'taker-word-1'), await opens('taken_one', TEST_PASSWORD)]).toMatchObject([refused, refused]);
    expect(await retrieve(old, 'owner-word-2')).toBe(1);
    expect(await opens('taken_one', 'owner-word-2')).toMatchObject({ code: 1 });
    expect(await toldOf(one)).toEqual({
      said: ['emailChanged', 'passwordRetrieved', 'factorOn', 'emailRestored', 'passwordVoided', 'factorVoided', 'passwordRetrieved'],
      resets: ['password.reset', 'twoFactor.reset'].map((event) => ({ kind: event, detail: { channel: 'email' } })),
    });
  });

  it('takes back with a change of address what was linked since, and nothing that was there before', async () => {
    const { kysely } = server.database;
    const [old, fresh] = ['linked@example.com', 'linked.fresh@example.com'];
    const one = await addMember(server, 'linked_one', { email: old });
    const linkAs = (subject: string) =>
      kysely
        .insertInto('external_identity')
        .values({
          account_type: 'user',
          account_id: one.id,
          issuer: 'https://id.example',
          subject,
          label: subject,
          create_time: Math.floor(server.clock.nowMs() / 1000),
          used_time: null,
        })
        .execute();
    await linkAs('own');
    server.clock.advanceSeconds(1);
    const number = await move(one, [old, fresh], (await one.signIn()).token);
    await linkAs('stranger');
    expect((await post('/api/account/undoBind', { number }))?.code).toBe(1);
    const left = kysely
      .selectFrom('external_identity')
      .select('subject')
      .where('account_type', '=', 'user')
      .where('account_id', '=', one.id);
    expect(await left.execute()).toEqual([{ subject: 'own' }]);
    const logged = kysely.selectFrom('security_log').select('kind').where('kind', 'like', 'external.%').where('account_id', '=', one.id);
    expect([(await toldOf(one)).said, await logged.execute()]).toEqual([
      ['emailChanged', 'emailRestored', 'linksVoided'],
      [{ kind: 'external.reset' }],
    ]);
  });

  it('opens by nothing that was linked once the password was retrieved', async () => {
    const { kysely } = server.database;
    const one = await addMember(server, 'recovered_one', { email: 'recovered@example.com' });
    const now = Math.floor(server.clock.nowMs() / 1000);
    const link = {
      account_type: 'user',
      account_id: one.id,
      issuer: 'https://id.example',
      label: '',
      create_time: now,
      used_time: null,
    } as const;
    await kysely
      .insertInto('external_identity')
      .values([
        { ...link, subject: 'recovered-made', is_made: true },
        { ...link, subject: 'recovered-added' },
        { ...link, subject: 'of-another', account_id: one.id + 1000 },
      ])
      .execute();
    expect(await retrieve('recovered@example.com', 'owner-word-3')).toBe(1);
    const left = kysely.selectFrom('external_identity').select('subject').where('issuer', '=', 'https://id.example').orderBy('id');
    expect((await left.execute()).map(({ subject }) => subject)).toEqual(expect.arrayContaining(['recovered-made', 'of-another']));
    expect((await left.execute()).map(({ subject }) => subject)).not.toContain('recovered-added');
    expect((await toldOf(one)).said).toEqual(['passwordRetrieved', 'linksReset']);
  });

  /** @returns the number that the address told of it was sent, a minute later; undefined where none was */
  async function addMobile(token: string, [mobile, told]: readonly [string, string], password = TEST_PASSWORD) {
    await server.database.kysely.deleteFrom('code_turn').execute();
    const captcha = await codeFor('mobile', 'user_change_mobile', mobile);
    expect((await post('/api/account/changeBind', { type: 'mobile', mobile, captcha, password }, token))?.code).toBe(1);
    await server.ports.jobs.runDue();
    server.clock.advanceSeconds(60);
    return (await notices('address_changed')).find(({ target }) => target === told)?.code;
  }
  const addressesOf = ({ id }: TestMember) =>
    server.database.kysely.selectFrom('member').select(['email', 'mobile']).where('id', '=', id).executeTakeFirst();

  it('notes down no address again of somebody who is erased while the word of its change leaves', async () => {
    const one = await addMember(server, 'leaving_one', { email: 'leaving@example.com' });
    const { token } = await one.signIn();
    const root = (await server.signIn()).token;
    const held = holdNext(server.ports.encryptor, 'decrypt', 'after', (_sealed: string, as: string) =>
      as.startsWith('member.addressNotice'),
    );
    const moved = move(one, ['leaving@example.com', 'left@example.com'], token);
    await held.reached;
    await server.call(erasePerson, { id: one.id, password: TEST_PASSWORD }, { token: root });
    held.release();
    await moved;
    expect((await notices('address_changed')).map(({ target }) => target)).not.toContain('leaving@example.com');
  });

  it('takes back with a change of address a first number that was added since, by which nobody retrieves the password', async () => {
    const [old, fresh, mobile] = ['pair@example.com', 'pair.thief@example.com', '13700000001'];
    const one = await addMember(server, 'pair_one', { email: old });
    const { token } = await one.signIn();
    const number = await move(one, [old, fresh], token);
    const ofThief = await addMobile(token, [mobile, fresh]);
    expect((await post('/api/account/undoBind', { number }))?.code).toBe(1);
    expect(await addressesOf(one)).toEqual({ email: old, mobile: '' });
    const captcha = await codeFor('mobile', 'user_retrieve_pwd', mobile);
    const again = { type: 'mobile', account: mobile, captcha, password: 'taker-word-1' };
    expect(Object.keys((await post('/api/account/retrievePassword', again))?.data.fields)).toEqual(['captcha']);
    expect(Object.keys((await post('/api/account/undoBind', { number: ofThief }))?.data.fields)).toEqual(['number']);
    expect((await toldOf(one)).said).toEqual(['emailChanged', 'mobileAdded', 'emailRestored', 'mobileWithdrawn']);
  });

  it('tells the other address of a first one, which takes it back, and with it what was changed since', async () => {
    const [old, fresh, mobile] = ['quad@example.com', 'quad.thief@example.com', '13700000002'];
    const one = await addMember(server, 'quad_one', { email: old });
    const { token } = await one.signIn();
    const number = await addMobile(token, [mobile, old]);
    expect(number).toMatch(/^\S{10,}$/u);
    await move(one, [old, fresh], token);
    expect((await post('/api/account/undoBind', { number }))?.code).toBe(1);
    expect(await addressesOf(one)).toEqual({ email: old, mobile: '' });
    expect((await toldOf(one)).said).toEqual(['mobileAdded', 'emailChanged', 'mobileWithdrawn', 'emailRestored']);
  });

  it('gives an address back although the other one belongs to somebody else by now, and keeps what came before', async () => {
    const [old, fresh] = ['held@example.com', 'held.new@example.com'];
    const one = await addMember(server, 'holding_one', { email: old });
    const { token } = await one.signIn();
    const first = await addMobile(token, ['13700000003', old]);
    const number = await move(one, [old, fresh], token);
    await addMember(server, 'holding_two', { email: old });
    // What was there before the change that is taken back stays.
    expect((await post('/api/account/undoBind', { number }))?.msg).toBe(server.ports.messages.text('en', 'refusals.member.addressGone'));
    expect(await addressesOf(one)).toEqual({ email: fresh, mobile: '13700000003' });
    expect((await post('/api/account/undoBind', { number: first }))?.code).toBe(1);
    expect(await addressesOf(one)).toEqual({ email: '', mobile: '' });
  });

  it('gives an address back by no number once an administrator has put another one in', async () => {
    const [ofThief, later] = ['staff.thief@example.com', 'staff.thief.later@example.com'];
    const one = await addMember(server, 'helped_one', { mobile: '13700000011' });
    const { token } = await one.signIn();
    await server.database.kysely.deleteFrom('code_turn').execute();
    const captcha = await codeFor('email', 'user_change_email', ofThief);
    const first = { type: 'email', email: ofThief, captcha, password: TEST_PASSWORD };
    expect((await post('/api/account/changeBind', first, token))?.code).toBe(1);
    const number = await move(one, [ofThief, later], token);
    expect(number).toMatch(/^\S{10,}$/u);
    const root = (await server.signIn()).token;
    await server.call(resourceEndpoints(memberSection).save, { id: one.id, email: '', password: 'owner-word-4' }, { token: root });
    expect(Object.keys((await post('/api/account/undoBind', { number }))?.data?.fields ?? {})).toEqual(['number']);
    expect(await addressesOf(one)).toEqual({ email: '', mobile: '13700000011' });
    expect((await opens('helped_one', 'owner-word-4'))?.code).toBe(1);
  });

  it('tells a member, and the address of before, that an administrator has given a password or an address, and ends the sessions', async () => {
    const one = await addMember(server, 'staffed_one', { email: 'staffed@example.com', mobile: '13700000012' });
    const root = (await server.signIn()).token;
    const save = (changes: object) => server.call(resourceEndpoints(memberSection).save, { id: one.id, ...changes }, { token: root });
    const mailed = async () => {
      await server.ports.jobs.runDue();
      const rows = server.database.kysely
        .selectFrom('outbox_message')
        .select(['target', 'subject'])
        .where('purpose', '=', 'member_message');
      return rows.where('target', 'like', 'staffed%').orderBy('id').execute();
    };
    const { token } = await one.signIn();
    await save({ email: 'staffed@example.com', mobile: '13700000012', password: '', nickname: 'Told of nothing' });
    expect([(await toldOf(one)).said, await goesOn(token)]).toEqual([[], true]);
    await save({ email: 'staffed.new@example.com' });
    expect([(await toldOf(one)).said, await goesOn(token)]).toEqual([['emailSetByStaff'], false]);
    expect((await mailed()).map(({ target }) => target)).toEqual(['staffed@example.com']);
    const again = await one.signIn();
    await save({ mobile: '' });
    expect([(await toldOf(one)).said, await goesOn(again.token)]).toEqual([['emailSetByStaff', 'mobileSetByStaff'], false]);
    await save({ password: 'owner-word-5' });
    expect((await toldOf(one)).said).toEqual(['emailSetByStaff', 'mobileSetByStaff', 'passwordSetByStaff']);
    expect((await mailed()).map(({ target }) => target)).toEqual([
      'staffed@example.com',
      'staffed.new@example.com',
      'staffed.new@example.com',
    ]);
    const logged = server.database.kysely.selectFrom('security_log').select('detail').where('kind', '=', 'member.addressChanged');
    expect(await logged.where('account_id', '=', one.id).orderBy('id').execute()).toEqual([
      { detail: { byAdmin: 1, channel: 'email' } },
      { detail: { byAdmin: 1, channel: 'mobile' } },
    ]);
  });

  it('leaves the password and the second factor that are older than the change of address', async () => {
    const old = 'older@example.com';
    const one = await addMember(server, 'older_one', { email: old });
    const { token } = await one.signIn();
    const secret = await switchOn(TEST_PASSWORD, token);
    const number = await move(one, [old, 'older.fresh@example.com'], token);
    expect((await post('/api/account/undoBind', { number }))?.code).toBe(1);
    expect(await toldOf(one)).toEqual({ said: ['factorOn', 'emailChanged', 'emailRestored'], resets: [] });
    expect(Object.keys((await opens('older_one', TEST_PASSWORD))?.data.fields)).toEqual(['factorCode']);
    const factorCode = codeAt(secret, server.clock.nowMs() / 1000);
    expect((await opens('older_one', TEST_PASSWORD, { factorCode }))?.code).toBe(1);
  });

  it('takes back by a number what its own member changed, within three days, and writes both down', async () => {
    const [ann, ben] = [
      await addMember(server, 'back_ann', { email: 'back.ann@example.com' }),
      await addMember(server, 'back_ben', { email: 'back.ben@example.com' }),
    ];
    server.clock.advanceSeconds(1);
    const tokens = [(await ann.signIn()).token, (await ben.signIn()).token] as const;
    const ofAnn = await move(ann, ['back.ann@example.com', 'back.ann.new@example.com'], tokens[0]);
    const ofBen = await move(ben, ['back.ben@example.com', 'back.ben.new@example.com'], tokens[1]);
    expect((await post('/api/account/undoBind', { number: ofAnn }))?.code).toBe(1);
    expect([await addressesOf(ann), await addressesOf(ben)]).toEqual([
      { email: 'back.ann@example.com', mobile: '' },
      { email: 'back.ben.new@example.com', mobile: '' },
    ]);
    // It was changed a minute before the end of the wait in `move`; that of the other member counts until its own three days are over.
    server.clock.advanceSeconds(72 * 3600 - 61);
    const { kysely } = server.database;
    const open = kysely.selectFrom('address_undo').select('member_id').where('member_id', 'in', [ann.id, ben.id]);
    expect(await open.execute()).toEqual([{ member_id: ben.id }]);
    server.clock.advanceSeconds(1);
    expect(Object.keys((await post('/api/account/undoBind', { number: ofBen }))?.data.fields)).toEqual(['number']);
    expect(await addressesOf(ben)).toEqual({ email: 'back.ben.new@example.com', mobile: '' });
    const logged = kysely.selectFrom('security_log').select(['kind', 'detail', 'ip']).where('account_type', '=', 'user');
    const about = { detail: { channel: 'email' }, ip: ADDRESS };
    expect(await logged.where('account_id', '=', ann.id).where('kind', 'like', 'member.address%').orderBy('id').execute()).toEqual([
      { kind: 'member.addressChanged', ...about },
      { kind: 'member.addressRestored', ...about },
    ]);
    const kept = kysely.selectFrom('record_change').select(['before', 'after']).where('resource', '=', 'member');
    expect(await kept.where('record_id', '=', ann.id).where('kind', '=', 'changed').orderBy('id').execute()).toEqual([
      { before: { email: 'back.ann@example.com' }, after: { email: 'back.ann.new@example.com' } },
      { before: { email: 'back.ann.new@example.com' }, after: { email: 'back.ann@example.com' } },
    ]);
  });

  it('sends an old address no number that counts no more when the word of it leaves', async () => {
    const one = await addMember(server, 'slow_word', { email: 'slow@example.com' });
    const { token } = await one.signIn();
    const captcha = await nextCode('user_email_verify', 'slow@example.com', callerOf(one));
    const pass = (await post('/api/account/verification', { type: 'email', captcha }, token))?.data.accountVerificationToken as string;
    const fresh = { type: 'email', email: 'slow.new@example.com', captcha: await nextCode('user_change_email', 'slow.new@example.com') };
    expect((await post('/api/account/changeBind', { ...fresh, accountVerificationToken: pass }, token))?.code).toBe(1);
    server.clock.advanceSeconds(72 * 3600);
    await server.ports.jobs.runDue();
    expect((await notices('address_changed')).map(({ target }) => target)).not.toContain('slow@example.com');
  });

  it('takes no address that somebody else has, and none by a proof of the other kind', async () => {
    await addMember(server, 'has_it', { email: 'has.it@example.com', mobile: '13700000021' });
    const one = await addMember(server, 'wants_it', { email: 'wants@example.com', mobile: '13700000022' });
    const { token } = await one.signIn();
    const prove = async (channel: 'email' | 'mobile', target: string) => {
      await server.database.kysely.deleteFrom('code_turn').execute();
      const captcha = await codeFor(channel, `user_${channel}_verify`, target, callerOf(one));
      return String((await post('/api/account/verification', { type: channel, captcha }, token))?.data.accountVerificationToken);
    };
    const bind = async (channel: 'email' | 'mobile', address: string, accountVerificationToken: string) => {
      const { kysely } = server.database;
      const binding = { purpose: `user_change_${channel}`, target: address, requester: `network:${ADDRESS}` };
      await kysely.deleteFrom('verification_code').where('target', '=', address).execute();
      await storeCode(server.ports, binding, '111111');
      const change = { type: channel, [channel]: address, captcha: '111111', accountVerificationToken };
      return (await post('/api/account/changeBind', change, token))?.data?.fields;
    };
    const taken = server.ports.messages.text('en', 'refusals.member.taken');
    expect(await bind('email', 'has.it@example.com', await prove('email', 'wants@example.com'))).toEqual({ email: taken });
    expect(await bind('mobile', '13700000021', await prove('mobile', '13700000022'))).toEqual({ mobile: taken });
    const ofMobile = await prove('mobile', '13700000022');
    expect(Object.keys(await bind('email', 'next.wants@example.com', ofMobile))).toEqual(['accountVerificationToken']);
    expect(await bind('email', `${'a'.repeat(39)}@example.com`, await prove('email', 'wants@example.com'))).toEqual({
      email: server.ports.messages.text('en', 'validation.email'),
    });
    expect(await addressesOf(one)).toEqual({ email: 'wants@example.com', mobile: '13700000022' });
  });

  it('asks to prove the address first, at a name that pages know, and keeps the code of the new one good for it', async () => {
    const [old, fresh] = ['late@example.com', 'late.fresh@example.com'];
    const one = await addMember(server, 'late_one', { email: old });
    const { token } = await one.signIn();
    const proof = async () => {
      const captcha = await nextCode('user_email_verify', old, callerOf(one));
      return String((await post('/api/account/verification', { type: 'email', captcha }, token))?.data.accountVerificationToken);
    };
    const stale = await proof();
    server.clock.advanceSeconds(601);
    const captcha = await nextCode('user_change_email', fresh);
    const bind = (accountVerificationToken: string) =>
      post('/api/account/changeBind', { type: 'email', email: fresh, captcha, accountVerificationToken }, token);
    const said = server.ports.messages.text('en', 'refusals.member.verifyFirst');
    expect(await bind(stale)).toMatchObject({ code: 0, data: { fields: { accountVerificationToken: said } } });
    expect(await bind(await proof())).toMatchObject({ code: 1 });
    expect((await addressesOf(one))?.email).toBe(fresh);
  });

  it('binds a first address with the password alone', async () => {
    const one = await addMember(server, 'first_one');
    const { token } = await one.signIn();
    const bind = async (password: string) => {
      await server.database.kysely.deleteFrom('code_turn').execute();
      const captcha = await codeFor('mobile', 'user_change_mobile', '13900139000');
      return post('/api/account/changeBind', { type: 'mobile', mobile: '13900139000', captcha, password }, token);
    };
    expect(Object.keys((await bind('wrong-word'))?.data.fields)).toEqual(['password']);
    expect((await bind(TEST_PASSWORD))?.code).toBe(1);
    expect((await get('/api/account/profile', token))?.data.info.mobile).toBe('13900139000');
    expect((await notices('address_changed')).map(({ target }) => target)).not.toContain('13900139000');
  });

  it('refuses a member at the next call once the account is disabled', async () => {
    const one = await addMember(server, 'gone_one');
    const { token } = await one.signIn();
    expect((await get('/api/account/balance', token))?.code).toBe(1);
    await server.database.kysely.updateTable('member').set({ status: 'disable' }).where('id', '=', one.id).execute();
    expect((await get('/api/account/balance', token))?.code).toBe(302);
  });

  it('takes a proof of presence for a second factor, which the next sign-in then asks for', async () => {
    const one = await addMember(server, 'factor_one');
    const [own, other] = [await one.signIn(), await one.signIn()];
    const setUp = () => post('/api/account/setUpTwoFactor', {}, own.token);
    expect(Object.keys((await setUp())?.data.fields)).toEqual(['proof']);
    expect(Object.keys((await post('/api/account/prove', { password: 'wrong-word' }, own.token))?.data.fields)).toEqual(['password']);
    const now = Math.floor(server.clock.nowMs() / 1000);
    expect((await post('/api/account/prove', { password: TEST_PASSWORD }, own.token))?.data).toEqual({ expire_time: now + 600 });
    // It is one of a sign-in, not of an account.
    expect(Object.keys((await post('/api/account/setUpTwoFactor', {}, other.token))?.data.fields)).toEqual(['proof']);
    const secret = String((await setUp())?.data.secret);
    const confirmed = await post('/api/account/confirmTwoFactor', { factorCode: codeAt(secret, now) }, own.token);
    expect(confirmed?.data.recovery_codes.length).toBeGreaterThan(5);
    expect((await get('/api/account/twoFactor', own.token))?.data).toMatchObject({ is_on: true, is_required: false });
    const renewed = await post('/api/account/renewRecoveryCodes', {}, own.token);
    expect(renewed?.data.recovery_codes).not.toEqual(confirmed?.data.recovery_codes);
    const told = (await get('/api/account/messages', own.token))?.data.list.map(({ title }: { title: string }) => title);
    expect(told).toEqual(['Your recovery codes were replaced', 'Two-factor sign-in is on']);
    expect((await get('/api/account/overview', other.token))?.code).toBe(302);
    const form = { tab: 'login', username: 'factor_one', password: TEST_PASSWORD };
    expect(Object.keys((await post('/api/user/checkIn', form))?.data.fields)).toEqual(['factorCode']);
    server.clock.advanceSeconds(60);
    const factorCode = codeAt(secret, now + 60);
    const later = String((await post('/api/user/checkIn', { ...form, factorCode }))?.data.userInfo.token);
    server.clock.advanceSeconds(601);
    expect(Object.keys((await post('/api/account/endTwoFactor', {}, own.token))?.data.fields)).toEqual(['proof']);
    expect((await get('/api/account/overview', later))?.code).toBe(1);
    await post('/api/account/prove', { password: TEST_PASSWORD }, own.token);
    expect((await post('/api/account/endTwoFactor', {}, own.token))?.code).toBe(1);
    // Without it the account is opened otherwise: nobody stays who is not asked anew.
    expect([(await get('/api/account/overview', later))?.code, (await get('/api/account/overview', own.token))?.code]).toEqual([302, 1]);
  });

  it('asks for a captcha after ten wrong passwords, in the count of members', async () => {
    await addMember(server, 'guess_one');
    const guess = (password: string) =>
      askAsMember(server, 'POST', '/api/user/checkIn', {
        json: { tab: 'login', username: 'guess_one', password },
        address: '198.51.100.7',
      });
    for (let count = 0; count < 10; count += 1) expect((await guess('wrong-word')).body?.data).toBeNull();
    expect(Object.keys((await guess(TEST_PASSWORD)).body?.data.fields)).toEqual(['captchaInfo']);
    const facts = await askAsMember(server, 'GET', '/api/user/checkIn', { address: '198.51.100.7' });
    expect(facts.body?.data.userLoginCaptchaSwitch).toBe(true);
  });
});
