import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { memberGroup } from '#sections/member-group/member-group.resource.ts';
import { memberRule } from '#sections/member-rule/member-rule.resource.ts';
import { member } from '#sections/member/member.resource.ts';
import { addToLedger } from '#server/features/members/ledger';
import { dealtKinds } from '#tests/support/dealt.ts';
import { createTestServer, TEST_START_SECONDS, type TestServer } from '#tests/support/server.ts';
import { rejectionOf } from '#tests/support/refusals.ts';

const TAKEN = 'Already taken by another record';
type Row = Readonly<Record<string, unknown>>;
const childrenOf = (row: Row | undefined): readonly Row[] => (row?.['children'] ?? []) as readonly Row[];

const day = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10);

describe.each(dealtKinds())('members on %s', (kind) => {
  const { add, list, read, remove, save } = resourceEndpoints(member);
  let server: TestServer;
  let token: string;
  beforeAll(async () => {
    server = await createTestServer({ kind, sampleData: false });
    ({ token } = await server.signIn());
  });
  afterAll(() => server.close());

  const call: TestServer['call'] = (endpoint, input, options) => server.call(endpoint, input, { token, ...options });
  let count = 0;
  const person = (more: object = {}) => ({
    username: `person_${(count += 1)}`,
    nickname: '小林',
    group_id: 1,
    avatar: '',
    email: '',
    mobile: '',
    gender: 1,
    birthday: '1994-04-12',
    password: 'green-tea-7',
    motto: '',
    status: 'enable',
    ...more,
  });
  const join = async (more: object = {}): Promise<number> => (await call(add, person(more)))?.id ?? 0;
  const taken = async (more: object) => (await rejectionOf(call(add, person(more)))).fields;
  const found = async (query: object) => ((await call(list, { limit: 100, ...query })).list ?? []).map((row) => row['id']);
  const rulesOf = async (id: number) =>
    (await server.database.kysely.selectFrom('member_group').select('rules').where('id', '=', id).executeTakeFirstOrThrow()).rules;
  const hashOf = async (id: number) =>
    (await server.database.kysely.selectFrom('member_password').select('hash').where('member_id', '=', id).executeTakeFirst())?.hash ?? '';

  it('reads back what was added, in wire form, with the group and without the password', async () => {
    const id = await join({ username: 'linxiaoyu', email: 'lin@example.com', mobile: '13800138000' });
    const now = TEST_START_SECONDS;
    expect((await call(read, { id })).row).toEqual({
      id,
      avatar: '',
      username: 'linxiaoyu',
      nickname: '小林',
      group_id: 1,
      group: { id: 1, name: 'Default group' },
      email: 'lin@example.com',
      mobile: '13800138000',
      gender: 1,
      birthday: '1994-04-12',
      money: '0.00',
      score: 0,
      motto: '',
      status: 'enable',
      last_login_time: null,
      last_login_ip: '',
      has_factor: '0',
      login_failure: 0,
      join_ip: '',
      join_time: null,
      // An empty input, which keeps what there is.
      password: '',
      version: 1,
      create_time: now,
      update_time: now,
    });
    expect(await server.ports.passwords.verify('green-tea-7', await hashOf(id))).toBe(true);
  });

  it('lets no form write money, score or anything else that the server owns', async () => {
    const id = await join({ money: '99.00', score: 5, login_failure: 3, join_ip: '203.0.113.7', version: 9 });
    await call(save, { id, nickname: 'other', money: '50.00', score: 7, last_login_ip: 'x' });
    expect((await call(read, { id })).row).toMatchObject({
      nickname: 'other',
      money: '0.00',
      score: 0,
      login_failure: 0,
      join_ip: '',
      version: 2,
    });
    expect(await server.database.kysely.selectFrom('money_log').selectAll().execute()).toEqual([]);
  });

  it('needs a password for a new member, keeps the old one where none is given, and never shows either', async () => {
    expect((await rejectionOf(call(add, person({ password: '' })))).fields).toEqual({ password: 'This field is required' });
    for (const password of ['a<b', 'password1', 'same_name'])
      expect(Object.keys((await rejectionOf(call(add, person({ username: 'same_name', password })))).fields ?? {})).toEqual(['password']);
    const id = await join();
    const first = await hashOf(id);
    await call(save, { id, nickname: 'kept', password: '' });
    expect(await hashOf(id)).toBe(first);
    await call(save, { id, password: 'black-tea-8' });
    expect(await server.ports.passwords.verify('black-tea-8', await hashOf(id))).toBe(true);
    const shown = JSON.stringify([await call(list, {}), await server.database.kysely.selectFrom('record_change').selectAll().execute()]);
    expect(shown).not.toContain('argon2');
    expect(shown).not.toContain('tea-8');
    expect((await rejectionOf(call(list, { search: [{ field: 'password', operator: 'LIKE', val: 'a' }] }))).message).toContain('password');
  });

  it('takes for a birthday what can be one, and leaves one alone that is not touched', async () => {
    const refused = { birthday: 'Please enter a day between 1900 and today' };
    const [today, later] = [day(TEST_START_SECONDS), day(TEST_START_SECONDS + 3 * 86_400)];
    for (const birthday of ['1899-12-31', later, '2099-01-01']) expect(await taken({ username: 'young_one', birthday })).toEqual(refused);
    const id = await join({ username: 'young_one', birthday: '1900-01-01' });
    await call(save, { id, birthday: today });
    expect((await rejectionOf(call(save, { id, birthday: later }))).fields).toEqual(refused);
    await server.database.kysely.updateTable('member').set({ birthday: later }).where('id', '=', id).execute();
    await call(save, { id, birthday: later, nickname: 'From tomorrow' });
    expect((await call(read, { id })).row).toMatchObject({ birthday: later, nickname: 'From tomorrow' });
    await call(save, { id, birthday: '' });
    expect((await call(read, { id })).row['birthday']).toBeNull();
  });

  it('gives each name, address and number to one member', async () => {
    await join({ username: 'Only_One', email: 'one@example.com', mobile: '13900139000' });
    expect(await taken({ username: 'only_ONE' })).toEqual({ username: TAKEN });
    expect(await taken({ email: 'ONE@example.com' })).toEqual({ email: TAKEN });
    expect(await taken({ mobile: '13900139000' })).toEqual({ mobile: TAKEN });
    expect(await join({ email: '', mobile: '' })).toBeGreaterThan(0);
  });

  it('finds by name, nickname and number, and by choice', async () => {
    const id = await join({ username: 'findme', nickname: '寻寻', gender: 2, status: 'disable', birthday: '' });
    expect(await found({ quickSearch: 'FINDME' })).toEqual([id]);
    expect(await found({ quickSearch: '寻' })).toEqual([id]);
    expect(await found({ quickSearch: String(id) })).toContain(id);
    expect(
      await found({
        search: [
          { field: 'gender', operator: 'eq', val: '2' },
          { field: 'status', operator: 'eq', val: 'disable' },
        ],
      }),
    ).toEqual([id]);
    expect(await found({ search: [{ field: 'birthday', operator: 'NULL', val: '' }] })).toContain(id);
    expect(await found({ search: [{ field: 'group.name', operator: 'eq', val: '默认分组' }] })).toContain(id);
  });

  it('ends the sessions of a member who is disabled, deleted or given another password', async () => {
    const tokenOf = async (id: number): Promise<number | null> => {
      const row = await server.database.kysely
        .selectFrom('token')
        .select('revoked_at')
        .where('hash', '=', `member ${id}`)
        .executeTakeFirstOrThrow();
      return row.revoked_at;
    };
    const signedIn = async (): Promise<number> => {
      const id = await join();
      const base = {
        type: 'user' as const,
        account_id: id,
        family_id: `f${id}`,
        session_created_at: 1,
        create_time: 1,
        expire_time: 9_999_999_999,
      };
      await server.database.kysely
        .insertInto('token')
        .values({ ...base, hash: `member ${id}` })
        .execute();
      return id;
    };
    const [disabled, renamed, changed, deleted] = [await signedIn(), await signedIn(), await signedIn(), await signedIn()];
    await call(save, { id: disabled, status: 'disable' });
    await call(save, { id: renamed, nickname: 'other' });
    await call(save, { id: changed, password: 'white-tea-9' });
    await call(remove, { ids: [deleted] });
    expect(await Promise.all([disabled, changed, deleted].map(async (id) => (await tokenOf(id)) !== null))).toEqual([true, true, true]);
    expect(await tokenOf(renamed)).toBeNull();
    const own = await server.database.kysely.selectFrom('token').select('revoked_at').where('type', '=', 'admin').execute();
    expect(own.every(({ revoked_at: revokedAt }) => revokedAt === null)).toBe(true);
  });

  it('lets an account go while its entries stay, and a group only when nobody is in it', async () => {
    const id = await join();
    const entry = { memberId: id, amount: 5, memo: 'm', reason: 'test', ref: 'r', adminId: 0, ip: '' };
    await server.database.transaction((trx) => addToLedger(trx, 'money', entry, TEST_START_SECONDS));
    expect(await call(remove, { ids: [id] })).toEqual({ count: 1 });
    const groups = resourceEndpoints(memberGroup);
    const groupId = (await call(groups.add, { name: 'tea friends' }))?.id ?? 0;
    await join({ group_id: groupId });
    expect((await rejectionOf(call(groups.remove, { ids: [groupId] }))).message).toBe(
      'Still used by 1 record of “Member”, so it cannot be deleted.',
    );
    expect((await rejectionOf(call(add, person({ group_id: 999 })))).fields).toEqual({ group_id: 'The chosen record does not exist' });
  });

  it('keeps the group that new members come into, also where nobody is in it', async () => {
    const groups = resourceEndpoints(memberGroup);
    const { kysely } = server.database;
    const other = (await call(groups.add, { name: 'own' }))?.id ?? 0;
    const inFirst = (await kysely.selectFrom('member').select('id').where('group_id', '=', 1).execute()).map(({ id }) => id);
    await kysely.updateTable('member').set({ group_id: other }).where('group_id', '=', 1).execute();
    const refused = await rejectionOf(call(groups.remove, { ids: [1] }));
    expect(refused.message).toBe('New members come into this group. It cannot be deleted; rename it instead.');
    await kysely.updateTable('member').set({ group_id: 1 }).where('id', 'in', inFirst).execute();
    expect(await call(groups.remove, { ids: [other] })).toMatchObject({ count: 1 });
  });

  it('stores the rules of a group with their parents, and all of them as a star; a new rule goes to who has its parent', async () => {
    const [groups, rules] = [resourceEndpoints(memberGroup), resourceEndpoints(memberRule)];
    const few = (await call(groups.add, { name: 'few', rules: ['3', '2'] }))?.id ?? 0;
    const all = (await call(groups.add, { name: 'all', rules: ['2', '3', '4', '5', '6', '110', '120', '121', '122', '123'] }))?.id ?? 0;
    const none = (await call(groups.add, { name: 'none', rules: [] }))?.id ?? 0;
    expect([await rulesOf(few), await rulesOf(all), await rulesOf(none)]).toEqual(['1,2,3', '*', '']);
    expect((await rejectionOf(call(groups.save, { id: few, rules: ['2', '99'] }))).fields).toEqual({
      rules: 'The chosen record does not exist',
    });
    const rule = { type: 'button', pid: 2, title: 'Print', name: 'account/overview/print' };
    const id = (await call(rules.add, rule))?.id ?? 0;
    expect([await rulesOf(few), await rulesOf(all), await rulesOf(none)]).toEqual([`1,2,3,${id}`, '*', '']);
    await call(rules.remove, { ids: [id] });
    expect(await rulesOf(few)).toBe('1,2,3');
    expect((await call(groups.read, { id: few })).row['rules']).toEqual(['2', '3']);
  });

  it('shows the form of a group no rule that has something below it, and keeps one that stands alone', async () => {
    const [groups, rules] = [resourceEndpoints(memberGroup), resourceEndpoints(memberRule)];
    const shown = async (id: number) => (await call(groups.read, { id })).row['rules'];
    const id = (await call(groups.add, { name: 'lone', rules: ['1'] }))?.id ?? 0;
    expect([await rulesOf(id), await shown(id)]).toEqual(['1', []]);
    // As stock forms send it: the checked rules, and those above them.
    await call(groups.save, { id, rules: ['1', '3'] });
    const print = (await call(rules.add, { type: 'button', pid: 2, title: 'Print', name: 'account/overview/print' }))?.id ?? 0;
    await server.database.kysely.updateTable('member_group').set({ rules: '1,2,3' }).where('id', '=', id).execute();
    expect(await shown(id)).toEqual(['3']);
    await call(groups.save, { id, name: 'lone still', rules: ['1', '3'] });
    expect(await rulesOf(id)).toBe('1,2,3');
    await call(groups.save, { id, rules: ['1', '2', '3', String(print)] });
    expect([await rulesOf(id), await shown(id)]).toEqual([`1,2,3,${print}`, ['3', String(print)]]);
    const stale = await rejectionOf(call(groups.save, { id, name: 'too late', rules: [], version: 1 }));
    expect(stale.current).toMatchObject({ rules: ['3', String(print)] });
    await call(rules.remove, { ids: [print] });
  });

  it('keeps the rules of the member centre as a tree, each name once', async () => {
    const rules = resourceEndpoints(memberRule);
    const rule = { type: 'button', pid: 2, title: 'Export', name: 'account/overview/export', menu_type: 'tab', extend: 'none' };
    const id = (await call(rules.add, rule))?.id ?? 0;
    expect(id).toBeGreaterThan(1000);
    expect((await call(rules.read, { id })).row).toMatchObject({ ...rule, no_login_valid: 0, status: '1', weigh: 100, version: 1 });
    const tree = (await call(rules.list, {})).list ?? [];
    expect(tree.map((row) => row['name'])).toEqual(['account']);
    expect(childrenOf(tree[0]).map((row) => row['name'])).toEqual([
      'account/overview',
      'account/profile',
      'account/changePassword',
      'account/security',
      'account/integral',
      'account/balance',
      'account/messages',
      'account/notices',
      'account/files',
      'account/data',
    ]);
    await call(rules.save, { id, component: '/src\\views\\help.vue' });
    expect((await call(rules.read, { id })).row['component']).toBe('/src/views/help.vue');
    await call(rules.save, { id: 3, no_login_valid: '1', status: '0' });
    expect((await call(rules.read, { id: 3 })).row).toMatchObject({ no_login_valid: 1, status: '0' });
    await call(rules.sort, { id: 6, targetId: 2 });
    const [sorted] = (await call(rules.list, {})).list ?? [];
    expect(childrenOf(sorted).map((row) => row['id'])).toEqual([6, 2, 3, 4, 110, 5, 120, 123, 122, 121]);
    expect((await rejectionOf(call(rules.add, { ...rule, pid: 0 }))).fields).toEqual({ name: TAKEN });
    const outside = { ...rule, type: 'nav', name: 'help', menu_type: 'link' };
    for (const url of ['javascript:alert(1)', 'nonsense:'])
      expect((await rejectionOf(call(rules.add, { ...outside, url }))).fields).toEqual({ url: 'Please enter a correct address' });
    expect((await rejectionOf(call(rules.add, outside))).fields).toEqual({ url: 'This field is required' });
    expect((await rejectionOf(call(rules.save, { id: 2, pid: id }))).fields).toEqual({
      pid: 'Cannot be placed under itself or below itself',
    });
  });
});
