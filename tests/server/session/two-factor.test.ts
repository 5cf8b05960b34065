import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listSessions } from '#api/contract/session/sessions';
import * as contract from '#api/contract/session/two-factor';
import { createServerApp } from '#server/app';
import { createEncryptor } from '#server/base/encryptor';
import { drawRecoveryCodes, hashOfRecoveryCode } from '#server/features/session/two-factor/recovery-codes';
import { totpStepOf } from '#server/features/session/two-factor/totp';
import { TEST_PASSWORD, createTestServer, type RawReply, type TestServer } from '#tests/support/server.ts';
import { dealtKinds } from '#tests/support/dealt.ts';

/** The last six of the eight digits that the standard lists, since they are the same number modulo a million. Source: RFC 6238, Appendix B. */
it.each([
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
])('at %i seconds the code is the last six digits of %s, one step early and late too', (seconds, digits) => {
  const secret = Secret.fromUTF8('12345678901234567890').base32;
  const code = digits.slice(2);
  const step = Math.floor(seconds / 30);
  expect([0, 30, -30].map((off) => totpStepOf(secret, code, seconds + off))).toEqual([step, step, step]);
  expect([60, -60].map((off) => totpStepOf(secret, code, Math.max(0, seconds + off)))).toEqual(
    seconds === 59 ? [null, step] : [null, null],
  );
  expect(totpStepOf(secret, code.slice(0, 5), seconds)).toBeNull();
});

it('draws recovery codes that differ, from letters that cannot be mistaken', () => {
  const codes = Array.from({ length: 50 }, () => drawRecoveryCodes((count) => crypto.getRandomValues(new Uint8Array(count)))).flat();
  expect(new Set(codes).size).toBe(500);
  expect(codes.filter((code) => !/^(?:[a-km-np-z2-9]{4}-){3}[a-km-np-z2-9]{4}$/u.test(code))).toEqual([]);
});

it('keeps recovery codes as digests of their account and their letters, which open the same door in every version', async () => {
  const plain = JSON.stringify(['recovery', 'admin', 7, 'abcdefghijkmnpqr']);
  const digest = Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(plain))).toString('hex');
  const account = { area: 'admin', accountId: 7 } as const;
  expect([await hashOfRecoveryCode(account, 'abcd-efgh-ijkm-npqr'), await hashOfRecoveryCode(account, ' ABCD efgh-ijkm npqr ')]).toEqual([
    digest,
    digest,
  ]);
});

const random = (count: number) => crypto.getRandomValues(new Uint8Array(count));
const tokenIn = ({ body }: RawReply): string => body?.data?.userInfo?.token ?? '';
const fieldsIn = ({ body }: RawReply): Readonly<Record<string, string>> => body?.data?.fields ?? {};

describe('what is encrypted', () => {
  const encryptor = createEncryptor(new Uint8Array(32), random);

  it('is opened by the same key for the same thing only', async () => {
    const encrypted = await encryptor.encrypt('JBSWY3DP', 'admin 1');
    expect(encrypted).not.toContain('JBSWY3DP');
    expect(await encryptor.encrypt('JBSWY3DP', 'admin 1')).not.toBe(encrypted);
    expect(await encryptor.decrypt(encrypted, 'admin 1')).toBe('JBSWY3DP');
    await expect(encryptor.decrypt(encrypted, 'admin 2')).rejects.toThrow(/operation|failed|decrypt/iu);
    await expect(createEncryptor(new Uint8Array(32).fill(1), random).decrypt(encrypted, 'admin 1')).rejects.toThrow(
      /operation|failed|decrypt/iu,
    );
    await expect(encryptor.decrypt('', 'admin 1')).rejects.toThrow(/operation|failed|decrypt/iu);
  });
});

