import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as contract from '#api/contract/session/two-factor';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { resourceWriteEndpoints } from '#api/contract/table/resource-writes';
import { admin } from '#sections/admin/admin.resource.ts';
import { adminGroup } from '#sections/admin-group/admin-group.resource.ts';
import { dealtKinds } from '#tests/support/dealt.ts';
import { allOf, streamUrl } from '#tests/server/terminal/terminal-support.ts';
import { createTestServer, TEST_PASSWORD, type RawReply, type TestServer } from '#tests/support/server.ts';
import { outcomeOf } from '#tests/support/refusals.ts';

const tokenIn = ({ body }: RawReply): string => body?.data?.userInfo?.token ?? '';
const fieldsIn = ({ body }: RawReply): readonly string[] => Object.keys(body?.data?.fields ?? {});
const DUE = 'Your group requires two-factor sign-in. Sign in again to set it up.';
const OWN_FIRST = 'Set up two-factor sign-in for your own account first, or sign in with a passkey.';

describe.each(dealtKinds())('a second factor that a group asks for, on %s', (kind) => {
  const [groups, admins] = [resourceEndpoints(adminGroup), resourceEndpoints(admin)];
  let server: TestServer;
  let clerk: { readonly id: number; readonly groupId: number };
  beforeAll(async () => {
    server = await createTestServer({ kind, sampleData: false });
    clerk = await server.addAdmin('clerk', ['goods/goods', 'goods/goods/index', 'auth/group', 'auth/group/index', 'auth/group/edit']);
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    server.clock.advanceSeconds(86_400);
    for (const table of ['two_factor', 'token', 'sign_in_step', 'sign_in_place', 'throttle_counter'] as const)
      await server.database.kysely.deleteFrom(table).execute();
    await server.database.kysely.updateTable('admin_group').set({ needs_factor: '0', status: '1' }).execute();
    await askBySite('0');
  });

  const ask = (value: '0' | '1', id = clerk.groupId) =>
    server.database.kysely.updateTable('admin_group').set({ needs_factor: value }).where('id', '=', id).execute();
  const askBySite = (value: '0' | '1') =>
    server.database.kysely.updateTable('config').set({ value }).where('name', '=', 'admin_two_factor').execute();
  const enter = (factorCode?: string, username = 'clerk') =>
    server.request('/api/admin/Index/login', {
      method: 'POST',
      json: { username, password: TEST_PASSWORD, keep: true, ...(factorCode !== undefined && { factorCode }) },
    });
  const codeOf = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: server.clock.nowMs() });
  const look = async (token: string) => (await server.request('/api/admin/goods.Goods/index', { token })).body;
  /** Sets one up for whoever is signed in; the clock then stands in a later step than the one that was used. */
  async function switchOn(token: string): Promise<void> {
    const { secret } = await server.call(contract.setUpTwoFactor, { password: TEST_PASSWORD }, { token });
    await server.call(contract.confirmTwoFactor, { factorCode: codeOf(secret) }, { token });
    server.clock.advanceSeconds(30);
  }
  const byPasskey = () => server.database.kysely.updateTable('token').set({ by_passkey: true }).execute();
  const superGroup = async () =>
    (await server.database.kysely.selectFrom('admin_group').selectAll().where('rules', '=', '*').executeTakeFirstOrThrow()).id;
  const save = (row: Readonly<Record<string, unknown>> & { readonly id: number }, token: string) =>
    server.call(groups.save, row, { token });

  it('is set up before the sign-in ends, and asked for from then on; who is in another group is let in as before', async () => {
    await ask('1');
    expect(fieldsIn(await enter())).toEqual(['factorSetup']);
    expect((await enter(undefined, 'admin')).body?.code).toBe(1);
    const { secret } = await server.call(contract.setUpFactor, { username: 'clerk', password: TEST_PASSWORD });
    const entered = await enter(codeOf(secret));
    expect([entered.body?.code, (await look(tokenIn(entered)))?.code]).toEqual([1, 1]);
    server.clock.advanceSeconds(30);
    expect(fieldsIn(await enter())).toEqual(['factorCode']);
  });

  it('is asked of sessions that stand, at their next call, whatever it is, and at their renewal', async () => {
    const signedIn = await server.signIn('clerk');
    expect((await look(signedIn.token))?.code).toBe(1);
    await ask('1');
    expect(await look(signedIn.token)).toMatchObject({ code: 303, msg: DUE, data: { type: 'need login' } });
    for (const path of ['Index/index', 'auth.Group/index', 'routine.AdminInfo/twoFactor'])
      expect((await server.request(`/api/admin/${path}`, { token: signedIn.token })).body?.code).not.toBe(1);
    const terminal = streamUrl({ command: 'version.node', uuid: 'run-000001' });
    const stream = await server.app.fetch(new Request(`http://test.invalid${terminal}`, { headers: { batoken: signedIn.token } }));
    expect((await allOf(stream))[0]?.data).toBe(`Error:${DUE}`);
    const renewal = { method: 'POST', token: signedIn.token, json: { refreshToken: signedIn.refreshToken } } as const;
    expect((await server.request('/api/common/refreshToken', renewal)).body?.code).not.toBe(1);
    // A page of the sign-in is no place for who is sent there.
    expect((await server.request('/api/admin/Index/login', { token: signedIn.token })).body?.code).toBe(1);
    await ask('0');
    expect((await look(signedIn.token))?.code).toBe(1);
  });

  it('is asked of nobody by a group that is switched off, and a passkey stands for it', async () => {
    const { token } = await server.signIn('clerk');
    await ask('1');
    await server.database.kysely.updateTable('admin_group').set({ status: '0' }).where('id', '=', clerk.groupId).execute();
    expect((await look(token))?.code).not.toBe(303);
    await server.database.kysely.updateTable('admin_group').set({ status: '1' }).where('id', '=', clerk.groupId).execute();
    expect((await look(token))?.code).toBe(303);
    await byPasskey();
    expect((await look(token))?.code).toBe(1);
  });

  it('stays on where the group asks for it, unless a passkey stands for it', async () => {
    const { token } = await server.signIn('clerk');
    await switchOn(token);
    await ask('1');
    expect((await look(token))?.code).toBe(1);
    expect(await server.call(contract.readTwoFactor, {}, { token })).toMatchObject({ is_on: true, is_required: true });
    const end = () => server.call(contract.endTwoFactor, { password: TEST_PASSWORD }, { token });
    expect(await outcomeOf(end())).toBe('Your group requires two-factor sign-in, so it stays on.');
    await byPasskey();
    expect(await outcomeOf(end())).toBe('accepted');
  });

  it('stays on where the site asks for it as well, which is said, unless a passkey stands for it', async () => {
    const { token } = await server.signIn('clerk');
    await switchOn(token);
    await askBySite('1');
    const end = () => server.call(contract.endTwoFactor, { password: TEST_PASSWORD }, { token });
    expect(await outcomeOf(end())).toBe('This site requires two-factor sign-in, so it stays on.');
    expect(await server.call(contract.readTwoFactor, {}, { token })).toMatchObject({ is_on: true, is_required: true });
    await byPasskey();
    expect(await outcomeOf(end())).toBe('accepted');
  });

  it('is not ended or begun by the switch of a group that asks, nor ended by taking the group away, by who has none', async () => {
    const { token } = await server.signIn();
    await ask('1');
    expect(await outcomeOf(save({ id: clerk.groupId, status: 0 }, token))).toBe(OWN_FIRST);
    await server.database.kysely.updateTable('admin_group').set({ status: '0' }).where('id', '=', clerk.groupId).execute();
    expect(await outcomeOf(save({ id: clerk.groupId, status: 1 }, token))).toBe(OWN_FIRST);
    await server.database.kysely.updateTable('admin_group').set({ status: '1' }).where('id', '=', clerk.groupId).execute();
    const other = await server.addAdmin(`other-${kind}`.slice(0, 15), ['goods/goods']);
    const place = (groupIds: readonly number[]) =>
      outcomeOf(server.call(admins.save, { id: clerk.id, group_arr: groupIds.map(String) }, { token }));
    expect(await place([other.groupId])).toBe(OWN_FIRST);
    // Whoever stays in a group that asks owes it as before, and a group that is switched off asks for nothing.
    expect(await place([clerk.groupId, other.groupId])).toBe('accepted');
    await ask('1', other.groupId);
    expect(await place([other.groupId])).toBe('accepted');
    await server.database.kysely.updateTable('admin_group').set({ status: '0' }).where('id', '=', other.groupId).execute();
    expect(await place([clerk.groupId])).toBe('accepted');
    await server.database.kysely.updateTable('admin_group').set({ needs_factor: '0' }).execute();
    // What the switch of a group that does not ask does is nobody's second factor.
    for (const status of [0, 1]) expect(await outcomeOf(save({ id: clerk.groupId, status }, token))).toBe('accepted');
    await ask('1');
    await switchOn(token);
    expect(await place([other.groupId])).toBe('accepted');
    expect(await place([clerk.groupId])).toBe('accepted');
    for (const status of [0, 1]) expect(await outcomeOf(save({ id: clerk.groupId, status }, token))).toBe('accepted');
  });

  it('is asked for and no longer asked for by who has one, their own group of super administrators included', async () => {
    const { token } = await server.signIn();
    const own = await superGroup();
    for (const id of [own, clerk.groupId]) expect(await outcomeOf(save({ id, needs_factor: 1 }, token))).toBe(OWN_FIRST);
    expect(await outcomeOf(server.call(groups.add, { name: 'Late', pid: own, rules: ['1'], needs_factor: 1 }, { token }))).toBe(OWN_FIRST);
    await switchOn(token);
    for (const id of [own, clerk.groupId]) expect(await outcomeOf(save({ id, needs_factor: 1 }, token))).toBe('accepted');
    // Whoever asked is not locked out.
    expect((await look(token))?.code).toBe(1);
    await server.database.kysely.deleteFrom('two_factor').execute();
    await byPasskey();
    const saved = await save({ id: clerk.groupId, needs_factor: 0 }, token);
    await server.database.kysely.updateTable('token').set({ by_passkey: false }).execute();
    await ask('0', own);
    expect(await outcomeOf(save({ id: clerk.groupId, needs_factor: 1 }, token))).toBe(OWN_FIRST);
    const undo = server.call(resourceWriteEndpoints(adminGroup).undo, { change: saved?.change ?? 0 }, { token });
    expect(await outcomeOf(undo)).toBe(OWN_FIRST);
  });

  it('is asked of everybody, and no longer, by who has one or came by a passkey', async () => {
    const { token } = await server.signIn();
    const stored = async () => {
      const row = await server.database.kysely
        .selectFrom('config')
        .select('value')
        .where('name', '=', 'admin_two_factor')
        .executeTakeFirst();
      return row?.value;
    };
    const change = async (values: Readonly<Record<string, unknown>>) => {
      const { body } = await server.request('/api/admin/routine.Config/edit', { method: 'POST', json: values, token });
      return body?.code === 1 ? 'accepted' : (body?.data?.fields as unknown);
    };
    const REFUSED = { admin_two_factor: OWN_FIRST };
    // With all of a group, as clients of the family send it: nothing of it is saved.
    expect(await change({ site_name: 'Locked', admin_two_factor: '1' })).toEqual(REFUSED);
    await askBySite('1');
    expect(await change({ admin_two_factor: '0' })).toEqual(REFUSED);
    // What stays as it is is nobody's decision.
    expect([await change({ site_name: 'Troupe', admin_two_factor: '1' }), await stored()]).toEqual(['accepted', '1']);
    await byPasskey();
    expect([await change({ admin_two_factor: '0' }), await stored()]).toEqual(['accepted', '0']);
    await server.database.kysely.updateTable('token').set({ by_passkey: false }).execute();
    await switchOn(token);
    for (const value of ['1', '0']) expect([await change({ admin_two_factor: value }), await stored()]).toEqual(['accepted', value]);
  });

  it('is all that super administrators change of their own group, and nobody else changes it of theirs', async () => {
    const { token } = await server.signIn();
    await switchOn(token);
    const own = await superGroup();
    const row = (await server.call(groups.read, { id: own }, { token })).row;
    expect(await outcomeOf(save({ ...row, id: own, name: 'Others' }, token))).not.toBe('accepted');
    expect(await outcomeOf(save({ ...row, id: own, status: 0 }, token))).not.toBe('accepted');
    expect(await outcomeOf(save({ ...row, id: own, needs_factor: 1 }, token))).toBe('accepted');
    const clerks = await server.signIn('clerk');
    await switchOn(clerks.token);
    expect(await outcomeOf(save({ id: clerk.groupId, needs_factor: 1 }, clerks.token))).not.toBe('accepted');
    const { list } = await server.call(groups.list, { isTree: false }, { token });
    const flat = (rows: readonly Record<string, unknown>[]): readonly Record<string, unknown>[] =>
      rows.flatMap((one) => [one, ...flat((one['children'] ?? []) as Record<string, unknown>[])]);
    expect(flat(list ?? []).find(({ id }) => id === own)).toMatchObject({ refused_nodes: ['del'] });
  });
});
