import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as contract from '#api/contract/session/two-factor';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { restoreDeleted } from '#api/contract/changes/data-safety';
import { switchFactorOff } from '#server/boot/tools/account-help';
import { admin } from '#sections/admin/admin.resource.ts';
import { member } from '#sections/member/member.resource.ts';
import { dealtKinds } from '#tests/support/dealt.ts';
import { addMember, askAsMember } from '#tests/support/members.ts';
import { createTestServer, TEST_PASSWORD, type TestServer } from '#tests/support/server.ts';
import { outcomeOf } from '#tests/support/refusals.ts';

const UNKNOWN = 'There is no field “has_factor” to search or sort by.';

/** Who has a second factor, as lists tell it to those who may edit the accounts. */
describe.each(dealtKinds())('lists of accounts on %s', (kind) => {
  const [admins, members] = [resourceEndpoints(admin), resourceEndpoints(member)];
  let server: TestServer;
  let root: string;
  let clerk: { readonly id: number; readonly token: string };
  beforeAll(async () => {
    server = await createTestServer({ kind, sampleData: false });
    root = (await server.signIn()).token;
    clerk = await server.addAdmin('clerk', ['goods/goods/index']);
  });
  afterAll(() => server.close());

  const codeOf = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: server.clock.nowMs() });
  const has = { search: [{ field: 'has_factor', operator: 'eq' as const, val: '1' }] };
  const having = async (token = root) => ((await server.call(admins.list, has, { token })).list ?? []).map(({ id }) => id);
  const told = async () =>
    ((await server.call(admins.list, { order: 'has_factor,desc' }, { token: root })).list ?? []).map((row) => [
      row['id'],
      row['has_factor'],
    ]);
  const begin = () => server.call(contract.setUpTwoFactor, { password: TEST_PASSWORD }, { token: clerk.token });

  it('tell it from its first code to its end, whoever ends it, and when it was used', async () => {
    const read = () => server.call(contract.readAdminTwoFactor, { id: clerk.id }, { token: root });
    const { secret } = await begin();
    expect([await having(), await told()]).toEqual([[], expect.arrayContaining([[clerk.id, '0']])]);
    const { recovery_codes: codes } = await server.call(contract.confirmTwoFactor, { factorCode: codeOf(secret) }, { token: clerk.token });
    expect([await having(), (await told())[0]]).toEqual([[clerk.id], [clerk.id, '1']]);
    const since = server.clock.nowMs() / 1000;
    expect(await read()).toEqual({ is_on: true, since, used: since });
    server.clock.advanceSeconds(95);
    const held = { password: TEST_PASSWORD, factorCode: codes[0] ?? '' };
    const { secret: fresh } = await server.call(contract.replaceTwoFactor, held, { token: clerk.token });
    expect([await having(), (await read()).used]).toEqual([[clerk.id], server.clock.nowMs() / 1000]);
    await server.call(contract.confirmTwoFactor, { factorCode: codeOf(fresh) }, { token: clerk.token });
    expect(await having()).toEqual([clerk.id]);
    await server.call(contract.endTwoFactor, { password: TEST_PASSWORD }, { token: clerk.token });
    expect([await having(), await read()]).toEqual([[], { is_on: false, since: null, used: null }]);
    const again = await begin();
    await server.call(contract.confirmTwoFactor, { factorCode: codeOf(again.secret) }, { token: clerk.token });
    expect(await having()).toEqual([clerk.id]);
    await switchFactorOff(server.ports, 'clerk');
    expect(await having()).toEqual([]);
  });

  it('tell those who may not edit them nothing of it, in rows, in files, by a search or by an order', async () => {
    const reader = (await server.addAdmin('reader', ['auth/admin', 'auth/admin/index'])).token;
    const editor = (await server.addAdmin('editor', ['auth/admin', 'auth/admin/index', 'auth/admin/edit'])).token;
    const rows = async (token: string) => (await server.call(admins.list, {}, { token })).list ?? [];
    expect((await rows(editor)).every((row) => row['has_factor'] === '0')).toBe(true);
    expect([(await rows(reader)).length > 0, (await rows(reader)).filter((row) => 'has_factor' in row)]).toEqual([true, []]);
    const asks = [has, { order: 'has_factor,desc' }, { initKey: 'has_factor', initValue: '1' }];
    for (const ask of asks) {
      expect(await outcomeOf(server.call(admins.list, ask, { token: reader }))).toBe(UNKNOWN);
      expect(await outcomeOf(server.call(admins.list, ask, { token: editor }))).toBe('accepted');
    }
    const file = async (token: string, more = '') =>
      (await server.request(`/admin/auth.Admin/export?format=csv${more}`, { token })).text.split('\n')[0] ?? '';
    expect([await file(editor), await file(reader)]).toEqual([
      expect.stringContaining('Two-factor sign-in'),
      expect.not.stringContaining('Two-factor sign-in'),
    ]);
    expect(await file(reader, '&columns[]=username&columns[]=hasFactor')).not.toContain('Two-factor');
  });

  it('tell it of members as well', async () => {
    const lin = await addMember(server, 'lin');
    const { token } = await lin.signIn();
    const post = async (path: string, json: object) => (await askAsMember(server, 'POST', `/api/account/${path}`, { json, token })).body;
    await post('prove', { password: TEST_PASSWORD });
    const secret = String((await post('setUpTwoFactor', {}))?.data.secret);
    const found = async () => ((await server.call(members.list, has, { token: root })).list ?? []).map(({ id }) => id);
    expect(await found()).toEqual([]);
    expect((await post('confirmTwoFactor', { factorCode: codeOf(secret) }))?.code).toBe(1);
    expect(await found()).toEqual([lin.id]);
    const reader = (await server.addAdmin('reads', ['user/user', 'user/user/index'])).token;
    expect(await outcomeOf(server.call(members.list, has, { token: reader }))).toBe(UNKNOWN);
    // A factor ends with its account, and no image of the account says that there was one.
    await server.call(members.remove, { ids: [lin.id] }, { token: root });
    const { kysely } = server.database;
    const { rows: images } = await sql<{ id: number; image: object }>`select entry.id, change.before as image from recycle_entry as entry
      join record_change as change on change.resource = entry.resource and change.record_id = entry.record_id and change.kind = 'deleted'
      where entry.resource = 'member' and entry.record_id = ${lin.id}`.execute(kysely);
    expect(images).toEqual([{ id: expect.any(Number), image: expect.not.objectContaining({ has_factor: expect.anything() }) }]);
    // Nor does it come back from one that does, as they were kept at first.
    await sql`alter table record_change disable trigger user`.execute(kysely);
    await sql`update record_change set before = before || '{"has_factor":"1"}' where kind = 'deleted' and resource = 'member'`.execute(
      kysely,
    );
    await sql`alter table record_change enable trigger user`.execute(kysely);
    expect(await server.call(restoreDeleted, { ids: images.map(({ id }) => id) }, { token: root })).toMatchObject({ count: 1 });
    expect(await found()).toEqual([]);
  });
});