describe.each(dealtKinds())('the second factor on %s', (kind) => {
  let server: TestServer;
  let clerkId: number;
  beforeAll(async () => {
    server = await createTestServer({ kind, sampleData: false });
    clerkId = (await server.addAdmin('clerk', ['goods/goods/index'])).id;
  });
  afterAll(() => server.close());
  // Ends what earlier tests began, within the limits by address.
  beforeEach(async () => {
    server.clock.advanceSeconds(86_400);
    for (const table of ['two_factor', 'token', 'sign_in_step', 'sign_in_place', 'throttle_counter'] as const)
      await server.database.kysely.deleteFrom(table).execute();
    await setRequired('0');
  });

  async function setRequired(value: '0' | '1'): Promise<void> {
    await server.database.kysely.updateTable('config').set({ value }).where('name', '=', 'admin_two_factor').execute();
  }
  const enter = (factorCode?: string, more: Readonly<Record<string, unknown>> = {}) =>
    server.request('/api/admin/Index/login', {
      method: 'POST',
      json: { username: 'clerk', password: TEST_PASSWORD, keep: true, ...(factorCode !== undefined && { factorCode }), ...more },
    });
  const codeOf = (secret: string, offSeconds = 0) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: server.clock.nowMs() + offSeconds * 1000 });
  const WRONG = { factorCode: 'The code is wrong, has expired, or was used already.' };

  /** Sets a factor up; the clock then stands in a later step than the one that was used. */
  async function switchOn() {
    const token = tokenIn(await enter());
    const { secret, uri } = await server.call(contract.setUpTwoFactor, { password: TEST_PASSWORD }, { token });
    const { recovery_codes: codes } = await server.call(contract.confirmTwoFactor, { factorCode: codeOf(secret) }, { token });
    server.clock.advanceSeconds(30);
    return { token, secret, uri, codes };
  }

  /** What its owner was told since this was asked last. */
  const told = async () => {
    const rows = await server.database.kysely
      .deleteFrom('notification')
      .where('admin_id', '=', clerkId)
      .returning(['id', 'name', 'params'])
      .execute();
    return rows.toSorted((a, b) => a.id - b.id).map(({ name, params }) => [name, params]);
  };

  it('is never set up, opened by a recovery code, switched off or reset without a word to its owner', async () => {
    await told();
    const ip = '127.0.0.1';
    const { token, secret, codes } = await switchOn();
    expect(await told()).toEqual([['factorOn', { ip }]]);
    expect((await enter(codes[0])).body?.code).toBe(1);
    expect(await told()).toEqual([['recoveryCodeUsed', { ip, left: 9 }]]);
    await server.call(contract.renewRecoveryCodes, { password: TEST_PASSWORD, factorCode: codeOf(secret) }, { token });
    expect(await told()).toEqual([['codesRenewed', { ip }]]);
    await server.call(contract.endTwoFactor, { password: TEST_PASSWORD }, { token });
    expect(await told()).toEqual([['factorOff', { ip }]]);
    await switchOn();
    await told();
    const boss = await server.signIn();
    await server.call(contract.resetAdminTwoFactor, { id: clerkId, password: TEST_PASSWORD }, { token: boss.token });
    expect(await told()).toEqual([['factorReset', { ip }]]);
  });

  it('is set up with the password and a first code, and is then asked for', async () => {
    const token = tokenIn(await enter());
    await expect(server.call(contract.setUpTwoFactor, { password: 'wrong-one' }, { token })).rejects.toMatchObject({
      failure: { fields: { password: 'The current password is not correct.' } },
    });
    const { secret, uri } = await server.call(contract.setUpTwoFactor, { password: TEST_PASSWORD }, { token });
    expect(uri).toBe(`otpauth://totp/Troupe:clerk?issuer=Troupe&secret=${secret}&algorithm=SHA1&digits=6&period=30`);
    // Until it is confirmed nothing is asked for.
    expect((await enter()).body?.code).toBe(1);
    await expect(server.call(contract.confirmTwoFactor, { factorCode: codeOf(secret, 300) }, { token })).rejects.toMatchObject({
      failure: { fields: WRONG },
    });
    const { recovery_codes: codes } = await server.call(contract.confirmTwoFactor, { factorCode: codeOf(secret) }, { token });
    expect(new Set(codes).size).toBe(10);
    expect(await server.call(contract.readTwoFactor, {}, { token })).toEqual({
      is_on: true,
      since: server.clock.nowMs() / 1000,
      recovery_left: 10,
      is_required: false,
    });
    // A stock client, which knows no such field, is told plainly.
    expect((await enter()).body).toEqual({
      code: 0,
      msg: 'This account signs in with a second factor. Enter the code of your authenticator app, or a recovery code.',
      time: server.clock.nowMs() / 1000,
      data: { fields: { factorCode: expect.any(String) } },
    });
    await expect(server.call(contract.setUpTwoFactor, { password: TEST_PASSWORD }, { token })).rejects.toThrow(/on already/u);
  });

  it('takes each code once, one step off the clock at most, and the confirming one never again', async () => {
    const token = tokenIn(await enter());
    const { secret } = await server.call(contract.setUpTwoFactor, { password: TEST_PASSWORD }, { token });
    const confirming = codeOf(secret);
    await server.call(contract.confirmTwoFactor, { factorCode: confirming }, { token });
    expect(fieldsIn(await enter(confirming))).toEqual(WRONG);
    server.clock.advanceSeconds(60);
    const next = codeOf(secret, 30);
    const spaced = `${next.slice(0, 3)} ${next.slice(3)}`;
    expect((await enter(spaced)).body?.code).toBe(1);
    expect(fieldsIn(await enter(next))).toEqual(WRONG);
    // An older one of the same window has passed too.
    expect(fieldsIn(await enter(codeOf(secret)))).toEqual(WRONG);
    server.clock.advanceSeconds(120);
    expect(fieldsIn(await enter(codeOf(secret, 60)))).toEqual(WRONG);
    expect(fieldsIn(await enter(codeOf(secret, -60)))).toEqual(WRONG);
    expect((await enter(codeOf(secret, -30))).body?.code).toBe(1);
  });

  it('lets one in of many that come with the same code at once', async () => {
    const { secret } = await switchOn();
    const replies = await Promise.all(Array.from({ length: 5 }, () => enter(codeOf(secret))));
    expect(replies.filter(({ body }) => body?.code === 1)).toHaveLength(1);
  });

  it('is asked for only after the right password, and wrong codes are counted', async () => {
    const { secret, codes } = await switchOn();
    const from = (address: string, factorCode: string) =>
      server.request('/api/admin/Index/login', {
        method: 'POST',
        json: { username: 'clerk', password: TEST_PASSWORD, factorCode },
        address,
      });
    expect((await enter(codeOf(secret), { password: 'wrong-one' })).body).toMatchObject({
      msg: 'The account or the password is wrong.',
      data: null,
    });
    // Ten judged, whatever address the next comes from; also when they come together.
    const guesses = await Promise.all(Array.from({ length: 15 }, (_, count) => from(`10.1.${count}.1`, '000000')));
    expect(Object.groupBy(guesses, ({ body }) => String(body?.msg))).toEqual({
      [WRONG.factorCode]: Array(10).fill(expect.anything()),
      'Too many attempts. Try again in 15 minutes.': Array(5).fill(expect.anything()),
    });
    expect((await from('10.2.0.1', codeOf(secret))).body?.msg).toBe('Too many attempts. Try again in 15 minutes.');
    // A recovery code cannot be guessed: it opens the door all the same.
    expect((await from('10.2.0.1', codes[0] ?? '')).body?.code).toBe(1);
    // Where the account has signed in of late, strangers' guesses do not count, nor do right codes.
    for (let count = 0; count < 12; count += 1) {
      expect((await enter(codeOf(secret))).body?.code).toBe(1);
      server.clock.advanceSeconds(30);
    }
    for (let count = 0; count < 10; count += 1) expect(fieldsIn(await enter('000000'))).toEqual(WRONG);
    expect((await enter(codeOf(secret))).body?.msg).toBe('Too many attempts. Try again in 15 minutes.');
    server.clock.advanceSeconds(1000);
    expect((await enter(codeOf(secret))).body?.code).toBe(1);
    const { refused } = await server.call(
      listSessions,
      {},
      { token: tokenIn(await enter((server.clock.advanceSeconds(60), codeOf(secret)))) },
    );
    expect(refused).toBe(0);
  });

  it('judges fifty wrong codes of an account a day, over all addresses of strangers and however slowly they come', async () => {
    const { secret } = await switchOn();
    await server.database.kysely.deleteFrom('sign_in_place').execute();
    const from = (address: string, factorCode: string) =>
      server.request('/api/admin/Index/login', {
        method: 'POST',
        json: { username: 'clerk', password: TEST_PASSWORD, factorCode },
        address,
      });
    for (let time = 0; time < 50; time += 1) {
      if (time % 10 === 0) server.clock.advanceSeconds(16 * 60);
      expect([time, fieldsIn(await from(`10.3.${time}.1`, '000000'))]).toEqual([time, WRONG]);
    }
    server.clock.advanceSeconds(16 * 60);
    expect((await from('10.4.0.1', codeOf(secret))).body?.msg).toMatch(/^Too many attempts\. Try again in \d+ minutes\.$/u);
    server.clock.advanceSeconds(25 * 3600);
    expect((await from('10.4.0.1', codeOf(secret))).body?.code).toBe(1);
  });

  it('opens with each recovery code once, however it is typed, and with none after new ones were made', async () => {
    const { token, codes, secret } = await switchOn();
    const [first = '', second = '', third = ''] = codes;
    expect((await enter(first.toUpperCase().replaceAll('-', ' '))).body?.code).toBe(1);
    expect(fieldsIn(await enter(first))).toEqual(WRONG);
    expect((await enter(second.replaceAll('-', ''))).body?.code).toBe(1);
    expect((await server.call(contract.readTwoFactor, {}, { token })).recovery_left).toBe(8);
    const factorCode = codeOf(secret);
    await expect(server.call(contract.renewRecoveryCodes, { password: 'wrong-one', factorCode }, { token })).rejects.toMatchObject({
      failure: { fields: { password: expect.any(String) } },
    });
    const { recovery_codes: fresh } = await server.call(contract.renewRecoveryCodes, { password: TEST_PASSWORD, factorCode }, { token });
    expect(fieldsIn(await enter(third))).toEqual(WRONG);
    expect((await enter(fresh[9])).body?.code).toBe(1);
  });

  it('is opened by a recovery code alone where the server has lost its key, and says so instead of calling codes wrong', async () => {
    const { secret, codes } = await switchOn();
    await server.database.kysely.updateTable('two_factor').set({ sealed_secret: '' }).execute();
    expect(fieldsIn(await enter(codeOf(secret)))).toEqual({
      factorCode:
        'The server can no longer check codes of your authenticator app: its key was lost. Use a recovery code, then set two-factor sign-in up again; or ask a super administrator to reset it.',
    });
    expect((await enter(codes[0])).body?.code).toBe(1);
  });

  it('is switched off with the password, and ends nothing else', async () => {
    const { token, secret } = await switchOn();
    const other = tokenIn(await enter(codeOf(secret)));
    await expect(server.call(contract.endTwoFactor, { password: '' }, { token })).rejects.toMatchObject({
      failure: { fields: { password: 'This field is required' } },
    });
    await server.call(contract.endTwoFactor, { password: TEST_PASSWORD }, { token });
    expect((await server.call(listSessions, {}, { token: other })).list).toHaveLength(2);
    expect((await enter()).body?.code).toBe(1);
    await expect(server.call(contract.renewRecoveryCodes, { password: TEST_PASSWORD }, { token })).rejects.toThrow(/not on/u);
  });

  it('of another is taken away by a super administrator alone, which both logs say', async () => {
    const { token } = await switchOn();
    const boss = await server.signIn();
    expect((await server.request('/api/admin/auth.Admin/resetTwoFactor', { method: 'POST', json: { id: 1 }, token })).body?.code).toBe(401);
    const read = () => server.call(contract.readAdminTwoFactor, { id: clerkId }, { token: boss.token });
    expect(await read()).toEqual({ is_on: true, since: expect.any(Number), used: expect.any(Number) });
    const reset = (id: number, password = TEST_PASSWORD) =>
      server.call(contract.resetAdminTwoFactor, { id, password }, { token: boss.token });
    // An unlocked desk is not enough.
    for (const password of ['', 'not-mine-1'])
      await expect(reset(clerkId, password)).rejects.toMatchObject({ failure: { fields: { password: expect.any(String) } } });
    expect(await read()).toMatchObject({ is_on: true });
    await reset(clerkId);
    expect(await read()).toEqual({ is_on: false, since: null, used: null });
    expect((await enter()).body?.code).toBe(1);
    const { kysely } = server.database;
    const entry = await kysely
      .selectFrom('admin_log')
      .select(['title', 'username', 'data'])
      .orderBy('id', 'desc')
      .offset(1)
      .executeTakeFirst();
    expect(entry).toEqual({
      title: '两步验证-重置管理员的两步验证',
      username: 'admin',
      data: JSON.stringify({ id: clerkId, password: '***' }),
    });
    const kinds = await kysely
      .selectFrom('security_log')
      .select('kind')
      .where('account_id', '=', clerkId)
      .where('kind', 'like', 'twoFactor.%')
      .execute();
    expect(kinds.map((row) => row.kind)).toContain('twoFactor.reset');
    await expect(reset(clerkId)).rejects.toThrow(/does not exist/u);
    await expect(reset(1)).rejects.toThrow(/profile page/u);
  });

  it('ends the sessions that began without it, however it was set up', async () => {
    const isIn = async (token: string) => (await server.request('/api/admin/goods.Goods/index', { token })).body?.code === 1;
    const stranger = tokenIn(await enter());
    const { token } = await switchOn();
    expect([await isIn(stranger), await isIn(token)]).toEqual([false, true]);
    await server.call(contract.endTwoFactor, { password: TEST_PASSWORD }, { token });

    const other = tokenIn(await enter());
    await setRequired('1');
    const setup = await server.request('/api/admin/Index/setUpFactor', {
      method: 'POST',
      json: { username: 'clerk', password: TEST_PASSWORD },
    });
    const own = tokenIn(await enter(codeOf(String(setup.body?.data.secret))));
    expect([await isIn(other), await isIn(token), await isIn(own)]).toEqual([false, false, true]);
  });

  it('has to be set up before the sign-in where administrators must have one', async () => {
    const old = tokenIn(await enter());
    const { body: kept } = await enter();
    const setUp = () =>
      server.request('/api/admin/Index/setUpFactor', { method: 'POST', json: { username: 'clerk', password: TEST_PASSWORD } });
    expect((await setUp()).body?.code).toBe(0);
    await setRequired('1');
    expect(fieldsIn(await enter())).toEqual({
      factorSetup: 'Administrators must use two-factor sign-in here. Set it up on the sign-in page of this site.',
    });
    expect(
      (await server.request('/api/admin/Index/setUpFactor', { method: 'POST', json: { username: 'clerk', password: 'wrong-one' } })).body,
    ).toMatchObject({ code: 0, msg: 'The account or the password is wrong.' });
    // Who is in stays until their session would be renewed.
    expect((await server.request('/api/admin/goods.Goods/index', { token: old })).body?.code).toBe(1);
    const renewal = { method: 'POST', json: { refreshToken: kept?.data.userInfo.refreshToken }, token: kept?.data.userInfo.token };
    expect((await server.request('/api/api/common/refreshToken', renewal)).body).toMatchObject({
      code: 0,
      msg: 'Your session has ended. Please sign in again.',
    });

    const secret: string = (await setUp()).body?.data?.secret ?? '';
    expect(fieldsIn(await enter(codeOf(secret, 300)))).toEqual(WRONG);
    const entered = await enter(codeOf(secret));
    expect(entered.body?.data.recovery_codes).toHaveLength(10);
    expect((await server.request('/api/admin/goods.Goods/index', { token: tokenIn(entered) })).body?.code).toBe(1);
    expect((await setUp()).body?.msg).toBe('Please sign in.');
    server.clock.advanceSeconds(60);
    const again = await enter(codeOf(secret));
    expect([again.body?.code, again.body?.data.recovery_codes]).toEqual([1, undefined]);
  });

  it('waits ten minutes for the code that confirms it', async () => {
    const token = tokenIn(await enter());
    const { secret } = await server.call(contract.setUpTwoFactor, { password: TEST_PASSWORD }, { token });
    const refused = () =>
      expect(server.call(contract.confirmTwoFactor, { factorCode: codeOf(secret) }, { token })).rejects.toThrow(/took too long/u);
    server.clock.advanceSeconds(600);
    await refused();
    // Nor by a clock that was set back to before they began.
    server.clock.advanceSeconds(-601);
    await refused();
    server.clock.advanceSeconds(601);
  });

  it('asks for the captcha once, not again with the second step', async () => {
    const { secret } = await switchOn();
    const setCaptcha = (value: string) =>
      server.database.kysely.updateTable('config').set({ value }).where('name', '=', 'admin_login_captcha').execute();
    await server.database.kysely.deleteFrom('sign_in_step').execute();
    // The password was right here a moment ago.
    expect(fieldsIn(await enter())).toHaveProperty('factorCode');
    await setCaptcha('1');
    expect((await enter(codeOf(secret))).body?.code).toBe(1);
    expect(fieldsIn(await enter())).toHaveProperty('captchaInfo');
    await setCaptcha('0');
    expect(fieldsIn(await enter())).toHaveProperty('factorCode');
    await setCaptcha('1');
    expect((await enter('', { password: 'wrong-one' })).body?.msg).toBe('The account or the password is wrong.');
    expect(fieldsIn(await enter())).toHaveProperty('captchaInfo');
    await setCaptcha('0');
  });

  it('lies encrypted and hashed, apart from every log and list', async () => {
    const { token, secret, codes } = await switchOn();
    const code = codeOf(secret);
    await enter(code);
    await enter(codes[0]);
    const { kysely } = server.database;
    const everything = JSON.stringify([
      await kysely.selectFrom('two_factor').selectAll().execute(),
      await kysely.selectFrom('recovery_code').selectAll().execute(),
      await kysely.selectFrom('admin_log').selectAll().execute(),
      await kysely.selectFrom('security_log').selectAll().execute(),
      await kysely.selectFrom('record_change').selectAll().execute(),
      await server.call(contract.readTwoFactor, {}, { token }),
    ]);
    for (const hidden of [secret, ...codes, ...codes.map((one) => one.replaceAll('-', ''))]) expect(everything).not.toContain(hidden);
    expect(everything).not.toContain(`"factorCode":"${code}"`);
    // Without its key the server lets nobody in by the app, but by recovery codes.
    const elsewhere = createServerApp({
      ...server.ports,
      encryptor: createEncryptor(new Uint8Array(32).fill(9), server.ports.randomBytes),
    });
    server.clock.advanceSeconds(60);
    const login = async (factorCode: string) => {
      const reply = await elsewhere.fetch(
        new Request('http://test.invalid/api/admin/Index/login', {
          method: 'POST',
          headers: { 'content-type': 'application/json', server: 'true' },
          body: JSON.stringify({ username: 'clerk', password: TEST_PASSWORD, factorCode }),
        }),
        { remoteAddress: '10.9.9.9' },
      );
      return ((await reply.json()) as { readonly code: number }).code;
    };
    expect([await login(codeOf(secret)), await login(codes[1] ?? '')]).toEqual([0, 1]);
    await elsewhere.close();
    // It goes with its account.
    await kysely.deleteFrom('admin_group_access').where('uid', '=', clerkId).execute();
    await kysely.deleteFrom('admin').where('id', '=', clerkId).execute();
    expect(await kysely.selectFrom('recovery_code').selectAll().execute()).toEqual([]);
  });
});
