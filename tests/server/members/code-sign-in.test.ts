import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { drawCode, requesterOf, storeCode } from '#server/features/session/verification/code-store';
import { dealtKinds } from '#tests/support/dealt.ts';
import { addMember, askAsMember } from '#tests/support/members.ts';
import { createTestServer, TEST_PASSWORD, type TestServer } from '#tests/support/server.ts';
import { configure } from '#tests/support/upload-samples.ts';

const ADDRESS = '127.0.0.1';
const client = { ip: ADDRESS, userAgent: '', language: 'en' } as const;

/** Members who come in with a code. Source: security.md rules 7, 8. */
describe.each(dealtKinds())('the sign-in by code on %s', (kind) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer({ kind, sampleData: false });
    await addMember(server, 'by_code', { email: 'lin@example.com', mobile: '13800000001' });
    await addMember(server, 'by_factor', { email: 'factor@example.com' });
    await addMember(server, 'by_nothing', { email: 'gone@example.com' });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    await server.database.kysely.deleteFrom('throttle_counter').execute();
  });

  const sent = async (target: string, purpose = 'user_login', ip = ADDRESS): Promise<string> => {
    const code = drawCode(server.ports);
    await storeCode(server.ports, { purpose, target, requester: requesterOf({ ...client, ip }, null) }, code);
    return code;
  };
  const enter = async (json: object) =>
    (await askAsMember(server, 'POST', '/api/user/signInByCode', { json: { type: 'email', keep: false, ...json } })).body;
  const fieldsOf = async (json: object) => Object.keys((await enter(json))?.data?.fields ?? {});
  const CODE_WRONG = async () => enter({ account: 'nobody@example.com', captcha: '000000' });

  it('lets in whoever reads the address, by mail and by text message, once a code', async () => {
    const captcha = await sent('lin@example.com');
    const body = await enter({ account: ' Lin@Example.com ', captcha: ` ${captcha} `, keep: true });
    expect(body).toMatchObject({ code: 1, data: { routePath: '/user', userInfo: { username: 'by_code' } } });
    expect(body?.data.userInfo.refresh_token).toMatch(/^[\w-]{43}$/u);
    const overview = await askAsMember(server, 'GET', '/api/account/overview', { token: String(body?.data.userInfo.token) });
    expect(overview.body?.code).toBe(1);
    expect(await fieldsOf({ account: 'lin@example.com', captcha })).toEqual(['captcha']);
    const short = await sent('13800000001');
    const other = await enter({ type: 'mobile', account: '13800000001', captcha: short });
    expect([other?.code, other?.data.userInfo.refresh_token]).toEqual([1, '']);
  });

  it('says at the field what is missing, and nothing of who has an account', async () => {
    expect(await fieldsOf({ type: 'post' })).toEqual(['type', 'account', 'captcha']);
    expect(await fieldsOf({ account: 'no address', captcha: '1' })).toEqual(['account']);
    const unknown = JSON.stringify(await CODE_WRONG());
    await sent('lin@example.com');
    expect(JSON.stringify(await enter({ account: 'lin@example.com', captcha: '000000' }))).toBe(unknown);
    // Of another purpose, from another network, and of an account that is disabled.
    for (const captcha of [await sent('lin@example.com', 'user_retrieve_pwd'), await sent('lin@example.com', 'user_login', '203.0.113.9')])
      expect(JSON.stringify(await enter({ account: 'lin@example.com', captcha }))).toBe(unknown);
    await server.database.kysely.updateTable('member').set({ status: 'disable' }).where('username', '=', 'by_nothing').execute();
    const captcha = await sent('gone@example.com');
    expect(JSON.stringify(await enter({ account: 'gone@example.com', captcha }))).toBe(unknown);
  });

  it('judges a code five times', async () => {
    const captcha = await sent('lin@example.com');
    for (let time = 0; time < 5; time += 1) expect(await fieldsOf({ account: 'lin@example.com', captcha: 'wrong' })).toEqual(['captcha']);
    expect(await fieldsOf({ account: 'lin@example.com', captcha })).toEqual(['captcha']);
  });

  it('asks for the second factor as well, for which the code stays good', async () => {
    const member = await server.request('/api/user/checkIn', {
      method: 'POST',
      json: { tab: 'login', username: 'by_factor', password: TEST_PASSWORD },
    });
    const token = String(member.body?.data.userInfo.token);
    const own = async (name: string, json: object) => (await askAsMember(server, 'POST', `/api/account/${name}`, { token, json })).body;
    await own('prove', { password: TEST_PASSWORD });
    const secret = String((await own('setUpTwoFactor', {}))?.data.secret);
    const codeAt = (ms: number) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: ms });
    expect((await own('confirmTwoFactor', { factorCode: codeAt(server.clock.nowMs()) }))?.code).toBe(1);

    const captcha = await sent('factor@example.com');
    const given = { account: 'factor@example.com', captcha };
    expect(await fieldsOf({ ...given, captcha: '000000' })).toEqual(['captcha']);
    expect(await fieldsOf(given)).toEqual(['factorCode']);
    expect(await fieldsOf({ ...given, factorCode: '000000' })).toEqual(['factorCode']);
    server.clock.advanceSeconds(30);
    const factorCode = codeAt(server.clock.nowMs());
    expect(await enter({ ...given, factorCode })).toMatchObject({ code: 1, data: { userInfo: { username: 'by_factor' } } });
    server.clock.advanceSeconds(30);
    expect(await fieldsOf({ ...given, factorCode: codeAt(server.clock.nowMs()) })).toEqual(['captcha']);
  });

  it('begins one session with one code, however many use it at once', async () => {
    const captcha = await sent('lin@example.com');
    const replies = await Promise.all([1, 2, 3].map(() => enter({ account: 'lin@example.com', captcha })));
    expect(replies.filter((body) => body?.code === 1)).toHaveLength(1);
  });

  it('begins none where the address is another by the time', async () => {
    const captcha = await sent('lin@example.com');
    await server.database.kysely.updateTable('member').set({ email: 'moved@example.com' }).where('username', '=', 'by_code').execute();
    expect(await fieldsOf({ account: 'lin@example.com', captcha })).toEqual(['captcha']);
    await server.database.kysely.updateTable('member').set({ email: 'lin@example.com' }).where('username', '=', 'by_code').execute();
  });

  it('is refused where the setting is off, and pages are told', async () => {
    const ways = async () => (await askAsMember(server, 'GET', '/api/index/index')).body?.data.site.memberWays as unknown;
    expect(await ways()).toContain('code');
    await configure(server, { code_sign_in: '0' });
    expect(await ways()).not.toContain('code');
    const captcha = await sent('lin@example.com');
    expect(await enter({ account: 'lin@example.com', captcha })).toMatchObject({
      code: 0,
      msg: 'Signing in with a code is switched off on this site.',
    });
  });
});
