import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readFactorOfMember, resetFactorOfMember } from '#api/contract/members/factor-reset';
import { syncSectionRules } from '#server/db/seed/sync-section-rules';
import { dealtKinds } from '#tests/support/dealt.ts';
import { holdNext } from '#tests/support/hold.ts';
import { addMember, askAsMember, type TestMember } from '#tests/support/members.ts';
import { createTestServer, TEST_PASSWORD, type TestServer } from '#tests/support/server.ts';

const RULES = ['user', 'user/user', 'user/user/index'];

/** A member's lost second factor, which an administrator removes. */
describe.each(dealtKinds())('the second factor of a member on %s', (kind) => {
  let server: TestServer;
  let helper: string;
  let lin: TestMember;
  let count = 0;
  beforeAll(async () => {
    server = await createTestServer({ kind, sampleData: false, wrap: (database) => ({ ...database }) });
    helper = (await server.addAdmin('helper', [...RULES, 'user/user/resetTwoFactor'])).token;
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    count += 1;
    lin = await addMember(server, `lin_${count}`, { email: `lin${count}@example.com` });
  });

  const enter = () =>
    askAsMember(server, 'POST', '/api/user/checkIn', { json: { tab: 'login', username: lin.username, password: TEST_PASSWORD } });
  const needsCode = async () => (await enter()).body?.data?.fields?.factorCode !== undefined;
  async function switchOn(): Promise<void> {
    const { token } = await lin.signIn();
    const post = (path: string, json: object) => askAsMember(server, 'POST', `/api/account/${path}`, { token, json });
    await post('prove', { password: TEST_PASSWORD });
    const secret = String((await post('setUpTwoFactor', {})).body?.data.secret);
    const factorCode = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: server.clock.nowMs() });
    expect((await post('confirmTwoFactor', { factorCode })).body?.code).toBe(1);
  }
  const reset = (token: string, password = TEST_PASSWORD) => server.call(resetFactorOfMember, { id: lin.id, password }, { token });
  const traces = async () => {
    const { kysely } = server.database;
    const event = kysely.selectFrom('security_log').select(['detail', 'account_id']).where('kind', '=', 'twoFactor.reset');
    const told = kysely.selectFrom('member_message').select('text_key').where('member_id', '=', lin.id);
    const kept = kysely.selectFrom('record_change').select('beside').where('resource', '=', 'member').where('record_id', '=', lin.id);
    return {
      log: await event.where('account_type', '=', 'user').where('account_id', '=', lin.id).execute(),
      told: await told.where('text_key', '=', 'factorReset').execute(),
      kept: await kept.execute(),
    };
  };

  it('is removed with the administrator’s own password, and the member, the journal and the log are told', async () => {
    expect(await server.call(readFactorOfMember, { id: lin.id }, { token: helper })).toEqual({ is_on: false, since: null });
    await switchOn();
    expect(await server.call(readFactorOfMember, { id: lin.id }, { token: helper })).toEqual({
      is_on: true,
      since: server.clock.nowMs() / 1000,
    });
    expect(await needsCode()).toBe(true);
    await reset(helper);
    expect((await enter()).body?.code).toBe(1);
    const { id } = await server.database.kysely.selectFrom('admin').select('id').where('username', '=', 'helper').executeTakeFirstOrThrow();
    expect(await traces()).toEqual({
      log: [{ account_id: lin.id, detail: { byAdmin: id } }],
      told: [{ text_key: 'factorReset' }],
      kept: [{ beside: { secrets: ['two_factor'] } }],
    });
    await server.ports.jobs.runDue();
    const mail = server.database.kysely.selectFrom('outbox_message').select('text').where('target', '=', `lin${count}@example.com`);
    expect((await mail.execute()).map(({ text }) => text).join()).toContain('An administrator of');
    await expect(reset(helper)).rejects.toThrow(server.ports.messages.text('en', 'refusals.account.factorOff'));
  });

  it('stays with a wrong password, without the right, and where the session was ended meanwhile', async () => {
    await switchOn();
    await expect(reset(helper, 'wrong-one')).rejects.toMatchObject({
      failure: { fields: { password: server.ports.messages.text('en', 'refusals.oldPassword') } },
    });
    const { token: reader } = await server.addAdmin(`reader_${count}`, [...RULES, 'user/user/edit']);
    const forbidden = server.ports.messages.text('en', 'refusals.forbidden');
    await expect(reset(reader)).rejects.toThrow(forbidden);
    await expect(server.call(readFactorOfMember, { id: lin.id }, { token: reader })).rejects.toThrow(forbidden);
    const { token: ended } = await server.signIn('helper');
    const held = holdNext(server.ports.passwords, 'verify', 'after');
    const late = reset(ended);
    await held.reached;
    await server.request('/api/admin/routine.AdminInfo/endOtherSessions', { method: 'POST', json: {}, token: helper });
    held.release();
    await expect(late).rejects.toThrow('Please sign in first.');
    expect(await needsCode()).toBe(true);
    expect(await traces()).toEqual({ log: [], told: [], kept: [] });
  });

  it('of nobody is not found', async () => {
    const { token } = await server.signIn();
    const notFound = server.ports.messages.text('en', 'refusals.recordNotFound');
    await expect(server.call(readFactorOfMember, { id: 987_654 }, { token })).rejects.toThrow(notFound);
    await expect(server.call(resetFactorOfMember, { id: 987_654, password: TEST_PASSWORD }, { token })).rejects.toThrow(notFound);
  });

  it('is a right that installations get which have members already', async () => {
    const { kysely } = server.database;
    const rule = kysely.selectFrom('admin_rule').select(['pid', 'type', 'status']).where('name', '=', 'user/user/resetTwoFactor');
    const before = await rule.execute();
    expect(before).toEqual([{ pid: 22, type: 'button', status: '1' }]);
    await kysely.deleteFrom('admin_rule').where('name', '=', 'user/user/resetTwoFactor').execute();
    await server.database.transaction((trx) => syncSectionRules(trx));
    expect(await rule.execute()).toEqual(before);
  });
});
