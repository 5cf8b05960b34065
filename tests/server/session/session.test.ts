import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { adminInit, frontInit, login, logout, readLogin, refreshToken } from '#api/contract/session/session';
import { createServerApp } from '#server/app';
import { createPasswordHasher } from '#server/adapters/password-hasher';
import { createCaptchaService } from '#server/features/session/captcha/captcha.service';
import { sha256 } from '#server/base/digest';
import { createTestServer, TEST_PASSWORD, type TestServer } from '#tests/support/server.ts';
import { dealtKinds } from '#tests/support/dealt.ts';
import { unlessBusy } from '#tests/support/unless-busy.ts';

/** What the front page begins with. */
const front = (isOpen: boolean) => ({
  site: { siteName: 'Troupe', openMemberCenter: isOpen },
  openMemberCenter: isOpen,
  userInfo: [],
  rules: [],
  menus: [],
});

it('hashes passwords with the work that the recommendation asks for, and knows them again', async () => {
  const hasher = createPasswordHasher();
  const hash = await hasher.hash(TEST_PASSWORD);
  expect(hash.split('$').slice(1, 4)).toEqual(['argon2id', 'v=19', 'm=19456,t=2,p=1']);
  expect([await hasher.verify(TEST_PASSWORD, hash), await hasher.verify(`${TEST_PASSWORD}!`, hash)]).toEqual([true, false]);
});

