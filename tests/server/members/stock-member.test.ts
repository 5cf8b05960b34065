import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { sha256 } from '#server/base/digest';
import { addToLedger } from '#server/features/members/ledger';
import type { Dialect } from '#api/contract/base/dialect';
import { dealtKinds } from '#tests/support/dealt.ts';
import { createTestServer, TEST_START_SECONDS, type TestServer } from '#tests/support/server.ts';
import { SPELLINGS } from '../../protocol/spelling.ts';

/**
 * The account pages of a stock client, as requests and replies: each call with the words, headers and fields that such a client sends, in the
 * order in which its pages send them, and of each reply what the pages read, number or text as the protocol says.
 * Source: wire protocol §1.1, §1.4, §2.5–2.10, §3.3–3.5.
 */
const text = z.string();
const whole = z.int();
const money = text.regex(/^-?\d+\.\d\d$/u);

const PAIRS: readonly Dialect[] = ['v1', 'v2'];
const [FIRST, SECOND, THIRD] = ['green-tea-7', 'black-tea-8', 'white-tea-9'];

describe.each(dealtKinds())('the account pages of stock clients on %s', (kind) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer({ kind, sampleData: false });
  });
  afterAll(() => server.close());

  describe.each(PAIRS)('of the dialect %s', (dialect) => {
    const { refreshToken: refresh, createTime, lastLoginTime } = SPELLINGS[dialect];
    const mail = `${dialect}@example.com`;
    const other = `${dialect}.other@example.com`;
    const username = `stock_${dialect}`;
    const userInfo = z.looseObject({
      id: whole,
      username: text,
      nickname: text,
      email: text,
      mobile: text,
      avatar: text,
      gender: z.union([z.literal(0), z.literal(1), z.literal(2)]),
      birthday: z.nullable(text),
      money,
      score: whole,
      [dialect === 'v1' ? 'jointime' : 'join_time']: z.nullable(whole),
      [lastLoginTime]: z.nullable(whole),
      [dialect === 'v1' ? 'lastloginip' : 'last_login_ip']: text,
      motto: text,
    });
    let token = '';
    let refreshToken = '';
    let id = 0;

    /** As the client's request helper does it: language and mark always, the token once there is one. */
    async function send(method: 'GET' | 'POST', path: string, json?: object): Promise<Readonly<Record<string, unknown>>> {
      const headers = { 'think-lang': 'zh-cn', server: 'true', ...(token && { 'ba-user-token': token }) };
      const { status, body } = await server.request(path, { method, ...(json && { json }), headers });
      expect([path, status]).toEqual([path, 200]);
      return z.strictObject({ code: whole, msg: text, time: whole, data: z.unknown() }).parse(body);
    }
    const done = async <Data>(data: z.ZodType<Data>, ...call: Parameters<typeof send>): Promise<Data> => {
      const reply = await send(...call);
      expect(reply).toMatchObject({ code: 1 });
      return data.parse(reply['data']);
    };
    const refused = async (...call: Parameters<typeof send>): Promise<string> => {
      const { code, msg } = await send(...call);
      expect([call[1], code]).toEqual([call[1], 0]);
      return String(msg);
    };

    /** Looks at a picture, has the clicks looked at, and gives them for the call that they are for. Source: wire protocol §2.7. */
    async function captcha(): Promise<{ readonly captchaId: string; readonly captchaInfo: string }> {
      const captchaId = randomUUID();
      const picture = z.looseObject({ id: z.literal(captchaId), text: z.array(text).min(1), base64: text, width: whole, height: whole });
      const { width, height } = await done(picture, 'GET', `/api/common/clickCaptcha?id=${captchaId}`);
      const { targets } = await server.database.kysely
        .selectFrom('captcha')
        .select('targets')
        .where('id_hash', '=', await sha256(captchaId))
        .executeTakeFirstOrThrow();
      const clicks = targets.map((box) => `${Math.round(box.x + box.width / 2)},${Math.round(box.y + box.height / 2)}`);
      const captchaInfo = `${clicks.join('-')};${width};${height}`;
      await done(z.null(), 'POST', '/api/common/checkClickCaptcha', { id: captchaId, info: captchaInfo, unset: false });
      return { captchaId, captchaInfo };
    }

    async function codeFor(event: string, email: string, more: object = {}): Promise<string> {
      await done(z.null(), 'POST', '/api/Ems/send', { email, event, ...(await captcha()), ...more });
      const sent = () =>
        server.database.kysely
          .selectFrom('outbox_message')
          .select('code')
          .where('purpose', '=', event)
          .where('target', '=', email)
          .orderBy('id', 'desc')
          .executeTakeFirst();
      await expect.poll(async () => (await sent())?.code ?? '').not.toBe('');
      return (await sent())?.code ?? '';
    }

    const signIn = async (password: string): Promise<void> => {
      const form = { tab: 'login', username, password, keep: true, captchaId: randomUUID(), captchaInfo: '' };
      const told = z.looseObject({ ...userInfo.shape, token: text.min(1), [refresh.told]: text.min(1) });
      const data = await done(z.looseObject({ userInfo: told, routePath: z.literal('/user') }), 'POST', '/api/user/checkIn', form);
      token = String(data.userInfo['token']);
      refreshToken = String(data.userInfo[refresh.told]);
      id = Number(data.userInfo['id']);
    };

    it('registers by a code behind the captcha, and is signed in without a refresh token', async () => {
      const ways = z.looseObject({
        accountVerificationType: z.array(z.enum(['email', 'mobile'])).nonempty(),
        ...(dialect === 'v2' && { userLoginCaptchaSwitch: z.boolean() }),
      });
      await done(ways, 'GET', '/api/user/checkIn');
      const code = await codeFor('user_register', mail);
      const form = { tab: 'register', username, password: FIRST, registerType: 'email', email: mail, mobile: '' };
      const blank = { keep: false, captchaId: '', captchaInfo: '' };
      expect(await refused('POST', '/api/user/checkIn', { ...form, ...blank, captcha: 'XXXX' })).not.toBe('');
      const told = z.looseObject({ ...userInfo.shape, token: text.min(1), [refresh.told]: z.literal('') });
      const shape = z.looseObject({ userInfo: told, routePath: z.literal('/user') });
      const data = await done(shape, 'POST', '/api/user/checkIn', { ...form, ...blank, captcha: code });
      expect(data.userInfo).toMatchObject({ username, nickname: username, email: mail, money: '0.00', score: 0 });
      token = String(data.userInfo['token']);
      await done(z.null(), 'POST', '/api/user/logout', { [refresh.sent]: '' });
      token = '';
    });

    it('signs in, is told where it is, and starts the member centre', async () => {
      expect(await refused('POST', '/api/user/checkIn', { tab: 'login', username, password: SECOND, keep: true })).not.toBe('');
      await signIn(FIRST);
      const again = await send('GET', '/api/user/checkIn');
      // One path for both: what a member sends tells the dialects apart nowhere.
      expect([302, 303]).toContain(again['code']);
      const rule = z.looseObject({ id: whole, pid: whole, type: text, title: text, name: text, path: text, icon: text, menu_type: z.nullable(text), url: text, component: text, extend: text, no_login_valid: whole }); // prettier-ignore
      const menus = z.array(rule.extend({ children: z.array(rule) })).nonempty();
      const upload = z.looseObject(
        Object.fromEntries(SPELLINGS[dialect].upload.map((name) => [name, z.unknown().refine((value) => value !== undefined)])),
      );
      const site = z.looseObject({ siteName: text, upload });
      await done(
        z.looseObject({ site, openMemberCenter: z.literal(true), rules: z.array(rule) }),
        'GET',
        '/api/index/index?requiredLogin=0',
      );
      const start = dialect === 'v1' ? '/api/user/index' : '/api/index/index?requiredLogin=1';
      const data = await done(z.looseObject({ userInfo, menus }), 'GET', start);
      expect(data.userInfo).toMatchObject({ id, username });
      // The pages that a stock client has, and no other: it would go back to its first page from there.
      expect(data.menus.flatMap(({ children }) => children).map(({ name, component }) => [name, component])).toEqual(
        ['overview', 'profile', 'changePassword', 'integral', 'balance'].map((page) => [
          `account/${page}`,
          `/src/views/frontend/user/account/${page}.vue`,
        ]),
      );
    });

    it('shows the overview, and both lists page by page', async () => {
      for (const [ledger, amount, count] of [['money', 110, 12], ['score', 3, 11]] as const)
        for (let at = 1; at <= count; at += 1)
          await server.database.transaction((trx) =>
            addToLedger(trx, ledger, { memberId: id, amount, memo: `${at}`, reason: 'sample', ref: `${dialect}${at}`, adminId: 0, ip: '' }, TEST_START_SECONDS),
          ); // prettier-ignore
      const week = z.strictObject({ days: z.array(z.iso.date()).length(7), score: z.array(z.union([whole, text])).length(7), money: z.array(z.union([money, z.literal(0)])).length(7) }); // prettier-ignore
      const { score, money: sums } = await done(week, 'GET', '/api/account/overview');
      expect([score.at(-1), sums.at(-1)]).toEqual([33, '13.20']);
      // Which spelling the times of rows have, a client of the older dialect says by a word of its own.
      const older = dialect === 'v1' ? '&quick_search=' : '';
      const logged = { id: whole, user_id: z.literal(id), memo: text, [createTime]: whole };
      const balance = z.looseObject({ list: z.array(z.looseObject({ ...logged, money, before: money, after: money })), total: z.literal(12) }); // prettier-ignore
      expect((await done(balance, 'GET', `/api/account/balance?page=1&limit=10${older}`)).list).toHaveLength(10);
      expect((await done(balance, 'GET', `/api/account/balance?page=2&limit=10${older}`)).list.map(({ after }) => after)).toEqual(['2.20', '1.10']); // prettier-ignore
      const points = z.looseObject({ list: z.array(z.looseObject({ ...logged, score: whole, before: whole, after: whole })), total: z.literal(11) }); // prettier-ignore
      expect((await done(points, 'GET', `/api/account/integral?page=2&limit=10${older}`)).list).toMatchObject([{ score: 3, before: 0, after: 3 }]); // prettier-ignore
    });

    it('saves the profile as its form posts it', async () => {
      await done(z.looseObject({ accountVerificationType: z.array(text) }), 'GET', '/api/account/profile');
      const form = { id, avatar: '/static/images/avatar.png', username, nickname: '存量客户端', gender: '2', birthday: '1994-04-12', motto: 'hi' }; // prettier-ignore
      await done(z.null(), 'POST', '/api/account/profile', form);
      expect(await refused('POST', '/api/account/profile', { ...form, nickname: '不 行！' })).not.toBe('');
      const start = dialect === 'v1' ? '/api/user/index' : '/api/index/index?requiredLogin=1';
      const data = await done(z.looseObject({ userInfo }), 'GET', start);
      expect(data.userInfo).toMatchObject({ nickname: '存量客户端', gender: 2, birthday: '1994-04-12', motto: 'hi', money: '13.20', score: 33 }); // prettier-ignore
    });

    it('renews its session and goes on', async () => {
      await server.expireToken(token);
      expect(await send('GET', '/api/account/overview')).toMatchObject({ code: 409 });
      const renewed = z.looseObject({ type: z.literal('user-refresh'), token: text.min(1) });
      ({ token } = await done(renewed, 'POST', '/api/common/refreshToken', { [refresh.sent]: refreshToken }));
      await done(z.looseObject({}), 'GET', '/api/account/overview');
    });

    it('changes the address: password and code of the old one, code of the new one', async () => {
      const old = await codeFor('user_email_verify', mail, { password: FIRST });
      const verified = z.looseObject({ type: z.literal('email'), accountVerificationToken: text.min(1) });
      const { accountVerificationToken } = await done(verified, 'POST', '/api/account/verification', { type: 'email', captcha: old });
      const captchaOfNew = await codeFor('user_change_email', other);
      const form = { type: 'email', email: other, mobile: '', captcha: captchaOfNew, accountVerificationToken, password: '' };
      await done(z.null(), 'POST', '/api/account/changeBind', form);
      expect(await refused('POST', '/api/account/changeBind', form)).not.toBe('');
    });

    it('changes the password, which ends the session, and signs in with the new one', async () => {
      const wrong = { oldPassword: THIRD, newPassword: SECOND, confirmPassword: SECOND };
      expect(await refused('POST', '/api/account/changePassword', wrong)).not.toBe('');
      await done(z.null(), 'POST', '/api/account/changePassword', { ...wrong, oldPassword: FIRST });
      const ended = await send('GET', '/api/account/overview');
      expect([302, 303]).toContain(ended['code']);
      expect(ended['data']).toMatchObject({ routePath: '/user/login' });
      await done(z.null(), 'POST', '/api/user/logout', { [refresh.sent]: refreshToken });
      token = '';
      await signIn(SECOND);
      await done(z.null(), 'POST', '/api/user/logout', { [refresh.sent]: refreshToken });
      token = '';
    });

    it('retrieves a forgotten password by a code, also with a token that has run out, and an unknown account is answered the same', async () => {
      await signIn(SECOND);
      await server.expireToken(token);
      const code = await codeFor('user_retrieve_pwd', other);
      token = '';
      const form = { type: 'email', account: other, captcha: code, password: THIRD };
      const unknown = await refused('POST', '/api/account/retrievePassword', { ...form, account: 'nobody@example.com' });
      expect(unknown).toBe(await refused('POST', '/api/account/retrievePassword', { ...form, captcha: 'XXXX' }));
      await done(z.null(), 'POST', '/api/account/retrievePassword', form);
      await signIn(THIRD);
    });
  });
});