describe.each(dealtKinds())('sessions on %s', (kind) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer({ kind });
  });
  afterAll(() => server.close());
  // Half a day later no attempt of an earlier test counts any more, within the limits by address.
  beforeEach(() => server.clock.advanceSeconds(43_200));

  const init = (token: string) => server.request('/api/admin/Index/index', { token });
  const renew = (refresh: string, token: string, headers: Record<string, string> = { 'refresh-token-rotation': 'true' }) =>
    server.request('/api/api/common/refreshToken', { method: 'POST', json: { refreshToken: refresh }, token, headers });
  /** As a client does that knows no rotation: neither the sign-in nor a renewal says so. */
  const signInPlainly = async () => {
    const json = { username: 'admin', password: TEST_PASSWORD, keep: true };
    const { body } = await server.request('/api/admin/Index/login', { method: 'POST', json, address: '10.0.0.6' });
    return body?.data.userInfo as { readonly token: string; readonly refreshToken: string; readonly refresh_token: string };
  };
  const renewPlainly = (refresh: string, token: string) => renew(refresh, token, {});
  const alarms = async () => {
    const rows = await server.database.kysely
      .selectFrom('security_log')
      .select(['account_type', 'account_id'])
      .where('kind', '=', 'session.reuseDetected')
      .execute();
    return rows.length;
  };
  const guess = (username: string, password: string, address = '10.0.0.1') =>
    server.request('/api/admin/Index/login', { method: 'POST', json: { username, password }, address });

  const WRONG = 'The account or the password is wrong.';
  const WANTED = 'Too many wrong passwords. Solve the captcha and try again; if this page shows none, reload it.';
  const textOf = ({ body }: Awaited<ReturnType<typeof guess>>): string | undefined => body?.msg;
  const counters = async () => {
    const rows = await server.database.kysely.selectFrom('throttle_counter').select(['key', 'count']).orderBy('key').execute();
    return Object.fromEntries(rows.map(({ key, count }) => [key, count]));
  };
  const count = (key: string, times: number, bucketSeconds = 60) => {
    const now = server.clock.nowMs() / 1000;
    const row = { key, window_start: now - (now % bucketSeconds), count: times };
    const insert = server.database.kysely.insertInto('throttle_counter').values(row);
    return insert.onConflict((on) => on.columns(['key', 'window_start']).doUpdateSet({ count: times })).execute();
  };
  /** A solved captcha, as a sign-in sends it. */
  const solved = async (ip: string) => {
    const captchaId = crypto.randomUUID();
    await createCaptchaService(server.ports).draw(captchaId, { ip, userAgent: '', language: 'en' });
    const hash = await sha256(captchaId);
    const { targets } = await server.database.kysely
      .selectFrom('captcha')
      .select('targets')
      .where('id_hash', '=', hash)
      .executeTakeFirstOrThrow();
    const points = targets.map(({ x, y, width, height }) => `${x + width / 2},${y + height / 2}`).join('-');
    return { captchaId, captchaInfo: `${points};350;200` };
  };
  const signInWith = (more: object, address: string) =>
    server.request('/api/admin/Index/login', { method: 'POST', json: { username: 'admin', password: TEST_PASSWORD, ...more }, address });

  it('signs in with the right password and stores no token in the clear', async () => {
    const { userInfo, ...beside } = await server.call(login, { username: 'Admin', password: TEST_PASSWORD, keep: true });
    expect(beside).toEqual({ routePath: '/admin' });
    expect(userInfo).toMatchObject({ id: 1, username: 'admin', nickname: 'Admin' });
    expect(userInfo.last_login_time).toMatch(/^2026-01-1\d \d\d:00:00$/u);
    expect(userInfo.token).toMatch(/^[\w-]{43}$/u);
    expect(userInfo.refresh_token).toMatch(/^[\w-]{43}$/u);
    const rows = await server.database.kysely.selectFrom('token').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(userInfo.token);
    expect(JSON.stringify(rows)).not.toContain(userInfo.refresh_token);
  });

  it('gives no refresh token unless it is asked for', async () => {
    const { userInfo } = await server.call(login, { username: 'admin', password: TEST_PASSWORD });
    expect(userInfo.refresh_token).toBe('');
  });

  it('says the same whatever was wrong, and what is missing', async () => {
    const texts = [
      await guess('admin', 'wrong-password'),
      await guess('nobody', TEST_PASSWORD),
      await guess('admin', 'x'.repeat(5000)),
    ].map((reply) => reply.body);
    for (const body of texts) expect(body).toMatchObject({ code: 0, msg: 'The account or the password is wrong.', data: null });
    const { body } = await guess('', '');
    expect(body).toMatchObject({ code: 0, data: { fields: { username: 'This field is required', password: 'This field is required' } } });
  });

  it('lets a disabled account neither in nor stay in', async () => {
    const { id, token } = await server.addAdmin(`idle_${kind}`, ['goods/goods/index']);
    expect((await server.request('/api/admin/goods.Goods/index', { token })).body?.code).toBe(1);
    const kept = await server.signIn(`idle_${kind}`);
    await server.database.kysely.updateTable('admin').set({ status: '0' }).where('id', '=', id).execute();
    expect((await renew(kept.refreshToken, kept.token)).body).toMatchObject({ code: 0, data: null });
    expect((await server.request('/api/admin/goods.Goods/index', { token })).body?.code).toBe(303);
    expect((await guess(`idle_${kind}`, TEST_PASSWORD)).body?.msg).toBe('The account or the password is wrong.');
  });

  it('answers 409 for an expired token and 303 for an unknown one', async () => {
    const { token } = await server.signIn();
    expect((await init(token)).body?.code).toBe(1);
    await server.expireToken(token);
    expect((await init(token)).body).toMatchObject({ code: 409, data: [] });
    expect((await init('a'.repeat(43))).body).toMatchObject({ code: 303, data: { type: 'need login' } });
    expect((await server.request('/admin/index/index')).body).toMatchObject({ code: 302, data: { routePath: '/admin/login' } });
  });

  it('keeps an access token for exactly half an hour', async () => {
    const { token } = await server.signIn();
    server.clock.advanceSeconds(1799);
    expect((await init(token)).body?.code).toBe(1);
    server.clock.advanceSeconds(1);
    expect((await init(token)).body?.code).toBe(409);
  });

  it('ends an unkept session after half an hour without use, or half a day with it', async () => {
    const unkept = async (): Promise<string> => (await server.call(login, { username: 'admin', password: TEST_PASSWORD })).userInfo.token;
    const idle = await unkept();
    server.clock.advanceSeconds(1800);
    expect((await init(idle)).body?.code).toBe(409);
    const busy = await unkept();
    for (let minute = 20; minute < 720; minute += 20) {
      server.clock.advanceSeconds(1200);
      expect([minute, (await init(busy)).body?.code]).toEqual([minute, 1]);
    }
    server.clock.advanceSeconds(1200);
    expect((await init(busy)).body?.code).toBe(409);
  });

  it('rotates: the new pair works, the old access token is told to renew', async () => {
    const first = await server.signIn();
    await server.expireToken(first.token);
    const { body } = await renew(first.refreshToken, first.token);
    expect(body).toMatchObject({ code: 1, data: { type: 'admin-refresh' } });
    expect((await init(body?.data.token)).body?.code).toBe(1);
    expect((await init(first.token)).body?.code).toBe(409);
    expect(body?.data.refreshToken).toMatch(/^[\w-]{43}$/u);
    expect(body?.data.refreshToken).not.toBe(first.refreshToken);
    expect(body?.data.refresh_token).toBe(body?.data.refreshToken);
  });

  it('answers a renewal whose reply was lost with the same pair, however late, and never with a token that has expired', async () => {
    const first = await server.signIn();
    const one = (await renew(first.refreshToken, first.token)).body?.data;
    server.clock.advanceSeconds(1799);
    expect((await renew(first.refreshToken, first.token)).body?.data).toEqual(one);
    server.clock.advanceSeconds(13 * 86_400);
    const two = (await renew(first.refreshToken, first.token)).body?.data;
    expect(two).toEqual({ ...one, token: expect.not.stringMatching(one.token) as string });
    expect((await renew(first.refreshToken, first.token)).body?.data).toEqual(two);
    expect([(await init(one.token)).body?.code, (await init(two.token)).body?.code]).toEqual([409, 1]);
    expect((await renew(two.refreshToken, two.token)).body?.code).toBe(1);
    const lost = await server.signIn();
    await renew(lost.refreshToken, lost.token);
    server.clock.advanceSeconds(14 * 86_400);
    expect((await renew(lost.refreshToken, lost.token)).body?.code).toBe(0);
  });

  it('answers calls on their way with the same pair for ten seconds after its first use', async () => {
    const first = await server.signIn();
    const one = (await renew(first.refreshToken, first.token)).body?.data;
    server.clock.advanceSeconds(3600);
    const two = (await renew(first.refreshToken, first.token)).body?.data;
    await init(two.token);
    server.clock.advanceSeconds(10);
    expect((await renew(first.refreshToken, first.token)).body?.data).toEqual(two);
    await server.expireToken(two.token);
    const three = (await renew(first.refreshToken, first.token)).body?.data;
    expect([one.token, two.token].includes(three.token)).toBe(false);
    expect((await init(three.token)).body?.code).toBe(1);
    server.clock.advanceSeconds(1);
    expect((await renew(first.refreshToken, first.token)).body?.code).toBe(0);
    expect((await init(three.token)).body?.code).toBe(303);
  });

  it('takes nobody for on their way by a clock that was set back', async () => {
    const first = await server.signIn();
    const one = (await renew(first.refreshToken, first.token)).body?.data;
    await init(one.token);
    server.clock.advanceSeconds(-10);
    expect((await renew(first.refreshToken, first.token)).body?.data).toEqual(one);
    server.clock.advanceSeconds(-1);
    expect((await renew(first.refreshToken, first.token)).body?.code).toBe(0);
    server.clock.advanceSeconds(11);
    expect((await init(one.token)).body?.code).toBe(303);
  });

  it('ends the session when a refresh token comes back after the pair that replaced it was used, and says so once', async () => {
    const before = await alarms();
    const first = await server.signIn();
    const one = (await renew(first.refreshToken, first.token)).body?.data;
    await init(one.token);
    server.clock.advanceSeconds(11);
    const refusal = { code: 0, msg: 'Your session has ended. Please sign in again.' };
    expect((await renew(first.refreshToken, first.token)).body).toMatchObject(refusal);
    expect((await renew(first.refreshToken, first.token)).body).toMatchObject(refusal);
    expect((await init(one.token)).body?.code).toBe(303);
    expect((await renew(one.refreshToken, one.token)).body?.code).toBe(0);
    expect(await alarms()).toBe(before + 1);
  });

  it('ends the session when a token two steps back comes back, even at once', async () => {
    const first = await server.signIn();
    const one = (await renew(first.refreshToken, first.token)).body?.data;
    const two = (await renew(one.refreshToken, one.token)).body?.data;
    expect((await renew(first.refreshToken, first.token)).body?.code).toBe(0);
    expect((await init(two.token)).body?.code).toBe(303);
  });

  it('leaves clients that know no rotation the refresh token of their sign-in, as often as they come', async () => {
    const before = await alarms();
    const session = await signInPlainly();
    expect(session.refresh_token).toBe(session.refreshToken);
    let { token } = session;
    for (let count = 0; count < 3; count += 1) {
      await server.expireToken(token);
      const { body } = await renewPlainly(session.refreshToken, token);
      expect(body?.data).toEqual({ type: 'admin-refresh', token: expect.stringMatching(/^[\w-]{43}$/u) as string });
      token = String(body?.data.token);
      expect((await init(token)).body?.code).toBe(1);
      server.clock.advanceSeconds(30);
    }
    // Each of two tabs has an access token of its own.
    const other = (await renewPlainly(session.refreshToken, session.token)).body?.data;
    expect([(await init(token)).body?.code, (await init(other.token)).body?.code]).toEqual([1, 1]);
    // The older dialect's name.
    const json = { refresh_token: session.refreshToken };
    expect((await server.request('/api/common/refreshToken', { method: 'POST', json, token })).body?.data.type).toBe('admin-refresh');
    expect((await init(token)).body?.code).toBe(409);
    expect(await alarms()).toBe(before);
    await server.call(logout, {}, { token });
    expect((await renewPlainly(session.refreshToken, token)).body?.code).toBe(0);
  });

  it('ends such a session 14 days after its last renewal, and 30 days after sign-in', async () => {
    const idle = await signInPlainly();
    server.clock.advanceSeconds(14 * 86_400);
    expect((await renewPlainly(idle.refreshToken, idle.token)).body?.code).toBe(0);
    const busy = await signInPlainly();
    for (const [days, code] of [
      [13, 1],
      [13, 1],
      [3, 1],
      [1, 0],
    ] as const) {
      server.clock.advanceSeconds(days * 86_400);
      expect([days, (await renewPlainly(busy.refreshToken, busy.token)).body?.code]).toEqual([days, code]);
    }
  });

  it('rotates the token of a client that knows rotation, whoever presents it and however', async () => {
    const [signedIn, renewed] = [await server.signIn(), await signInPlainly()];
    // From the sign-in on, or from the first renewal that says so.
    for (const [session, headers] of [
      [signedIn, {}],
      [renewed, undefined],
    ] as const) {
      const before = await alarms();
      const one = (await renew(session.refreshToken, session.token, headers)).body?.data;
      const two = (await renewPlainly(one.refreshToken, one.token)).body?.data;
      expect(new Set([session.refreshToken, one.refreshToken, two.refreshToken]).size).toBe(3);
      expect((await renewPlainly(session.refreshToken, session.token)).body?.code).toBe(0);
      expect((await init(two.token)).body?.code).toBe(303);
      expect(await alarms()).toBe(before + 1);
    }
  });

  it('gives a hundred simultaneous renewals one pair', async () => {
    const first = await server.signIn();
    const replies = await Promise.all(Array.from({ length: 100 }, () => unlessBusy(() => renew(first.refreshToken, first.token))));
    const pairs = new Set(replies.map((reply) => JSON.stringify(reply.body?.data)));
    expect(pairs.size).toBe(1);
    expect(replies.every((reply) => reply.body?.code === 1)).toBe(true);
  });

  it('renews only with the access token of the same session', async () => {
    const [one, other] = [await server.signIn(), await server.signIn()];
    expect((await renew(one.refreshToken, other.token)).body?.code).toBe(0);
    expect(
      (await server.request('/api/api/common/refreshToken', { method: 'POST', json: { refreshToken: one.refreshToken } })).body?.code,
    ).toBe(0);
    expect((await renew(one.token, one.token)).body?.code).toBe(0);
    expect((await renew(one.refreshToken, one.token)).body?.code).toBe(1);
  });

  it('ends a session 14 days after its last renewal and 30 days after sign-in', async () => {
    const idle = await server.signIn();
    server.clock.advanceSeconds(14 * 86_400);
    expect((await renew(idle.refreshToken, idle.token)).body?.code).toBe(0);
    let pair: { token: string; refreshToken: string } = await server.signIn();
    for (let day = 0; day < 29; day += 1) {
      server.clock.advanceSeconds(86_400);
      pair = (await renew(pair.refreshToken, pair.token)).body?.data;
    }
    server.clock.advanceSeconds(86_400);
    expect((await renew(pair.refreshToken, pair.token)).body?.code).toBe(0);
  });

  it('signs out for good, and answers yes to anybody', async () => {
    const { token, refreshToken: refresh } = await server.signIn();
    expect(await server.call(logout, { refreshToken: refresh }, { token })).toBeNull();
    expect((await init(token)).body?.code).toBe(303);
    expect((await renew(refresh, token)).body?.code).toBe(0);
    expect(await server.call(logout, {})).toBeNull();
  });

  it('signs out whose access token it is, whatever refresh token comes along', async () => {
    const [mine, other] = [await server.signIn(), await server.signIn()];
    await server.call(logout, { refreshToken: other.refreshToken });
    await server.call(logout, { refreshToken: other.refreshToken }, { token: 'a'.repeat(43) });
    await server.expireToken(mine.token);
    await server.call(logout, { refreshToken: other.refreshToken }, { token: mine.token });
    expect((await renew(mine.refreshToken, mine.token)).body?.code).toBe(0);
    expect((await init(other.token)).body?.code).toBe(1);
    expect((await renew(other.refreshToken, other.token)).body?.code).toBe(1);
  });

  describe('wrong passwords', () => {
    beforeEach(async () => {
      for (const table of ['throttle_counter', 'sign_in_place'] as const) await server.database.kysely.deleteFrom(table).execute();
    });

    it('are judged ten times for an account and an address in a quarter of an hour; then each try costs a captcha', async () => {
      for (let time = 0; time < 10; time += 1) expect(textOf(await guess('Admin', `wrong-${time}`))).toBe(WRONG);
      expect((await guess('admin', TEST_PASSWORD)).body).toMatchObject({ code: 0, msg: WANTED, data: { fields: { captchaInfo: WANTED } } });
      const answer = await solved('10.0.0.1');
      expect(textOf(await signInWith({ ...answer, password: 'wrong-one' }, '10.0.0.1'))).toBe(WRONG);
      expect(textOf(await signInWith(answer, '10.0.0.1'))).toContain('not solved or has expired');
      expect(textOf(await guess('admin', 'wrong-one', '10.0.0.2'))).toBe(WRONG);
      expect((await signInWith(await solved('10.0.0.1'), '10.0.0.1')).body?.code).toBe(1);
      // Whoever has signed in begins anew.
      expect(textOf(await guess('admin', 'wrong-one'))).toBe(WRONG);
    });

    it('are forgotten after a quarter of an hour', async () => {
      await count('guess:admin:10.0.0.1 name:nobody', 10);
      expect(textOf(await guess('nobody', 'wrong-one'))).toBe(WANTED);
      server.clock.advanceSeconds(16 * 60);
      expect(textOf(await guess('nobody', 'wrong-one'))).toBe(WRONG);
    });

    it('make the page ask for a captcha at the address where one was wanted', async () => {
      const page = async (address: string) => (await server.request('/api/admin/Index/login', { address })).body?.data;
      await count('guess:admin:* id:1', 200, 3600);
      expect(await page('10.0.0.1')).toEqual({ captcha: false });
      expect(textOf(await guess('admin', TEST_PASSWORD))).toBe(WANTED);
      expect([await page('10.0.0.1'), await page('10.0.0.2')]).toEqual([{ captcha: true }, { captcha: false }]);
      server.clock.advanceSeconds(16 * 60);
      expect(await page('10.0.0.1')).toEqual({ captcha: false });
    });

    it('that come together are judged one by one up to the limit, on however many servers', async () => {
      const second = createServerApp(server.ports);
      const send = (index: number) => {
        const json = JSON.stringify({ username: 'nobody', password: `wrong-${index}` });
        const headers = { 'content-type': 'application/json', 'think-lang': 'en' };
        const request = new Request('http://test.invalid/api/admin/Index/login', { method: 'POST', body: json, headers });
        return (index % 2 === 0 ? server.app : second).fetch(request, { remoteAddress: '10.0.0.3' });
      };
      const replies = await Promise.all(Array.from({ length: 40 }, (_, index) => send(index)));
      const texts = await Promise.all(replies.map(async (reply) => ((await reply.json()) as { msg: string }).msg));
      expect(Object.groupBy(texts, (text) => text)).toEqual({ [WRONG]: Array(10).fill(WRONG), [WANTED]: Array(30).fill(WANTED) });
      await second.close();
    });

    it('alone are counted: right ones pass beside the limit, together too, and leave no trace', async () => {
      await count('guess:admin:10.0.0.4 id:1', 9);
      await count('guess:admin:10.0.0.4', 49);
      await count('guess:admin:* id:1', 199, 3600);
      const replies = await Promise.all(Array.from({ length: 4 }, () => signInWith({}, '10.0.0.4')));
      expect(replies.map(({ body }) => body?.code)).toEqual([1, 1, 1, 1]);
      expect(Object.entries(await counters()).filter(([key, times]) => key.startsWith('guess:') && times > 0)).toEqual([
        ['guess:admin:* id:1', 199],
        ['guess:admin:10.0.0.4', 49],
      ]);
    });

    it('of strangers do not touch who has signed in from an address of late', async () => {
      expect((await signInWith({}, '10.0.0.5')).body?.code).toBe(1);
      await count('guess:admin:* id:1', 200, 3600);
      expect(textOf(await signInWith({}, '10.0.0.6'))).toBe(WANTED);
      for (let time = 0; time < 10; time += 1) expect(textOf(await guess('admin', 'wrong-one', '10.0.0.5'))).toBe(WRONG);
      expect(textOf(await signInWith({}, '10.0.0.5'))).toBe(WANTED);
      server.clock.advanceSeconds(16 * 60);
      expect((await signInWith({}, '10.0.0.5')).body?.code).toBe(1);
      server.clock.advanceSeconds(30 * 86_400);
      await count('guess:admin:* id:1', 200, 3600);
      expect(textOf(await signInWith({}, '10.0.0.5'))).toBe(WANTED);
    });

    it('are answered alike beyond the limit of an address, whoever has signed in there and whether anybody is called so', async () => {
      expect((await signInWith({}, '10.0.0.12')).body?.code).toBe(1);
      for (let time = 0; time < 49; time += 1) expect(textOf(await guess(`nobody_${time}`, 'wrong-one', '10.0.0.12'))).toBe(WRONG);
      expect(textOf(await guess('admin', 'wrong-one', '10.0.0.12'))).toBe(WRONG);
      const answers = [];
      for (const name of ['admin', 'nobody']) answers.push(textOf(await guess(name, 'wrong-one', '10.0.0.12')));
      expect(answers).toEqual([WANTED, WANTED]);
      // A captcha is all it costs, and elsewhere not even that.
      expect((await signInWith(await solved('10.0.0.12'), '10.0.0.12')).body?.code).toBe(1);
      expect((await signInWith({}, '10.0.0.13')).body?.code).toBe(1);
    });

    it('are judged fifty times for an address over all accounts, and 200 times a day for an account over all addresses', async () => {
      await count('guess:admin:10.0.0.7', 49);
      expect(textOf(await guess('one_more', 'wrong-one', '10.0.0.7'))).toBe(WRONG);
      expect(textOf(await guess('another', 'wrong-one', '10.0.0.7'))).toBe(WANTED);
      await count('guess:admin:* name:clerk', 199, 3600);
      expect(textOf(await guess('clerk', 'wrong-one', '10.0.0.8'))).toBe(WRONG);
      expect(textOf(await guess('clerk', 'wrong-one', '10.0.0.9'))).toBe(WANTED);
    });

    it('of whoever signs in from an address of late are judged 200 times a day there, however slowly they come', async () => {
      expect((await signInWith({}, '10.0.0.11')).body?.code).toBe(1);
      await count('guess:admin:known-all-day:10.0.0.11 id:1', 199, 3600);
      expect(textOf(await guess('admin', 'wrong-one', '10.0.0.11'))).toBe(WRONG);
      // More than a quarter of an hour later, when what counts for so long is forgotten.
      server.clock.advanceSeconds(20 * 60);
      expect(textOf(await guess('admin', 'wrong-one', '10.0.0.11'))).toBe(WANTED);
      server.clock.advanceSeconds(25 * 3600);
      expect(textOf(await guess('admin', 'wrong-one', '10.0.0.11'))).toBe(WRONG);
    });

    it('name nobody in a log who does not exist', async () => {
      await guess('correct horse battery', 'wrong-one', '10.0.0.10');
      await guess('ADMIN', 'wrong-one', '10.0.0.10');
      const rows = await server.database.kysely
        .selectFrom('security_log')
        .select(['account_id', 'detail'])
        .where('ip', '=', '10.0.0.10')
        .orderBy('id')
        .execute();
      expect(rows).toEqual([
        { account_id: null, detail: {} },
        { account_id: 1, detail: { username: 'admin' } },
      ]);
    });
  });

  it('tells the login page about the captcha, and people who are signed in to go on', async () => {
    expect(await server.call(readLogin, {})).toEqual({ captcha: false });
    const { token } = await server.signIn();
    expect((await server.request('/admin/Index/login', { token })).body).toMatchObject({ code: 303, data: { type: 'logged in' } });
    expect((await server.request('/admin/index/login', { token })).body).toMatchObject({ code: 302, data: { routePath: '/admin' } });
  });

  it('leaves the module store out of the menu of others than super administrators, whose calls it makes', async () => {
    const { token } = await server.addAdmin('shop', ['dashboard', 'moduleStore/moduleStore', 'moduleStore/moduleStore/index', 'goods']);
    const start = await server.call(adminInit, {}, { token });
    expect(start.menus.map(({ name }) => name)).toEqual(['dashboard', 'goods']);
    expect(start.siteConfig.urls).toEqual(['dashboard', 'goods']);
  });

  it('starts the back office with the account, the nested menu and the site', async () => {
    const { token } = await server.signIn();
    const start = await server.call(adminInit, {}, { token });
    expect(start.adminInfo).toMatchObject({ id: 1, username: 'admin', super: true, position: '', column: [] });
    expect(start.menus.map((rule) => rule.name)).toEqual([
      'dashboard',
      'auth',
      'goods',
      'user',
      'content',
      'chat',
      'routine',
      'moduleStore/moduleStore',
      'security',
      'crud/crud',
    ]);
    expect(start.menus[2]?.children?.map((rule) => rule.name)).toEqual(['goods/goods', 'goods/category']);
    expect(start.menus[2]?.children?.[0]).toMatchObject({ keepalive: 'goods/goods', menu_type: 'tab' });
    expect(start.siteConfig).toMatchObject({
      siteName: 'Troupe',
      timeZone: 'Asia/Shanghai',
      upload: { mode: 'local', maxSize: 10_485_760 },
    });
    expect(start.siteConfig.urls).toContain('goods/category/sortable');
    const { body } = await init(token);
    expect(body?.data.siteConfig.upload).toMatchObject({
      maxSize: 10_485_760,
      maxsize: 10_485_760,
      mimetype: body?.data.siteConfig.upload.allowedSuffixes,
    });
    expect(body?.data.adminInfo.lastlogintime).toBe(body?.data.adminInfo.last_login_time);
  });

  it('shows a limited account only what it was granted, and no branch without its parent', async () => {
    const { token } = await server.addAdmin(`part_${kind}`, [
      'goods',
      'goods/goods',
      'goods/goods/index',
      'goods/category/index',
      'dashboard/index',
    ]);
    const start = await server.call(adminInit, {}, { token });
    expect(start.adminInfo.super).toBe(false);
    expect(start.menus.map((rule) => [rule.name, rule.children?.map((child) => child.name)])).toEqual([['goods', ['goods/goods']]]);
    const none = await server.addAdmin(`none_${kind}`, []);
    expect((await init(none.token)).body).toMatchObject({
      code: 0,
      msg: 'No page has been granted to this account. Please ask an administrator.',
    });
  });

  it('starts the front page for visitors', async () => {
    expect(await server.call(frontInit, {})).toMatchObject(front(true));
    const isOpen = (value: string) =>
      server.database.kysely.updateTable('config').set({ value }).where('name', '=', 'open_member_center').execute();
    await isOpen('0');
    expect(await server.call(frontInit, {})).toMatchObject(front(false));
    expect((await server.request('/api/api/index/index?requiredLogin=1')).body).toMatchObject({
      code: 1,
      data: { openMemberCenter: false },
    });
    await isOpen('1');
    expect((await server.request('/api/api/index/index?requiredLogin=1')).body).toMatchObject({
      code: 303,
      data: { type: 'need login' },
    });
    expect((await server.call(refreshToken, { refreshToken: 'x' }).catch((error: unknown) => error)) as Error).toMatchObject({
      failure: { kind: 'rejected', code: 0 },
    });
  });
});
